//! Names that other libraries have for what this one calls otherwise: a call is a compile error
//! that says what to write.

#![allow(non_camel_case_types, reason = "a trait has the name of its method")]

use core::cmp::Ordering;
use core::ops;

use super::{Array, Owned};
use crate::layout::Dims;
use crate::spec::DynSpec;

/// Makes a hidden function of each name, in an impl whose bound is a trait without an
/// implementation: the message of the trait is the compiler's only error, whatever the arguments
/// are.
///
/// To the compiler, the function of an impl whose bound does not hold does not exist. A user's
/// trait may therefore have a function of the same name. The message is shown if the type in the
/// bound equals the receiver's, lifetimes included, as it does for `&mut self`.
///
/// A name with arguments has the bound at the function. The result may be anything, so that the
/// compiler reports nothing else about a chain of calls.
macro_rules! signposts {
    (
        $module:ident: $generics:tt $type:ty, $receiver:tt
        $($message:literal: $($name:ident $(($($argument:ident),*))?)+;)+
    ) => {
        mod $module {
            use super::*;

            $($(
                #[diagnostic::on_unimplemented(message = $message, label = "tslice has another name for this")]
                pub trait $name<Result> {}

                signposts! { @ $generics $type, $receiver $name $(($($argument),*))? }
            )+)+
        }
    };
    (@ [$($generics:tt)*] $type:ty, ($($receiver:tt)*) $name:ident) => {
        impl<$($generics)*> $type
        where
            // Without `for`, the bound of a type without parameters is an error here.
            for<'a> Self: $name<&'a ()>,
        {
            #[doc(hidden)]
            #[allow(clippy::new_ret_no_self, reason = "it never compiles")]
            pub fn $name($($receiver)*) -> ! {
                unreachable!()
            }
        }
    };
    (@ [$($generics:tt)*] $type:ty, ($($receiver:tt)*) $name:ident ($($argument:ident),*)) => {
        impl<$($generics)*> $type {
            #[doc(hidden)]
            #[allow(clippy::new_ret_no_self, reason = "it never compiles")]
            pub fn $name<$($argument,)* Result>($($receiver)* $(_: $argument),*) -> Result
            where
                Self: $name<Result>,
            {
                unreachable!()
            }
        }
    };
}

