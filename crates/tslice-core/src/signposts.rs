//! Names that other libraries have for what this one calls otherwise: a call is a compile error
//! that says what to write.

#![allow(non_camel_case_types, reason = "a trait has the name of its method")]

use core::cmp::Ordering;
use core::ops;

use crate::array::{Array, AsView, Known, Mut, Owned, Read, Ref};
use crate::compute::Zip;
use crate::interop::{Lend, LendMut};
use crate::layout::Dims;
use crate::pick::PickMut;

/// Makes a hidden function of each name. It has a bound that does not hold, whose message is the
/// compiler's only error. The result may be anything, so that the compiler reports nothing else
/// about a chain of calls.
///
/// If the element's type is named, the impl has the bound, too. To the compiler, the function of an
/// impl whose bound does not hold does not exist: the message stands alone, whatever the arguments
/// are, and a user's trait may have a function of the same name. The message is shown if the type
/// in the bound equals the receiver's, lifetimes included, as it does for `&mut self`. An element's
/// type that is still inferred, as in `tensor![1, 2]`, equals none: until then, [`Known::Is`]
/// leaves the bound of the impl undecided.
macro_rules! signposts {
    ($module:ident: $impl:tt $($message:literal: $($name:ident $arguments:tt)+;)+) => {
        mod $module {
            use super::*;

            $($(
                #[diagnostic::on_unimplemented(
                    message = $message,
                    label = "tslice has another name for this"
                )]
                pub trait $name<Use> {}

                signposts! { @ $impl $name $arguments }
            )+)+
        }
    };
    (@ [[$($generics:tt)*] $type:ty => $element:ty, $self:tt] $name:ident $arguments:tt) => {
        impl<$($generics)*> $name<Undecided> for $type {}

        impl<$($generics)*> $type
        where
            Self: $name<<$element as Known>::Is>,
        {
            signposts! { # $self $name $arguments }
        }
    };
    (@ [[$($generics:tt)*] $type:ty, $self:tt] $name:ident $arguments:tt) => {
        impl<$($generics)*> $type {
            signposts! { # $self $name $arguments }
        }
    };
    (# ($($self:tt)*) $name:ident ($($argument:ident),*)) => {
        #[doc(hidden)]
        #[allow(clippy::new_ret_no_self, reason = "it never compiles")]
        pub fn $name<$($argument,)* Result>($($self)* $(_: $argument),*) -> Result
        where
            Self: $name<Returns<Result>>,
        {
            unreachable!()
        }
    };
}

/// What a type that is still inferred may turn out to be.
pub struct Undecided;

/// The result of a call.
pub struct Returns<Result>(Result);

signposts! {
    methods: [[S: Read<Elem: Known>, D: Dims] Array<S, D> => S::Elem, (&mut self,)]
    // The form.
    "`len()` is the number of elements, `shape()` has the length of each axis": size() numel();
    "the element type is part of the array's type, such as `Tensor<f32, 2>`": dtype();
    "`rank()` is the number of axes": ndim();
    "`is_contiguous()` says whether the elements are in row-major order": is_standard_layout();
    "`len() * size_of::<f32>()` is the size in bytes, `to_vec()` copies the elements": nbytes()
        tobytes() to_bytes();
    "`strides()` has the step of each axis, in elements": stride(Axis);
    "`into_rank::<2>()` gives a dynamic array a typed rank": into_dimensionality();
    "`view().into_dyn()` is a view whose rank is known at run time, `into_dyn()` takes the array":
        as_dyn() to_dyn();
    "this is an array, not a `Result`: the call is removed; the forms with `try_` return a \
     `Result`": unwrap() expect(Message);
    "`shape()` has the length of each axis: `let [height, width] = *t.shape();`": dim() dims()
        dimensions();
    "`shape()` has the length of each axis, and is an argument of `Tensor::zeros`":
        new_zeros(Shape) raw_dim();
    "`shape()[1]` is the length of axis 1": is_square() len_of(Axis);
    "`shape()[0]` is the number of rows": nrows() height();
    "`shape()[1]` is the number of columns": ncols() width();

    // Axes.
    "`t()` reverses the axes, `permute([1, 0, 2])` orders them": transpose();
    "`t()` reverses the axes": reversed_axes();
    "`permute([1, 0, 2])` orders the axes": permuted_axes(Axes);
    "`permute([1, 0, 2])` swaps axes 0 and 1": swap_axes(First, Second) swap_axis(First, Second)
        swapaxes(First, Second);
    "`permute([1, 2, 0])` moves axis 0 behind the others": moveaxis(From, To) movedim(From, To);
    "`slice(s![1 => ::-1])` reverses axis 1; `slice_axis(axis, s![::-1])` takes the axis as a \
     number": flip(Axis) invert_axis(Axis) flip_axis(Axis) reverse() reversed();
    "`slice(s![:, ::-1])` reverses axis 1, `slice(s![::-1])` axis 0, and `t().slice(s![::-1])` \
     rotates to the left": fliplr() flipud() flip_horizontal() flip_vertical() rotate90()
        rotate270() rot90();
    "`concatenate(0, [t.slice(s![-n:]), t.slice(s![:-n])])` moves the last `n` positions of axis 0 \
     to its beginning": rotate_left(Count) rotate_right(Count) roll(Shift, Axis) shift(Shift);
    "`slice(s![:, newaxis]).broadcast_to([3, 4, 5])` repeats without a copy, `concatenate(0, \
     [t.view(), t.view()])` joins copies": repeat(Count, Axis) tile(Counts)
        repeat_interleave(Count);
    "`insert_axis(1)` gives a new axis of length 1, and so does `slice(s![:, newaxis])`":
        unsqueeze(Axis) expand_dims(Axis);
    "`index_axis(1, 0)` drops axis 1, and so does `slice(s![:, 0])`": squeeze(Axis)
        remove_axis(Axis);
    "`reshape(-1)` is a view with one axis, `to_vec()` copies the elements": ravel();
    "`reshape(other.shape())` is a view": reshape_as(Other);
    "`reshape([2, 6])` is a view, `into_shape([2, 6])` of a tensor keeps its elements":
        merge_axes(From, To) to_shape(Shape) into_shape_with_order(Shape) unflatten(Axis, Shape);
    "`broadcast_to([4, 3])` repeats the elements without a copy": expand(Shape);
    "`broadcast_to(other.shape())` repeats the elements without a copy": expand_as(Other);
    "`broadcast_to([4, 3])` repeats the elements without a copy; `try_broadcast_to` returns the \
     error": broadcast(Shape);

    // Parts.
    "`slice_axis(axis, s![start:+len])` takes `len` positions from `start` on": slice_each_axis(F)
        isel(Axis, Index) sel(Axis, Index) selectdim(Axis, Index) narrow(Axis, Start, Len);
    "`slice(s![:, 2])` is column 2": col(Index) column(Index);
    "`slice(s![:3])` is the first three, `slice(s![-3:])` the last three": head(Count) tail(Count)
        split_first();
    "`slice_mut(s![:, 2])` is column 2": column_mut(Index);
    "`lanes(0)` iterates over the columns of a matrix": columns() column_iter();
    "`diagonal(0)` is the main diagonal": diag() into_diag() trace();
    "`diagonal_mut(0)` is the main diagonal": diag_mut() fill_diagonal(Value);
    "`axis_iter(0)` iterates over the parts along axis 0": outer_iter() iter_axis(Axis);
    "`axis_iter(axis)` iterates over the parts along an axis, and `axis_iter(-1)` over the \
     channels of an image": unbind(Axis) channels();
    "`rows()` iterates over the rows": row_iter() iter_rows();
    "`rows()` iterates over the lines of the last axis, which are pixels in an image": pixels();
    "`chunks(axis, len)` iterates over parts of `len` positions": axis_chunks_iter(Axis, Len)
        axis_chunks(Axis, Len) exact_chunks(Shape) blocks(Shape) chunk(Count, Axis)
        chunks_exact(Len) exact_chunks_mut(Shape);
    "`windows([3, 3])` is an array of the windows": sliding_window_view(Shape);
    "`windows_along(axis, len)` is an array of the windows": unfold(Axis, Len, Step)
        axis_windows(Axis, Len) rolling(Len) windows_axis(Axis, Len) array_windows();
    "`split_at(axis, position)` gives two parts, `chunks(axis, len)` iterates over parts of `len` \
     positions": split(Len, Axis) hsplit(Count) vsplit(Count) array_split(Count, Axis);
    "`slice(s![..])` of a `View` lives as long as the elements; `into_slice_mut(s![..])` for a \
     `ViewMut`": slice_move(Spec);
    "`slice(s![..])` returns the part: `let t = t.slice(s![..]);`": slice_collapse(Spec);
    "`slice(s![::2])` takes every second position; tslice does not interpolate": resize(Shape)
        thumbnail(Width, Height);

    // Elements.
    "`img.slice(s![y, x])` is a pixel, `img[[y, x, 0]]` its first channel": get_pixel(Column, Row)
        pixel(Column, Row);
    "`iter().next()` is the first element": first();
    "`iter_mut().next()` is the first element": first_mut();
    "`t[[0, 1]]` is an element, `t[[]]` the only one of an array without axes, `slice(s![1:3, 0])` \
     a part": uget(Index) item() value() into_scalar() to_scalar() at(Index) index(Index) i(Spec)
        get_unchecked(Index);
    "`t[[0, 1]] = value` writes an element, `fill(value)` all of them, \
     `pick_mut(s![&list]).fill(value)` those of a list, `slice_mut(s![0]).assign(&other)` a part":
        set(Index, Value) put(Index, Value) put_pixel(Column, Row, Pixel);
    "`indexed_iter()` has the index of each element: `filter(|(_, x)| **x != 0)`, of a mask \
     `filter(|(_, x)| **x)`": nonzero() argwhere() indices();
    "`iter().filter(|x| **x != 0).count()` counts elements, `sum_as::<usize>()` those of a mask":
        count_nonzero();
    "`iter().any(|x| *x == value)` looks for a value": contains(Value);
    "`zip((&indices,)).indexed().map(|[i, _], (j,)| a[[i, *j]])` reads an element for each index":
        take_along_axis(Indices, Axis) gather(Axis, Indices);
    "`to_vec()` copies the elements, `rows().map(|row| row.to_vec()).collect::<Vec<_>>()` row by \
     row": tolist() values() flat() to_vec2();
    "`to_vec()` copies the elements, which `sort` and `dedup` of a vector make unique": unique();
    "`as_slice()` of sorted elements has `partition_point(|x| *x < value)`": binary_search(Value)
        searchsorted(Value);
    "`as_mut_slice()` borrows the elements of a contiguous array, and a slice has `sort` and \
     `sort_by(f32::total_cmp)`": sort() sort_axis(Axis) sort_unstable() sort_by(F)
        sorted();
    "`(0..v.len()).collect::<Vec<_>>()` sorted by `sort_by(|&i, &j| v[i].total_cmp(&v[j]))` is the \
     order, and `pick(s![&order])` copies": argsort() topk(Count) argpartition(Position);
    "`as_mut_slice()` borrows the elements of a contiguous array": as_slice_mut() as_mut();
    "`as_slice()` borrows the elements of a contiguous array": as_slice_memory_order() data()
        as_ref() as_bytes() as_raw();
    "`into_vec()` takes the elements out of a tensor": into_raw_vec_and_offset() into_raw();
    "`tslice_npy::write(path, &array)` of the crate `tslice-npy` writes NumPy's files":
        to_npy() write_npy(Path) save_npy(Path);
    "`image::RgbImage::try_from(view)` and `ndarray::ArrayView::from(view)` convert, with the \
     features `image-0_25` and `ndarray-0_17`": to_numpy() save(Path) to_image() to_ndarray()
        as_ndarray() into_ndarray() into_image() numpy() to_rgb8() grayscale() blur(Sigma);

    // Copies and writes.
    "`to_tensor()` copies the elements; `clone()` of a view is a view": copy() into_owned();
    "`to_tensor()` copies the elements in row-major order; `is_contiguous()` says whether they \
     are": contiguous() as_standard_layout();
    "`assign(&other)` overwrites the elements": copy_from(Other);
    "`other.assign(&t)` writes the elements of `t` to `other`": assign_to(Other);
    "`paste(&mut t, [top, left], &other)` writes the elements that are inside of `t`, and \
     `overlay` lends the part of `t` below `other`": crop_mut(Start, Shape, Border)
        paste(Start, Other) overlay(Start, Other) blit(Other, Start);
    "`slice(s![top:top + height, left:left + width])` is a part, and `crop` may begin outside":
        crop_imm(Left, Top, Width, Height) sub_image(Left, Top, Width, Height);
    "`assign(&slice)` overwrites the elements of each row; `as_mut_slice()` is the slice of all \
     elements": clone_from_slice(Slice) copy_from_slice(Slice);
    "`take(axis, &list)` copies the positions of a list, `pick(s![&list])` of axis 0":
        index_select(Axis, List) take_axis(Axis, List) select_rows(List) pick_rows(List);
    "`pick_mut(s![&list]).assign(&other)` writes the positions of a list":
        scatter(Axis, List, Other) put_along_axis(List, Other, Axis) index_put(List, Other)
        index_copy(Axis, List, Other) take_mut(Axis, List);
    "`zip((&mut a, &mut b)).for_each(|(x, y)| std::mem::swap(x, y))` swaps the elements of two \
     parts": swap_with(Other) swap_with_slice(Other);
    "`pick_mut(s![&list]).fill(value)` writes the positions of a list":
        index_fill(Axis, List, Value);
    "`pick_mut(s![&list]).apply(&other, |x, y| *x += y)` adds to the positions of a list":
        index_add(Axis, List, Other) scatter_add(Axis, List, Other) bincount() histogram(Bins);
    "`try_slice(spec)` returns the error": checked_slice(Spec);
    "`slice_mut(s![..]).assign(&other)` overwrites a part": slice_assign(Spec, Other);
    "`select(&mask)` copies the elements of a mask": masked_select(Mask) masked(Mask);
    "`select_mut(&mask).fill(value)` writes the elements of a mask": masked_fill(Mask, Value);
    "`concatenate(0, [a.view(), b.view()])` joins arrays: a tensor does not grow in place, and \
     `concatenate(1, ..)` joins along axis 1": append(Axis, Other) push_row(Row)
        push_column(Column) push(Part) extend(Other) cat(Other, Axis) vstack(Other) hstack(Other);
    "`compress(axis, &mask)` copies the positions that stay": delete(Indices, Axis) retain(F)
        remove_row(Index);

    // Computing.
    "`zip((&mask, &a, &b)).map(|(&mask, &a, &b)| if mask {{ a }} else {{ b }})` chooses elements":
        where_(Mask, Other);
    "`zip((&a, &b)).all(|(a, b)| (a - b).abs() <= 1e-6)` compares": equal(Other) allclose(Other)
        isclose(Other) abs_diff_eq(Other, Epsilon);
    "`zip((&a, &b))`, a function of tslice, iterates over several arrays, which broadcast":
        zip_map(Other, F);
    "`zip((&t,)).indexed().map(|[i, j], (x,)| ..)` has the index of each element": map_indexed(F)
        indexed_map(F) triu() tril();
    "`sum_axis(1).sum_axis(0)` reduces two axes, the last one first, and so do `mean_axis` and \
     `max_axis`": sum_axes(Axes) mean_axes(Axes) max_axes(Axes);
    "`map(|&x| f(x))` takes the elements by value": mapv(F) map_collect(F) nan_to_num();
    "`map(|x| x.sqrt())` calls a function for each element, `map_axis(axis, |line| ..)` for each \
     line": apply(F) apply_along_axis(Axis, F) median() percentile(Q) quantile(Q) norm() sqrt()
        abs() exp() ln() log() sin() cos() tanh() floor() ceil() round() powi(N) powf(N) pow(N)
        power(N) square() is_nan() isnan() is_finite() isfinite() is_infinite() isinf() exp2()
        cbrt() recip() signum() round_ties_even();
    "`zip((&a, &b)).map(|(a, b)| a + b)` combines two arrays or two slices of one, `map(|x| x + \
     1.0)` an array and a number": logical_and(Other) logical_or(Other) add(Other) sub(Other)
        mul(Other) div(Other) minimum(Other) maximum(Other) atan2(Other) hypot(Other)
        rem_euclid(Other);
    "`map(|z| z.re)` and `map(|z| z.im)` copy the parts of complex numbers": real() imag();
    "`map(|x| x.clamp(low, high))` limits the elements": clip(Low, High);
    "`map_inplace(|x| *x = f(*x))` changes the elements": mapv_inplace(F) mapv_into(F) fill_with(F)
        map_mut(F);
    "`lanes_mut(axis)` iterates over the lines along an axis, to be written": map_axis_mut(Axis, F);
    "`zip((&mut a, &b)).for_each(|(a, b)| ..)` iterates over several arrays":
        zip_mut_with(Other, F) zip_mut(Other, F) scaled_add(Factor, Other);
    "`iter().product::<f32>()` multiplies all elements, `fold_axis(axis, 1.0, |x, y| x * y)` those \
     along an axis": product_axis(Axis) prod();
    "`map_axis(axis, |line| line.any(|x| *x))` asks for each line along an axis": any_axis(Axis)
        all_axis(Axis);
    "`zip((a.slice(s![:, newaxis]), &b)).map(|(a, b)| a * b)` combines each element of `a` with \
     each of `b`": outer(Other) one_hot(Other);
    "`accumulate(axis, |sum, x| sum + x)` gives cumulative sums": cumsum(Axis) cumprod(Axis)
        cummax(Axis) cummin(Axis);
    "`accumulate(axis, |sum, x| sum + x)` gives a tensor": accumulate_axis_inplace(Axis, F);
    "`map(|&x| x as f32)` converts the elements": astype() cast() float() int() to() as_type()
        to_f32() to_f64();
    "`zip((&t,)).par_for_each(|(x,)| ..)` is parallel, with the feature `rayon`": par_iter()
        par_iter_mut() into_par_iter() par_mapv_inplace(F) par_for_each(F) par_map(F)
        par_map_inplace(F);
    "`iter().filter(|x| !x.is_nan()).sum::<f64>()` leaves out what is not a number": nansum()
        nanmean() nanmin() nanmax();
    "`zip((a.slice(s![1:]), a.slice(s![:-1]))).map(|(x, y)| x - y)` has the differences along axis \
     0": diff() gradient();
    "`min()` and `max()` are the extremes": minmax() min_max() ptp();
    "`map(|x| (x - max).exp())` with `let max = t.max().unwrap();`, then each element divided by \
     the sum": softmax(Axis);
    "`max_axis(axis)` and `min_axis(axis)` are the extremes along an axis": amax(Axis) amin(Axis);
    "`map(|x| (x - mean).powi(2)).mean()` is the variance, with `let mean = t.mean();`; \
     `map_axis(axis, f)` has one of each line": std() var() std_axis(Axis) var_axis(Axis);
    "`windows_along(axis, len)` is an array of the windows, and `zip` multiplies it by the kernel":
        convolve(Kernel) correlate(Kernel);
    "a matrix of `nalgebra` has linear algebra: `nalgebra::DMatrix::from(t.view())`, with the \
     feature `nalgebra-0_35`": det() inv() solve(Other) svd() qr() cholesky() eig();
    "`zip((&a, &b)).map(|(a, b)| a * b).sum()` of two rows; `ndarray::ArrayView2::from(t.view())` \
     has `dot`, with the feature `ndarray-0_17`": dot(Other) matmul(Other) mm(Other) inner(Other);
}

signposts! {
    functions: [[T: Known, D: Dims] Array<Owned<T>, D> => T, ()]
    "`Tensor::from_shape_fn([3, 3], |[i, j]| f64::from(i == j))` is an identity matrix": eye(Size)
        identity(Size);
    "`Tensor::zeros([3, 3])`, whose `diagonal_mut(0).assign(&values)` is the diagonal":
        from_diag(Values);
    "`Tensor::zeros([2, 3])` makes a tensor, and nothing reads elements that are not initialised":
        empty(Shape) uninit(Shape);
    "`stack(0, [row.view(), row.view()])` makes a matrix of rows": from_rows(Rows);
    "`y.slice(s![:, newaxis]).broadcast_to([4, 3])` repeats coordinates without a copy":
        meshgrid(X, Y);
    "`(0..=10).map(|i| i as f64 * 0.1).collect::<Tensor<_, 1>>()` makes a tensor of an iterator":
        linspace(Start, End, Count) logspace(Start, End, Count);
    "`Tensor::full([2, 3], value)` repeats one value": from_elem(Shape, Value);
    "`Tensor::from_shape_fn([2, 3], |[i, j]| ..)` calls a function for each index":
        from_fn(Shape, Element);
    "`Tensor::from_shape_fn([2, 3], |_| rng.random())` calls a function for each element":
        rand(Shape) randn(Shape) random(Shape);
    "`Tensor::from(vec)` has one axis, `Tensor::from_shape_vec([2, 3], vec)` the axes of a shape":
        from_vec(Elements);
    "`Tensor::from_shape_vec([2, 3], vec)` takes the elements of a vector, and \
     `Tensor::<f32, _>::zeros([2, 3])` writes zeros": new(Shape, Elements)
        from_shape(Shape, Elements);
    "`Tensor::from(slice)` clones a slice to one axis, `View::new([2, 3], slice)` is a view of it":
        from_slice(Elements);
    "`Tensor::full([2, 3], 1.0)` repeats one value": ones(Shape) full_like(Like, Value)
        ones_like(Like);
    "`concatenate(0, [a.view(), b.view()])` is a function of tslice": concatenate(Axis, Arrays)
        concat(Axis, Arrays);
    "`stack(0, [a.view(), b.view()])` is a function of tslice": stack(Axis, Arrays);
    "`Tensor::<f32, _>::zeros(t.shape())` has the shape of `t`": zeros_like(Like);
    "`(0..5).collect::<Tensor<_, 1>>()` makes a tensor of an iterator": arange(Numbers)
        range(Start, End);
}

signposts! {
    views: [['a, T, D: Dims] Array<Ref<'a, T>, D>, ()]
    "`View::from(slice)` has one axis, `View::new([2, 3], slice)` the axes of a shape":
        from_slice(Elements) from_vec(Elements);
}

signposts! {
    exclusive_views: [['a, T, D: Dims] Array<Mut<'a, T>, D>, ()]
    "`ViewMut::from(slice)` has one axis, `ViewMut::new([2, 3], slice)` the axes of a shape":
        from_slice(Elements) from_vec(Elements);
}

// The prelude has traits with methods of these names. The compiler would speak of them if the
// function did not exist.
signposts! {
    prelude: [[S, D: Dims] Array<S, D>, (&mut self,)]
    "`slice(s![:, ::-1])` reverses axis 1, `slice(s![::-1])` axis 0, and `t().slice(s![::-1])` \
     rotates to the left": rev();
    "`reshape(-1)` is a view with one axis, `to_vec()` copies the elements": flatten();
    "`slice(s![::2])` takes every second position; tslice does not interpolate": step_by(Step);
    "`iter().next_back()` is the last element": last();
    "`iter().min_by(|a, b| a.total_cmp(b))` compares by a function": min_by(F) max_by(F);
    "`indexed_iter()` has the index of each element: `filter(|(_, x)| **x != 0)`, of a mask \
     `filter(|(_, x)| **x)`": enumerate() position(F) find(F) enumerate_pixels();
    "`iter().filter(f)` and `iter().for_each(f)` take elements one by one, `select(&mask)` copies \
     those of a mask": filter(F) for_each(F);
    "`iter().filter(|x| f(x)).count()` counts elements": count(F);
    "`to_vec()` copies the elements, `rows().map(|row| row.to_vec()).collect::<Vec<_>>()` row by \
     row": collect();
    "`zip((&a, &b))`, a function of tslice, iterates over several arrays, which broadcast":
        zip(Other);
    "`map(|x| x.clamp(low, high))` limits the elements": clamp(Low, High);
    "`iter().fold(start, |sum, x| ..)` folds all elements, `fold_axis(axis, start, f)` those along \
     an axis": fold(Start, F);
    "`iter().product::<f32>()` multiplies all elements, `fold_axis(axis, 1.0, |x, y| x * y)` those \
     along an axis": product();
    "`iter().copied().reduce(f)` combines all elements, `fold_axis(axis, start, f)` those along an \
     axis": reduce(F);
}

signposts! {
    prelude_by_reference: [[S, D: Dims] Array<S, D>, (&self,)]
    "`slice(s![..])` slices tslice's own arrays, `tslice` is for those of `ndarray`":
        tslice(Spec) tslice_mut(Spec);
    "`pick(s![..])` picks from tslice's own arrays, `tpick` is for those of `ndarray`":
        tpick(Spec) tpick_mut(Spec);
    "`map(|&x| x > 5)` is a mask, `zip((&a, &b)).map(|(a, b)| a > b)` one of two arrays": gt(Other)
        ge(Other) lt(Other) le(Other);
    "`to_tensor()` copies the elements; `clone()` of a view is a view": to_owned();
}

#[cfg(not(feature = "rayon"))]
signposts! {
    parallel: [[S: Read<Elem: Known>, D: Dims] Array<S, D> => S::Elem, (&mut self,)]
    "this is behind the feature `rayon`: `cargo add tslice --features rayon`": par_to_tensor()
        par_copy_to_slice(Target) par_pick(Spec);
}

#[cfg(not(feature = "rayon"))]
signposts! {
    parallel_zips: [[O, const N: usize] Zip<O, N>, (&mut self,)]
    "this is behind the feature `rayon`: `cargo add tslice --features rayon`": par_for_each(F)
        par_fold(Identity, F, Combine) par_map(F) try_par_map(F);
}

#[cfg(not(feature = "ndarray-0_17"))]
macro_rules! enabled {
    ($($name:ident $self:tt)+) => {
        $(enabled! { @ $name $self })+
    };
    (@ $name:ident ($($self:tt)+)) => {
        #[doc(hidden)]
        fn $name<Spec, Result>($($self)+, _: Spec) -> Result
        where
            Self: Enabled,
        {
            unreachable!()
        }
    };
}

/// No array has this.
#[cfg(not(feature = "ndarray-0_17"))]
#[diagnostic::on_unimplemented(
    message = "`tslice` and `tpick` of arrays of `ndarray` are behind the feature `ndarray-0_17`: \
               `cargo add tslice --features ndarray-0_17`",
    label = "a method of `tslice::interop::ndarray::TSlice`",
    note = "an image is borrowed: `image.lend().slice(s![..])`, with the feature `image-0_25`, \
            and a `Vec` or a slice is `View::from(&list)`"
)]
pub trait Enabled {}

/// The methods that an array of `ndarray` has if the feature is on.
#[cfg(not(feature = "ndarray-0_17"))]
pub trait NeedsFeatureNdarray {
    enabled! { tslice(&self) tslice_mut(&mut self) tpick(&self) tpick_mut(&mut self) }
}

#[cfg(not(feature = "ndarray-0_17"))]
impl<A: ?Sized> NeedsFeatureNdarray for A {}

signposts! {
    zips: [[O, const N: usize] Zip<O, N>, (&mut self,)]
    "`map(|(a, b)| ..)` of a zip is a tensor, which has `iter()`": filter(F) collect() enumerate()
        zip(Other);
}

signposts! {
    picks: [[T] PickMut<'_, T>, (&mut self,)]
    "`apply(&other, |x, y| *x += y)` combines the selected elements with others, `map_inplace(|x| \
     ..)` changes them": map(F) add(Other) sub(Other) mul(Other);
}

/// No value has this.
#[diagnostic::on_unimplemented(message = "an axis is an integer: `sum_axis(0)`, `axis_iter(-1)`")]
pub trait AnAxisIsAnInteger {}

#[doc(hidden)]
#[allow(non_snake_case, reason = "ndarray's name")]
pub fn Axis<N: AnAxisIsAnInteger>(_: N) -> i64 {
    unreachable!()
}

/// No other type has this.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not lend a view",
    label = "a slice, a vector or a nested array is `View::from(&list)`",
    note = "arrays of other crates do with a feature: `ndarray-0_17`, `image-0_25`, `nalgebra-0_35`"
)]
pub trait Lends {}

