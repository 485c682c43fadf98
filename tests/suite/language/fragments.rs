//! Fragments of outer macros at every place of every macro: each is one operand, whatever it holds.
//!
//! The oracle is a variable: `let n = $n` in front of a macro, and `n` in it.
#![deny(warnings, unused_parens, unused_braces, clippy::double_parens)]
#![allow(
    clippy::redundant_closure_call,
    clippy::never_loop,
    clippy::diverging_sub_expression,
    clippy::unnecessary_cast,
    clippy::deref_addrof,
    reason = "operands are of every kind, and a closure ends a long function"
)]

use tslice::{DynSpec, Shape, Tensor, checked, diag, s, split_mut};

const N: i64 = 2;

/// 0 to 39.
fn row() -> Tensor<i64, 1> {
    Tensor::from_shape_fn([40], |[i]| i64::try_from(i).expect("small"))
}

/// A grid of 12 by 12.
fn grid() -> Tensor<i64, 2> {
    Tensor::from_shape_fn([12, 12], |[y, x]| i64::try_from(12 * y + x).expect("small"))
}

fn shown(value: impl std::fmt::Debug) -> String {
    format!("{value:?}")
}

fn twice(n: i64, m: i64) -> i64 {
    2 * n + m
}

struct Point {
    x: i64,
}

/// A macro that takes a fragment of a kind, and what every macro makes of it at every place. The
/// fragment is a number from 1 to 4.
macro_rules! places {
    ($d:tt $name:ident $kind:ident) => {
        macro_rules! $name {
            ($d n:$kind) => {{
                let (mut row, grid) = (row(), grid());
                let picks = [0, 3, 5, 7_i64, 9, 11];
                let xs = [1_usize, 2];
                let mut seen = vec![
                    // The index, and every bound of a range.
                    shown(row.slice(s![$d n])),
                    shown(row.slice(s![2 * $d n])),
                    shown(row.slice(s![9 - $d n])),
                    shown(row.slice(s![-$d n])),
                    shown(row.slice(s![$d n:])),
                    shown(row.slice(s![2 * $d n:])),
                    shown(row.slice(s![9 - $d n:])),
                    shown(row.slice(s![-$d n:])),
                    shown(row.slice(s![-2 * $d n:])),
                    shown(row.slice(s![-$d n * 2:-$d n])),
                    shown(row.slice(s![-$d n - 1:])),
                    shown(row.slice(s![:20 / $d n])),
                    shown(row.slice(s![:20 % $d n])),
                    shown(row.slice(s![:$d n << 1])),
                    shown(row.slice(s![:20 >> $d n])),
                    shown(row.slice(s![:$d n | 8])),
                    shown(row.slice(s![:$d n & 3])),
                    shown(row.slice(s![:$d n ^ 12])),
                    shown(row.slice(s![:$d n as u8])),
                    shown(row.slice(s![:!$d n])),
                    shown(row.slice(s![:$d n.pow(2)])),
                    shown(row.slice(s![:$d n.max(2) + $d n])),
                    shown(row.slice(s![::$d n])),
                    shown(row.slice(s![::-$d n])),
                    shown(row.slice(s![::2 * $d n])),
                    shown(row.slice(s![($d n)::$d n])),
                    shown(row.slice(s![$d n:30:$d n])),
                    // Windows, new axes and ellipses beside it.
                    shown(row.slice(s![$d n:+3])),
                    shown(row.slice(s![2 * $d n:+3])),
                    shown(row.slice(s![0:+$d n])),
                    shown(row.slice(s![0:+2 * $d n])),
                    shown(grid.slice(s![newaxis, 3 * $d n:, .., 9 - $d n])),
                    // Arguments, indices, blocks and conditions of Rust.
                    shown(row.slice(s![twice($d n, 2 * $d n):])),
                    shown(row.slice(s![picks[$d n as usize]:])),
                    shown(row.slice(s![{ 2 * $d n }:])),
                    shown(row.slice(s![if $d n == 2 { 3 * $d n } else { 4 - $d n }:])),
                    shown(row.slice(s![match ($d n, 1) { (2, _) => 7, (n, _) => 2 * n + $d n }:])),
                    shown(row.slice(s![(2 * ($d n - 1)):])),
                    shown(row.slice(s![(|n: i64| 2 * n - $d n)(3 * $d n):])),
                    // The axis form.
                    shown(grid.slice(s![1 => 2 * $d n:])),
                    shown(grid.slice(s![-1 => $d n, 0 => -2 * $d n:])),
                    // Lists, runs, borrowed lists and groups.
                    shown(row.pick(s![[$d n, 2 * $d n, -$d n, 9 - $d n]])),
                    shown(row.pick(s![[0, $d n:2 * $d n, 3 * $d n:+2, ::-3 * $d n]])),
                    shown(row.pick(s![[-2 * $d n:, $d n.pow(2)]])),
                    shown(row.pick(s![&[2 * $d n, 9 - $d n]])),
                    shown(grid.pick(s![2 * $d n:, &vec![2 * $d n, $d n]])),
                    shown(grid.pick(s![([2 * $d n, $d n], &xs)])),
                    shown(grid.pick(s![0 => [2 * $d n, 9 - $d n], 1 => 2 * $d n])),
                    shown(row.pick(s![&picks[$d n as usize..]])),
                    // Diagonals.
                    shown(diag![$d n]),
                    shown(diag![2 * $d n]),
                    shown(diag![-$d n]),
                    shown(diag![-$d n..=2 * $d n]),
                    shown(diag![9 - $d n..=20 - $d n]),
                    shown(DynSpec::from(s![2 * $d n, -$d n:9 - $d n])),
                ];
                let fixed = grid.view().into_static::<Shape![12, 12]>().expect("a grid");
                seen.push(shown(fixed.slice(checked![$d n, 2 * $d n:])));
                seen.push(shown(fixed.slice(checked![9 - $d n:, ::2 * $d n])));
                seen.push(shown(fixed.slice(checked![2 * $d n:+2, -$d n])));
                seen.push(shown(fixed.pick(checked![[2 * $d n, 9 - $d n], 0])));
                let (mut low, high) = split_mut!(row, [:2 * $d n], [2 * $d n:4 * $d n]);
                low.assign(&high);
                let (mut one, mut list) =
                    split_mut!(row, [9 - $d n], [[20 + 2 * $d n, 30 - $d n, 22 + 3 * $d n]]);
                one.fill(99);
                list.fill(77);
                seen.push(shown(&row));
                seen.push(shown(tslice::tensor![2 * $d n, 9 - $d n]));
                seen.push(shown(tslice::tensor![$d n; [2, 3]]));
                seen
            }};
        }
    };
}

