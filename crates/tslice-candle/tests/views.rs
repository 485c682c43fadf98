//! What shares memory and what is copied.

use candle_core::{CpuStorage, DType, Device, Storage, Tensor, Var};
use tslice::{s, traits::AsEncoding};
use tslice_candle::TSlice;

/// Where the elements are.
fn memory(t: &Tensor) -> *const u32 {
    match &*t.storage_and_layout().0 {
        Storage::Cpu(CpuStorage::U32(list)) => list.as_ptr(),
        _ => panic!("not u32 on the CPU"),
    }
}

fn shares(t: &Tensor, spec: impl AsEncoding) -> bool {
    memory(t) == memory(&t.tslice(spec.as_encoding()))
}

fn numbers() -> Tensor {
    Tensor::arange(0_u32, 60, &Device::Cpu)
        .and_then(|t| t.reshape((4, 3, 5)))
        .expect("60 numbers")
}

#[test]
fn views_of_positive_steps_share_memory() {
    let t = numbers();
    assert!(shares(&t, s![1, 2, 3]) && shares(&t, s![newaxis, 1:, .., -1]));
    assert!(shares(&t, s![::2, .., 1::3]) && shares(&t, s![3::7]));
    assert!(shares(
        &t.t().expect("a matrix at least"),
        s![::2, 1:, newaxis]
    ));
    assert!(!shares(&t, s![::-1]) && !shares(&t, s![0, .., 3:1:-1]));
    // One element has no direction.
    assert!(shares(&t, s![3:2:-1]) && shares(&t, s![::-9]));
    assert!(shares(&t, s![::-1, 3:]));
}

#[test]
fn variables_share_memory_where_their_gradient_is_right() {
    let var = Var::from_tensor(&numbers()).expect("a variable");
    assert!(shares(var.as_tensor(), s![1, newaxis, 1:, -1]));
    assert!(!shares(var.as_tensor(), s![::2]));
}

#[test]
fn steps_are_exact_beyond_the_integers_of_f32() {
    let one = Tensor::zeros(1, DType::U8, &Device::Cpu).expect("one element");
    for len in [(1 << 24) + 3, (1 << 25) - 1, (1 << 26) + 1] {
        let long = one.broadcast_as(len).expect("no memory needed");
        for step in [2, 3, 5, 1 << 20] {
            assert_eq!(long.tslice(s![::step]).dims(), [len.div_ceil(step)]);
        }
    }
}

#[test]
fn an_assigned_slice_changes_and_nothing_else_does() {
    let t = numbers();
    let values = Tensor::new(&[100_u32, 200, 300], &Device::Cpu).expect("3 numbers");
    let assigned = t.tslice_assign(s![-1, .., ::-4], values.unsqueeze(1).expect("a column"));
    assert_eq!(
        assigned
            .tslice(s![3, .., 0])
            .to_vec1::<u32>()
            .expect("a row"),
        [100, 200, 300]
    );
    assert_eq!(
        assigned
            .tslice(s![3, .., 4])
            .to_vec1::<u32>()
            .expect("a row"),
        [100, 200, 300]
    );
    let same = |spec: tslice::DynSpec| {
        let (a, b): (Tensor, Tensor) = (assigned.tslice(&spec), t.tslice(&spec));
        a.flatten_all().unwrap().to_vec1::<u32>().unwrap()
            == b.flatten_all().unwrap().to_vec1::<u32>().unwrap()
    };
    let spec = |text: &str| text.parse::<tslice::DynSpec>().expect("a spec");
    assert!(same(spec(":3")) && same(spec("3, :, 1:4")) && !same(spec("3")));
    let one = Tensor::new(7_u32, &Device::Cpu).expect("a number");
    assert_eq!(
        t.tslice_assign(s![0, 0, 0], &one)
            .tslice(s![0, 0, 0])
            .to_scalar::<u32>()
            .expect("one"),
        7
    );
    assert_eq!(t.tslice_assign(s![2:2], &one).dims(), [4, 3, 5]);
}