#[doc(hidden)]
impl<A: Lends + ?Sized> Lend for A {
    type View<'a>
        = &'a A
    where
        A: 'a;

    fn lend(&self) -> &A {
        unreachable!()
    }
}

#[doc(hidden)]
impl<A: Lends + ?Sized> LendMut for A {
    type ViewMut<'a>
        = &'a mut A
    where
        A: 'a;

    fn lend_mut(&mut self) -> &mut A {
        unreachable!()
    }
}

/// No operand has this. A user's own type may be the operand of an impl of the user's.
#[diagnostic::on_unimplemented(
    message = "arrays have no operators: `zip((&a, &b)).map(|(a, b)| a + b)` combines two arrays, \
               `map(|x| x + 1.0)` an array and a number",
    label = "tslice has closures for this",
    note = "in place: `zip((&mut a, &b)).for_each(|(a, b)| *a += b)`, `map_inplace(|x| *x += 1.0)`"
)]
pub trait IsCombined {}

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
        operators! { @ [R] $operator<R> $method: &Array<S, D>, Array<S, D> where R: IsCombined }
        // A literal is one of these numbers.
        operators! {
            @ [] $operator<Array<S, D>> $method: f64, i32 where Array<S, D>: IsCombined
        }
        operators! {
            @ [] $operator<&Array<S, D>> $method: f64, i32 where Array<S, D>: IsCombined
        }

        #[doc(hidden)]
        impl<S, D: Dims, R: IsCombined> ops::$assign<R> for Array<S, D> {
            fn $assigns(&mut self, _: R) {
                unreachable!()
            }
        }
    )+};
    (@ $parameter:tt $operator:ident<$right:ty> $method:ident:
     $left:ty, $other:ty where $($bound:tt)+) => {
        operators! { # $parameter $operator<$right> $method: $left where $($bound)+ }
        operators! { # $parameter $operator<$right> $method: $other where $($bound)+ }
    };
    (# [$($parameter:ident)?] $operator:ident<$right:ty> $method:ident:
     $left:ty where $($bound:tt)+) => {
        #[doc(hidden)]
        impl<S, D: Dims, $($parameter)?> ops::$operator<$right> for $left
        where
            $($bound)+
        {
            type Output = Array<S, D>;

            fn $method(self, _: $right) -> Array<S, D> {
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

/// No operand has this.
#[diagnostic::on_unimplemented(
    message = "arrays have no order: `map(|&x| x > 5)` is a mask, \
               `zip((&a, &b)).map(|(a, b)| a > b)` one of two arrays",
    label = "tslice has closures for this"
)]
pub trait Compared<T>: AsView<T> {}

#[doc(hidden)]
impl<S: Read<Elem: PartialEq>, D: Dims, R: Compared<S::Elem>> PartialOrd<R> for Array<S, D> {
    fn partial_cmp(&self, _: &R) -> Option<Ordering> {
        unreachable!()
    }
}