signposts! {
    methods: [S, D: Dims] Array<S, D>, (&mut self)
    // The form.
    "`len()` is the number of elements, `shape()` has the length of each axis": size numel;
    "`rank()` is the number of axes": ndim;
    "`is_contiguous()` says whether the elements are in row-major order": is_standard_layout;
    "`into_rank::<2>()` gives a dynamic array a typed rank": into_dimensionality;
    "`view().into_dyn()` is a view whose rank is known at run time, `into_dyn()` takes the array": as_dyn to_dyn;
    "this is an array, not a `Result`: the call is removed; the forms with `try_` return a `Result`": unwrap expect;
    "`shape()` has the length of each axis: `let [height, width] = *t.shape();`": dim dims;
    "`shape()` has the length of each axis, and is an argument of `Tensor::zeros`": raw_dim;
    "`shape()[1]` is the length of axis 1": len_of;
    "`shape()[0]` is the number of rows": nrows height;
    "`shape()[1]` is the number of columns": ncols width;

    // Axes.
    "`t()` reverses the axes, `permute([1, 0, 2])` orders them": transpose;
    "`t()` reverses the axes": reversed_axes;
    "`permute([1, 0, 2])` orders the axes": permuted_axes;
    "`permute([1, 0, 2])` swaps axes 0 and 1": swap_axes swap_axis swapaxes;
    "`permute([1, 2, 0])` moves axis 0 behind the others": moveaxis movedim;
    "`slice(s![1 => ::-1])` reverses axis 1; `slice_axis(axis, s![::-1])` takes the axis as a number": flip invert_axis flip_axis reverse reversed;
    "`slice(s![:, ::-1])` reverses axis 1, `slice(s![::-1])` axis 0, and `t().slice(s![::-1])` rotates to the left": fliplr flipud rot90;
    "`concatenate(0, [t.slice(s![-n:]), t.slice(s![:-n])])` moves the last `n` positions of axis 0 to its beginning": roll shift;
    "`slice(s![:, newaxis]).broadcast_to([3, 4, 5])` repeats without a copy, `concatenate(0, [t.view(), t.view()])` joins copies": repeat tile;
    "`insert_axis(1)` gives a new axis of length 1, and so does `slice(s![:, newaxis])`": unsqueeze expand_dims;
    "`index_axis(1, 0)` drops axis 1, and so does `slice(s![:, 0])`": squeeze remove_axis;
    "`reshape(-1)` is a view with one axis, `to_vec()` copies the elements": ravel;
    "`reshape([2, 6])` is a view, `into_shape([2, 6])` of a tensor keeps its elements": to_shape into_shape_with_order;
    "`broadcast_to([4, 3])` repeats the elements without a copy": expand;
    "`broadcast_to(other.shape())` repeats the elements without a copy": expand_as;
    "`broadcast_to([4, 3])` repeats the elements without a copy; `try_broadcast_to` returns the error": broadcast;

    // Parts.
    "`slice_axis(axis, s![start:+len])` takes `len` positions from `start` on": narrow;
    "`slice(s![:, 2])` is column 2": col column;
    "`slice_mut(s![:, 2])` is column 2": column_mut;
    "`lanes(0)` iterates over the columns of a matrix": columns column_iter;
    "`diagonal(0)` is the main diagonal": diag trace;
    "`diagonal_mut(0)` is the main diagonal": diag_mut;
    "`axis_iter(0)` iterates over the parts along axis 0": outer_iter iter_axis;
    "`axis_iter(axis)` iterates over the parts along an axis, and `axis_iter(-1)` over the channels of an image": unbind channels;
    "`rows()` iterates over the rows": row_iter;
    "`rows()` iterates over the lines of the last axis, which are pixels in an image": pixels;
    "`chunks(axis, len)` iterates over parts of `len` positions": axis_chunks_iter axis_chunks exact_chunks blocks chunk chunks_exact;
    "`windows([3, 3])` is an array of the windows": sliding_window_view;
    "`windows_along(axis, len)` is an array of the windows": unfold;
    "`split_at(axis, position)` gives two parts, `chunks(axis, len)` iterates over parts of `len` positions": split;
    "`slice(s![..])` of a `View` lives as long as the elements; `into_slice_mut(s![..])` for a `ViewMut`": slice_move;
    "`slice(s![..])` returns the part: `let t = t.slice(s![..]);`": slice_collapse;
    "`slice(s![::2])` takes every second position; tslice does not interpolate": resize;

    // Elements.
    "`img.slice(s![y, x])` is a pixel, `img[[y, x, 0]]` its first channel": get_pixel pixel;
    "`iter().next()` is the first element": first;
    "`t[[0, 1]]` is an element, `t[[]]` the only one of an array without axes, `slice(s![1:3, 0])` a part": item into_scalar to_scalar at index i;
    "`t[[0, 1]] = value` writes an element, `fill(value)` all of them, `pick_mut(s![&list]).fill(value)` those of a list, `slice_mut(s![0]).assign(&other)` a part": set put put_pixel;
    "`indexed_iter()` has the index of each element: `filter(|(_, x)| **x != 0)`, of a mask `filter(|(_, x)| **x)`": nonzero argwhere indices;
    "`iter().filter(|x| **x != 0).count()` counts elements, `sum_as::<usize>()` those of a mask": count_nonzero;
    "`iter().any(|x| *x == value)` looks for a value": contains;
    "`zip((&indices,)).indexed().map(|[i, _], (j,)| a[[i, *j]])` reads an element for each index": take_along_axis gather;
    "`to_vec()` copies the elements, `rows().map(|row| row.to_vec()).collect::<Vec<_>>()` row by row": tolist to_vec2;
    "`to_vec()` copies the elements, which `sort` and `dedup` of a vector make unique": unique;
    "`as_slice()` of sorted elements has `partition_point(|x| *x < value)`": searchsorted;
    "`as_mut_slice()` borrows the elements of a contiguous array, and a slice has `sort` and `sort_by(f32::total_cmp)`": sort sort_axis;
    "`(0..v.len()).collect::<Vec<_>>()` sorted by `sort_by(|&i, &j| v[i].total_cmp(&v[j]))` is the order, and `pick(s![&order])` copies": argsort topk;
    "`as_mut_slice()` borrows the elements of a contiguous array": as_slice_mut as_mut;
    "`as_slice()` borrows the elements of a contiguous array": as_slice_memory_order data as_ref as_bytes;
    "`into_vec()` takes the elements out of a tensor": into_raw_vec_and_offset;
    "`image::RgbImage::try_from(view)` and `ndarray::ArrayView::from(view)` convert, with the features `image-0_25` and `ndarray-0_17`": save to_image to_ndarray as_ndarray;

    // Copies and writes.
    "`to_tensor()` copies the elements; `clone()` of a view is a view": copy into_owned;
    "`to_tensor()` copies the elements in row-major order; `is_contiguous()` says whether they are": contiguous as_standard_layout;
    "`assign(&other)` overwrites the elements": copy_from;
    "`other.assign(&t)` writes the elements of `t` to `other`": assign_to;
    "`slice_mut(s![top:bottom, left:right])` is a part to write to; negative bounds count from the end, so a box across the edge begins at `top.max(0)`": crop_mut;
    "`assign(&slice)` overwrites the elements of each row; `as_mut_slice()` is the slice of all elements": copy_from_slice;
    "`take(axis, &list)` copies the positions of a list, `pick(s![&list])` of axis 0": index_select take_axis select_rows pick_rows;
    "`pick_mut(s![&list]).assign(&other)` writes the positions of a list": scatter put_along_axis index_put index_copy take_mut;
    "`pick_mut(s![&list]).fill(value)` writes the positions of a list": index_fill;
    "`pick_mut(s![&list]).apply(&other, |x, y| *x += y)` adds to the positions of a list": index_add scatter_add bincount histogram;
    "`try_slice(spec)` returns the error": checked_slice;
    "`slice_mut(s![..]).assign(&other)` overwrites a part": slice_assign;
    "`select(&mask)` copies the elements of a mask": masked_select masked;
    "`select_mut(&mask).fill(value)` writes the elements of a mask": masked_fill;
    "`concatenate(0, [a.view(), b.view()])` joins arrays: a tensor does not grow in place, and `concatenate(1, ..)` joins along axis 1": append push_row push extend cat vstack hstack;
    "`compress(axis, &mask)` copies the positions that stay": delete retain remove_row;

    // Computing.
    "`zip((&mask, &a, &b)).map(|(&mask, &a, &b)| if mask {{ a }} else {{ b }})` chooses elements": where_;
    "`zip((&a, &b)).all(|(a, b)| (a - b).abs() <= 1e-6)` compares": allclose isclose abs_diff_eq;
    "`zip((&a, &b))`, a function of tslice, iterates over several arrays, which broadcast": zip_map;
    "`zip((&t,)).indexed().map(|[i, j], (x,)| ..)` has the index of each element": map_indexed indexed_map triu tril;
    "`sum_axis(1).sum_axis(0)` reduces two axes, the last one first, and so do `mean_axis` and `max_axis`": sum_axes mean_axes max_axes;
    "`map(|&x| f(x))` takes the elements by value": mapv;
    "`map(|x| x.sqrt())` calls a function for each element, `map_axis(axis, |line| ..)` for each line": apply apply_along_axis median percentile quantile norm sqrt abs exp ln log sin cos tanh floor ceil round powi powf pow square is_nan isnan;
    "`zip((&a, &b)).map(|(a, b)| a + b)` combines two arrays or two slices of one, `map(|x| x + 1.0)` an array and a number": diff add sub mul div minimum maximum;
    "`map(|x| x.clamp(low, high))` limits the elements": clip;
    "`map_inplace(|x| *x = f(*x))` changes the elements": mapv_inplace mapv_into;
    "`zip((&mut a, &b)).for_each(|(a, b)| ..)` iterates over several arrays": zip_mut_with zip_mut;
    "`iter().product::<f32>()` multiplies all elements, `fold_axis(axis, 1.0, |x, y| x * y)` those along an axis": prod;
    "`map_axis(axis, |line| line.any(|x| *x))` asks for each line along an axis": any_axis all_axis;
    "`zip((a.slice(s![:, newaxis]), &b)).map(|(a, b)| a * b)` combines each element of `a` with each of `b`": outer one_hot;
    "`accumulate(axis, |sum, x| sum + x)` gives cumulative sums": cumsum cumprod;
    "`accumulate(axis, |sum, x| sum + x)` gives a tensor": accumulate_axis_inplace;
    "`map(|&x| x as f32)` converts the elements": astype cast to as_type to_f32 to_f64;
    "`zip((&t,)).par_for_each(|(x,)| ..)` is parallel, with the feature `rayon`": par_iter par_iter_mut par_for_each par_map par_map_inplace;
    "`min()` and `max()` are the extremes": minmax min_max;
    "`map(|x| (x - mean).powi(2)).mean()` is the variance, with `let mean = t.mean();`; `map_axis(axis, f)` has one of each line": std var std_axis var_axis;
    "`zip((&a, &b)).map(|(a, b)| a * b).sum()` of two rows; `ndarray::ArrayView2::from(t.view())` has `dot`, with the feature `ndarray-0_17`": dot matmul;
}

