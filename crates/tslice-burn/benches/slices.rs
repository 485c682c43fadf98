//! Slices beside burn's own: `cargo bench -p tslice-burn`.
#![allow(clippy::unwrap_used, reason = "a bench that cannot run has no result")]
#![allow(
    deprecated,
    reason = "`Device::ndarray` is the second backend that needs no GPU, until burn takes it away"
)]

use burn_tensor::{Device, Int, Tensor, s as bs};
use tslice::s;
use tslice_burn::TSlice;
use tslice_cases::speed::{beside, head};

fn main() {
    for (name, device) in [("flex", Device::flex()), ("ndarray", Device::ndarray())] {
        println!("== {name}");
        head();
        on(&device);
    }
}

fn on(device: &Device) {
    let t = Tensor::<1, Int>::arange(0..8 * 256 * 256 * 3, device)
        .reshape([8, 256, 256, 3])
        .float();
    // A flex slice is a view: what is measured is with its elements, in order.
    let read = |t: Tensor<4>| t.add_scalar(1.0);
    let t = || t.clone();
    println!("What both can say");
    beside(
        "s![.., 1..3]",
        || t().slice(bs![.., 1..3]),
        || t().tslice(s![:, 1:3]),
    );
    beside(
        "s![.., 16..240, 16..240]",
        || t().slice(bs![.., 16..240, 16..240]),
        || t().tslice(s![:, 16:240, 16:240]),
    );
    beside(
        "s![.., .., ..;-1]",
        || t().slice(bs![.., .., ..;-1]),
        || t().tslice(s![:, :, ::-1]),
    );
    beside(
        "s![.., ..;2, ..;2]",
        || t().slice(bs![.., ..;2, ..;2]),
        || t().tslice(s![:, ::2, ::2]),
    );
    println!("What both can say, and an addition to it");
    beside(
        "a crop",
        || read(t().slice(bs![.., 16..240, 16..240])),
        || read(t().tslice(s![:, 16:240, 16:240])),
    );
    beside(
        "a mirror",
        || read(t().slice(bs![.., .., ..;-1])),
        || read(t().tslice(s![:, :, ::-1])),
    );
    println!("What only s! says in one call, beside their chain");
    beside(
        "picture 3: select_dim",
        || t().select_dim::<3>(0, 3),
        || t().tslice(s![3]),
    );
    beside(
        "picture 3: slice, squeeze_dim",
        || t().slice(bs![3]).squeeze_dim::<3>(0),
        || t().tslice(s![3]),
    );
    beside(
        "channel 1 of picture 3: slice, squeeze_dims",
        || t().slice(bs![3, .., .., 1]).squeeze_dims::<2>(&[0, 3]),
        || t().tslice(s![3, .., 1]),
    );
    beside(
        "mirrored picture, new axis: slice, squeeze_dim, unsqueeze_dim",
        || {
            t().slice(bs![3, .., ..;-1])
                .squeeze_dim::<3>(0)
                .unsqueeze_dim::<4>(1)
        },
        || t().tslice(s![3, :, newaxis, ::-1]),
    );
    let part = || t().tslice(s![:, 16:48, 16:48]);
    beside(
        "slice_assign of 32 x 32",
        || t().slice_assign(bs![.., 16..48, 16..48], part()),
        || t().tslice_assign(s![:, 16:48, 16:48], part()),
    );
}