places!($ of_expr expr);
places!($ of_tt tt);
places!($ of_ident ident);
places!($ of_literal literal);
places!($ of_path path);
places!($ of_block block);

/// A fragment of a fragment.
macro_rules! of_nested {
    ($n:expr) => {
        of_expr!($n)
    };
}

macro_rules! of_product {
    ($n:expr) => {
        of_nested!($n * 1)
    };
}

/// Few places, for operands of every form.
macro_rules! in_few_places {
    ($n:expr) => {{
        let (row, grid) = (row(), grid());
        vec![
            shown(row.slice(s![-$n - 2:-$n * 1:$n])),
            shown(row.slice(s![2 * $n:9 - $n])),
            shown(row.slice(s![20 / $n - ($n as i64):+3])),
            shown(row.slice(s![twice($n, 2 * $n).pow(1)::2 * $n])),
            shown(grid.pick(s![[$n, -2 * $n, 9 - $n:], &[2 * $n]])),
            shown(diag![-$n..=2 * $n]),
            shown(DynSpec::from(s![1 => $n.pow(2), 0 => !$n:])),
        ]
    }};
}

/// Compares an expression with a variable.
macro_rules! same {
    ($($macro:ident! { $($n:tt)* })*) => {$({
        let n: i64 = $($n)*;
        let (seen, expected) = (|| ($macro!($($n)*), same!(@variable $macro n)))();
        for (place, (seen, expected)) in seen.iter().zip(&expected).enumerate() {
            assert_eq!(seen, expected, "place {place} of {}", stringify!($($n)*));
        }
    })*};
    (@variable in_few_places $n:ident) => { few_of_variable($n) };
    (@variable $macro:ident $n:ident) => { of_variable($n) };
}

/// Each place of a word, which no group surrounds.
fn of_variable(n: i64) -> Vec<String> {
    of_tt!(n)
}

fn few_of_variable(n: i64) -> Vec<String> {
    in_few_places!(n)
}

#[test]
fn fragments_of_expressions_are_one_operand() {
    let (a, b) = (1_i64, 2_i64);
    same! {
        of_expr! { a + b } of_expr! { -a + 3 } of_expr! { 2_i64 } of_expr! { b as i64 }
        of_expr! { if a == 2 { b } else { a } + 1 } of_nested! { a } of_product! { a + a }
    }
}