// The prelude has traits with methods of these names, of which the compiler would speak if the
// bound was the impl's.
signposts! {
    names_of_the_prelude: [S, D: Dims] Array<S, D>, (&mut self,)
    "`slice(s![:, ::-1])` reverses axis 1, `slice(s![::-1])` axis 0, and `t().slice(s![::-1])` rotates to the left": rev();
    "`reshape(-1)` is a view with one axis, `to_vec()` copies the elements": flatten();
    "`slice(s![::2])` takes every second position; tslice does not interpolate": step_by(Step);
    "`iter().next_back()` is the last element": last();
    "`indexed_iter()` has the index of each element: `filter(|(_, x)| **x != 0)`, of a mask `filter(|(_, x)| **x)`": enumerate() position(F) find(F);
    "`iter().filter(f)` and `iter().for_each(f)` take elements one by one, `select(&mask)` copies those of a mask": filter(F) for_each(F);
    "`iter().filter(|x| f(x)).count()` counts elements": count(F);
    "`to_vec()` copies the elements, `rows().map(|row| row.to_vec()).collect::<Vec<_>>()` row by row": collect();
    "`zip((&a, &b))`, a function of tslice, iterates over several arrays, which broadcast": zip(Other);
    "`map(|x| x.clamp(low, high))` limits the elements": clamp(Low, High);
    "`iter().fold(start, |sum, x| ..)` folds all elements, `fold_axis(axis, start, f)` those along an axis": fold(Start, F);
    "`iter().product::<f32>()` multiplies all elements, `fold_axis(axis, 1.0, |x, y| x * y)` those along an axis": product();
    "`iter().copied().reduce(f)` combines all elements, `fold_axis(axis, start, f)` those along an axis": reduce(F);
}

