//! The macros: thin wrappers that hand `$crate` and the tokens to the proc macros.

/// A slice spec, parsed and checked at compile time; evaluates to a [`Spec`](crate::Spec).
///
/// ```text
/// spec    = axes | [ entry { "," entry } [ "," ] ]          at most 31 entries
/// entry   = ellipsis | newaxis | range | window | index | list | group
/// ellipsis= ".." | "..."                                    at most one
/// newaxis = "newaxis" | "None"
/// range   = [ bound ] ":" [ bound ] [ ":" [ bound ] ]       begin : end : stride
/// window  = bound ":" "+" bound                              start : + length
/// index   = bound
/// list    = "[" item { "," item } "]" | "&" expression       positions and ranges, or a borrowed
///                                                            list or mask
/// item    = range | window | index
/// group   = "(" list "," list { "," list } ")"               positions taken together
/// bound   = integer literal, optionally negated | any expression of a primitive integer type
/// axes    = axis "=>" entry { "," axis "=>" entry } [ "," ]  axes by number: no ellipsis, new axis
///                                                            or group
///         | path ":" name "=" entry { "," name "=" entry } [ "," ]  by names of `axes!`
/// ```
///
/// Each line shows a spec and the shape of the result for an array of shape (4, 5, 6):
///
/// | spec                | shape        | meaning |
/// |---|---|---|
/// | (none)              | (4, 5, 6)    | `s![]` is the whole array |
/// | `1`                 | (5, 6)       | an index drops its axis |
/// | `-1`                | (5, 6)       | a negative index counts from the end |
/// | `1:3`               | (2, 5, 6)    | a range; its end is not included |
/// | `1:`                | (3, 5, 6)    | from 1 to the end: an absent bound |
/// | `:-1`               | (3, 5, 6)    | all but the last |
/// | `1:100`             | (3, 5, 6)    | a range is clamped to the axis, an index is not |
/// | `1:+2`              | (2, 5, 6)    | a window: two positions from 1 on, inside of the axis |
/// | `::2`               | (2, 5, 6)    | every second position |
/// | `::-1`              | (4, 5, 6)    | reversed |
/// | `:-3:-1`            | (2, 5, 6)    | the last two, reversed |
/// | `:, 2:4`            | (4, 2, 6)    | `:` is one whole axis |
/// | `.., 0`             | (4, 5)       | the ellipsis is all axes that no other entry takes |
/// | `0, ..., 0`         | (5)          | the other spelling of the ellipsis |
/// | `newaxis, ..`       | (1, 4, 5, 6) | a new axis of length 1 |
/// | `.., None`          | (4, 5, 6, 1) | the other spelling of the new axis |
/// | `-1 => 2:4`         | (4, 5, 2)    | the axis form: axes by number, the rest stay whole |
/// | `0 => 1, -1 => ::2` | (5, 3)       | several axes |
/// | `Grid: x = ::2, z = 1` | (5, 3)    | axes by names: see [`axes!`](crate::axes) |
///
/// A spec with a list is for [`pick`](crate::Array::pick) and [`pick_mut`](crate::Array::pick_mut):
/// strides cannot express a list, so `slice` rejects it at compile time.
///
/// | spec                    | shape     | meaning |
/// |---|---|---|
/// | `[0, 2, -1]`            | (3, 5, 6) | these positions, one of them counted from the end |
/// | `[0:2, 3, ::-2]`        | (5, 5, 6) | ranges and positions, joined in order |
/// | `&rows, .., &mask`      | (n, 5, m) | a borrowed list of any integer type; a mask of `bool`s |
/// | `[0, 1], [2, 3, 4]`     | (2, 3, 6) | each list acts alone |
/// | `([0, 1], [2, 3]), 1:`  | (2, 5)    | a group: (0, 2) and (1, 3), at its own place |
///
/// A bound may be any expression of a primitive integer type. An expression that holds a `:`, a `,`
/// or a `..` outside of brackets needs parentheses. A bound that begins with a minus is a sum, each
/// term of which becomes an `i64` before it is negated or added: `-n`, `-n - 1`, `-n + 1`, `-2 * n`
/// and `(-n)` mean what they mean in Python if `n` is unsigned, too. A term is an operand, or a
/// product, quotient or remainder of operands, which Rust computes in their type. A minus elsewhere
/// is Rust's, which cannot negate an unsigned number: `n + -m` is `n - m`, and `-n << 1` is
/// `-(n << 1)`. A range bound whose value is outside `i64` saturates, as in Python; such an index
/// is an index error, and such a literal is refused. A byte, `b'A'`, is a number as any `u8` is,
/// but not in a text.
///
/// `::` separates two bounds at the start of an entry, after a literal or a closing bracket, and
/// wherever the tokens after it cannot continue a path (`n::2`, `n::-1`, `n::`). Between two
/// identifiers it is a path (`usize::MAX`); write `n: :m` to separate them. Put a path that
/// begins with `::` in parentheses, `(::std::cmp::max(1, n))`, and a block with a label, too,
/// `('a: { .. })`, and a call of two or three bounds if the function is named `slice` or `range`.
///
/// `todo!()` stands for a bound that is not written yet.
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
/// # Formatting
///
/// `rustfmt` formats a spec that reads like a list of expressions, `s![n, -1]`, and leaves every
/// other one as it is written. If such a spec is longer than a line, it leaves the whole chain of
/// methods around it alone, without a word. It formats the chain again if you break the spec
/// yourself, an entry on each line, or if you give the spec a name first: `let rows = s![..];`, or
/// [`spec!`](crate::spec!).
///
/// ```text
/// let part = picture
///     .slice(s![
///         first_row:last_row,
///         first_column:last_column,
///         ..
///     ])
///     .to_tensor();
/// ```
///
/// # Expansion
///
/// A spec expands to its encoding as TensorFlow defines it. Each entry is one number in each row,
/// and one binary digit in each mask; the digit of entry 0 is the last one. The hexadecimal number
/// has a digit for each entry, which says what the entry is, windows and lists included
/// ([`Kinds`](crate::typed_spec::Kinds)); it is a type, and so are the numbers of axes consumed and
/// produced, which decide on the rank of the result. A window, `start:+length`, has its length in
/// the row of ends.
///
/// ```text
/// // s![1, 2:4, newaxis, .., :-3:-1, :]
/// const {
///     tslice::__private::Literal::<6, 0x316504, 4, 4> {
///         begin: [1, 2, 0, 0, 0, 0],
///         end: [2, 4, 0, 0, -3, 0],
///         strides: [1, 1, 1, 1, -1, 1],
///         begin_mask: 0b110000,
///         end_mask: 0b100000,
///         ellipsis_mask: 0b001000,
///         new_axis_mask: 0b000100,
///         shrink_axis_mask: 0b000001,
///     }
///     .spec()
/// }
/// ```
///
/// If a bound is not a literal, the spec is a value instead of a constant. Such bounds are
/// evaluated first, once each, in the order in which they are written.
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
///
/// # Signatures
///
/// A signature states the shape of an array and the shape of the result. `cargo check` compares the
/// spec with it:
///
/// ```
/// const CHANNELS: usize = 3;
/// tslice::spec! {
///     /// The middle of a picture, of every second row.
///     pub const MIDDLE: [480, 640, CHANNELS] => [140, 240, CHANNELS] = [100:-100:2, 200:440];
///     /// The first picture of a batch, with its channels.
///     pub const FIRST: [8, 480, 640, _] => [480, 640, _] = [0];
/// }
/// let empty_middle = [[[0_u8; MIDDLE.shape()[2]]; MIDDLE.shape()[1]]; MIDDLE.shape()[0]];
/// assert_eq!(tslice::View::<u8, 3>::from(&empty_middle).shape(), &MIDDLE.shape());
/// assert_eq!(FIRST.shape(), [Some(480), Some(640), None]);
/// ```
///
/// A length is a number above 0, a constant expression of type `usize`, or `_` if it is not known.
/// An index out of bounds, a range that takes nothing, a rank or a length that the spec does not
/// give is an error at the entry or the length. Where an axis of the array is `_`, a length of the
/// result is an error if no length of the axis gives it. The item is a
/// [`ShapedSpec`](crate::ShapedSpec), whose [`shape`](crate::ShapedSpec::shape) is a constant. It
/// slices every array that the spec alone slices: the signature is not compared with the shape of
/// that array.
///
/// ```compile_fail
/// // index 640 is out of bounds for axis 1 with length 640
/// tslice::spec! { const COLUMN: [480, 640] => [480] = [:, 640]; }
/// ```
#[macro_export]
macro_rules! spec {
    ($($items:tt)*) => { $crate::__private::named_specs! { $crate; $($items)* } };
}

