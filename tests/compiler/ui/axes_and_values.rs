//! Too few axes, in code for every rank too, several axes at once, and a value in place of an array.

use tslice::{Array, Dims, Read, Tensor, View};

fn first<const R: usize>(v: View<'_, f64, R>) {
    let _ = v.rows();
}

fn total<S: Read<Elem = f64>, D: Dims>(a: &Array<S, D>) {
    let _ = a.sum_axis(0);
}

fn main() {
    let t = Tensor::<f64, 2>::zeros([2, 3]);
    first(t.view());
    total(&t);
    let _ = t.sum_axis([0, 1]);
    let _ = Tensor::<f64, 0>::zeros([]) == 0.0;
    let _ = Tensor::<f64, 0>::zeros([]).rows();
}
