//! Memory follows what is selected, and no `try_` form panics.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use burn_tensor::kind::Basic;
use burn_tensor::quantization::{QuantScheme, QuantStore, QuantValue};
use burn_tensor::{Bool, DType, Device, Int, Tensor};
use tslice::s;
use tslice_burn::{TSlice, TSliceError};

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

const ROWS: [i64; 8] = [3, 1999, 0, 7, 7, 11, 500, 2];

/// Eight rows of 2,000, with and without a range beside them, read and written.
fn check<K: Basic + 'static>(make: impl Fn() -> Tensor<2, K>) {
    let row = |t: Tensor<2, K>, row: i64| {
        let row = usize::try_from(row).expect("a row");
        t.slice([row..row + 1, 0..64]).to_data()
    };
    let (bytes, picked) = allocated(|| make().tpick(s![&ROWS]));
    let (made, t) = allocated(&make);
    assert!(bytes < made + 60_000, "{bytes} bytes beside {made}");
    for (number, &at) in ROWS.iter().enumerate() {
        assert_eq!(row(picked.clone(), number as i64), row(t.clone(), at));
    }
    let (bytes, part) = allocated(|| t.clone().tpick(s![&ROWS, 1::7]));
    assert!(bytes < 60_000, "{bytes} bytes");
    assert_eq!(part.to_data(), picked.clone().tslice(s![:, 1::7]).to_data());
    let ids = Tensor::<1, Int>::from_data(ROWS, (&Device::flex(), DType::I64));
    let (bytes, of_tensor) = allocated(|| t.clone().tpick(s![&ids, 1::7]));
    assert!(bytes < 60_000, "{bytes} bytes");
    assert_eq!(of_tensor.to_data(), part.to_data());
    let (bytes, taken) = allocated(|| t.clone().ttake::<1, 2>(0, &ids));
    assert!(bytes < 60_000, "{bytes} bytes");
    assert_eq!(taken.to_data(), picked.to_data());

    // Nobody else has the tensor: it is written in place.
    let values = t.clone().tslice(s![20:28]);
    let owned = make();
    let (bytes, assigned) = allocated(|| owned.tpick_assign(s![&ROWS], values.clone()));
    assert!(bytes < 80_000, "{bytes} bytes");
    for (number, &at) in ROWS.iter().enumerate() {
        // Row 7 is there twice: the last value stays.
        let from = if number == 3 { 24 } else { 20 + number as i64 };
        assert_eq!(row(assigned.clone(), at), row(t.clone(), from));
    }
    assert_eq!(row(assigned.clone(), 1998), row(t.clone(), 1998));
    let owned = make();
    let (bytes, assigned) =
        allocated(|| owned.tpick_assign(s![&ROWS, 1::7], values.clone().tslice(s![:, 1::7])));
    assert!(bytes < 80_000, "{bytes} bytes");
    let columns = assigned.clone().tpick::<2, _>(s![[7, 0], 1::7]);
    let expected = t.clone().tpick::<2, _>(s![[24, 22], 1::7]);
    assert_eq!(columns.to_data(), expected.to_data());
    assert_eq!(
        assigned.tpick::<2, _>(s![[7, 0], ::7]).to_data(),
        t.tpick::<2, _>(s![[7, 0], ::7]).to_data()
    );
}

#[test]
fn memory_follows_what_is_selected() {
    let numbers = || Tensor::<1, Int>::arange(0..2000 * 64, &Device::flex()).reshape([2000, 64]);
    check(numbers);
    check(|| numbers().float());
    check(|| numbers().remainder_scalar(3).equal_elem(0));
}

#[test]
fn memory_follows_what_tensor_lists_write() {
    let make = || {
        let numbers = Tensor::<1, Int>::arange(0..2000 * 64, &Device::flex());
        numbers.reshape([2000, 64])
    };
    let ids = Tensor::<1, Int>::from_data(ROWS, (&Device::flex(), DType::I64));
    let values = Tensor::<1, Int>::ones([1], &Device::flex()) * 100;
    let (first, second) = (make(), make());
    let (bytes, assigned) = allocated(|| first.tpick_assign(s![&ids, 1::7], values.clone()));
    assert!(bytes < 80_000, "{bytes} bytes");
    let (bytes, sum) = allocated(|| second.tpick_add(s![&ids, 1::7], values));
    assert!(bytes < 80_000, "{bytes} bytes");
    let (assigned, sum) = (assigned.into_data(), sum.into_data());
    let both = assigned.iter::<i64>().zip(sum.iter::<i64>()).enumerate();
    for (at, (assigned, sum)) in both {
        let times = ROWS.iter().filter(|&&row| row == at as i64 / 64).count() as i64;
        let is_selected = times > 0 && at % 64 % 7 == 1;
        let expected = if is_selected {
            (100, at as i64 + 100 * times)
        } else {
            (at as i64, at as i64)
        };
        assert_eq!((assigned, sum), expected, "element {at}");
    }
}