/// Declares names of axes: `axes! { pub Video = time, y, x, channel; }`.
///
/// An item declares a type for arrays with one axis for each name. A spec that begins with the type
/// and a colon names its axes; the others stay whole. It is the spec that has an entry for each
/// axis in their order, and compiles to the same constants:
///
/// ```
/// use tslice::{Tensor, axes, s};
///
/// axes! {
///     /// Pictures, one after the other.
///     pub Video = time, y, x, channel;
///     /// One of them: `y`, `x`, `channel`.
///     pub Picture = Video - time;
/// }
///
/// let video = Tensor::<f32, 4>::zeros([8, 480, 640, 3]);
/// let red = video.slice(s![Video: time = ::2, channel = 0]);
/// assert_eq!(red.shape(), &[4, 480, 640]);
/// assert_eq!(red, video.slice(s![::2, :, :, 0]));
/// let picture = video.slice(s![Video: time = -1]);
/// assert_eq!(picture.slice(s![Picture: x = 100:200]).shape(), &[480, 100, 3]);
/// ```
///
/// The rank is that of the names: a spec of `Video` is for arrays of rank 4. An entry is a range, a
/// window, an index or a list, as in the axis form by number. All macros that read specs take
/// names: [`s!`](crate::s), [`checked!`](crate::checked), [`spec!`](crate::spec),
/// [`split_mut!`](crate::split_mut) and [`SpecType!`](crate::SpecType).
///
/// Each name is a constant of the type, the number of its axis, for methods that take one. `NAMES`
/// are all names in order, for specs that come as text:
///
/// ```
/// # use tslice::{DynSpec, Tensor, axes, s};
/// # axes! { pub Video = time, y, x, channel; }
/// # let video = Tensor::<f32, 4>::zeros([8, 480, 640, 3]);
/// assert_eq!(video.sum_axis(Video::time).shape(), &[480, 640, 3]);
/// let spec = DynSpec::by_names("channel=0, time=::2", &Video::NAMES)?;
/// assert_eq!(video.slice(&spec), video.slice(s![Video: time = ::2, channel = 0]));
/// # Ok::<(), tslice::ParseSpecError>(())
/// ```
///
/// A name that the type does not have is an error that lists the names:
///
/// ```compile_fail
/// # use tslice::{Tensor, axes, s};
/// # axes! { pub Video = time, y, x, channel; }
/// # let video = Tensor::<f32, 4>::zeros([8, 480, 640, 3]);
/// video.slice(s![Video: chanel = 0]); // no axis is named `chanel`: the axes are `time`, `y`, ..
/// ```
///
/// # Items
///
/// An item has attributes, documentation and a visibility as a `struct` has, and 1 to 12 names,
/// each with attributes of its own. `Picture = Video - time;` takes names away, `Video - time -
/// channel` several; the order stays. A keyword is written `r#type`.
///
/// Beside the type, the item declares a macro with the same name, which a spec calls for the names.
/// `use` brings both, and `use video::Video as V` renames both; an alias, `type V = Video;`, has no
/// macro. A type in a function cannot have the name of a type that is in scope outside of it. A
/// type of a crate of procedural macros is at most `pub(crate)`, because such a crate exports no
/// macro of this kind.
#[macro_export]
macro_rules! axes {
    ($($items:tt)*) => { $crate::__private::axes! { $crate; $($items)* } };
}

