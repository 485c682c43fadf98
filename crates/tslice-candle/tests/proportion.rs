//! Memory and time follow what is selected, and no `try_` form panics.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use candle_core::{DType, Device, IndexOp, Tensor, Var};
use tslice::s;
use tslice_candle::TSlice;

/// Counts the bytes that are allocated.
struct Counting;

thread_local! {
    /// Of this thread: tests run beside each other.
    static ALLOCATED: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator as it is.
#[allow(unsafe_code, reason = "an allocator")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.set(ALLOCATED.get() + layout.size());
        // SAFETY: the caller's conditions are those of this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.set(ALLOCATED.get() + layout.size());
        // SAFETY: the caller's conditions are those of this function.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's conditions are those of this function.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The bytes that a call allocates, and its result.
fn allocated<R>(call: impl FnOnce() -> R) -> (usize, R) {
    let before = ALLOCATED.get();
    let result = call();
    (ALLOCATED.get() - before, result)
}

fn rows_of(t: &Tensor, rows: &[i64]) -> Tensor {
    let rows: Vec<u32> = rows.iter().map(|&row| row as u32).collect();
    let rows = Tensor::new(rows, &Device::Cpu).expect("positions");
    let whole = t.contiguous().expect("a copy");
    whole.index_select(&rows, 0).expect("rows")
}

fn same(a: &Tensor, b: &Tensor) -> bool {
    let list = |t: &Tensor| {
        let flat = t.flatten_all().and_then(|t| t.to_dtype(DType::F64));
        flat.and_then(|t| t.to_vec1::<f64>()).expect("numbers")
    };
    a.dims() == b.dims() && list(a) == list(b)
}

#[test]
fn memory_follows_what_is_selected() -> candle_core::Result<()> {
    let len = 2000 * 64;
    let base = Tensor::arange(0_f32, len as f32, &Device::Cpu)?;
    let rows = [3_i64, 1999, 0, 7, 7, 11, 500, 2];
    let layouts = [
        base.reshape((2000, 64))?,
        base.reshape((64, 2000))?.t()?,
        base.reshape((1000, 128))?
            .narrow(1, 10, 64)?
            .repeat((2, 1))?,
        base.reshape((2000, 64))?.narrow(1, 32, 32)?,
        base.narrow(0, 0, 64)?.broadcast_as((2000, 64))?,
    ];
    for (number, t) in layouts.iter().enumerate() {
        for t in [t.clone(), Var::from_tensor(t)?.as_tensor().clone()] {
            let (bytes, picked) = allocated(|| t.tpick(s![&rows]));
            assert!(
                bytes < 20_000,
                "layout {number}: {bytes} bytes for 8 rows of 2,000"
            );
            assert!(same(&picked, &rows_of(&t, &rows)), "layout {number}");
            let ids = Tensor::new(&rows, &Device::Cpu)?;
            let turned = t.t()?;
            let picks: [&dyn Fn() -> Tensor; 3] =
                [&|| t.tpick(s![&ids]), &|| t.ttake(0, &ids), &|| {
                    turned.ttake(1, &ids).t().expect("rank 2")
                }];
            for pick in picks {
                let (bytes, of_tensor) = allocated(pick);
                assert!(bytes < 20_000, "layout {number}: {bytes} bytes");
                assert!(same(&of_tensor, &picked), "layout {number}");
            }

            let values = Tensor::zeros((8, 1), DType::F32, &Device::Cpu)?;
            let whole = t.elem_count() * 4;
            let (bytes, assigned) = allocated(|| t.tpick_assign(s![&rows], &values));
            assert!(
                bytes < whole + 20_000,
                "layout {number}: {bytes} bytes beside {whole}"
            );
            let (bytes, sum) = allocated(|| t.tpick_add(s![&ids], &values));
            assert!(
                bytes < whole + 20_000,
                "layout {number}: {bytes} bytes beside {whole}"
            );
            assert!(same(&sum, &t), "layout {number}: zeros were added");
            let kept = assigned.tpick(s![[1, 4, 1998]]);
            assert!(same(&kept, &rows_of(&t, &[1, 4, 1998])), "layout {number}");
            assert!(same(
                &assigned.tpick(s![&rows]),
                &values.broadcast_as((8, t.dims()[1]))?
            ));
        }
    }
    Ok(())
}

#[test]
fn selections_of_repeated_elements_are_small() -> candle_core::Result<()> {
    let pair = Tensor::new(&[1_f32, 2.], &Device::Cpu)?;
    let many = pair.broadcast_as((1 << 40, 2))?;
    assert_eq!(many.try_tpick(s![&[5]])?.to_vec2::<f32>()?, [[1., 2.]]);
    assert_eq!(
        many.try_tpick(s![(&[5, 1_i64 << 39], &[1, 0])])?
            .to_vec1::<f32>()?,
        [2., 1.]
    );
    let fifth = Tensor::new(&[5_u32], &Device::Cpu)?;
    assert_eq!(many.try_tpick(s![&fifth])?.to_vec2::<f32>()?, [[1., 2.]]);
    assert_eq!(many.try_ttake(0, &fifth)?.to_vec2::<f32>()?, [[1., 2.]]);
    let tracked = Var::from_tensor(&pair)?.broadcast_as((1 << 40, 2))?;
    assert_eq!(tracked.try_tpick(s![&[5]])?.to_vec2::<f32>()?, [[1., 2.]]);
    // More than memory holds is an error.
    let all = many.try_tpick(s![[0:1_i64 << 40], 0]);
    assert!(all.unwrap_err().to_string().contains("does not fit"));
    let zero = Tensor::new(0_f32, &Device::Cpu)?;
    assert!(many.try_tpick_assign(s![&[5]], &zero).is_err());
    Ok(())
}

#[test]
fn empty_results_take_no_memory() -> candle_core::Result<()> {
    let empty = Tensor::zeros((1 << 40, 0), DType::U8, &Device::Cpu)?;
    let long = 1_i64 << 40;
    assert_eq!(empty.try_tpick(s![[0:long]])?.dims(), [1 << 40, 0]);
    assert_eq!(
        empty.try_tpick(s![[0:long, 5], newaxis])?.dims(),
        [(1 << 40) + 1, 1, 0]
    );
    let values = Tensor::zeros((1, 0), DType::U8, &Device::Cpu)?;
    assert_eq!(
        empty.try_tpick_assign(s![[0:long]], &values)?.dims(),
        [1 << 40, 0]
    );
    let two = Tensor::zeros((2, 3), DType::U8, &Device::Cpu)?;
    assert!(empty.try_tpick_assign(s![[0:long]], &two).is_err());

    // A tensor of candle whose first element would be behind its storage.
    let x = Tensor::arange(0_f32, 12., &Device::Cpu)?.reshape((3, 4))?;
    let none = x.i((3.., 2..))?.try_tpick(s![.., [0, 1]])?;
    assert_eq!(none.to_vec2::<f32>()?, Vec::<Vec<f32>>::new());
    let x = Var::from_tensor(&x)?;
    let none = x.i((3.., 2..))?.try_tpick(s![.., [0, 1]])?;
    assert_eq!(none.dims(), [0, 2]);
    let gradients = (x.sum_all()? + none.sum_all()?)?.backward()?;
    assert!(same(
        gradients.get(&x).expect("a gradient"),
        &x.ones_like()?
    ));
    Ok(())
}

#[test]
fn fill_refuses_what_the_type_cannot_hold() -> candle_core::Result<()> {
    let zeros = |dtype| Tensor::zeros((2, 3), dtype, &Device::Cpu);
    let error = zeros(DType::U8)?
        .try_tslice_fill(s![0], 300_i64)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "300 is outside the range of elements of type U8"
    );
    for (dtype, value) in [
        (DType::U8, -1.),
        (DType::U8, 256.),
        (DType::U8, f64::NAN),
        (DType::U32, f64::INFINITY),
        (DType::I16, 32768.),
        (DType::I32, -2147483649.),
        (DType::I64, 9223372036854775808.),
    ] {
        assert!(
            zeros(dtype)?.try_tslice_fill(s![0], value).is_err(),
            "{value} in {dtype:?}"
        );
        assert!(
            zeros(dtype)?.try_tpick_fill(s![[0]], value).is_err(),
            "{value} in {dtype:?}"
        );
    }
    for (dtype, value, held) in [
        (DType::U8, 255.9, 255.),
        (DType::U8, -0.9, 0.),
        (DType::I16, -32768.9, -32768.),
        (DType::I64, -9223372036854775808., -9223372036854775808.),
        (DType::F32, 300.5, 300.5),
    ] {
        let filled = zeros(dtype)?.try_tpick_fill(s![[1]], value)?;
        let expected = Tensor::new(&[[0., 0., 0.], [held; 3]], &Device::Cpu)?;
        assert!(same(&filled, &expected), "{value} in {dtype:?}");
    }
    Ok(())
}
