use tslice::{Tensor, s};

fn main() {
    let t = Tensor::<f32, 3>::zeros([4, 5, 6]);
    let (float, truth, letter, text, maybe, number) = (1.5, true, 'a', "b", Some(1), 1);
    let a = t.slice(s![float:]);
    let b = t.slice(s![:truth, letter]);
    let c = t.slice(s![::text, maybe]);
    let d = t.slice(s![&number]);
    drop((a, b, c, d));
}