#[test]
fn fragments_of_every_precedence_are_one_operand() {
    let (a, b) = (1_i64, 2_i64);
    let point = Point { x: 2 };
    same! {
        in_few_places! { b - a } in_few_places! { a * b } in_few_places! { 8_i64 / b }
        in_few_places! { 7_i64 % 4 } in_few_places! { a << 1 } in_few_places! { 8_i64 >> b }
        in_few_places! { a | b } in_few_places! { 3 & b } in_few_places! { a ^ b }
        in_few_places! { -(-b) } in_few_places! { !-3_i64 } in_few_places! { *&b }
        in_few_places! { b as u8 as i64 } in_few_places! { a } in_few_places! { N }
        in_few_places! { ::core::cmp::max(a, b) } in_few_places! { i64::max(a, b) }
        in_few_places! { <i64 as Ord>::max(a, b) }
        in_few_places! { core::convert::identity::<i64>(b) + 1 }
    }
    same! {
        in_few_places! { point.x + a } in_few_places! { Point { x: a }.x + 1 }
        in_few_places! { [1_i64, 2, 3][1] } in_few_places! { (a, b).1 }
        in_few_places! { (|n: i64, m: i64| n + m)(a, b) } in_few_places! { i64::from(a < b) + 1 }
        in_few_places! { if a == 1 { b } else { a } }
        in_few_places! { match a { 1 => 3_i64, _ => a } - 1 }
        in_few_places! { { a + b } } in_few_places! { { a } + 1 }
        in_few_places! { loop { break 3_i64 } } in_few_places! { 'l: { break 'l 2_i64 } }
        in_few_places! { { let n: i64 = a; n + 1 } }
    }
}

#[test]
fn fragments_of_other_kinds_are_one_operand() {
    let (a, b) = (1_i64, 2_i64);
    same! {
        of_ident! { b } of_literal! { 3_i64 } of_path! { self::N } of_block! { { a + b } }
    }
}

macro_rules! of_type {
    ($v:ident, $t:ty, $p:path, $f:path, $l:lifetime, $c:expr, $b:block) => {
        vec![
            shown($v.slice(s![<$t>::BITS as i64:])),
            shown($v.slice(s![$t::BITS as usize / 2:])),
            shown($v.slice(s![size_of::<$t>():size_of::<[$t; 3]>(), ..])),
            shown($v.slice(s![9 as $t:])),
            shown($v.slice(s![Vec::<$t>::new().len():])),
            shown($v.slice(s![<$t as From<u8>>::from(3):])),
            shown($v.slice(s![$f(2, 1):-$p])),
            shown($v.slice(s![($l: { break $l 3 }):])),
            shown($v.slice(s![if $c $b else { 9 }:])),
            shown($v.slice(s![match $c { true => $b, false => 9 } * 2:])),
        ]
    };
}

#[test]
fn types_paths_lifetimes_and_blocks_stay_what_they_are() {
    let row = row();
    let seen = of_type!(row, u16, self::N, self::twice, 'a, 1 < 2 && Point { x: 3 }.x == 3, { 4 });
    let expected = [
        row.slice(s![16:]),
        row.slice(s![8:]),
        row.slice(s![2:6]),
        row.slice(s![9:]),
        row.slice(s![0:]),
        row.slice(s![3:]),
        row.slice(s![5:-2]),
        row.slice(s![3:]),
        row.slice(s![4:]),
        row.slice(s![8:]),
    ];
    assert_eq!(seen, expected.map(shown));
}

/// Entries as one expression each.
macro_rules! cut {
    ($v:expr, $($entry:expr),*) => { $v.slice(s![$($entry),*]) };
    (pick $v:expr, $($entry:expr),*) => { $v.pick(s![$($entry),*]) };
    (bounds $v:expr, $begin:expr, $end:expr, $stride:expr) => { $v.slice(s![$begin:$end:$stride]) };
    (listed $v:expr, $($at:expr),*) => { $v.pick(s![[$(2 * $at),*]]) };
}

#[test]
fn fragments_are_entries_by_their_form() {
    let (row, grid) = (row(), grid());
    let (n, ys, xs) = (2_usize, vec![1, 2], [3_u8, 4]);
    assert_eq!(cut!(row, -n), row.slice(s![-n]));
    assert_eq!(cut!(grid, .., 3), grid.slice(s![.., 3]));
    assert_eq!(cut!(grid, newaxis, 3), grid.slice(s![newaxis, 3]));
    assert_eq!(cut!(bounds row, -n * 3, -1, 2), row.slice(s![-n * 3:-1:2]));
    assert_eq!(
        cut!(bounds row, n + 1, 7 - n, n),
        row.slice(s![n + 1:7 - n:n])
    );
    assert_eq!(cut!(pick row, [0, 2]), row.pick(s![[0, 2]]));
    assert_eq!(cut!(pick grid, &ys, &xs), grid.pick(s![&ys, &xs]));
    assert_eq!(cut!(pick grid, (&ys, &xs)), grid.pick(s![(&ys, &xs)]));
    assert_eq!(cut!(listed row, n + 1, 3, n), row.pick(s![[6, 6, 4]]));
}
