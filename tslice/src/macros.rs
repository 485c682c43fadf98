//! The macros: thin wrappers that hand `$crate` and the tokens to the proc macros.

/// A slice spec, parsed and checked at compile time; evaluates to a [`Spec`](crate::Spec).
///
/// ```text
/// spec    = [ entry { "," entry } [ "," ] ]                 at most 31 entries
/// entry   = ellipsis | newaxis | range | index
/// ellipsis= ".." | "..."                                    at most one
/// newaxis = "newaxis" | "None"
/// range   = [ bound ] ":" [ bound ] [ ":" [ bound ] ]       begin : end : stride
/// index   = bound
/// bound   = integer literal, optionally negated | any expression of a primitive integer type
/// axes    = axis "=>" ( range | index ) { "," ... }         the axis form
/// ```
///
/// What each is, with the shape it gives of a tensor of shape (4, 5, 6):
///
/// | spec                | shape        | meaning |
/// |---|---|---|
/// |                     | (4, 5, 6)    | everything |
/// | `1`                 | (5, 6)       | an index: the axis is gone |
/// | `-1`                | (5, 6)       | the last one: negative counts from the end |
/// | `1:3`               | (2, 5, 6)    | a range, its end excluded |
/// | `1:`                | (3, 5, 6)    | from 1 to the end: an absent bound is left out |
/// | `:-1`               | (3, 5, 6)    | all but the last |
/// | `1:100`             | (3, 5, 6)    | a range is clamped to the axis; an index beyond it is an error |
/// | `::2`               | (2, 5, 6)    | every second |
/// | `::-1`              | (4, 5, 6)    | reversed |
/// | `:-3:-1`            | (2, 5, 6)    | the last two, reversed |
/// | `:, 2:4`            | (4, 2, 6)    | `:` is one whole axis |
/// | `.., 0`             | (4, 5)       | the ellipsis is all axes that are not named |
/// | `0, ..., 0`         | (5)          | its other spelling |
/// | `newaxis, ..`       | (1, 4, 5, 6) | a new axis of length 1 |
/// | `.., None`          | (4, 5, 6, 1) | its other spelling |
/// | `-1 => 2:4`         | (4, 5, 2)    | the axis form: axes by number, the rest stay whole |
/// | `0 => 1, -1 => ::2` | (5, 3)       | several axes |
///
/// `::` separates two bounds at the start of an entry, after a literal or a closing bracket, and wherever
/// what follows cannot continue a path (`n::2`, `n::-1`, `n::`). Between two identifiers it is a path
/// (`usize::MAX`); write `n: :m` to separate.
///
/// A range bound outside `i64` saturates, as in Python; an index outside `i64` is an index error.
///
/// ```
/// use tslice::{View, s};
///
/// let v = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6]]);
/// assert_eq!(v.slice(s![.., ::-1]), [[3, 2, 1], [6, 5, 4]]);
/// assert_eq!(v.slice(s![-1]), [4, 5, 6]);
/// assert_eq!(v.slice(s![-1 => 1:]), [[2, 3], [5, 6]]);
/// assert_eq!(v.slice(s![newaxis, .., 0]).shape(), &[1, 2]);
/// ```
///
/// # Expansion
///
/// A spec becomes TensorFlow's encoding of it, entry by entry: one number of each row, and one binary digit of each mask,
/// entry 0 last. The masks and the numbers of axes taken and given are types; they decide on the rank of the result.
///
/// ```text
/// // s![1, 2:4, newaxis, .., :-3:-1, :]
/// const {
///     let begin = [1, 2, 0, 0, 0, 0];
///     let end = [2, 4, 0, 0, -3, 0];
///     let strides = [1, 1, 1, 1, -1, 1];
///     let masks = tslice::__private::TypedMasks {
///         begin_mask: tslice::__private::Mask::<0b110000>,
///         end_mask: tslice::__private::Mask::<0b100000>,
///         ellipsis_mask: tslice::__private::Mask::<0b001000>,
///         new_axis_mask: tslice::__private::Mask::<0b000100>,
///         shrink_axis_mask: tslice::__private::Mask::<0b000001>,
///     };
///     tslice::__private::spec(begin, end, strides, masks, tslice::__private::Axes::<4, 4>)
/// }
/// ```
///
/// A spec with bounds that are no literals is a value, not a constant: they are evaluated first, once each and in the order in
/// which they are written.
#[macro_export]
macro_rules! s {
    ($($spec:tt)*) => { $crate::__private::s! { $crate; $($spec)* } };
}

