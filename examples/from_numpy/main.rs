//! `cargo run -p tslice-examples --example from_numpy`: the NumPy script beside it, `script.py`,
//! line by line. Both print the same.
//!
//! Temperatures of 14 days, 5 stations and 24 hours, in tenths of a degree.

use tslice::{Tensor, s, traits::AsView};

fn show(name: &str, a: &impl AsView<i64>) {
    let a = a.as_view();
    let first: Vec<i64> = a.iter().take(6).copied().collect();
    println!(
        "{name}: {:?} {first:?} sum {}",
        a.shape(),
        a.iter().sum::<i64>()
    );
}

fn main() {
    let mut t = Tensor::from_shape_fn([14, 5, 24], |[day, station, hour]| {
        let [day, station, hour] = [day as i64, station as i64, hour as i64];
        day * 3 + station * 7 - (hour - 14).abs() * 5 + 150
    });

    show("first day", &t.slice(s![0]));
    show("last day", &t.slice(s![-1]));
    show("one reading", &t.slice(s![3, 2, 12]));
    show("week one", &t.slice(s![:7]));
    show("week two", &t.slice(s![-7:]));
    show("station 2", &t.slice(s![:, 2]));
    show("noon", &t.slice(s![..., 12]));
    show("working hours", &t.slice(s![..., 9:17]));
    show("every third hour", &t.slice(s![:, :, ::3]));
    show("newest first", &t.slice(s![::-1]));
    show("last three days, newest first", &t.slice(s![:-4:-1]));
    show("outer stations", &t.slice(s![:, ::4]));
    show("saturdays", &t.slice(s![5::7]));
    show("the next thirty days", &t.slice(s![10:40]));
    show("after the end", &t.slice(s![20:]));
    show("evenings backwards", &t.slice(s![0, 0, :17:-1]));
    show("noon as a column", &t.slice(s![:, 0, 12, None]));
    show(
        "turned round twice",
        &t.slice(s![::-1, :, ::-1]).slice(s![0, :, 0]),
    );
    // There is no arithmetic in this crate: elements are taken side by side.
    let (today, before) = (t.slice(s![1:, 0, 12]), t.slice(s![:-1, 0, 12]));
    let change: Vec<i64> = today
        .iter()
        .zip(&before)
        .map(|(today, before)| today - before)
        .collect();
    show("change at noon", &Tensor::from(change));

    t.slice_mut(s![2, :, 3:6]).fill(-999);
    show("a broken sensor", &t.slice(s![2, 0]));
    let one = t.slice(s![..., 1]).to_tensor();
    t.slice_mut(s![..., 0]).assign(&one);
    show("midnight taken from one o'clock", &t.slice(s![..., 0]));
    t.slice_mut(s![:, 4])
        .assign(&Tensor::from_shape_fn([24], |[hour]| hour as i64));
    show("a row for every day", &t.slice(s![1:3, 4]));
    let shifted = t.slice(s![:-1]).to_tensor();
    t.slice_mut(s![1:]).assign(&shifted);
    show("shifted by a day", &t.slice(s![:, 0, 12]));

    if let Err(error) = t.try_slice(s![14]) {
        println!("{error}");
    }
}
