//! Fragments of outer macros in `spec!`, `SpecType!` and `Shape!`: each is one operand.
//!
//! The oracle is a constant: `const V: i64 = $n` in front of a macro, and `V` in it.
#![deny(warnings, unused_parens, unused_braces, clippy::double_parens)]
#![allow(
    clippy::unnecessary_cast,
    clippy::identity_op,
    clippy::precedence,
    reason = "operands are of every kind"
)]

use tslice::{Array, Owned, Shape, SpecType, Tensor, s, spec};

const A: i64 = 1;
const B: i64 = 2;
const N: i64 = 2;
const LEN: usize = 2;

/// A grid of 12 by 12.
fn grid() -> Tensor<i64, 2> {
    Tensor::from_shape_fn([12, 12], |[y, x]| i64::try_from(12 * y + x).expect("small"))
}

fn shown(value: impl std::fmt::Debug) -> String {
    format!("{value:?}")
}

const fn twice(n: i64, m: i64) -> i64 {
    2 * n + m
}

const fn identity<T: Copy>(value: T) -> T {
    value
}

struct Point {
    x: i64,
}

/// A macro that takes a fragment of a kind, and the items that `spec!` makes of it at every place.
/// The fragment is a constant from 1 to 4.
macro_rules! items {
    ($d:tt $name:ident $kind:ident) => {
        macro_rules! $name {
            ($d n:$kind) => {{
                spec! {
                    const INDEX = [$d n, 2 * $d n];
                    const DIFFERENCE = [9 - $d n, -$d n];
                    const BEGINS = [$d n:, 2 * $d n:];
                    const ENDS = [:9 - $d n, :-$d n];
                    const STRIDES = [::$d n, ::-2 * $d n];
                    const ALL = [$d n:10 - $d n:$d n, -$d n - 1:-3 * $d n:-$d n];
                    const PRODUCTS = [20 / $d n:, :21 % $d n];
                    const SHIFTS = [:$d n << 1, :20 >> $d n];
                    const BITS = [:$d n | 8, :$d n ^ 5];
                    const CASTS = [:$d n as u8, :!$d n];
                    const METHODS = [:$d n.pow(2), :20 / $d n.pow(1)];
                    const WINDOWS = [$d n:+2 * $d n, 0:+$d n];
                    const CALLS = [twice($d n, -$d n):, identity::<i64>(2 * $d n)];
                    const INDICES = [[0, 3, 5, 7, 9][$d n as usize]:, (0, $d n).1];
                    const BLOCKS = [{ 2 * $d n }:, if $d n == 2 { 3 * $d n } else { 4 - $d n }];
                    const ARMS = [match ($d n, 1) { (2, _) => 7, (n, _) => 2 * n + $d n }:];
                    const INSERTED = [newaxis, 2 * $d n:, .., 9 - $d n];
                    const AXES = [1 => 2 * $d n:, 0 => 9 - $d n];
                    const LISTS = [[$d n, 2 * $d n, -$d n, 9 - $d n], 9 - $d n];
                    const RUNS = [[0, $d n:2 * $d n, 2 * $d n:+2, ::-3 * $d n]];
                    const GROUP = [([2 * $d n, $d n], [0, 9 - $d n])];
                    static STATIC = [2 * $d n:, ..];
                    const SHAPED: [12, 12] => [_, _] = [2 * $d n:, :9 - $d n];
                }
                let grid = grid();
                vec![
                    shown(grid.slice(INDEX)),
                    shown(grid.slice(DIFFERENCE)),
                    shown(grid.slice(BEGINS)),
                    shown(grid.slice(ENDS)),
                    shown(grid.slice(STRIDES)),
                    shown(grid.slice(ALL)),
                    shown(grid.slice(PRODUCTS)),
                    shown(grid.slice(SHIFTS)),
                    shown(grid.slice(BITS)),
                    shown(grid.slice(CASTS)),
                    shown(grid.slice(METHODS)),
                    shown(grid.slice(WINDOWS)),
                    shown(grid.slice(CALLS)),
                    shown(grid.slice(INDICES)),
                    shown(grid.slice(BLOCKS)),
                    shown(grid.slice(ARMS)),
                    shown(grid.slice(INSERTED)),
                    shown(grid.slice(AXES)),
                    shown(grid.pick(LISTS)),
                    shown(grid.pick(RUNS)),
                    shown(grid.pick(GROUP)),
                    shown(grid.slice(&STATIC)),
                    shown(grid.slice(SHAPED)),
                ]
            }};
        }
    };
}

items!($ of_expr expr);
items!($ of_tt tt);
items!($ of_ident ident);
items!($ of_literal literal);
items!($ of_path path);
items!($ of_block block);

/// A fragment of a fragment.
macro_rules! of_nested {
    ($n:expr) => {
        of_expr!($n * 1)
    };
}

