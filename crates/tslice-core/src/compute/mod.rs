//! Calling a function for elements: `zip`, `map`, comparisons and reductions. `map`, `==` and
//! hashes are in this file.

#![allow(
    unsafe_code,
    reason = "reads and writes elements by the offsets of a layout"
)]

mod reduce;
mod zip;

use alloc::string::String;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use core::slice;

use crate::array::{Array, AsView, Mut, Owned, Read, Ref, Write};
use crate::copy::{is_float, is_primitive, offset};
use crate::error::or_panic;
use crate::layout::{Dims, Loops, NestAxis, Order};

use tslice_kernels::Tuples;
use zip::nest;

pub use reduce::{Addend, Averages};
pub use zip::{
    BroadcastAll, IndexedZip, IntoOperand, IntoOperands, Items, ItemsOf, Operands, Zip, try_zip,
    zip,
};

/// Numbers that `==` compares before it looks whether one differs.
const PART: usize = 256;

impl<S: Read, D: Dims> Array<S, D> {
    /// Calls a function for each element in row-major order, and returns a tensor of the results.
    ///
    /// The reference may point to a copy of the element, so it lives for the call only. A result
    /// that borrows from the elements is made by `iter().map(|x| x.as_str())`.
    /// [`zip`](crate::zip) maps several arrays.
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(t.slice(s![:, ::-2]).map(|x| f64::from(*x) / 2.0), [[1.5, 0.5], [3.0, 2.0]]);
    /// ```
    ///
    /// # Panics
    ///
    /// If memory runs out, which is possible for a view that repeats elements.
    #[doc(alias("mapv", "astype", "cast", "apply", "clip", "softmax"))]
    #[inline]
    #[track_caller]
    pub fn map<U>(&self, mut f: impl FnMut(&S::Elem) -> U) -> Array<Owned<U>, D> {
        // SAFETY: `results` needs the common shape, which is that of this array.
        let results = unsafe { zip((self,)).results(self.lengths(), move |(element,)| f(element)) };
        Array::from_parts(self.lengths(), or_panic(results))
    }

    /// Calls a function for each element, which may change it.
    ///
    /// The order is that of the memory. The reference may point to a copy of the element, which is
    /// then written back.
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let mut t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    /// t.slice_mut(s![:, 1:]).map_inplace(|x| *x *= 10);
    /// assert_eq!(t, [[1, 20, 30], [4, 50, 60]]);
    /// ```
    #[doc(alias("mapv_inplace", "map_mut"))]
    #[inline]
    pub fn map_inplace(&mut self, mut f: impl FnMut(&mut S::Elem))
    where
        S: Write,
    {
        zip((self,)).for_each(move |(element,)| f(element));
    }

    /// Returns whether a function returns `true` for every element. It is not called any more after
    /// the first `false`.
    ///
    /// ```
    /// let t = tslice::tensor![[1, 2], [3, 4]];
    /// assert!(t.all(|&x| x > 0) && !t.any(|&x| x > 4));
    /// ```
    #[inline]
    #[must_use]
    pub fn all<F: FnMut(&S::Elem) -> bool /* |x| *x, of each row: rows() */>(
        &self,
        mut f: F,
    ) -> bool {
        match self.view().as_slice() {
            Some(elements) => {
                // Some elements by code of their own: a loop over one at a time takes 3 times as
                // long.
                let (parts, rest) = elements.as_chunks::<8>();
                parts.iter().all(|part| part.iter().all(&mut f)) && rest.iter().all(f)
            }
            None => zip((self,)).all(|(element,)| f(element)),
        }
    }

    /// Returns whether a function returns `true` for an element. It is not called any more after
    /// the first `true`.
    #[inline]
    #[must_use]
    pub fn any<F: FnMut(&S::Elem) -> bool /* |x| *x, of each row: rows() */>(
        &self,
        mut f: F,
    ) -> bool {
        !self.all(move |element| !f(element))
    }
}

/// Whether elements are equal, of which there are as many.
#[inline]
fn are_equal<T: PartialEq>(ours: &[T], theirs: &[T]) -> bool {
    // The standard library compares floats one by one, and ends at the first that differs: rows
    // `==` take up to 10 times as long.
    if !is_float::<T>() {
        return ours == theirs;
    }
    let mut parts = ours.chunks(PART).zip(theirs.chunks(PART));
    parts.all(|(part, other)| {
        let pairs = part.iter().zip(other);
        pairs.fold(true, |equal, (one, other)| equal & (one == other))
    })
}

