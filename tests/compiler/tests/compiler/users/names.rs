//! Items of the user's, whatever they are and are called, do not change what a spec means.

use super::package::Package;

/// Words of the documentation, of the expansion and of the prelude.
const NAMES: [&str; 35] = [
    "begin",
    "end",
    "stride",
    "strides",
    "begin_mask",
    "begin_0",
    "end_1",
    "stride_0",
    "bound",
    "minus",
    "spec",
    "rows",
    "value",
    "n",
    "m",
    "x",
    "size",
    "t",
    "k",
    "K",
    "N",
    "C",
    "P",
    "Some",
    "Ok",
    "Spec",
    "Rows",
    "Columns",
    "Literal",
    "Forms",
    "Kinds",
    "core",
    "std",
    "alloc",
    "tslice",
];

/// Items that are patterns where a variable is meant.
const ITEMS: [&str; 5] = [
    "pub const NAME: usize = 7;",
    "pub static NAME: usize = 7;",
    "pub struct NAME;",
    "pub struct NAME(pub usize);",
    "pub enum All { NAME } pub use self::All::NAME;",
];

#[test]
fn items_of_any_name_do_not_collide() {
    let mut source = String::from(
        "#![allow(nonstandard_style, dead_code, unused)]\nuse tslice::{Array, Ref, Shape, Tensor};
use tslice::{checked, diag, s, spec as named_spec, split_mut};
type Square<'a> = Array<Ref<'a, u8>, Shape![9, 9]>;
macro_rules! sliced { ($t:expr, $($spec:tt)*) => { $t.slice(s![$($spec)*]).shape().to_vec() }; }\n",
    );
    for (number, name) in NAMES.iter().enumerate() {
        for (kind, item) in ITEMS.iter().enumerate() {
            let item = item.replace("NAME", name);
            source += &format!(
                "mod m{number}_{kind} {{ {item} }}
pub fn f{number}_{kind}(a: &Tensor<u8, 2>, b: &Square<'_>, c: &mut Tensor<u8, 2>, low: usize, high: u8) -> Vec<usize> {{
    use m{number}_{kind}::*;
    named_spec! {{ const NAMED: [9, 9] => [7, LAST] = [1:8, :LAST]; }}
    const LAST: usize = 5;
    let proven = b.slice(checked![1, 2:low]).len() + b.slice(checked![0:2, ::-1]).len();
    let built = b.slice(checked![1:low, 2:3]).len() + b.slice(NAMED).len();
    let (upper, lower) = split_mut!(c, [:2], [2:]);
    let tested = split_mut!(c, [:low], [high:]).0.len();
    let first = a.slice(s![low:high, -low]).len() + diag![-low..=high].upper as usize;
    let second = sliced!(a, low:high:low, 0 + low);
    let third = a.slice(s![-1 => ::low, 0 => -low:high]).len();
    [second, vec![first, third, proven, built, tested]].concat()
}}\n"
            );
        }
    }
    Package::new("names", "2024", "tslice", &source).cargo(&["check", "--quiet"]);
}

/// As above, in the function itself, where the item is nearer than any import.
#[test]
fn items_beside_the_spec_do_not_collide() {
    let mut source =
        String::from("#![allow(nonstandard_style, dead_code, unused)]\nuse tslice::{Ref, Shape, Tensor as Array, checked, s};
type Square<'a> = tslice::Array<Ref<'a, u8>, Shape![9, 9]>;\n");
    for (number, name) in NAMES.iter().enumerate().filter(|(_, name)| **name != "t") {
        for (kind, item) in ITEMS[..4].iter().enumerate() {
            let item = item.replace("NAME", name).replace("pub ", "");
            source += &format!(
                "pub fn f{number}_{kind}(a: &Array<u8, 2>, b: &Square<'_>, low: usize, high: u8) -> usize {{
    {item}
    let _proven = b.slice(checked![1, 2:low]).slice(checked![0:1]).slice(checked![0]);
    macro_rules! sliced {{ ($t:expr, $($spec:tt)*) => {{ $t.slice(s![$($spec)*]).len() }}; }}
    a.slice(s![low:high, -low]).len() + sliced!(a, low:high:low, 0 => 1) + sliced!(a, 1, newaxis, ::-1)
}}\n"
            )
            .replace("0 => 1", "0 + low");
        }
    }
    Package::new("names_beside", "2024", "tslice", &source).cargo(&["check", "--quiet"]);
}