/// Splits an array into exclusive parts that are proven disjoint while it is compiled:
/// `split_mut!(array, [:2], [2:])`.
///
/// There are 2 to 6 specs, in brackets; the language of each is that of [`s!`](crate::s). If all
/// bounds are literal, the macro decides, without any shape, whether two specs select a common
/// element of any array. If none do, the result is a tuple of exclusive views. The parts are
/// compared again when the program runs, so that no memory depends on the macro:
///
/// ```
/// use tslice::{Tensor, split_mut};
///
/// let mut t = Tensor::<_, 2>::from([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]);
/// let (mut even, odd) = split_mut!(t, [:, :4:2], [:, 1::2]);
/// even.assign(&odd);
/// assert_eq!(t, [[2, 2, 4, 4, 5], [7, 7, 9, 9, 10]]);
///
/// let (mut left, middle, mut last) = split_mut!(t, [.., :2], [.., 2:4], [.., :3:-1]);
/// left.assign(&middle);
/// last.fill(0);
/// assert_eq!(t, [[4, 4, 4, 4, 0], [9, 9, 9, 9, 0]]);
/// ```
///
/// A list is a part, too. Literal positions that ascend by one distance, all from the front or all
/// from the end, select a view. Other literal lists, borrowed lists and masks give a
/// [`PickMut`](crate::PickMut), as [`pick_mut`](crate::Array::pick_mut) does. Literal lists are
/// proven disjoint by their positions; parts with others are tested when the program runs. A
/// position outside of its axis is an error, where a bound of a range is clamped. Groups of lists
/// are not allowed.
///
/// ```
/// use tslice::{Tensor, split_mut};
///
/// let mut t = Tensor::<_, 2>::from([[1, 2], [3, 4], [5, 6], [7, 8]]);
/// let (mut a, b, mut last) = split_mut!(t, [[0, 2]], [[1], 0], [[3], 0]);
/// a.slice_mut(tslice::s![.., 1]).fill(0);
/// last.assign(&b);
/// assert_eq!(t, [[1, 0], [3, 4], [5, 0], [3, 8]]);
///
/// let (mut picked, row) = split_mut!(t, [[3, 0, 1]], [2]);
/// picked.assign(&row);
/// assert_eq!(t, [[5, 0]; 4]);
///
/// let (train, test) = (vec![0, 3], [1]);
/// let (mut train, mut test) = split_mut!(t, [&train], [&test]);
/// train.fill(1);
/// test.fill(2);
/// assert_eq!(t, [[1, 1], [2, 2], [5, 0], [1, 1]]);
/// ```
///
/// Otherwise the later entry is an error that names the shortest axis, and the element that both
/// take.
/// Specs that are disjoint for some shapes only are for
/// [`multi_slice_mut`](crate::Array::multi_slice_mut), which tests the shape of the array.
///
/// ```compile_fail
/// let mut t = tslice::Tensor::<u8, 1>::zeros([9]);
/// // parts 0 and 1 both take element [3] of an array of shape [4]
/// let (a, b) = tslice::split_mut!(t, [:4], [3:]);
/// ```
///
/// If a bound is not literal, the shape is tested when the program runs, as
/// [`multi_slice_mut`](crate::Array::multi_slice_mut) does it. The result is a tuple all the same:
///
/// ```
/// use tslice::{Tensor, split_mut};
///
/// let mut t = Tensor::<_, 1>::from([1, 2, 3, 4]);
/// let at = t.len() / 2;
/// let (mut low, high) = split_mut!(t, [:at], [at:]);
/// low.assign(&high);
/// assert_eq!(t, [3, 4, 3, 4]);
/// ```
///
/// # Panics
///
/// If [`slice_mut`](crate::Array::slice_mut) panics for one of the specs, or two specs with a
/// bound that is not literal select a common element.
/// [`try_multi_slice_mut`](crate::Array::try_multi_slice_mut) returns an error instead.
#[macro_export]
macro_rules! split_mut {
    ($($parts:tt)*) => { $crate::__private::split_mut! { $crate; $($parts)* } };
}

