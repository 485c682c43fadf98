//! A spec's form is its type: values of different forms are a `DynSpec` each.

use tslice::{DynSpec, s};

fn main() {
    let n = 2;
    let _ = [s![1], s![1:]];
    let _ = if n > 1 { s![n] } else { s![n:] };
    let mut spec = s![1];
    spec = s![2:];
    let _: [DynSpec; 2] = [s![1].into(), s![1:].into()];
    drop(spec);
}
