use tslice::{Array, Ref, Shape, checked};

type V<'a> = Array<Ref<'a, i32>, Shape![3, 4]>;

fn main() {}

macro_rules! from_expression {
    ($v:expr, $a:expr) => {
        $v.slice(checked![.., $a:1])
    };
}

fn a_bound_is_an_expression(v: &V) {
    let _ = from_expression!(v, 2);
}

macro_rules! from_token {
    ($v:expr, $a:tt) => {
        $v.slice(checked![.., $a:1])
    };
}

fn a_bound_is_a_token(v: &V) {
    let _ = from_token!(v, 2);
}

macro_rules! between {
    ($v:expr, $a:literal) => {
        $v.slice(checked![.., -$a:0:$a])
    };
}

fn two_bounds_are_literals(v: &V) {
    let _ = between!(v, 2);
}

macro_rules! entry {
    ($v:expr, $entry:expr) => {
        $v.slice(checked![.., $entry])
    };
}

fn the_entry_is_an_expression(v: &V) {
    let _ = entry!(v, 7);
}

macro_rules! named {
    ($a:expr) => {
        tslice::spec! {
            const ENTRY: [3] => [_] = [END:$a];
            const LENGTH: [END - $a] => [_] = [:];
        }
    };
}

const END: usize = 3;

named!(3);