/// Makes a [`Tensor`](crate::Tensor) of its elements: `tensor![[1, 2], [3, 4]]`. Its rank is the
/// depth of the brackets, up to 6.
///
/// ```
/// use tslice::tensor;
///
/// assert_eq!(tensor![1, 2, 3].shape(), &[3]);
/// assert_eq!(tensor![[1, 2, 3], [4, 5, 6]].shape(), &[2, 3]);
/// assert_eq!(tensor![0.5; [2, 3, 4]].shape(), &[2, 3, 4]); // one value, and the shape
/// assert_eq!(tensor![[0.5; 3]; 2], tensor![0.5; [2, 3]]); // as an array of arrays
/// ```
#[doc(alias("array", "arr1", "arr2"))]
#[macro_export]
macro_rules! tensor {
    ([[$value:expr; $c:expr]; $b:expr]; $a:expr) => { $crate::Tensor::full(($a, $b, $c), $value) };
    ([$value:expr; $b:expr]; $a:expr) => { $crate::Tensor::full(($a, $b), $value) };
    ([$($row:tt)*]; $($shape:tt)*) => {
        ::core::compile_error!("one value and the shape are `tensor![0.5; [2, 3]]`; a row is \
            repeated by `tensor![1, 2].broadcast_to([3, 2])`")
    };
    ([$($row:tt)*] [$($next:tt)*] $($more:tt)*) => {
        ::core::compile_error!("a comma stands between two rows: `tensor![[1, 2], [3, 4]]`")
    };
    ($start:literal .. $end:literal) => {
        ::core::compile_error!("a range is collected: `(0..5).collect::<Tensor<_, 1>>()`")
    };
    ($value:expr; $shape:expr) => { $crate::Tensor::full($shape, $value) };
    ($value:expr; $($shape:expr),+ $(,)?) => {
        ::core::compile_error!("the shape of one value stands in brackets: `tensor![0.5; [2, 3]]`")
    };
    ([[[[[[$($level:tt)*] $($b:tt)*] $($c:tt)*] $($d:tt)*] $($e:tt)*] $($f:tt)*] $($g:tt)*) => {
        ::core::compile_error!("`tensor![..]` takes up to 6 levels of brackets: use \
            `Tensor::from_shape_vec`")
    };
    ([$($row:tt)*] $($more:tt)*) => {
        $crate::Tensor::<_, { $crate::__levels!([$($row)*]) }>::from(
            $crate::__private::Vec::from([[$($row)*] $($more)*])
        )
    };
    ($($element:expr),* $(,)?) => {
        $crate::Tensor::<_, 1>::from($crate::__private::Vec::from([$($element),*]))
    };
    ($($other:tt)*) => {
        ::core::compile_error!("elements are separated by commas, and rows stand in brackets: \
            `tensor![[1, 2], [3, 4]]`; an iterator is collected: \
            `(0..5).collect::<Tensor<_, 1>>()`")
    };
}

