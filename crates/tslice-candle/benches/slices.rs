//! Slices beside candle's own: `cargo bench -p tslice-candle`.
#![allow(clippy::unwrap_used, reason = "a bench that cannot run has no result")]

use candle_core::{DType, Device, IndexOp, Tensor};
use tslice::s;
use tslice_candle::TSlice;
use tslice_cases::speed::{beside, head};

fn main() {
    let t = &Tensor::arange(0_u32, 8 * 256 * 256 * 3, &Device::Cpu).expect("numbers");
    let t = &t
        .reshape((8, 256, 256, 3))
        .and_then(|t| t.to_dtype(DType::F32))
        .expect("pictures");
    let even = &Tensor::arange_step(0_u32, 256, 2, &Device::Cpu).expect("numbers");
    head();
    println!("What both can say: views");
    beside("i(1), s![1]", || t.i(1).unwrap(), || t.tslice(s![1]));
    beside(
        "i((.., 1..3)), s![:, 1:3]",
        || t.i((.., 1..3)).unwrap(),
        || t.tslice(s![:, 1:3]),
    );
    let all = (0, 16..240, 16..240, 0..2);
    beside(
        "i((0, 16..240, 16..240, 0..2))",
        || t.i(all.clone()).unwrap(),
        || t.tslice(s![0, 16:240, 16:240, 0:2]),
    );
    beside(
        "narrow(2, 16, 224), s![2 => 16:240]",
        || t.narrow(2, 16, 224).unwrap(),
        || t.tslice(s![2 => 16:240]),
    );
    println!("What both can say: copied out");
    let copy = |t: candle_core::Result<Tensor>| t.and_then(|t| t.contiguous()).unwrap();
    beside(
        "a crop: i((.., 16..240, 16..240))",
        || copy(t.i((.., 16..240, 16..240))),
        || copy(Ok(t.tslice(s![:, 16:240, 16:240]))),
    );
    println!("What only s! says in one call, beside their chain");
    beside(
        "mirror: flip(&[2]), s![2 => ::-1]",
        || t.flip(&[2]).unwrap(),
        || t.tslice(s![2 => ::-1]),
    );
    beside(
        "turn: flip(&[1, 2]), s![:, ::-1, ::-1]",
        || t.flip(&[1, 2]).unwrap(),
        || t.tslice(s![:, ::-1, ::-1]),
    );
    beside(
        "crop, mirror: narrow, narrow, contiguous, flip",
        || {
            copy(t.narrow(1, 16, 224).and_then(|t| t.narrow(2, 16, 224)))
                .flip(&[2])
                .unwrap()
        },
        || t.tslice(s![:, 16:240, 239:15:-1]),
    );
    beside(
        "every 2nd row: index_select(1), s![:, ::2]",
        || t.index_select(even, 1).unwrap(),
        || t.tslice(s![:, ::2]),
    );
    beside(
        "the same, copied out",
        || t.index_select(even, 1).unwrap(),
        || copy(Ok(t.tslice(s![:, ::2]))),
    );
    beside(
        "every 2nd row and column, copied out",
        || {
            t.index_select(even, 1)
                .and_then(|t| t.index_select(even, 2))
                .unwrap()
        },
        || copy(Ok(t.tslice(s![:, ::2, ::2]))),
    );
    beside(
        "last picture, new axis: i(7), unsqueeze(1)",
        || t.i(7).and_then(|t| t.unsqueeze(1)).unwrap(),
        || t.tslice(s![-1, :, newaxis]),
    );
    let part = &t.tslice(s![:, 16:48, 16:48]);
    beside(
        "slice_assign of 32 x 32",
        || t.slice_assign(&[0..8, 16..48, 16..48, 0..3], part).unwrap(),
        || t.tslice_assign(s![:, 16:48, 16:48], part),
    );
}
