//! `cargo run -p tslice-examples --example tasks`: everyday tasks with slices, beside the NumPy
//! script `script.py`. Both print the same.

use tslice::{Array, Dims, Read, Tensor, concatenate, diag, s, stack, zip};
use tslice_ops::prelude::*;

fn show<T: Into<f64> + Copy, S: Read<Elem = T>, D: Dims>(name: &str, a: &Array<S, D>) {
    let shape: Vec<String> = a
        .view()
        .into_dyn()
        .shape()
        .iter()
        .map(usize::to_string)
        .collect();
    let values: Vec<String> = a.iter().map(|x| format!("{:.4}", (*x).into())).collect();
    println!("{name} [{}] {}", shape.join(","), values.join(" "));
}

fn image(height: usize, width: usize) -> Tensor<u8, 3> {
    Tensor::from_shape_fn([height, width, 3], |[y, x, c]| {
        (y * 37 + x * 11 + c * 5) as u8
    })
}

fn scattered(height: usize, width: usize) -> Tensor<i32, 2> {
    Tensor::from_shape_fn([height, width], |[i, j]| ((i * 7 + j * 5) % 11) as i32)
}

fn main() {
    crops();
    folds();
    batches();
    windows();
    pooling();
    heat();
    life();
    padding();
    reversed_rows();
    scores();
    outer_products();
    gray();
    channels_first();
    joins();
    checkerboard();
    triangles();
    masks();
    integer_lists();
    roll();
    differences();
    argmax();
    axes();
}

fn crops() {
    let image = image(6, 8);
    show("1crop", &image.slice(s![1:4, 2:7]));
    show("1mirror", &image.slice(s![:, ::-1]));
    show("1flip", &image.slice(s![::-1]));
    show("1rot90", &image.permute([1, 0, 2]).slice(s![::-1]));
    show("1rot-90", &image.permute([1, 0, 2]).slice(s![:, ::-1]));
    show("1rot180", &image.slice(s![::-1, ::-1]));
}

fn folds() {
    let data = Tensor::from_shape_fn([10, 3], |[i, j]| (i * 3 + j) as f32);
    show("2train", &data.slice(s![:8]));
    show("2test", &data.slice(s![8:]));
    for (f, fold) in data.chunks(0, 2).enumerate() {
        show(&format!("2fold{f}"), &fold);
        let rest = concatenate(0, [data.slice(s![:2 * f]), data.slice(s![2 * f + 2:])]);
        show(&format!("2rest{f}"), &rest);
    }
}

fn batches() {
    let rows = Tensor::from_shape_fn([70, 2], |[i, j]| (i * 2 + j) as f32);
    for (b, batch) in rows.chunks(0, 32).enumerate() {
        show(&format!("3batch{}", b * 32), &batch);
    }
}

fn windows() {
    let series = Tensor::from_shape_fn([10], |[i]| (i * i) as f64);
    show("4win", &series.windows([4]));
    show("4win_step", &series.windows([4]).slice(s![::3, ::-1]));
    let table = Tensor::from_shape_fn([10, 2], |[i, j]| (i * 2 + j) as f32);
    show("4win2", &table.windows([3, 2]).slice(s![:, 0]));
}

fn pooling() {
    let m = scattered(4, 6);
    let corners = (
        m.slice(s![::2, ::2]),
        m.slice(s![1::2, ::2]),
        m.slice(s![::2, 1::2]),
        m.slice(s![1::2, 1::2]),
    );
    let pooled = zip(corners).map(|(a, b, c, d)| *a.max(b).max(c).max(d));
    show("5pool", &pooled);
    show("5pool2", &pooled);
}

fn heat() {
    let mut t = Tensor::from_shape_fn([6, 6], |[i, j]| (i * i + 3 * j) as f64);
    for _ in 0..3 {
        let (north, south) = (t.slice(s![:-2, 1:-1]), t.slice(s![2:, 1:-1]));
        let (west, east) = (t.slice(s![1:-1, :-2]), t.slice(s![1:-1, 2:]));
        let next = zip((north, south, west, east)).map(|(n, s, w, e)| (n + s + w + e) / 4.0);
        t.slice_mut(s![1:-1, 1:-1]).assign(&next);
    }
    show("6heat", &t);
}