/// The depth of the brackets that begin a list.
#[doc(hidden)]
#[macro_export]
macro_rules! __levels {
    ([$($first:tt)*] $($more:tt)*) => { 1 + $crate::__levels!($($first)*) };
    ($($element:tt)*) => { 1 };
}

/// One diagonal, `diag![k]`, or a band of diagonals with both ends included,
/// `diag![lower..=upper]`, for `diag_part` of the crate `tslice-ops`.
///
/// 0 is the main diagonal, positive numbers count the diagonals above it, negative ones those
/// below. A bound is an integer literal or any expression of a primitive integer type. The form
/// decides on the rank of the result, at compile time: one diagonal gives rank R - 1, a band gives
/// rank R, even if its run-time ends are equal.
///
/// If lower is above upper, literal ends are a compile error, and run-time ends are an error of
/// `diag_part`.
///
/// ```
/// use tslice::{View, diag};
/// use tslice_ops::prelude::*;
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

/// The type of a slice spec, for a field, an argument or a bound.
///
/// Write the spec with `_` for each bound that it has. The number in a bound is not part of the
/// type.
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

/// A static shape: the dims of an array whose lengths are part of its type. A `_` is a length that
/// is known at run time only.
///
/// `Shape![3, _, 4]` is the tuple `(Const<3>, Dyn, Const<4>)`. A length is a literal, the name of a
/// constant or of a `const` parameter, or an expression in braces. A static shape has up to six
/// axes.
///
/// Arrays of a static shape come from nested arrays, and by
/// [`into_static`](crate::Array::into_static) from arrays of a rank. They have the methods of all
/// arrays, and [`checked!`](crate::checked) specs are checked against them by the compiler.
///
/// ```
/// use tslice::{Array, Dyn, Ref, Shape, View};
///
/// let nested = [[1, 2, 3], [4, 5, 6]];
/// let v = Array::<Ref<i32>, Shape![2, 3]>::from(&nested);
/// assert_eq!(v.shape(), &[2, 3]);
///
/// const N: usize = 3;
/// let v = View::<_, 2>::from(&nested).into_static::<Shape![_, N]>()?;
/// assert_eq!(v, nested);
/// # Ok::<(), tslice::ShapeError>(())
/// ```
#[macro_export]
macro_rules! Shape {
    ($($lengths:tt)*) => { $crate::__private::shape! { $crate; $($lengths)* } };
}

