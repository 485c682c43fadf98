//! Names that other libraries have for what this one calls otherwise: a call is a compile error
//! that says what to write.

#![allow(
    clippy::new_ret_no_self,
    clippy::wrong_self_convention,
    reason = "these functions never compile"
)]

use core::ops::Deref;

use super::absent;
use crate::array::{Array, Known, Owned, Read};
use crate::compute::Zip;
use crate::iter::{AxisChunks, Parts};
use crate::layout::Dims;
use crate::pick::PickMut;
use crate::spec::Spec;

/// Makes a hidden function of each name; behind each `|`, a function has one argument more. They
/// have a bound that does not hold, whose message is the compiler's only error. The result may be
/// anything, so that the compiler reports nothing else about a chain of calls. Another number of
/// arguments is a second error.
///
/// If the element's type is named, the impl has the bound, too. To the compiler, the function of an
/// impl whose bound does not hold does not exist: the message stands alone, whatever the arguments
/// are, and a user's trait may have a function of the same name. The message is shown if the type
/// in the bound equals the receiver's, lifetimes included. If the receiver is a reference, or the
/// element's type is not [`Known`], the compiler shows the bound without the message. The bound
/// therefore holds the name before `=>`: `UseInstead<permute, ()>`. An element's type that is still
/// inferred, as in `tensor![1, 2]`, equals none: until it is known, [`Known::Is`] leaves the bound
/// of the impl undecided.
macro_rules! signposts {
    ($impl:tt $($instead:ident => $message:literal: $($none:ident)* $(| $($one:ident)* $(
        | $($two:ident)* $(| $($three:ident)* $(| $($four:ident)+)?)?)?)?;)+) => {$(
        const _: () = {
            #[diagnostic::on_unimplemented(
                message = $message,
                label = "tslice has another name for this"
            )]
            pub trait UseInstead<Other, Result> {}

            #[allow(non_camel_case_types, reason = "the name of a function or method")]
            pub enum $instead {}

            type Name = $instead;

            signposts! {
                @ $impl $([] $none)* $($([First] $one)* $($([First Second] $two)* $(
                    $([First Second Third] $three)* $($([First Second Third Fourth] $four)+)?
                )?)?)?
            }
        };
    )+};
    (@ [[$($generics:tt)*] $type:ty => $element:ty, $self:tt] $($arguments:tt $name:ident)+) => {
        impl<$($generics)*> UseInstead<Name, Undecided> for $type {}

        impl<$($generics)*> $type
        where
            Self: UseInstead<Name, <$element as Known<Name>>::Is>,
        {
            $(signposts! { # $self $name $arguments })+
        }
    };
    (@ [[$($generics:tt)*] $type:ty, $self:tt] $($arguments:tt $name:ident)+) => {
        impl<$($generics)*> $type {
            $(signposts! { # $self $name $arguments })+
        }
    };
    (# ($($self:tt)*) $name:ident [$($argument:ident)*]) => {
        #[doc(hidden)]
        pub fn $name<$($argument,)* Result>($($self)* $(_: $argument),*) -> Result
        where
            Self: UseInstead<Name, Returns<Result>>,
        {
            absent()
        }
    };
}

/// What a type that is still inferred may turn out to be.
pub struct Undecided;

/// The result of a call.
pub struct Returns<Result>(Result);

/// What arrays dereference to. To the compiler, its methods come after those of arrays and of a
/// user's traits, for references, too. Its name is what the compiler says of `*array`.
pub struct ElementsAreTakenByIndex;

#[doc(hidden)]
impl<S, D: Dims> Deref for Array<S, D> {
    type Target = ElementsAreTakenByIndex;

    fn deref(&self) -> &ElementsAreTakenByIndex {
        &ElementsAreTakenByIndex
    }
}

signposts! {
    [[] ElementsAreTakenByIndex, (&self,)]
    // The form.
    len => "`len()` is the number of elements, `shape()` has the length of each axis": numel;
    Tensor => "the element type is part of the array's type, such as `Tensor<f32, 2>`": dtype;
    rank => "`rank()` is the number of axes": ndim axes ndims dimension;
    is_contiguous => "`is_contiguous()` says whether the elements are in row-major order":
        is_standard_layout flags;
    len => "`len() * size_of::<f32>()` is the size in bytes, `to_vec()` copies the elements": nbytes
        tobytes;
    view => "`view().into_dyn()` is a view whose rank is known at run time, `into_dyn()` takes the \
     array": as_dyn to_dyn;
    try_slice => "this is an array, not a `Result`: the call is removed; the forms with `try_` \
     return a `Result`": unwrap | expect;
    shape => "`shape()` has the length of each axis: `let [height, width] = *t.shape();`, or an \
     argument of `Tensor::zeros`": dim dims dimensions similar raw_dim | new_zeros;
    shape => "`shape()[0]` is the number of rows, `shape()[1]` that of columns, the length of axis \
     1": is_square nrows num_rows height ncols width num_columns | len_of;
    permute => "`permute([1, 2, 0])` moves axis 0 behind the others": | | moveaxis movedim
        move_axis;
    reshape => "`reshape(-1)` is a view with one axis, `to_vec()` copies the elements": ravel
        to_flat vec flatten;
    reshape => "`reshape([2, 6])` and `reshape(other.shape())` are views, `into_shape([2, 6])` of \
     a tensor keeps its elements": | reshape_as view_as to_shape into_shape_with_order;

    // Parts.
    slice_axis => "`slice_axis(axis, s![start:+len])` takes `len` positions from `start` on": |
        slice_each_axis | isel slice_axis_inplace sel selectdim | narrow;
    slice => "`slice(s![:, 2])` is column 2, `slice_mut(s![:, 2])` to be written": | col get_column
        column;
    slice => "`slice(s![:3])` is the first three, `slice(s![-3:])` the last three": split_first
        split_last | head tail;
    lanes => "`lanes(0)` iterates over the columns of a matrix": columns columns_mut cols
        eachcol;
    axis_iter => "`axis_iter(axis)` iterates over the parts along an axis, `axis_iter(0)` over the \
     rows of a matrix, `axis_iter(-1)` over the channels of an image": channels outer_iter
        outer_iter_mut | unbind channel unstack;
    row => "`row(0)` is the first row, `row(-1)` the last one": first_row last_row | get_row;
    rows => "`rows()` iterates over the lines of the last axis: the rows of a matrix, the pixels \
     of an image": row_iter iter_rows eachrow pixels;
    chunks => "`chunks(axis, len)` iterates over parts of `len` positions": | exact_chunks blocks
        chunks_exact batch | axis_chunks_iter axis_chunks chunk;
    windows_along => "`windows_along(axis, len)` is an array of the windows, and so is \
     `windows([3, 3])`; `zip` multiplies it by a kernel": | sliding_window_view
        rolling sliding_window convolve
        conv2d | axis_windows | unfold;
    slice => "`slice(s![..])` returns the part, of a `View` as long as the elements live; \
     `into_slice_mut(s![..])` for a `ViewMut`": | slice_move into_slice slice_collapse;
    iter => "`iter().next()` and `iter_mut().next()` are the first element": first first_mut;
    indexed_iter => "`indexed_iter()` has the index of each element: `filter(|(_, x)| **x != 0)`, \
     of a mask `filter(|(_, x)| **x)`": nonzero argwhere indices enumerate |
        position find;
    iter => "`iter().filter(|x| **x != 0).count()` counts elements, `sum_as::<usize>()` those of a \
     mask": count_nonzero count_true;
    iter => "`iter().any(|x| *x == value)` looks for a value": | contains isin;
    zip => "`zip((&indices,)).indexed().map(|[i, _], (j,)| a[[i, *j]])` reads an element for each \
     index": | | take_along_axis gather take_along_dim;
    to_vec => "`to_vec()` copies the elements, `rows().map(|row| \
     row.to_vec()).collect::<Vec<_>>()` row by row": tolist to_array elements values flat
        to_vec2 to_vec1 to_slice into_data to_data to_list collect;
    to_vec => "`to_vec().join(\", \")` joins strings, `concatenate(0, [&a, &b])` joins arrays": |
        join;
    to_vec => "`to_vec()` copies the elements, which `sort` and `dedup` of a vector make unique":
        unique dedup;
    as_slice => "`as_slice()` of sorted elements has `partition_point(|x| *x < value)`": |
        binary_search partition_point searchsorted;
    to_vec => "`to_vec()` sorted by `sort_by(f64::total_cmp)` has the median in its middle, and \
     each quantile at its place": median | percentile quantile;
    as_slice => "`as_slice()` and `as_mut_slice()` borrow the elements of a contiguous array":
        as_slice_mut as_mut data as_ref as_bytes;
    into_vec => "`into_vec()` takes the elements out of a tensor": into_raw_vec_and_offset into_raw
        into_raw_vec into_inner;
    println => "`println!(\"{{t}}\")` prints as NumPy does, `{{:?}}` with commas, `{{:.3}}` with \
     three digits": print display println;
    rows => "`rows()` iterates over the rows, of which \
     `row.iter().map(f64::to_string).collect::<Vec<_>>().join(\",\")` is a line of text": | to_csv
        write write_csv;
    try_from => "`image::RgbImage::try_from(view)` and `ndarray::ArrayView::from(view)` convert, \
     with the features `image-0_25` and `ndarray-0_17`": to_numpy to_image to_ndarray as_ndarray
        into_ndarray into_image numpy to_rgb8 | blur;

    // Copies and writes.
    to_tensor => "`to_tensor()` copies the elements; `clone()` of a view is a view": copy copied
        cloned into_owned deepcopy;
    to_tensor => "`to_tensor()` copies the elements in row-major order; `is_contiguous()` says \
     whether they are": contiguous as_standard_layout ascontiguousarray;
    assign => "`other.assign(&t)` writes the elements of `t` to `other`": | assign_to;
    try_slice => "`try_slice(spec)` returns the error": | checked_slice get_slice;
    select => "`select(&mask)` copies the elements of a mask, `select_mut(&mask).fill(value)` \
     writes them": | masked_select boolean_mask masked mask apply_mask extract | masked_fill;

    // Computing.
    zip => "`zip((&mask, &a, &b)).map(|(&mask, &a, &b)| if mask {{ a }} else {{ b }})` chooses \
     elements": | | where_ where_cond;
    zip => "`zip((&a, &b)).all(|(a, b)| (a - b).abs() <= 1e-6)` compares": | equal equals
        array_equal allclose isclose | abs_diff_eq relative_eq;
    zip => "`zip((&a, &b))`, a function of tslice, iterates over several arrays, which broadcast": |
        zip | zip_map zip_with combine;
    map => "`map(|&x| f(x))` takes the elements by value": | mapv map_collect;
    map => "`map(|&x| if x.is_nan() {{ 0.0 }} else {{ x }})` replaces what is not a number":
        nan_to_num | fillna replace;
    map => "`map(|x| x.sqrt())` calls a function for each element, `map_axis(axis, |line| ..)` for \
     each line": sqrt not neg sigmoid relu sign tan log10 log2 exp2 abs exp ln log sin
        cos tanh floor ceil round square negative | powi powf pow power | apply_along_axis;
    map => "`map(|&x| x as f32)` converts the elements": float int double long to_f32 to_f64 half
        to_float to_int as_f32 as_f64 to_u8 as_u8;
    map => "`map(|x| x.is_nan())` is a mask, `iter().any(|x| x.is_nan())` asks for all elements":
        is_nan isnan is_finite isfinite isinf;
    zip => "`zip((&a, &b)).map(|(a, b)| a + b)` combines two arrays or two slices of one, `map(|x| \
     x + 1.0)` an array and a number": | logical_and logical_or add
        broadcast_add broadcast_mul add_scalar mul_scalar sub mul div
        multiply subtract divide plus;
    map => "`map(|x| x.max(0.0))` compares with a number, `zip((&a, &b)).map(|(a, b)| a.max(*b))` \
     two arrays": | minimum maximum;
    map => "`map(|z| z.re)` and `map(|z| z.im)` copy the parts of complex numbers, `map(|z| \
     z.conj())` conjugates them": real imag conj;
    iter => "`iter().map(|x| x * x).sum::<f64>().sqrt()` is the norm, by which `map(|x| x / norm)` \
     divides": norm_l2 l2_norm magnitude;
    map => "`map(|x| x.clamp(low, high))` limits the elements": | clamp_min clamp_max threshold |
        clip clamp;
    lanes_mut => "`lanes_mut(axis)` iterates over the lines along an axis, to be written": | |
        map_axis_mut;
    zip => "`zip((&mut a, &b)).for_each(|(a, b)| ..)` iterates over several arrays": | |
        zip_mut_with zip_mut scaled_add;
    iter => "`iter().product::<f32>()` multiplies all elements, `fold_axis(axis, 1.0, |x, y| x * \
     y)` those along an axis": prod product | product_axis;
    map_axis => "`map_axis(axis, |line| line.any(|x| *x))` asks for each line along an axis": |
        any_axis all_axis;
    zip => "`zip((a.slice(s![:, newaxis]), &b)).map(|(a, b)| a * b)` combines each element of `a` \
     with each of `b`": | outer one_hot;
    iter => "`iter().filter(|x| !x.is_nan()).sum::<f64>()` leaves out what is not a number": nansum
        nanmean nanmin nanmax;
    zip => "`zip((a.slice(s![1:]), a.slice(s![:-1]))).map(|(x, y)| x - y)` has the differences \
     along axis 0": diff gradient;
    map => "`map(|x| (x - max).exp())` with `let max = t.max().unwrap();`, then each element \
     divided by the sum": | softmax logsumexp;
    min => "`min()` and `max()` are the extremes, `max_axis(axis)` and `min_axis(axis)` those of \
     an axis": minmax min_max ptp | amax amin;
    to_vec => "the elements are in the memory of the CPU; tslice slices tensors of burn and \
     candle, too": cpu cuda detach device requires_grad | to_device;
    nalgebra => "a matrix of `nalgebra` has linear algebra: `nalgebra::DMatrix::from(t.view())`, \
     with the feature `nalgebra-0_35`": det determinant inverse try_inverse inv svd qr cholesky eig
        lu | solve;
    zip => "`zip((&a, &b)).map(|(a, b)| a * b).sum()` of two rows; \
     `ndarray::ArrayView2::from(t.view())` has `dot`, with the feature `ndarray-0_17`": | dot einsum
        cross matmul mm inner vdot dot_product distance;
    accumulate => "`accumulate(axis, |sum, x| sum + x)` gives cumulative sums": | | scan;
    slice => "`slice(s![:, ::-1])` reverses axis 1, `slice(s![::-1])` axis 0, and \
     `t().slice(s![::-1])` rotates to the left": rev;
    slice => "`slice(s![::2])` takes every second position; tslice does not interpolate": | step_by;
    iter => "`iter().next_back()` is the last element": last;
    iter => "`iter().min_by(|a, b| a.total_cmp(b))` compares by a function": | min_by max_by;
    as_mut_slice => "`as_mut_slice()` borrows the elements of a contiguous array, and a slice has \
     `select_nth_unstable`": | partition;
    iter => "`iter().filter(f)` and `iter().for_each(f)` take elements one by one, `select(&mask)` \
     copies those of a mask": | filter for_each;
    iter => "`iter().filter(|x| f(x)).count()` counts elements": | count;
    iter => "`iter().fold(start, |sum, x| ..)` and `iter().copied().reduce(f)` combine all \
     elements, `fold_axis(axis, start, f)` those along an axis": | reduce | fold;
    slice_mut => "`slice_mut(s![..])` borrows a part of a tensor, `into_slice_mut` is of a \
     `ViewMut`": | into_slice_mut;
    strides => "`strides()` has the step of each axis, in elements": | stride;
    t => "`t()` reverses the axes, `permute([1, 0, 2])` orders them": reversed_axes adjoint
        transposed | permuted_axes permutedims permute_dims;
    permute => "`permute([1, 0, 2])` swaps axes 0 and 1": | | swap_axes swap_axis swapaxes
        swap_dims;
    slice => "`slice(s![:, ::-1])` reverses axis 1, `slice(s![::-1])` axis 0, and \
     `t().slice(s![::-1])` rotates to the left": fliplr flipud flip_horizontal flip_vertical
        rotate90 mirror | rotate;
    concatenate => "`concatenate(0, [t.slice(s![-n:]), t.slice(s![:-n])])` moves the last `n` \
     positions of axis 0 to its beginning": | rotate_left rotate_right shift;
    index_axis => "`index_axis(1, 0)` drops axis 1, and so does `slice(s![:, 0])`": squeeze_all |
        remove_axis;
    slice => "`slice(s![:, 2])` is column 2, `slice_mut(s![:, 2])` to be written": | column_mut;
    diagonal => "`diagonal(0)` is the main diagonal, `diagonal_mut(0)` to be written": diag
        into_diag trace diag_mut | fill_diagonal;
    split_at => "`split_at(axis, position)` gives two parts, `split_mut!` those to be written, \
     `chunks(axis, len)` iterates over parts of `len` positions": | hsplit vsplit | split
        array_split tensor_split split_mut;
    slice => "`slice(s![::2])` takes every second position; tslice does not interpolate":
        interpolate | resize;
    slice => "`img.slice(s![y, x])` is a pixel, `img[[y, x, 0]]` its first channel": | | get_pixel
        pixel;
    index => "`t[[0, 1]]` is an element, `t[[]]` the only one of an array without axes, \
     `slice(s![1:3, 0])` a part": item value into_scalar to_scalar scalar as_scalar | uget iloc loc
        index i get_unchecked nth;
    as_mut_slice => "`as_mut_slice()` borrows the elements of a contiguous array, and a slice has \
     `sort` and `sort_by(f32::total_cmp)`": sort_unstable is_sorted sorted | sort_axis
        sort_by sort_by_key sort_unstable_by;
    collect => "`(0..v.len()).collect::<Vec<_>>()` sorted by `sort_by(|&i, &j| \
     v[i].total_cmp(&v[j]))` is the order, and `pick(s![&order])` copies": argsort | top_k
        topk;
    tslice_npy => "`tslice_npy::write(path, &array)` of the crate `tslice-npy` writes NumPy's \
     files, and `image::RgbImage::try_from(view)` is a picture that has `save`": | write_npy
        save_npy dump tofile save to_npy;
    assign => "`assign(&other)` overwrites the elements, `assign(&slice)` those of each row; \
     `as_mut_slice()` is the slice of all elements": | copy_from copy_ copyto clone_from_slice
        copy_from_slice;
    paste => "`paste(&mut t, [top, left], &other)` writes the elements that are inside of `t`, and \
     `overlay` lends the part of `t` below `other`": | | paste | overlay;
    slice => "`slice(s![top:top + height, left:left + width])` is a part, and `crop` may begin \
     outside": sub_matrix | | | | crop_imm sub_image submatrix block window subview;
    take => "`take(axis, &list)` copies the positions of a list, `pick(s![&list])` of axis 0": |
        select_rows select_columns pick_rows | index_select take_axis;
    pick_mut => "`pick_mut(s![&list]).assign(&other)` writes the positions of a list, and \
     `pick_mut(s![&list]).fill(value)` one value": | | index_put take_mut slice_scatter | scatter
        index_fill put_along_axis index_copy;
    zip => "`zip((&mut a, &mut b)).for_each(|(x, y)| std::mem::swap(x, y))` swaps the elements of \
     two parts, which `multi_slice_mut` lends": | swap_with | swap_rows
        swap_columns;
    pick_mut => "`pick_mut(s![&list]).apply(&other, |x, y| *x += y)` adds to the positions of a \
     list": bincount | hist histogram | | index_add scatter_add;
    slice_mut => "`slice_mut(s![..]).assign(&other)` overwrites a part": | | slice_assign set_row
        set_column;
    concatenate => "`concatenate(0, [a.view(), b.view()])` joins arrays: a tensor does not grow in \
     place, and `concatenate(1, ..)` joins along axis 1": | push_row push_column push extend vstack
        hstack extend_from_slice dstack | cat insert insert_row;
    compress => "`compress(axis, &mask)` copies the positions that stay": pop clear | retain
        remove_row remove drain | delete;
    sum => "`sum()`, `mean()` and `max()` reduce all elements, `sum_axis(axis)` those along an \
     axis, `sum_axis(1).sum_axis(0)` two axes, the last one first": reduce_mean reduce_max sum_all
        mean_all total average sum_rows column_sum row_sum column_mean | sum_dim mean_dim
        sum_keepdim sum_keepdims sum_axes mean_axes max_axes;
    iter => "`iter().map(|x| x * x).sum::<f64>().sqrt()` is the norm, by which `map(|x| x / norm)` \
     divides": normalize;
    map_inplace => "`map_inplace(|x| *x = f(*x))` changes the elements, `map(|x| x + 1.0)` makes a \
     tensor of new ones, `map_axis(axis, |line| ..)` one of each line": zero_ | mapv_inplace scale
        mapv_into fill_with add_ mul_ update fill_ apply;
    accumulate => "`accumulate(axis, |sum, x| sum + x)` gives cumulative sums": cum_sum
        cumulative_sum | cumprod | accumulate_axis_inplace;
    tslice_ops => "the crate `tslice-ops` has the operations of TensorFlow": | gather_nd |
        space_to_batch diag_part | strided_slice;
    map => "`map(|&x| x as f32)` converts the elements": convert | to_dtype type_as;
    zip => "`zip((&t,)).par_for_each(|(x,)| ..)` is parallel, and so are `chunks_mut(axis, len)`, \
     `rows()` and `axis_iter(axis)` by `into_par_iter()`, with the feature `rayon`": |
        par_mapv_inplace par_for_each par_map par_map_inplace par_mapv par_chunks par_axis_iter
        par_windows par_chunks_mut;
    map => "`map(|x| (x - mean).powi(2)).mean()` is the variance, with `let mean = t.mean();`; \
     `map_axis(axis, f)` has one of each line": variance stddev | cov corr | var_axis std_axis;
    slice => "`slice(s![..])` slices tslice's own arrays, `tslice` is for those of `ndarray`": |
        tslice tslice_mut;
    pick => "`pick(s![..])` picks from tslice's own arrays, `tpick` is for those of `ndarray`": |
        tpick tpick_mut;
    view => "`view()` and `view_mut()` borrow tslice's own arrays, `lend()` those of other crates":
        lend lend_mut;
    zip => "`zip((&t,)).par_for_each(|(x,)| ..)` and `t.rows().into_par_iter()` are parallel, with \
     the feature `rayon`": par_iter par_iter_mut into_par_iter par_bridge;
    rayon => "this is behind the feature `rayon`: `cargo add tslice --features rayon`":
        par_to_tensor | par_copy_to_slice par_pick;
}

signposts! {
    [[T: Known<Name>, D: Dims] Array<Owned<T>, D> => T, ()]
    from_shape_fn => "`Tensor::from_shape_fn([3, 3], |[i, j]| f64::from(i == j))` is an identity \
     matrix": | eye identity;
    zeros => "`Tensor::zeros([3, 3])`, whose `diagonal_mut(0).assign(&values)` is the diagonal": |
        from_diag from_diagonal;
    zeros => "`Tensor::zeros([2, 3])` makes a tensor, and nothing reads elements that are not \
     initialised": | empty uninit with_capacity;
    stack => "`stack(0, [row.view(), row.view()])` makes a matrix of rows": | from_rows
        from_columns;
    broadcast_to => "`y.slice(s![:, newaxis]).broadcast_to([4, 3])` repeats coordinates without a \
     copy": | | meshgrid;
    collect => "`(0..=10).map(|i| i as f64 * 0.1).collect::<Tensor<_, 1>>()` makes a tensor of an \
     iterator": | | | linspace;
    full => "`Tensor::full([2, 3], 1.0)` repeats one value": | ones ones_like | from_elem
        from_element constant full_like;
    from_shape_fn => "`Tensor::from_shape_fn([2, 3], |[i, j]| ..)` calls a function for each index":
        | | from_fn from_function;
    from_shape_fn => "`Tensor::from_shape_fn([2, 3], |_| rng.random())` calls a function for each \
     element": | rand randn random rand_like | randint | uniform normal;
    from_shape_vec => "`Tensor::from_shape_vec([2, 3], vec)` takes the elements of a vector, \
     `Tensor::<f32, _>::zeros([2, 3])` writes zeros, `tensor![[1, 2], [3, 4]]` has rows": | | new
        from_shape from_raw | from_row_slice from_iterator;
    tensor => "`tensor![[1, 2], [3, 4]]` and `Tensor::from(nested)` take nested arrays, \
     `Tensor::try_from(rows)` a `Vec` of rows": | array from_array from_nested from_vecs from_data;
    tslice_npy => "`tslice_npy::read(path)` of the crate `tslice-npy` reads NumPy's files": | load
        from_npy from_file read_npy open;
    collect => "`text.split(',').map(|x| x.parse().unwrap()).collect::<Tensor<f64, 1>>()` reads \
     numbers": | from_csv;
    concatenate => "`concatenate(0, [a.view(), b.view()])` and `stack(0, [a.view(), b.view()])` \
     are functions of tslice": | | concatenate concat stack;
    zeros => "`Tensor::<f32, _>::zeros(t.shape())` has the shape of `t`": | zeros_like empty_like;
    collect => "`(0..5).collect::<Tensor<_, 1>>()` makes a tensor of an iterator": | arange
        fromiter from_range | range;
}

signposts! {
    [[S: Read<Elem: Known<Name>>, D: Dims] Array<S, D> => S::Elem, ()]
    from => "`Tensor::from(vec)` has one axis, `Tensor::from_shape_vec([2, 3], vec)` the axes of a \
     shape": | from_vec;
    from => "`Tensor::from(slice)` clones a slice to one axis, `View::new([2, 3], slice)` and \
     `ViewMut::new([2, 3], slice)` borrow it": | from_slice frombuffer from_bytes from_buffer;
}

// Names that libraries give to methods of different numbers of arguments, or that take a type.
signposts! {
    [[S: Read<Elem: Known<Name>>, D: Dims] Array<S, D> => S::Elem, (&mut self,)]
    iter => "`iter().map(|x| x * x).sum::<f64>().sqrt()` is the norm, by which `map(|x| x / norm)` \
     divides": norm;
    len => "`len()` is the number of elements, `shape()` has the length of each axis": size;
    t => "`t()` reverses the axes, `permute([1, 0, 2])` orders them": transpose;
    slice => "`slice(s![:, ::-1])` reverses axis 1, `slice(s![::-1])` axis 0, and \
     `t().slice(s![::-1])` rotates to the left": rot90;
    concatenate => "`concatenate(0, [t.slice(s![-n:]), t.slice(s![:-n])])` moves the last `n` \
     positions of axis 0 to its beginning": | | roll;
    index_axis => "`index_axis(1, 0)` drops axis 1, and so does `slice(s![:, 0])`": | squeeze;
    index => "`t[[0, 1]]` is an element, `t[[]]` the only one of an array without axes, \
     `slice(s![1:3, 0])` a part": | at;
    as_mut_slice => "`as_mut_slice()` borrows the elements of a contiguous array, and a slice has \
     `sort` and `sort_by(f32::total_cmp)`": sort;
    concatenate => "`concatenate(0, [a.view(), b.view()])` joins arrays: a tensor does not grow in \
     place, and `concatenate(1, ..)` joins along axis 1": | | append;
    accumulate => "`accumulate(axis, |sum, x| sum + x)` gives cumulative sums": | cumsum;
    map => "`map(|x| (x - mean).powi(2)).mean()` is the variance, with `let mean = t.mean();`; \
     `map_axis(axis, f)` has one of each line": std var;
    into_rank => "`into_rank::<2>()` gives a dynamic array a typed rank": into_dimensionality;
    from_strided => "`View::from_strided(shape, strides, first, slice)` is a view of a slice": | |
        as_strided;
    sum => "`sum()`, `mean()` and `max()` reduce all elements, `sum_axis(axis)` those along an \
     axis, `sum_axis(1).sum_axis(0)` two axes, the last one first": reduce_sum;
    index => "`t[[0, 1]] = value` writes an element, `fill(value)` all of them, \
     `pick_mut(s![&list]).fill(value)` those of a list, `slice_mut(s![0]).assign(&other)` a part":
        | set_value | set put | put_pixel;
    insert_axis => "`insert_axis(1)` gives a new axis of length 1, and so does `slice(s![:, \
     newaxis])`": to_column | unsqueeze expand_dims new_axis;
    broadcast_to => "`broadcast_to([4, 3])` and `broadcast_to(other.shape())` repeat the elements \
     without a copy; `try_broadcast_to` returns the error": | expand_as broadcast expand;
    slice => "`slice(s![1 => ::-1])` reverses axis 1; `slice_axis(axis, s![::-1])` takes the axis \
     as a number": reverse reversed | flip invert_axis flip_axis;
    slice => "`slice(s![:, newaxis]).broadcast_to([3, 4, 5])` repeats without a copy, \
     `concatenate(0, [t.view(), t.view()])` joins copies": | tile repeat_interleave | repeat;
    zip => "`zip((&t,)).indexed().map(|[i, j], (x,)| ..)` has the index of each element": |
        map_indexed indexed_map map_with_index triu tril;
    map => "`map(|&x| x as f32)` converts the elements": astype cast to as_type;
}

// The standard library has methods of these names.
signposts! {
    [[S, D: Dims] Array<S, D>, (&self,)]
    map => "`map(|&x| x > 5)` is a mask, `zip((&a, &b)).map(|(a, b)| a > b)` one of two arrays": |
        gt ge lt le;
    to_tensor => "`to_tensor()` copies the elements; `clone()` of a view is a view": to_owned;
}

#[cfg(not(feature = "rayon"))]
signposts! {
    [[O, const N: usize] Zip<O, N>, (&mut self,)]
    rayon => "this is behind the feature `rayon`: `cargo add tslice --features rayon`": |
        par_for_each par_map | | par_fold;
}

macro_rules! parts {
    ($([$($parameter:tt)*] $parts:ty;)+) => {$(
        signposts! {
            [[$($parameter)*] $parts, (&mut self,)]
            into_par_iter => "`into_par_iter()` of these parts is parallel, by `use \
             rayon::prelude::*;` and the feature `rayon`: `cargo add tslice --features rayon`":
                par_iter par_iter_mut into_par_iter par_bridge;
        }

        signposts! {
            [[$($parameter)*] $parts, (self,)]
            map => "these are parts of an array: `map(|part| part.sum())` computes with each, and \
             `t.sum_axis(axis)` or `t.map_axis(axis, |line| ..)` makes an array of results":
                sum product mean max min to_vec shape | slice;
        }
    )+};
}

parts! { [S, P: Dims, W: Dims] Parts<S, P, W>; [S, D: Dims] AxisChunks<S, D>; }

signposts! {
    [[O, const N: usize] Zip<O, N>, (&mut self,)]
    map => "`map(|(a, b)| ..)` of a zip is a tensor, which has `iter()` and `max()`; `for_each` \
     loops": collect enumerate iter iter_mut max min mean to_vec to_tensor shape unwrap count rev |
        filter zip take skip find chain;
}

signposts! {
    [[O] Zip<O, 1>, ()]
    zip => "`zip((&mut a, &b)).for_each(|(a, b)| ..)` iterates over several arrays": | from;
}

signposts! {
    [[const N: usize, K, L] Spec<N, K, L>, (&self,)]
    s => "a stride is the third bound of a range, `s![1:8:2]`, and `s![::-1]` walks back": rev
        reversed | step_by step;
}

signposts! {
    [[T] PickMut<'_, T>, (&mut self,)]
    apply => "`assign(&other)`, `map_inplace(|x| ..)` and `apply(&other, |x, y| *x += y)` write \
     the selected elements, `pick(s![..])` and `select(&mask)` copy them": iter iter_mut len sum |
        map for_each add sub mul;
}

/// No value has this.
#[diagnostic::on_unimplemented(message = "an axis is an integer: `sum_axis(0)`, `axis_iter(-1)`")]
pub trait AnAxisIsAnInteger {}

#[doc(hidden)]
#[allow(non_snake_case, reason = "ndarray's name")]
pub fn Axis<N: AnAxisIsAnInteger>(_: N) -> i64 {
    absent()
}
