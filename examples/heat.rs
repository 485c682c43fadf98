//! `cargo run -p tslice-examples --features ndarray --example heat`: how heat spreads over a plate,
//! an `ndarray` program sliced by `s!`.

use ndarray::{Array1, Array2, Axis};
use tslice::interop::ndarray::TSlice;
use tslice::interop::{Lend, LendMut};
use tslice::{Tensor, s};

const STEPS: usize = 200;

fn main() {
    let mut plate = Array2::<f64>::zeros((9, 16));
    plate.tslice_mut(s![0]).fill(100.0); // a hot edge
    plate.tslice_mut(s![1:, -1]).assign(&Array1::from_iter(
        (1..=8).rev().map(|i| 10.0 * f64::from(i)),
    )); // a cooling one

    for _ in 0..STEPS {
        // Each inner element becomes the mean of its four neighbours: five slices of one array.
        let up = plate.tslice(s![:-2, 1:-1]);
        let down = plate.tslice(s![2:, 1:-1]);
        let left = plate.tslice(s![1:-1, :-2]);
        let right = plate.tslice(s![1:-1, 2:]);
        let mean = (&up + &down + left + right) / 4.0;
        plate.tslice_mut(s![1:-1, 1:-1]).assign(&mean);
    }

    println!("every second row, every third column:");
    for row in plate.tslice(s![::2, ::3]).rows() {
        println!(
            "{}",
            row.iter().map(|t| format!("{t:7.2}")).collect::<String>()
        );
    }
    let middle = plate.tslice(s![plate.nrows() / 2]);
    println!(
        "the middle row: mean {:.2}, hottest {:.2}",
        middle.mean().unwrap_or(0.0),
        max(middle.iter())
    );
    // An ellipsis, a new axis: the plate as a batch of one picture with one channel.
    println!(
        "as a batch: {:?}",
        plate.tslice(s![newaxis, .., newaxis]).shape()
    );
    println!(
        "the last column, upwards: {:.0}",
        plate.tslice(s![:-4:-1, -1])
    );
    // Black and white squares of a chess board at once: exclusive slices that share no element.
    let mut board = plate.lend_mut();
    let Ok((mut black, mut white)) = board.try_multi_slice_mut((s![::2, ::2], s![1::2, 1::2]))
    else {
        return;
    };
    black.fill(0.0);
    white.fill(0.0);
    let left = plate.iter().filter(|t| **t == 0.0).count();
    println!(
        "{left} of {} are zero now, {} in the first row",
        plate.len(),
        plate.tslice(s![0, ::2]).len()
    );
    // The other direction: a tensor of this crate from an array's slice, and an array from it.
    let corner: Tensor<f64, 2> = plate.lend().slice(s![:2, -2:]).to_tensor();
    println!("{:.1}", Array2::from(corner).sum_axis(Axis(0)));
}

fn max<'a>(values: impl Iterator<Item = &'a f64>) -> f64 {
    values.copied().fold(f64::MIN, f64::max)
}