/// A spec that the compiler checks against the static shape of the array that it slices:
/// [`s!`](crate::s) with proofs.
///
/// An index out of bounds, a range that is empty, and more axes than the array has are errors of
/// `cargo check`, at their entries. The lengths that follow are part of the type of the result, so
/// that specs in a chain are checked too.
///
/// ```
/// use tslice::{Array, Ref, Shape, checked};
///
/// let v = Array::<Ref<i32>, Shape![2, 3]>::from(&[[1, 2, 3], [4, 5, 6]]);
/// let row: [i32; 2] = v.slice(checked![-1, ::2]).to_nested();
/// assert_eq!(row, [4, 6]);
/// ```
///
/// ```compile_fail
/// # use tslice::{Array, Ref, Shape, checked};
/// # let v = Array::<Ref<i32>, Shape![2, 3]>::from(&[[1, 2, 3], [4, 5, 6]]);
/// v.slice(checked![:, 3]); // index 3 is out of bounds for axis 1 with length 3
/// ```
///
/// Bounds that are not literals, and axes of length `_`, are checked at run time, as for `s!`; so
/// are all axes of an array of a rank. A range with such a bound gives an axis of length `_`. A
/// range that no length makes non-empty is an error on any array.
///
/// If the shape itself depends on a parameter, as in
/// `fn f<const N: usize>(v: &Array<Ref<i32>, Shape![N]>)`, `cargo check` does not know the lengths,
/// and rustc refuses the spec ("constant pattern cannot depend on generic parameters"). Write
/// [`s!`](crate::s) there, which is checked at run time.
///
/// The page [`guide::proofs`](crate::guide::proofs) shows what is proven, and what is not.
#[macro_export]
macro_rules! checked {
    ($($spec:tt)*) => { $crate::__private::checked! { $crate; $($spec)* } };
}