fn life() {
    let alive = Tensor::from_shape_fn([7, 7], |[i, j]| u8::from((i * 5 + j * 3) % 4 == 0));
    let mut padded = Tensor::<u8, 2>::zeros([9, 9]);
    padded.slice_mut(s![1:-1, 1:-1]).assign(&alive);
    // The sum of a window of 3 x 3 without its middle.
    let sums = Tensor::from_shape_fn([7, 7], |[i, j]| {
        padded.slice(s![i:i + 3, j:j + 3]).iter().sum::<u8>()
    });
    let count = zip((&sums, &alive)).map(|(sum, alive)| sum - alive);
    show("7count", &count);
    let next = zip((&count, &alive))
        .map(|(&count, &alive)| u8::from(count == 3 || (alive == 1 && count == 2)));
    show("7next", &next);
}

fn padding() {
    let p = Tensor::from_shape_fn([2, 3], |[i, j]| (i * 3 + j + 1) as i32);
    let mut padded = Tensor::<i32, 2>::zeros([4, 7]);
    padded.slice_mut(s![1:-1, 2:-2]).assign(&p);
    show("8pad", &padded);
    show("8crop", &padded.slice(s![1:-1, 2:-2]));
    let border = 0_usize;
    // A border of 0 selects nothing, as in NumPy: -0 is 0.
    show("8trap", &padded.slice(s![border:-border]));
}

fn reversed_rows() {
    let mut m = Tensor::from_shape_fn([5, 4], |[i, j]| (i * 4 + j) as i32);
    m.assign_within(s![1::2], s![1::2, ::-1]);
    show("9rev", &m);
}

fn scores() {
    let data = scattered(5, 3).map(|&x| f64::from(x));
    let means = data
        .fold_axis(1, 0.0, |sum, x| sum + x)
        .map(|sum| sum / 3.0);
    show(
        "10rowmean",
        &zip((&data, means.slice(s![:, newaxis]))).map(|(x, mean)| x - mean),
    );
    let means = data
        .fold_axis(0, 0.0, |sum, x| sum + x)
        .map(|sum| sum / 5.0);
    let centred = zip((&data, &means)).map(|(x, mean)| x - mean);
    let deviations = centred
        .fold_axis(0, 0.0, |sum, x| sum + x * x)
        .map(|sum: &f64| (sum / 5.0).sqrt());
    show(
        "10z",
        &zip((&centred, &deviations)).map(|(x, deviation)| x / deviation),
    );
}

fn outer_products() {
    let (x, y) = (Tensor::from([1.0, 2.0, 3.0]), Tensor::from([4.0, 5.0]));
    let outer = zip((x.slice(s![:, newaxis]), &y)).map(|(x, y)| x * y);
    show("11outer", &outer);
    show("11wide", &y.broadcast_to([3, 2]));
    show("11outer2", &outer);
}

fn gray() {
    let image = image(4, 5).map(|&x| f64::from(x));
    let channels = (
        image.slice(s![.., 0]),
        image.slice(s![.., 1]),
        image.slice(s![.., 2]),
    );
    show(
        "12gray",
        &zip(channels).map(|(red, green, blue)| 0.299 * red + 0.587 * green + 0.114 * blue),
    );
}

fn channels_first() {
    let planes = image(4, 5)
        .permute([2, 0, 1])
        .map(|&x| f32::from(x) / 255.0);
    show("13chw", &planes);
    show("13nchw", &planes.slice(s![newaxis]));
}

fn joins() {
    let m = Tensor::from_shape_fn([4, 6], |[i, j]| (i * 6 + j) as i32);
    show(
        "14stack",
        &stack(
            0,
            [m.slice(s![0, :4]), m.slice(s![2, 3::-1]), m.slice(s![:, 5])],
        ),
    );
    show(
        "14hstack",
        &concatenate(1, [m.slice(s![:, ::5]), m.slice(s![:, 1:3])]),
    );
    show(
        "14concat",
        &concatenate(0, [m.slice(s![:2]), m.slice(s![3:])]),
    );
}