/// Compares each expression with a constant.
macro_rules! same {
    ($($macro:ident! { $($n:tt)* })*) => {$({
        #[allow(unused_braces, reason = "a block is a fragment")]
        const V: i64 = $($n)*;
        let (seen, expected) = ($macro!($($n)*), of_tt!(V));
        for (place, (seen, expected)) in seen.iter().zip(&expected).enumerate() {
            assert_eq!(seen, expected, "item {place} of {}", stringify!($($n)*));
        }
    })*};
}

#[test]
fn fragments_are_operands_of_named_specs() {
    same! {
        of_expr! { A + B } of_expr! { -A + 3 } of_expr! { 2_i64 } of_expr! { B as i64 }
        of_expr! { A << 1 } of_expr! { 3 & B } of_expr! { -(-B) } of_expr! { !-3_i64 }
        of_expr! { if A == 1 { B } else { A } } of_expr! { { A } + 1 } of_expr! { (A, B).1 }
        of_expr! { Point { x: A }.x + 1 } of_expr! { [1_i64, 2, 3][1] } of_expr! { twice(1, 0) }
        of_expr! { match A { 1 => 3_i64, _ => A } - 1 } of_expr! { identity::<i64>(B) + 1 }
        of_nested! { A + A } of_nested! { 4 - B }
        of_ident! { B } of_literal! { 3_i64 } of_path! { self::N } of_block! { { A + B } }
    }
}

