use tslice::{Tensor, checked, s, spec, split_mut};

spec! { const OF_ANY<const N: usize> = [N, 1:N]; }

struct Camera {
    crop: s![_:_],
}

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    let only_here = 2;
    let a = t.slice(s![1..only_here, 0]);
    let b = a.slice(s![0]).to_vec();
    println!("{:?} {b:?}", a.shape());
    let bad = s![::0];
    let c = t.slice(bad);
    drop(c);
    let (n, m, mut row) = (1_usize, 2_usize, Tensor::<f32, 1>::zeros([9]));
    row.slice(s![-n - 1..]);
    row.slice(s![-n - m..]);
    row.slice(s![-n - 1..-m]);
    row.slice(s![-n - 1..=-1]);
    row.slice(s![-n * 2..]);
    row.slice(s![(-n)..]);
    row.slice(s![1..-n - 1]);
    row.slice(s![..-n + 1]);
    row.pick(s![[-n - 1..]]);
    row.slice(s![0 => -n - 1..]);
    row.slice(checked![-n - 1..]);
    split_mut!(row, [-n - 1..], [0]);
    row.slice(s![n..+4]);
    row.slice(s![1..+n]);
    row.slice(s![-n > 1]);
    row.slice(s![-n == m]);
    row.slice(s![-n as f64]);
}