fn checkerboard() {
    let mut m = Tensor::<i32, 2>::zeros([5, 6]);
    m.slice_mut(s![::2, 1::2]).fill(1);
    m.slice_mut(s![1::2, ::2]).fill(1);
    show("15check", &m);
}

fn triangles() {
    let mut m = Tensor::from_shape_fn([6, 6], |[i, j]| (i * 6 + j + 1) as i32);
    show(
        "16triu",
        &Tensor::from_shape_fn([6, 6], |[i, j]| if i <= j { m[[i, j]] } else { 0 }),
    );
    show(
        "16tril",
        &Tensor::from_shape_fn([6, 6], |[i, j]| if i >= j { m[[i, j]] } else { 0 }),
    );
    show(
        "16blocks",
        &stack(0, [0, 2, 4].map(|i| m.slice(s![i:i + 2, i:i + 2]))),
    );
    m.diagonal_mut(0).fill(0);
    m.diagonal_mut(1).assign(&[10, 20, 30, 40, 50]);
    show("16diag", &m);
    show("16diagpart", &m.diag_part(diag![0], 0));
}

fn masks() {
    let mut m = scattered(4, 5);
    show(
        "17select",
        &m.iter()
            .copied()
            .filter(|&x| x > 5)
            .collect::<Tensor<i32, 1>>(),
    );
    let mask = m.map(|x| x % 2 == 0);
    show(
        "17mask",
        &m.iter()
            .copied()
            .filter(|x| x % 2 == 0)
            .collect::<Tensor<i32, 1>>(),
    );
    zip((&mut m, &mask)).for_each(|(x, &even)| *x = if even { -1 } else { *x });
    show("17assign", &m);
    show("17rows", &m.compress(0, [true, false, true, true]));
    let mut a = image(4, 5);
    let mask = scattered(4, 5).map(|x| *x > 5);
    show("17pixels", &a.select(&mask));
    a.select_mut(&mask).assign([255, 128, 0]);
    show("17paint", &a);
}

fn integer_lists() {
    let mut a = Tensor::from_shape_fn([6, 3], |[i, j]| (i * 3 + j) as i32);
    show("18rows", &a.take(0, [0, 2, 5]));
    show("18cols", &a.take(1, [1, 1, 0]));
    let columns: Vec<u8> = vec![1, 1, 0];
    show("18cols2", &a.take(1, &columns));
    show("18rows2", &a.take(0, [0_u16, 2, 5]));
    show("18ix", &a.take(0, [0, 2]).take(1, [2, 0]));
    show("18labels", &a.take(0, scattered(3, 4).map(|x| x % 6)));
    [0, 2, 5].iter().for_each(|&i| a.slice_mut(s![i]).fill(-1));
    show("18assign", &a);
}

fn roll() {
    let a = Tensor::from_shape_fn([3, 5], |[i, j]| (i * 5 + j) as i32);
    show(
        "19roll",
        &concatenate(1, [a.slice(s![:, -2:]), a.slice(s![:, :-2])]),
    );
}

fn differences() {
    let a = scattered(4, 5);
    show(
        "20diff",
        &zip((a.slice(s![:, 1:]), a.slice(s![:, :-1]))).map(|(right, left)| right - left),
    );
    show("20cumsum0", &a.accumulate(0, |sum, x| sum + x));
    show("20cumsum1", &a.accumulate(1, |sum, x| sum + x));
}

fn argmax() {
    let best = |row: tslice::View<'_, i32, 1>| {
        row.indexed_iter()
            .max_by_key(|(_, x)| **x)
            .map(|([at], _)| at as u32)
    };
    show(
        "21argmax",
        &scattered(4, 5)
            .rows()
            .filter_map(best)
            .collect::<Tensor<u32, 1>>(),
    );
}

fn axes() {
    let a = Tensor::from_shape_fn([3, 2, 4], |[i, j, k]| (i * 8 + j * 4 + k) as i32);
    show(
        "22axis0",
        &a.axis_iter(0)
            .map(|part| part.iter().sum())
            .collect::<Tensor<i32, 1>>(),
    );
    show(
        "22axis1",
        &a.axis_iter(1)
            .map(|part| part.iter().sum())
            .collect::<Tensor<i32, 1>>(),
    );
    show("22lanes", &a.fold_axis(2, 0, |sum, x| sum + x));
}