/// Items whose head and brackets are fragments.
macro_rules! declare {
    ($(#[$meta:meta])* $vis:vis $name:ident $body:tt) => {
        spec! { $(#[$meta])* $vis const $name = $body; }
    };
    (entries $vis:vis $name:ident $($entry:expr),*) => {
        spec! { $vis const $name = [$($entry),*]; }
    };
    (list $vis:vis $name:ident $body:expr) => {
        spec! { $vis static $name = $body; }
    };
    (bounds $name:ident $begin:expr, $end:expr, $stride:expr) => {
        spec! { const $name = [$begin:$end:$stride]; }
    };
    (shaped $name:ident [$($from:expr),*] [$($to:expr),*] $body:tt) => {
        spec! { const $name: [$($from),*] => [$($to),*] = $body; }
    };
    (sides $name:ident $from:tt $to:tt $body:expr) => {
        spec! { const $name: $from => $to = $body; }
    };
}

declare! {
    /// The inner part.
    #[allow(dead_code, reason = "an attribute is a fragment")]
    pub(crate) INNER [2:-2, 2:-2]
}
declare!(entries ENTRIES .., -B - 1);
declare!(list LISTED [B, 0]);
declare!(bounds BOUNDED A + B, 7 - B, B);
declare!(shaped SHAPED [12, LEN + 10] [LEN, 6] [:2, ::2]);
declare!(sides SIDES [12, _] [_] [B, ..]);

#[test]
fn fragments_are_the_heads_of_named_specs() {
    let grid = grid();
    assert_eq!(grid.slice(INNER), grid.slice(s![2:-2, 2:-2]));
    assert_eq!(grid.slice(ENTRIES), grid.slice(s![.., -3]));
    assert_eq!(grid.slice(LISTED), grid.slice(s![2, 0]));
    assert_eq!(grid.slice(BOUNDED), grid.slice(s![3:5:2]));
    assert_eq!(SHAPED.shape(), [2, 6]);
    assert_eq!(grid.slice(SHAPED), grid.slice(s![:2, ::2]));
    assert_eq!(SIDES.shape(), [None]);
    assert_eq!(grid.slice(SIDES), grid.slice(s![2]));
}

/// Lengths of a signature, of a fragment of a kind that is a constant from 1 to 3.
macro_rules! signatures {
    ($d:tt $name:ident $kind:ident) => {
        macro_rules! $name {
            ($d n:$kind) => {{
                spec! {
                    const HALF: [2 * $d n, 12] => [$d n, 12] = [::2];
                    const LESS: [12, 12 - $d n] => [12, 9 - $d n] = [.., 3:];
                    const POWER: [$d n.pow(2), 20 / $d n] => [20 / $d n] = [0];
                }
                (HALF.shape(), LESS.shape(), POWER.shape())
            }};
        }
    };
}

signatures!($ lengths_of_expr expr);
signatures!($ lengths_of_tt tt);

macro_rules! lengths {
    ($d:tt $name:ident $kind:ident) => {
        macro_rules! $name {
                    ($d n:$kind) => {
                        [
                            static_shape::<Shape![$d n]>(),
                            static_shape::<Shape![$d n, _, 3]>(),
                            static_shape::<Shape![_, $d n,]>(),
                            static_shape::<Shape![{ 2 * $d n }, { 9 - $d n }]>(),
                            static_shape::<Shape![{ 9 - $d n as u8 as usize }, { 20 / $d n }]>(),
                            static_shape::<Shape![{ $d n.pow(2) }, $d n]>(),
                        ]
                    };
                }
    };
}

lengths!($ shapes_of_expr expr);
lengths!($ shapes_of_tt tt);
lengths!($ shapes_of_ident ident);
lengths!($ shapes_of_literal literal);
lengths!($ shapes_of_path path);
lengths!($ shapes_of_block block);

/// The lengths of a static shape.
fn static_shape<D: tslice::Dims>() -> Vec<Option<usize>> {
    D::LENGTHS.to_vec()
}

macro_rules! shapes_of_nested {
    ($n:expr) => {
        shapes_of_expr!($n * 1)
    };
}

#[test]
fn fragments_are_lengths_of_static_shapes() {
    macro_rules! same {
        ($($macro:ident! { $($n:tt)* })*) => {$({
            #[allow(unused_braces, reason = "a block is a fragment")]
            const V: usize = $($n)*;
            assert_eq!($macro!($($n)*), shapes_of_tt!(V), "{}", stringify!($($n)*));
        })*};
    }
    same! {
        shapes_of_expr! { 3_usize } shapes_of_expr! { LEN } shapes_of_expr! { LEN + 1 }
        shapes_of_expr! { { LEN } } shapes_of_expr! { self::LEN } shapes_of_expr! { LEN << 1 }
        shapes_of_expr! { if LEN == 2 { 3_usize } else { 4 } } shapes_of_expr! { (1, LEN).1 }
        shapes_of_expr! { identity::<usize>(LEN) } shapes_of_nested! { LEN + LEN }
        shapes_of_ident! { LEN } shapes_of_literal! { 3_usize } shapes_of_path! { self::LEN }
        shapes_of_block! { { LEN + 1 } } shapes_of_tt! { 3_usize } shapes_of_tt! { { LEN } }
    }
    const V: usize = LEN + 1;
    assert_eq!(lengths_of_expr!(LEN + 1), lengths_of_tt!(V));
    assert_eq!(lengths_of_expr!(LEN << 1), lengths_of_tt!({ LEN * 2 }));
}

/// `_` and entries as fragments of a kind.
macro_rules! types {
    ($d:tt $name:ident $kind:ident) => {
        macro_rules! $name {
            ($d b:$kind, $d dots:tt, $d new:tt, $d a:lifetime, $d n:literal) => {{
                let list = [1_usize, 2];
                let index: SpecType![$d b, $d dots] = s![1, ..];
                let range: SpecType![$d b:$d b, ::$d b] = s![1:2, ::2];
                let begin: SpecType![$d b:, :$d b] = s![1:, :-2];
                let window: SpecType![$d b:+$d b, $d new] = s![1:+2, newaxis];
                let listed: SpecType![[$d b, $d b:$d b], $d b] = s![[1, 2:3], 0];
                let named: SpecType![1 => [$d b, $d b], 0 => ::$d b] = s![1 => [3, 1], 0 => ::2];
                let borrowed: SpecType![&$d b, $d dots, &$d a $d b] = s![&list, .., &[1_i64]];
                let group: SpecType![([$d b, $d b], &$d b)] = s![([1, 2], &list)];
                let axis: SpecType![$d n => $d b:] = s![1 => 2:];
                let grid = grid();
                vec![
                    shown(grid.slice(index)),
                    shown(grid.slice(range)),
                    shown(grid.slice(begin)),
                    shown(grid.slice(window)),
                    shown(grid.pick(listed)),
                    shown(grid.pick(named)),
                    shown(grid.pick(borrowed)),
                    shown(grid.pick(group)),
                    shown(grid.slice(axis)),
                ]
            }};
        }
    };
}

types!($ types_of_tt tt);
types!($ types_of_expr expr);
types!($ types_of_ty ty);
types!($ types_of_pat pat);

#[test]
fn fragments_are_places_of_the_types_of_specs() {
    let expected = types_of_tt!(_, .., newaxis, 'static, 1);
    assert_eq!(types_of_expr!(_, .., newaxis, 'static, 1), expected);
    assert_eq!(types_of_ty!(_, .., newaxis, 'static, 1), expected);
    assert_eq!(types_of_pat!(_, .., newaxis, 'static, 1), expected);
}

/// Numbers of axes as fragments.
macro_rules! along {
    ($v:expr, $first:literal, $second:tt, $begin:expr) => {{
        let ty: SpecType![$first => _:, $second => _:] =
            s![$first => $begin:, $second => 2 * $begin:];
        spec! { const AXES = [$first => 1:, $second => 3:]; }
        vec![shown($v.slice(ty)), shown($v.slice(AXES))]
    }};
}

#[test]
fn fragments_are_numbers_of_axes() {
    let grid = grid();
    let expected = [shown(grid.slice(s![6:, 3:])), shown(grid.slice(s![3:, 1:]))];
    assert_eq!(along!(grid, 1, 0, A + B), expected);
    assert_eq!(along!(grid, -1, 0, A + B), expected);
}

macro_rules! shape_of_extents {
    ($($length:tt),*) => { Array<Owned<u8>, Shape![$($length),*]> };
}

#[test]
fn a_fragment_of_tokens_is_an_unknown_length() {
    let tensor = Tensor::<u8, 2>::zeros([3, 2]);
    let array: shape_of_extents![3, _] = tensor.into_static().expect("3 rows");
    assert_eq!(array.shape(), &[3, 2]);
}