signposts! {
    names_of_operators: [S, D: Dims] Array<S, D>, (&self,)
    "`map(|&x| x > 5)` is a mask, `zip((&a, &b)).map(|(a, b)| a > b)` one of two arrays": gt(Other) ge(Other) lt(Other) le(Other);
    "`to_tensor()` copies the elements; `clone()` of a view is a view": to_owned();
}

// The compiler shows the message of an impl's bound only for a type without inferred parameters:
// the bound is the function's.
signposts! {
    functions: [T, D: Dims] Array<Owned<T>, D>, ()
    "`Tensor::from_shape_fn([3, 3], |[i, j]| f64::from(i == j))` is an identity matrix": eye(Size) identity(Size);
    "`(0..=10).map(|i| i as f64 * 0.1).collect::<Tensor<_, 1>>()` makes a tensor of an iterator": linspace(Start, End, Count);
    "`Tensor::full([2, 3], value)` repeats one value": from_elem(Shape, Value);
    "`Tensor::from_shape_fn([2, 3], |[i, j]| ..)` calls a function for each index": from_fn(Shape, Element);
    "`Tensor::from_shape_fn([2, 3], |_| rng.random())` calls a function for each element": rand(Shape) randn(Shape) random(Shape);
    "`Tensor::from(vec)` has one axis, `Tensor::from_shape_vec([2, 3], vec)` the axes of a shape": from_vec(Elements);
    "`Tensor::from_shape_vec([2, 3], vec)` takes the elements of a vector": new(Shape, Elements) from_shape(Shape, Elements);
    "`Tensor::from(slice)` clones a slice to one axis, `View::new([2, 3], slice)` is a view of it": from_slice(Elements);
    "`Tensor::full([2, 3], 1.0)` repeats one value": ones(Shape);
    "`concatenate(0, [a.view(), b.view()])` is a function of tslice": concatenate(Axis, Arrays) concat(Axis, Arrays);
    "`stack(0, [a.view(), b.view()])` is a function of tslice": stack(Axis, Arrays);
    "`Tensor::<f32, _>::zeros(t.shape())` has the shape of `t`": zeros_like(Like);
    "`(0..5).collect::<Tensor<_, 1>>()` makes a tensor of an iterator": arange(Numbers) range(Start, End);
}

