use tslice::{Tensor, View, s};

fn sum(rows: View<'_, f32, 2>) -> f32 {
    rows.iter().sum()
}

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    let wrong: View<'_, f32, 3> = t.slice(s![0]);
    println!("{} {}", sum(t.slice(s![1:])), wrong.len());
}