/// Declares named specs: `spec! { pub const CROP = [100:612, 200:712, ..]; }`.
///
/// ```
/// tslice::spec! {
///     /// The inner part.
///     pub const INNER = [1:-1, 1:-1];
/// }
/// let v = tslice::View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
/// assert_eq!(v.slice(INNER), [[5]]);
/// ```
#[macro_export]
macro_rules! spec {
    ($($items:tt)*) => { $crate::__private::named_specs! { $crate; $($items)* } };
}

/// A diagonal, `diag![k]`, or a band of them with both ends included, `diag![lower..=upper]`: what
/// [`diag_part`](crate::Array::diag_part) takes.
///
/// 0 is the main diagonal, those above count up, those below down. A bound is an integer literal or any expression of a
/// primitive integer type. Which of the two forms it is decides on the rank of the result, at compile time: one diagonal
/// gives rank R - 1, a band rank R. A band with run-time ends keeps its axis whatever they are, one diagonal included.
///
/// Literal ends with the lower above the upper are a compile error; run-time ends, an error of `diag_part`.
///
/// ```
/// use tslice::{View, diag};
///
/// let m = View::<_, 2>::from(&[[1, 2], [3, 4], [5, 6]]);
/// assert_eq!(m.diag_part(diag![-1], 0), [3, 6]);
/// assert_eq!(m.diag_part(diag![-2..=0], 0), [[1, 4], [3, 6], [5, 0]]);
///
/// let k: u8 = 1;
/// assert_eq!(m.diag_part(diag![k], 0).shape(), &[1]);
/// assert_eq!(m.diag_part(diag![k..=k], 0).shape(), &[1, 1]);
/// ```
///
/// ```compile_fail
/// let _ = tslice::diag![2..=-1];
/// ```
#[macro_export]
macro_rules! diag {
    ($($diagonals:tt)*) => { $crate::__private::diag! { $crate; $($diagonals)* } };
}

/// The type of a slice spec, where one has to be written: a field, an argument, a bound.
///
/// It is the spec with `_` for each bound; bounds that are absent stay so. Strides have no part in the type.
///
/// ```
/// use tslice::{Dims, Slices, SpecType, View, s};
///
/// struct Camera {
///     crop: SpecType![_:_, _:_],
/// }
///
/// let camera = Camera { crop: s![1:3, -2:9] };
/// let v = View::<_, 2>::from(&[[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
/// assert_eq!(v.slice(&camera.crop), [[5, 6], [8, 9]]);
///
/// /// The first of each last axis, for every rank that has one.
/// fn first<'a, D: Dims>(v: &tslice::Array<tslice::Ref<'a, f32>, D>) -> Vec<&'a f32>
/// where
///     SpecType![.., _]: Slices<D>,
/// {
///     v.slice(s![.., 0]).into_iter().collect()
/// }
/// assert_eq!(first(&View::<_, 2>::from(&[[1.0, 2.0], [3.0, 4.0]])), [&1.0, &3.0]);
/// ```
#[macro_export]
macro_rules! SpecType {
    ($($spec:tt)*) => { $crate::__private::spec_type! { $crate; $($spec)* } };
}

#[doc(hidden)]
pub mod __private {
    pub use tslice_macros::{diag, s, spec as named_specs, spec_type};

    pub use crate::array::{bound, negated};
    pub use crate::copy::Level;
    pub use crate::ops::diag::{band, single};
    pub use crate::spec::{Axes, Kinds, Mask, TypedMasks, spec};
}