signposts! {
    specs: [] DynSpec, ()
    "`text.parse::<DynSpec>()` reads a spec, `DynSpec::from(s![1:3])` converts one": new parse;
}

/// No value has this.
#[diagnostic::on_unimplemented(message = "an axis is an integer: `sum_axis(0)`, `axis_iter(-1)`")]
pub trait AnAxisIsAnInteger {}

#[doc(hidden)]
#[allow(non_snake_case, reason = "ndarray's name")]
pub fn Axis<N: AnAxisIsAnInteger>(_: N) -> i64 {
    unreachable!()
}

/// No text has this.
#[diagnostic::on_unimplemented(message = "`text.parse::<DynSpec>()` reads a spec from text")]
pub trait ParseReadsText<'a> {}

#[doc(hidden)]
impl<'a> From<&'a str> for DynSpec
where
    str: ParseReadsText<'a>,
{
    fn from(_: &'a str) -> Self {
        unreachable!()
    }
}

/// No operand has this. A user's own type may be the operand of an impl of the user's.
#[diagnostic::on_unimplemented(
    message = "arrays have no operators: `zip((&a, &b)).map(|(a, b)| a + b)` combines two arrays, \
               `map(|x| x + 1.0)` an array and a number",
    label = "tslice has closures for this"
)]
pub trait Operand {}

/// No array has this. For an operator of one operand, the compiler's error is the name of the trait
/// that it misses.
pub trait MapCallsAClosure {}

macro_rules! prefixes {
    ($([$($reference:tt)?] $operator:ident $method:ident;)+) => {$(
        #[doc(hidden)]
        impl<S, D: Dims> ops::$operator for $($reference)? Array<S, D>
        where
            Array<S, D>: MapCallsAClosure,
        {
            type Output = Self;

            fn $method(self) -> Self {
                unreachable!()
            }
        }
    )+};
}

prefixes! {
    [] Neg neg;
    [&] Neg neg;
    [] Not not;
    [&] Not not;
}

macro_rules! operators {
    ($($operator:ident $method:ident, $assign:ident $assigns:ident;)+) => {$(
        operators! { @ &Array<S, D>, $operator $method }
        operators! { @ Array<S, D>, $operator $method }

        #[doc(hidden)]
        impl<S, D: Dims, R: Operand> ops::$assign<R> for Array<S, D> {
            fn $assigns(&mut self, _: R) {
                unreachable!()
            }
        }
    )+};
    (@ $array:ty, $operator:ident $method:ident) => {
        #[doc(hidden)]
        impl<S, D: Dims, R: Operand> ops::$operator<R> for $array {
            type Output = Self;

            fn $method(self, _: R) -> Self {
                unreachable!()
            }
        }
    };
}

operators! {
    Add add, AddAssign add_assign;
    Sub sub, SubAssign sub_assign;
    Mul mul, MulAssign mul_assign;
    Div div, DivAssign div_assign;
    Rem rem, RemAssign rem_assign;
    BitAnd bitand, BitAndAssign bitand_assign;
    BitOr bitor, BitOrAssign bitor_assign;
    BitXor bitxor, BitXorAssign bitxor_assign;
    Shl shl, ShlAssign shl_assign;
    Shr shr, ShrAssign shr_assign;
}

#[doc(hidden)]
impl<S, D: Dims, R: Operand> PartialOrd<R> for Array<S, D>
where
    Self: PartialEq<R>,
{
    fn partial_cmp(&self, _: &R) -> Option<Ordering> {
        unreachable!()
    }
}
