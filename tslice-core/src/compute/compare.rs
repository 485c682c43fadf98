//! Comparison and hashing.

use alloc::string::String;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use crate::array::{Array, AsView, Mut, Owned, Read, Ref};
use crate::layout::Dims;

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
            (Some(ours), Some(theirs)) => ours == theirs,
            _ => ours.iter().zip(theirs.iter()).all(|(one, other)| one == other),
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

/// Hashes the shape, and the elements in row-major order: equal arrays have equal hashes, whatever their storage and dims are.
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