#[test]
fn empty_results_take_no_memory() {
    let long = 1_i64 << 40;
    let empty = || Tensor::<2>::empty([1_usize << 40, 0], &Device::flex());
    let picked: Tensor<2> = empty().try_tpick(s![[0:long]]).expect("it fits");
    assert_eq!(picked.dims(), [1_usize << 40, 0]);
    let row = Tensor::<1>::empty([0], &Device::flex());
    let assigned = empty().try_tpick_assign(s![[0:long]], row);
    assert_eq!(assigned.expect("it fits").dims(), [1_usize << 40, 0]);
    let two = Tensor::<1>::from_data([1., 2.], &Device::flex());
    let refused = empty().try_tpick_assign(s![[0:long]], two);
    assert!(matches!(refused, Err(TSliceError::Shape(_))));
}

#[test]
fn fill_refuses_what_the_type_cannot_hold() {
    let device = Device::flex();
    let zeros = |dtype: DType| Tensor::<1, Int>::zeros([3], (&device, dtype));
    let error = zeros(DType::U8)
        .try_tslice_fill(s![0], 300)
        .expect_err("300");
    assert_eq!(
        error.to_string(),
        "300 is outside the range of elements of type U8"
    );
    for (dtype, value) in [
        (DType::U8, -1.),
        (DType::U8, f64::NAN),
        (DType::U16, 65536.),
        (DType::U64, 18446744073709551616.),
        (DType::I8, -129.),
        (DType::I32, f64::NEG_INFINITY),
        (DType::I64, 9223372036854775808.),
    ] {
        let filled = zeros(dtype).try_tslice_fill(s![0], value);
        assert!(filled.is_err(), "{value} in {dtype:?}");
        let filled = zeros(dtype).try_tpick_fill(s![[0]], value);
        assert!(filled.is_err(), "{value} in {dtype:?}");
    }
    let held = |dtype, value: f64| {
        let filled = zeros(dtype)
            .try_tpick_fill(s![[0]], value)
            .expect("it fits");
        filled.into_data().iter::<f64>().next().expect("an element")
    };
    assert_eq!(held(DType::U8, 255.9), 255.);
    assert_eq!(held(DType::I8, -128.9), -128.);
    let most = zeros(DType::U64).tslice_fill(s![1], u64::MAX).into_data();
    assert_eq!(most.iter::<u64>().collect::<Vec<_>>(), [0, u64::MAX, 0]);
    let floats = Tensor::<1>::zeros([2], &device).tslice_fill(s![0], u64::MAX);
    assert_eq!(
        floats.into_data().iter::<f32>().next(),
        Some(u64::MAX as f32)
    );
    let booleans = Tensor::<1, Bool>::full([2], false, &device).tslice_fill(s![0], 2);
    assert_eq!(
        booleans.into_data().iter::<bool>().collect::<Vec<_>>(),
        [true, false]
    );
}

#[test]
fn quantised_tensors_are_refused() {
    let scheme = QuantScheme::default()
        .with_value(QuantValue::Q8S)
        .with_store(QuantStore::Native);
    let t =
        || Tensor::<2>::from_data([[1., 2.], [3., 4.]], &Device::flex()).quantize_dynamic(&scheme);
    let value = || Tensor::<1>::from_data([1.], &Device::flex());
    let row = Tensor::<1, Int>::from_data([0, 1], &Device::flex());
    let refused = [
        t().try_tslice::<1, _>(s![0]).map(|_| ()),
        t().try_tslice::<2, _>(s![2:]).map(|_| ()),
        t().try_tslice_assign(s![0], value()).map(|_| ()),
        t().try_tslice_fill(s![0], 1).map(|_| ()),
        t().try_tpick::<2, _>(s![[0, 0]]).map(|_| ()),
        t().try_tpick_assign(s![[0]], value()).map(|_| ()),
        t().try_tpick_fill(s![[0]], 1).map(|_| ()),
        t().try_tpick_add(s![[0]], value()).map(|_| ()),
        t().try_tpick::<2, _>(s![&row]).map(|_| ()),
        t().try_ttake::<1, 2>(0, &row).map(|_| ()),
        t().try_tselect::<1, 2>(&row.clone().equal_scalar(0))
            .map(|_| ()),
    ];
    for refused in refused {
        let error = refused.expect_err("quantised");
        assert!(matches!(error, TSliceError::Quantized { .. }), "{error}");
        assert!(error.to_string().contains("`dequantize`"), "{error}");
    }
}

#[test]
fn another_strategy_of_checkpointing_is_refused() {
    let device = Device::flex().autodiff();
    let t = Tensor::<2>::from_data([[1., 2.], [3., 4.]], &device).require_grad();
    let other = device.gradient_checkpointing();
    let values = Tensor::<1>::from_data([5.], &other);
    let refused = [
        t.clone().try_tslice_assign(s![0], values.clone()),
        t.clone().try_tpick_assign(s![[0]], values),
    ];
    for refused in refused {
        let error = refused.expect_err("another strategy");
        assert!(error.to_string().contains("strategies"), "{error}");
    }
}