/// Whether the elements of two arrays of one shape are equal, row by row.
///
/// # Safety
///
/// Every index tuple of the shape, with the steps of an array, points to a live element from its
/// `first` one on, and it is not written.
unsafe fn are_equal_by_rows<T: PartialEq>(
    shape: &[usize],
    steps: [&[isize]; 2],
    first: [*const T; 2],
) -> bool {
    let mut outer = Loops::new();
    let sizes = [size_of::<T>(); 2];
    let Some(nest) = nest([shape; 2], steps, sizes, Order::Any, &mut outer) else {
        return true;
    };
    let NestAxis { len, steps } = nest.row;
    let first = offset(first.map(|first| first.cast_mut().cast()), &nest.first);
    Tuples::new(&outer, first).all(|first| {
        if steps == sizes.map(usize::cast_signed) {
            // SAFETY: a slice needs `len` live elements in a row that are not written: the
            // condition of this function, and the steps.
            let [ours, theirs] = first
                .map(|first| unsafe { slice::from_raw_parts(first.cast_const().cast::<T>(), len) });
            return are_equal(ours, theirs);
        }
        // SAFETY: a reference needs a live element that is not written: one of this row.
        let element = |array: usize, at: usize| unsafe {
            let step = steps[array].wrapping_mul(at.cast_signed());
            &*first[array].wrapping_offset(step).cast_const().cast::<T>()
        };
        // Without a branch for each, where a comparison is cheap.
        let part = if is_primitive::<T>() { PART } else { 1 };
        (0..len).step_by(part).all(|start| {
            let part = start..len.min(start + part);
            part.fold(true, |equal, at| equal & (element(0, at) == element(1, at)))
        })
    })
}

/// Arrays are equal if their shapes are equal, and their elements at equal index tuples are.
impl<S: Read, D: Dims, X: AsView<S::Elem> + ?Sized> PartialEq<X> for Array<S, D>
where
    S::Elem: PartialEq,
{
    #[inline]
    fn eq(&self, other: &X) -> bool {
        let (ours, theirs) = (self.view(), other.as_view());
        if ours.lengths() != theirs.lengths() {
            return false;
        }
        // A zip would be compiled anew for each pair of types that is compared.
        match (ours.as_slice(), theirs.as_slice()) {
            (Some(ours), Some(theirs)) => are_equal(ours, theirs),
            // SAFETY: `are_equal_by_rows` needs live elements at each index tuple of the lengths,
            // which both arrays have (their invariant 1), and which they borrow.
            _ => unsafe {
                are_equal_by_rows(
                    ours.lengths(),
                    [ours.steps(), theirs.steps()],
                    [ours.as_ptr(), theirs.as_ptr()],
                )
            },
        }
    }
}

impl<S: Read, D: Dims> Eq for Array<S, D> where S::Elem: Eq {}

/// Nested arrays, slices and vectors on the left: `[1, 2] == array`.
macro_rules! left {
    ($([$($parameter:tt)+] $list:ty;)+) => {$(
        impl<$($parameter)+, S: Read, D: Dims> PartialEq<Array<S, D>> for $list
        where
            $list: AsView<S::Elem>,
            S::Elem: PartialEq,
        {
            #[inline]
            fn eq(&self, array: &Array<S, D>) -> bool {
                array == self
            }
        }
    )+};
}

left! {
    [T, const N: usize] [T; N];
    [T] [T];
    ['a, T] &'a [T];
    [T] Vec<T>;
}

/// Arrays of `String` on the left, nested arrays of `&str` on the right: `names == ["a", "b"]`.
macro_rules! strings {
    ($([$($parameter:tt)*] $storage:ty, $list:ty;)+) => {$(
        impl<$($parameter)*, D: Dims, const N: usize> PartialEq<$list> for Array<$storage, D> {
            fn eq(&self, other: &$list) -> bool {
                let other = AsView::<&str>::as_view(other);
                self.lengths() == other.lengths() && self.iter().eq(other.iter())
            }
        }
    )+};
}

strings! {
    ['s] Owned<String>, [&'s str; N];
    ['s, const M: usize] Owned<String>, [[&'s str; N]; M];
    ['a, 's] Ref<'a, String>, [&'s str; N];
    ['a, 's, const M: usize] Ref<'a, String>, [[&'s str; N]; M];
    ['a, 's] Mut<'a, String>, [&'s str; N];
    ['a, 's, const M: usize] Mut<'a, String>, [[&'s str; N]; M];
}

/// Hashes the shape, and the elements in row-major order: equal arrays have equal hashes, whatever
/// their storage and dims are.
impl<S: Read, D: Dims> Hash for Array<S, D>
where
    S::Elem: Hash,
{
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.lengths().hash(state);
        // One by one: a hasher may tell a slice of elements from the elements.
        self.into_iter().for_each(|element| element.hash(state));
    }
}
