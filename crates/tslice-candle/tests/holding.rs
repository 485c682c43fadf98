//! CPU tensors of `candle-core`, sliced by both crates.

use candle_core::{DType, Device, IndexOp, Tensor as Candle};
use tslice::interop::Lend;
use tslice::{DynTensor, Tensor, s};
use tslice_candle::{Hold, HoldError, ToCandle};

fn numbers() -> Candle {
    Candle::arange(0_i64, 24, &Device::Cpu)
        .and_then(|t| t.reshape((2, 3, 4)))
        .expect("24 numbers")
}

fn elements(t: &Candle) -> Vec<i64> {
    t.flatten_all().and_then(|t| t.to_vec1()).expect("i64")
}

#[test]
fn slices_agree_with_candles_own() {
    let t = numbers();
    let held = t.hold::<i64>().expect("on the CPU");
    let v = held.lend();
    let same = |ours: tslice::DynView<'_, i64>, theirs: candle_core::Result<Candle>| {
        let theirs = theirs.expect("in bounds");
        assert_eq!(
            (ours.shape(), ours.to_vec()),
            (theirs.dims(), elements(&theirs))
        );
    };
    same(v.slice(s![1]), t.i(1));
    same(v.slice(s![:, 1:]), t.i((.., 1..)));
    same(v.slice(s![.., 2]), t.i((.., .., 2)));
    same(v.slice(s![0, 1:3, :-1]), t.i((0, 1..3, ..3)));
    same(v.slice(s![newaxis, 1]), t.i(1).and_then(|t| t.unsqueeze(0)));
    same(v.slice(s![::-1]), t.flip(&[0]));
    same(v.slice(s![1, 2, 3]), t.i((1, 2, 3)));
}

#[test]
fn views_keep_the_tensors_strides() {
    let t = numbers()
        .permute((2, 0, 1))
        .and_then(|t| t.narrow(0, 1, 2))
        .expect("in bounds");
    let held = t.hold::<i64>().expect("on the CPU");
    assert_eq!(held.lend().strides(), [1, 12, 4]);
    assert_eq!(held.lend().to_vec(), elements(&t));
    let repeated = numbers()
        .i((0, 0))
        .and_then(|t| t.broadcast_as((3, 4)))
        .expect("broadcasts");
    let held = repeated.hold::<i64>().expect("on the CPU");
    assert_eq!(held.lend().strides(), [0, 1]);
    assert_eq!(held.lend().slice(s![2, ::-1]).to_vec(), [3, 2, 1, 0]);
}

#[test]
fn tensors_go_there_and_back() {
    let t = numbers();
    let sliced: DynTensor<i64> = t
        .hold()
        .expect("on the CPU")
        .lend()
        .slice(s![::-1, .., ::2])
        .to_tensor();
    let back = sliced.to_candle(&Device::Cpu).expect("a shape");
    assert_eq!(
        (back.dims(), elements(&back)),
        (sliced.shape(), sliced.to_vec())
    );
    let typed = Tensor::<f32, 2>::from([[1., 2.], [3., 4.]]);
    let there = typed
        .slice(s![:, 0])
        .to_candle(&Device::Cpu)
        .expect("a shape");
    assert_eq!(there.to_vec1::<f32>().expect("f32"), [1., 3.]);
    let scalar = typed
        .slice(s![0, 0])
        .to_candle(&Device::Cpu)
        .expect("a shape");
    assert_eq!(scalar.to_scalar::<f32>().expect("f32"), 1.);
    let empty = typed
        .slice(s![2:])
        .to_candle(&Device::Cpu)
        .expect("a shape");
    let held = empty.hold::<f32>().expect("on the CPU");
    assert_eq!(held.lend().shape(), [0, 2]);
}

#[test]
fn another_element_type_is_an_error() {
    let t = numbers();
    let error = t.hold::<f32>().expect_err("i64");
    assert!(
        matches!(&error, HoldError::Dtype { message } if message.contains("I64")),
        "{error}"
    );
    let bytes = t.to_dtype(DType::U8).expect("converts");
    assert_eq!(
        bytes
            .hold::<u8>()
            .expect("u8")
            .lend()
            .slice(s![0, 0])
            .to_vec(),
        [0, 1, 2, 3]
    );
}

#[test]
fn tensors_are_held_in_every_layout() {
    let whole = Candle::arange(0_u32, 20, &Device::Cpu)
        .and_then(|t| t.reshape((4, 5)))
        .expect("20 elements");
    let parts = [
        whole.t(),
        whole.narrow(0, 4, 0),
        whole.narrow(1, 2, 0),
        whole.narrow(1, 4, 1),
    ];
    let repeated = [whole
        .narrow(0, 1, 1)
        .and_then(|row| row.broadcast_as((3, 5)))];
    for part in parts.into_iter().chain(repeated) {
        let part = part.expect("inside");
        let elements = part
            .flatten_all()
            .and_then(|t| t.to_vec1::<u32>())
            .expect("elements");
        let held = part.hold::<u32>().expect("a tensor of the CPU");
        assert!(held.lend().shape() == part.dims() && held.lend().to_vec() == elements);
    }
}
