//! Names that other libraries have for what this one calls otherwise: a call is a compile error
//! that says what to write.

#![allow(non_camel_case_types, reason = "a trait has the name of its method")]

use core::cmp::Ordering;
use core::ops;

use crate::array::{Array, AsView, Known, Mut, Owned, Read, Ref};
use crate::compute::Zip;
use crate::interop::{Lend, LendMut};
#[cfg(not(feature = "rayon"))]
use crate::iter::{AxisChunks, AxisIter, Lanes};
use crate::layout::Dims;
use crate::pick::PickMut;

/// Makes a hidden function of each name; behind a `/` is the number of its arguments. It has a
/// bound that does not hold, whose message is the compiler's only error. The result may be
/// anything, so that the compiler reports nothing else about a chain of calls.
///
/// If the element's type is named, the impl has the bound, too. To the compiler, the function of an
/// impl whose bound does not hold does not exist: the message stands alone, whatever the arguments
/// are, and a user's trait may have a function of the same name. The message is shown if the type
/// in the bound equals the receiver's, lifetimes included, as it does for `&mut self`. An element's
/// type that is still inferred, as in `tensor![1, 2]`, equals none: until then, [`Known::Is`]
/// leaves the bound of the impl undecided.
macro_rules! signposts {
    ($module:ident: $impl:tt $($message:literal: $($name:ident $(/ $count:tt)?)+;)+) => {
        mod $module {
            use super::*;

            $($(
                #[diagnostic::on_unimplemented(
                    message = $message,
                    label = "tslice has another name for this"
                )]
                pub trait $name<Use> {}

                signposts! { @ $impl $name $($count)? }
            )+)+
        }
    };
    (@ [[$($generics:tt)*] $type:ty => $element:ty, $self:tt] $name:ident $($count:tt)?) => {
        impl<$($generics)*> $name<Undecided> for $type {}

        impl<$($generics)*> $type
        where
            Self: $name<<$element as Known>::Is>,
        {
            signposts! { # $self $name $($count)? }
        }
    };
    (@ [[$($generics:tt)*] $type:ty, $self:tt] $name:ident $($count:tt)?) => {
        impl<$($generics)*> $type {
            signposts! { # $self $name $($count)? }
        }
    };
    (# $self:tt $name:ident) => { signposts! { # $self $name [] } };
    (# $self:tt $name:ident 1) => { signposts! { # $self $name [First] } };
    (# $self:tt $name:ident 2) => { signposts! { # $self $name [First Second] } };
    (# $self:tt $name:ident 3) => { signposts! { # $self $name [First Second Third] } };
    (# $self:tt $name:ident 4) => { signposts! { # $self $name [First Second Third Fourth] } };
    (# ($($self:tt)*) $name:ident [$($argument:ident)*]) => {
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
    "`len()` is the number of elements, `shape()` has the length of each axis": size numel
        elem_count;
    "the element type is part of the array's type, such as `Tensor<f32, 2>`": dtype;
    "`rank()` is the number of axes": ndim axes;
    "`is_contiguous()` says whether the elements are in row-major order": is_standard_layout flags;
    "`len() * size_of::<f32>()` is the size in bytes, `to_vec()` copies the elements": nbytes
        tobytes to_bytes itemsize;
    "`strides()` has the step of each axis, in elements": stride/1;
    "`into_rank::<2>()` gives a dynamic array a typed rank": into_dimensionality;
    "`view().into_dyn()` is a view whose rank is known at run time, `into_dyn()` takes the array":
        as_dyn to_dyn;
    "this is an array, not a `Result`: the call is removed; the forms with `try_` return a \
     `Result`": unwrap expect/1;
    "`shape()` has the length of each axis: `let [height, width] = *t.shape();`": dim dims
        dimensions;
    "`shape()` has the length of each axis, and is an argument of `Tensor::zeros`": new_zeros/1
        similar raw_dim;
    "`shape()[0]` is the number of rows, `shape()[1]` that of columns, the length of axis 1":
        is_square len_of/1 nrows num_rows num_cols height ncols width;

    // Axes.
    "`t()` reverses the axes, `permute([1, 0, 2])` orders them": transpose reversed_axes
        transpose_inplace permuted_axes/1 permute_axes/1 reverse_axes;
    "`permute([1, 0, 2])` swaps axes 0 and 1": swap_axes/2 swap_axis/2 swapaxes/2 swap_dims/2;
    "`permute([1, 2, 0])` moves axis 0 behind the others": moveaxis/2 movedim/2;
    "`slice(s![1 => ::-1])` reverses axis 1; `slice_axis(axis, s![::-1])` takes the axis as a \
     number": flip/1 invert_axis/1 flip_axis/1 reverse reversed;
    "`slice(s![:, ::-1])` reverses axis 1, `slice(s![::-1])` axis 0, and `t().slice(s![::-1])` \
     rotates to the left": fliplr flipud flip_horizontal flip_vertical rotate90 rotate270 rot90
        rotate180 fliph flipv;
    "`concatenate(0, [t.slice(s![-n:]), t.slice(s![:-n])])` moves the last `n` positions of axis 0 \
     to its beginning": rotate_left/1 lag/1 rotate_right/1 roll/2 shift/1;
    "`slice(s![:, newaxis]).broadcast_to([3, 4, 5])` repeats without a copy, `concatenate(0, \
     [t.view(), t.view()])` joins copies": repeat/2 tile/1 repeat_interleave/1;
    "`insert_axis(1)` gives a new axis of length 1, and so does `slice(s![:, newaxis])`":
        unsqueeze/1 to_column as_row to_matrix expand_dims/1;
    "`index_axis(1, 0)` drops axis 1, and so does `slice(s![:, 0])`": squeeze/1 remove_axis/1;
    "`reshape(-1)` is a view with one axis, `to_vec()` copies the elements": ravel to_flat as_flat;
    "`reshape(other.shape())` is a view": reshape_as/1;
    "`reshape([2, 6])` is a view, `into_shape([2, 6])` of a tensor keeps its elements": merge_axes/2
        to_shape/1 into_shape_with_order/1 unflatten/2;
    "`broadcast_to(other.shape())` repeats the elements without a copy": expand_as/1;
    "`broadcast_to([4, 3])` repeats the elements without a copy; `try_broadcast_to` returns the \
     error": broadcast/1 expand/1;

    // Parts.
    "`slice_axis(axis, s![start:+len])` takes `len` positions from `start` on": slice_each_axis/1
        isel/2 slice_axis_inplace/2 sel/2 selectdim/2 narrow/3;
    "`slice(s![:, 2])` is column 2": col/1 get_column/1 column/1;
    "`slice(s![:3])` is the first three, `slice(s![-3:])` the last three": head/1 tail/1 split_first
        get_rows/1 rows_range/1 top_rows/1 split_last truncate/1;
    "`slice_mut(s![:, 2])` is column 2": column_mut/1;
    "`lanes(0)` iterates over the columns of a matrix": columns columns_mut cols column_iter
        eachcol;
    "`diagonal(0)` is the main diagonal, `diagonal_mut(0)` to be written": diag into_diag trace
        diag_mut fill_diagonal/1;
    "`axis_iter(axis)` iterates over the parts along an axis, `axis_iter(0)` over the rows of a \
     matrix, `axis_iter(-1)` over the channels of an image": unbind/1 channels channel/1 outer_iter
        outer_iter_mut iter_axis/1;
    "`rows()` iterates over the rows": row_iter iter_rows eachrow;
    "`row(0)` is the first row, `row(-1)` the last one": first_row last_row get_row/1;
    "`rows()` iterates over the lines of the last axis, which are pixels in an image": pixels;
    "`chunks(axis, len)` iterates over parts of `len` positions": axis_chunks_iter/2 axis_chunks/2
        exact_chunks/1 blocks/1 chunk/2 chunks_exact/1 rchunks/1 batch/1 axis_chunks_iter_mut/2
        exact_chunks_mut/1;
    "`windows_along(axis, len)` is an array of the windows, and so is `windows([3, 3])`":
        sliding_window_view/1 unfold/3 axis_windows/2 windows_with_stride/2 rolling/1 rolling_mean/1
        moving_average/1 running_mean/1 array_windows;
    "`split_at(axis, position)` gives two parts, `chunks(axis, len)` iterates over parts of `len` \
     positions": split/2 hsplit/1 vsplit/1 array_split/2;
    "`slice(s![..])` of a `View` lives as long as the elements; `into_slice_mut(s![..])` for a \
     `ViewMut`": slice_move/1 into_slice/1;
    "`slice(s![..])` returns the part: `let t = t.slice(s![..]);`": slice_collapse/1;
    "`slice(s![::2])` takes every second position; tslice does not interpolate": resize/1
        thumbnail/2;

    // Elements.
    "`img.slice(s![y, x])` is a pixel, `img[[y, x, 0]]` its first channel": get_pixel/2
        get_pixel_mut/2 pixel/2;
    "`iter().next()` and `iter_mut().next()` are the first element": first first_mut;
    "`t[[0, 1]]` is an element, `t[[]]` the only one of an array without axes, `slice(s![1:3, 0])` \
     a part": uget/1 item value into_scalar to_scalar at/1 iloc/1 loc/1 index/1 i/1 get_unchecked/1
        elem/2 nth/1 get_element/2;
    "`t[[0, 1]] = value` writes an element, `fill(value)` all of them, \
     `pick_mut(s![&list]).fill(value)` those of a list, `slice_mut(s![0]).assign(&other)` a part":
        set/2 put/2 put_pixel/3;
    "`indexed_iter()` has the index of each element: `filter(|(_, x)| **x != 0)`, of a mask \
     `filter(|(_, x)| **x)`": nonzero argwhere indices;
    "`iter().filter(|x| **x != 0).count()` counts elements, `sum_as::<usize>()` those of a mask":
        count_nonzero;
    "`iter().any(|x| *x == value)` looks for a value": contains/1 includes/1;
    "`zip((&indices,)).indexed().map(|[i, _], (j,)| a[[i, *j]])` reads an element for each index":
        take_along_axis/2 gather/2;
    "`to_vec()` copies the elements, `rows().map(|row| row.to_vec()).collect::<Vec<_>>()` row by \
     row": tolist as_vec to_array elements values flat to_vec2 to_vec1 to_slice into_data to_data;
    "`to_vec()` copies the elements, which `sort` and `dedup` of a vector make unique": unique dedup
        nunique;
    "`as_slice()` of sorted elements has `partition_point(|x| *x < value)`": binary_search/1
        partition_point/1 searchsorted/1;
    "`as_mut_slice()` borrows the elements of a contiguous array, and a slice has `sort` and \
     `sort_by(f32::total_cmp)`": sort sort_axis/1 sort_unstable sort_by_key/1 sort_unstable_by/1
        is_sorted sort_by/1 sorted;
    "`(0..v.len()).collect::<Vec<_>>()` sorted by `sort_by(|&i, &j| v[i].total_cmp(&v[j]))` is the \
     order, and `pick(s![&order])` copies": argsort nlargest/1 top_k/1 sort_values topk/1
        argpartition/1;
    "`as_slice()` and `as_mut_slice()` borrow the elements of a contiguous array": as_slice_mut
        as_mut as_slice_memory_order data as_ref as_bytes as_raw;
    "`into_vec()` takes the elements out of a tensor": into_raw_vec_and_offset into_raw;
    "`tslice_npy::write(path, &array)` of the crate `tslice-npy` writes NumPy's files": to_npy
        write_npy/1 save_npy/1 dump/1 tofile/1;
    "`image::RgbImage::try_from(view)` and `ndarray::ArrayView::from(view)` convert, with the \
     features `image-0_25` and `ndarray-0_17`": to_numpy save/1 to_image to_ndarray as_ndarray
        into_ndarray into_image numpy to_rgb8 grayscale blur/1;

    // Copies and writes.
    "`to_tensor()` copies the elements; `clone()` of a view is a view": copy into_owned;
    "`to_tensor()` copies the elements in row-major order; `is_contiguous()` says whether they \
     are": contiguous as_standard_layout;
    "`assign(&other)` overwrites the elements": copy_from/1 copy_/1;
    "`other.assign(&t)` writes the elements of `t` to `other`": assign_to/1;
    "`paste(&mut t, [top, left], &other)` writes the elements that are inside of `t`, and \
     `overlay` lends the part of `t` below `other`": crop_mut/3 paste/2 overlay/2 blit/2;
    "`slice(s![top:top + height, left:left + width])` is a part, and `crop` may begin outside":
        crop_imm/4 sub_image/4 slice_rows/2 slice_cols/2 submatrix/4 block/4 window/2 subview/2;
    "`assign(&slice)` overwrites the elements of each row; `as_mut_slice()` is the slice of all \
     elements": clone_from_slice/1 copy_from_slice/1;
    "`take(axis, &list)` copies the positions of a list, `pick(s![&list])` of axis 0":
        index_select/2 take_axis/2 select_rows/1 pick_rows/1;
    "`pick_mut(s![&list]).assign(&other)` writes the positions of a list, and \
     `pick_mut(s![&list]).fill(value)` one value": scatter/3 index_fill/3 put_along_axis/3
        index_put/2 index_copy/3 take_mut/2;
    "`zip((&mut a, &mut b)).for_each(|(x, y)| std::mem::swap(x, y))` swaps the elements of two \
     parts, which `multi_slice_mut` lends": swap_rows/2 swap_columns/2 swap_with/1
        swap_with_slice/1;
    "`pick_mut(s![&list]).apply(&other, |x, y| *x += y)` adds to the positions of a list":
        index_add/3 scatter_add/3 bincount hist/1 value_counts histogram/1;
    "`try_slice(spec)` returns the error": checked_slice/1 get_slice/1;
    "`slice_mut(s![..]).assign(&other)` overwrites a part": slice_assign/2 set_row/2 set_column/2;
    "`select(&mask)` copies the elements of a mask, `select_mut(&mask).fill(value)` writes them":
        masked_select/1 boolean_mask/1 masked/1 mask/1 masked_fill/2;
    "`concatenate(0, [a.view(), b.view()])` joins arrays: a tensor does not grow in place, and \
     `concatenate(1, ..)` joins along axis 1": append/2 push_row/1 push_column/1 push/1 extend/1
        cat/2 vstack/1 hstack/1 extend_from_slice/1 insert/2;
    "`compress(axis, &mask)` copies the positions that stay": delete/2 retain/1 remove_row/1
        remove/1 pop clear drain/1;

    // Computing.
    "`zip((&mask, &a, &b)).map(|(&mask, &a, &b)| if mask {{ a }} else {{ b }})` chooses elements":
        where_/2;
    "`zip((&a, &b)).all(|(a, b)| (a - b).abs() <= 1e-6)` compares": equal/1 equals/1 array_equal/1
        allclose/1 isclose/1 abs_diff_eq/2;
    "`zip((&a, &b))`, a function of tslice, iterates over several arrays, which broadcast":
        zip_map/2 map2/2;
    "`zip((&t,)).indexed().map(|[i, j], (x,)| ..)` has the index of each element": map_indexed/1
        indexed_map/1 triu tril;
    "`sum()`, `mean()` and `max()` reduce all elements, `sum_axis(axis)` those along an axis":
        reduce_sum reduce_mean reduce_max sum_all mean_all sum_dim/1 mean_dim/1 sum_keepdim/1;
    "`sum_axis(1).sum_axis(0)` reduces two axes, the last one first, and so do `mean_axis` and \
     `max_axis`": sum_axes/1 mean_axes/1 max_axes/1;
    "`map(|&x| f(x))` takes the elements by value": mapv/1 map_collect/1;
    "`map(|&x| if x.is_nan() {{ 0.0 }} else {{ x }})` replaces what is not a number": nan_to_num
        fillna/1;
    "`map(|x| x.sqrt())` calls a function for each element, `map_axis(axis, |line| ..)` for each \
     line": apply/1 apply_along_axis/2 median percentile/1 quantile/1 norm norm_l2 magnitude
        normalize sqrt not neg sigmoid relu sign tan log10 log2 exp2 recip invert abs exp ln log sin
        cos tanh floor ceil round powi/1 powf/1 pow/1 power/1 square is_nan isna isnan is_finite
        isfinite is_infinite isinf;
    "`zip((&a, &b)).map(|(a, b)| a + b)` combines two arrays or two slices of one, `map(|x| x + \
     1.0)` an array and a number": logical_and/1 logical_or/1 add/1 broadcast_add/1 broadcast_mul/1
        component_mul/1 add_scalar/1 mul_scalar/1 sub/1 mul/1 div/1 minimum/1 maximum/1;
    "`map(|z| z.re)` and `map(|z| z.im)` copy the parts of complex numbers, `map(|z| z.conj())` \
     conjugates them": real imag conj;
    "`map(|x| x.clamp(low, high))` limits the elements": clip/2;
    "`map_inplace(|x| *x = f(*x))` changes the elements": mapv_inplace/1 scale/1 increment/1
        mapv_into/1 fill_with/1 map_mut/1 add_/1 sub_/1 mul_/1 div_/1 zero_;
    "`lanes_mut(axis)` iterates over the lines along an axis, to be written": map_axis_mut/2;
    "`zip((&mut a, &b)).for_each(|(a, b)| ..)` iterates over several arrays": zip_mut_with/2
        zip_mut/2 scaled_add/2;
    "`iter().product::<f32>()` multiplies all elements, `fold_axis(axis, 1.0, |x, y| x * y)` those \
     along an axis": product_axis/1 prod;
    "`map_axis(axis, |line| line.any(|x| *x))` asks for each line along an axis": any_axis/1
        all_axis/1;
    "`zip((a.slice(s![:, newaxis]), &b)).map(|(a, b)| a * b)` combines each element of `a` with \
     each of `b`": outer/1 one_hot/1;
    "`accumulate(axis, |sum, x| sum + x)` gives cumulative sums": cumsum/1 cum_sum cumulative_sum
        cumprod/1 cummax/1 cummin/1 accumulate_axis_inplace/2;
    "`map(|&x| x as f32)` converts the elements": astype cast float int to as_type to_dtype/1
        convert type_as/1 double long to_f32 to_f64 half;
    "`zip((&t,)).par_for_each(|(x,)| ..)` is parallel, with the feature `rayon`": par_iter
        par_iter_mut into_par_iter par_mapv_inplace/1 par_for_each/1 par_map/1 par_map_inplace/1;
    "`chunks_mut(axis, len)`, `rows()` and `axis_iter(axis)` are parallel by `into_par_iter()`, \
     with the feature `rayon`": par_chunks/1 par_chunks_mut/1 par_rows;
    "`iter().filter(|x| !x.is_nan()).sum::<f64>()` leaves out what is not a number": nansum dropna
        nanmean nanmin nanmax;
    "`zip((a.slice(s![1:]), a.slice(s![:-1]))).map(|(x, y)| x - y)` has the differences along axis \
     0": diff gradient;
    "`map(|x| (x - max).exp())` with `let max = t.max().unwrap();`, then each element divided by \
     the sum": softmax/1;
    "`min()` and `max()` are the extremes, `max_axis(axis)` and `min_axis(axis)` those of an axis":
        minmax min_max ptp amax/1 idxmax max_index idxmin amin/1;
    "`map(|x| (x - mean).powi(2)).mean()` is the variance, with `let mean = t.mean();`; \
     `map_axis(axis, f)` has one of each line": std var std_axis/1 variance stddev
        standard_deviation var_axis/1;
    "`windows_along(axis, len)` is an array of the windows, and `zip` multiplies it by the kernel":
        convolve/1 correlate/1;
    "the elements are in the memory of the CPU; tslice slices tensors of burn and candle, too": cpu
        cuda detach to_device/1 device requires_grad;
    "the crate `tslice-ops` has the operations of TensorFlow": gather_nd/1 strided_slice/3
        space_to_batch/2;
    "a matrix of `nalgebra` has linear algebra: `nalgebra::DMatrix::from(t.view())`, with the \
     feature `nalgebra-0_35`": det determinant inverse try_inverse inv solve/1 svd qr cholesky eig;
    "`zip((&a, &b)).map(|(a, b)| a * b).sum()` of two rows; `ndarray::ArrayView2::from(t.view())` \
     has `dot`, with the feature `ndarray-0_17`": dot/1 bmm/1 mv/1 kron/1 cross/1 matmul/1 mm/1
        inner/1;
}

signposts! {
    functions: [[T: Known, D: Dims] Array<Owned<T>, D> => T, ()]
    "`Tensor::from_shape_fn([3, 3], |[i, j]| f64::from(i == j))` is an identity matrix": eye/1
        identity/1;
    "`Tensor::zeros([3, 3])`, whose `diagonal_mut(0).assign(&values)` is the diagonal": from_diag/1;
    "`Tensor::zeros([2, 3])` makes a tensor, and nothing reads elements that are not initialised":
        empty/1 uninit/1 with_capacity/1;
    "`stack(0, [row.view(), row.view()])` makes a matrix of rows": from_rows/1 from_columns/1;
    "`y.slice(s![:, newaxis]).broadcast_to([4, 3])` repeats coordinates without a copy": meshgrid/2;
    "`(0..=10).map(|i| i as f64 * 0.1).collect::<Tensor<_, 1>>()` makes a tensor of an iterator":
        linspace/3 logspace/3;
    "`Tensor::full([2, 3], value)` repeats one value": from_elem/2 constant/2 filled/2 from_value/2;
    "`Tensor::from_shape_fn([2, 3], |[i, j]| ..)` calls a function for each index": from_fn/2;
    "`Tensor::from_shape_fn([2, 3], |_| rng.random())` calls a function for each element": rand/1
        randn/1 random/1 randint/2 rand_like/1;
    "`Tensor::from(vec)` has one axis, `Tensor::from_shape_vec([2, 3], vec)` the axes of a shape":
        from_vec/1;
    "`Tensor::from_shape_vec([2, 3], vec)` takes the elements of a vector, and \
     `Tensor::<f32, _>::zeros([2, 3])` writes zeros": new/2 from_shape/2;
    "`tensor![[1, 2], [3, 4]]` and `Tensor::from(nested)` take nested arrays, \
     `Tensor::try_from(rows)` a `Vec` of rows": array/1 from_array/1 from_nested/1 from_vecs/1;
    "`tslice_npy::read(path)` of the crate `tslice-npy` reads NumPy's files": load/1 from_npy/1
        from_file/1 read_npy/1;
    "`Tensor::from(slice)` clones a slice to one axis, `View::new([2, 3], slice)` is a view of it":
        from_slice/1 frombuffer/1;
    "`Tensor::full([2, 3], 1.0)` repeats one value": ones/1 full_like/2 ones_like/1;
    "`concatenate(0, [a.view(), b.view()])` is a function of tslice": concatenate/2 concat/2;
    "`stack(0, [a.view(), b.view()])` is a function of tslice": stack/2;
    "`Tensor::<f32, _>::zeros(t.shape())` has the shape of `t`": zeros_like/1 empty_like/1;
    "`(0..5).collect::<Tensor<_, 1>>()` makes a tensor of an iterator": arange/1 range/2 fromiter/1
        from_range/1;
}

signposts! {
    views: [['a, T, D: Dims] Array<Ref<'a, T>, D>, ()]
    "`View::from(slice)` has one axis, `View::new([2, 3], slice)` the axes of a shape": from_slice/1
        from_vec/1;
}

signposts! {
    exclusive_views: [['a, T, D: Dims] Array<Mut<'a, T>, D>, ()]
    "`ViewMut::from(slice)` has one axis, `ViewMut::new([2, 3], slice)` the axes of a shape":
        from_slice/1 from_vec/1;
}

// The prelude has traits with methods of these names. The compiler would speak of them if the
// function did not exist.
signposts! {
    prelude: [[S, D: Dims] Array<S, D>, (&mut self,)]
    "`slice(s![:, ::-1])` reverses axis 1, `slice(s![::-1])` axis 0, and `t().slice(s![::-1])` \
     rotates to the left": rev;
    "`reshape(-1)` is a view with one axis, `to_vec()` copies the elements": flatten;
    "`slice(s![::2])` takes every second position; tslice does not interpolate": step_by/1;
    "`iter().next_back()` is the last element": last;
    "`iter().min_by(|a, b| a.total_cmp(b))` compares by a function": min_by/1 max_by/1;
    "`as_mut_slice()` borrows the elements of a contiguous array, and a slice has \
     `select_nth_unstable`": partition/1;
    "`indexed_iter()` has the index of each element: `filter(|(_, x)| **x != 0)`, of a mask \
     `filter(|(_, x)| **x)`": enumerate position/1 find/1 enumerate_pixels;
    "`iter().filter(f)` and `iter().for_each(f)` take elements one by one, `select(&mask)` copies \
     those of a mask": filter/1 for_each/1;
    "`iter().filter(|x| f(x)).count()` counts elements": count/1;
    "`to_vec()` copies the elements, `rows().map(|row| row.to_vec()).collect::<Vec<_>>()` row by \
     row": collect;
    "`zip((&a, &b))`, a function of tslice, iterates over several arrays, which broadcast": zip/1;
    "`map(|x| x.clamp(low, high))` limits the elements": clamp/2;
    "`iter().fold(start, |sum, x| ..)` folds all elements, `fold_axis(axis, start, f)` those along \
     an axis": fold/2;
    "`iter().product::<f32>()` multiplies all elements, `fold_axis(axis, 1.0, |x, y| x * y)` those \
     along an axis": product;
    "`iter().copied().reduce(f)` combines all elements, `fold_axis(axis, start, f)` those along an \
     axis": reduce/1;
}

signposts! {
    prelude_by_reference: [[S, D: Dims] Array<S, D>, (&self,)]
    "`slice(s![..])` slices tslice's own arrays, `tslice` is for those of `ndarray`": tslice/1
        tslice_mut/1;
    "`pick(s![..])` picks from tslice's own arrays, `tpick` is for those of `ndarray`": tpick/1
        tpick_mut/1;
    "`view()` and `view_mut()` borrow tslice's own arrays, `lend()` those of other crates": lend
        lend_mut;
    "`map(|&x| x > 5)` is a mask, `zip((&a, &b)).map(|(a, b)| a > b)` one of two arrays": gt/1 ge/1
        lt/1 le/1;
    "`to_tensor()` copies the elements; `clone()` of a view is a view": to_owned;
}

#[cfg(not(feature = "rayon"))]
signposts! {
    parallel: [[S: Read<Elem: Known>, D: Dims] Array<S, D> => S::Elem, (&mut self,)]
    "this is behind the feature `rayon`: `cargo add tslice --features rayon`": par_to_tensor
        par_copy_to_slice/1 par_pick/1;
}

#[cfg(not(feature = "rayon"))]
signposts! {
    parallel_zips: [[O, const N: usize] Zip<O, N>, (&mut self,)]
    "this is behind the feature `rayon`: `cargo add tslice --features rayon`": par_for_each/1
        par_fold/3 par_map/1 try_par_map/1;
}

#[cfg(not(feature = "rayon"))]
signposts! {
    parallel_parts: [[S, D: Dims] AxisIter<S, D>, (&mut self,)]
    "this is behind the feature `rayon`: `cargo add tslice --features rayon`": into_par_iter;
}

#[cfg(not(feature = "rayon"))]
signposts! {
    parallel_chunks: [[S, D: Dims] AxisChunks<S, D>, (&mut self,)]
    "this is behind the feature `rayon`: `cargo add tslice --features rayon`": into_par_iter;
}

#[cfg(not(feature = "rayon"))]
signposts! {
    parallel_lines: [[S, D: Dims] Lanes<S, D>, (&mut self,)]
    "this is behind the feature `rayon`: `cargo add tslice --features rayon`": into_par_iter;
}

signposts! {
    zips: [[O, const N: usize] Zip<O, N>, (&mut self,)]
    "`map(|(a, b)| ..)` of a zip is a tensor, which has `iter()`": filter/1 collect enumerate zip/1
        iter iter_mut;
}

signposts! {
    picks: [[T] PickMut<'_, T>, (&mut self,)]
    "`apply(&other, |x, y| *x += y)` combines the selected elements with others, `map_inplace(|x| \
     ..)` changes them": map/1 add/1 sub/1 mul/1;
}

/// No value has this.
#[diagnostic::on_unimplemented(message = "an axis is an integer: `sum_axis(0)`, `axis_iter(-1)`")]
pub trait AnAxisIsAnInteger {}

#[doc(hidden)]
#[allow(non_snake_case, reason = "ndarray's name")]
pub fn Axis<N: AnAxisIsAnInteger>(_: N) -> i64 {
    unreachable!()
}

/// No type has this.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an array of tslice",
    label = "a slice, a vector or a nested array is `View::from(&list)`",
    note = "an array or an image of another crate is `array.lend()`, by `use \
            tslice::interop::Lend;` and a feature: `ndarray-0_17`, `image-0_25`, `nalgebra-0_35`",
    note = "`tslice` and `tpick` of arrays of `ndarray` are methods of \
            `tslice::interop::ndarray::TSlice`, with the feature `ndarray-0_17`"
)]
pub trait BorrowItByViewFrom {}

macro_rules! missing {
    ($($name:ident)+) => {
        $(
            #[doc(hidden)]
            fn $name(&self) {}
        )+
    };
}

/// The methods of arrays that values of other types do not have.
pub trait NotAnArray {
    missing! { slice slice_mut pick pick_mut view lend lend_mut }
    #[cfg(not(feature = "ndarray-0_17"))]
    missing! { tslice tslice_mut tpick tpick_mut }
}

impl<A: BorrowItByViewFrom + ?Sized> NotAnArray for A {}

#[doc(hidden)]
impl<A: BorrowItByViewFrom + ?Sized> Lend for A {
    type View<'a>
        = &'a A
    where
        A: 'a;

    fn lend(&self) -> &A {
        unreachable!()
    }
}

#[doc(hidden)]
impl<A: BorrowItByViewFrom + ?Sized> LendMut for A {
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

/// No array has this. For an operator of one operand and a `for` loop, the compiler's error has the
/// name of the trait that it misses.
pub trait MapCallsAClosure {}

#[doc(hidden)]
impl<O, const N: usize> IntoIterator for Zip<O, N>
where
    // zip((&mut a, &b)).for_each(|(a, b)| ..); map(|(a, b)| ..) of a zip is a tensor.
    Self: MapCallsAClosure,
{
    type Item = ();
    type IntoIter = core::iter::Empty<()>;

    fn into_iter(self) -> Self::IntoIter {
        unreachable!()
    }
}

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

        #[doc(hidden)]
        impl<T, R: IsCombined> ops::$assign<R> for PickMut<'_, T> {
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
