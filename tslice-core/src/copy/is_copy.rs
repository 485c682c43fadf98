//! Whether an element type is `Copy`, asked in code that knows no more than `T: Clone`.
//!
//! Stable Rust has no specialisation, but the standard library uses it: iterators over arrays are walked by index if
//! their elements are `Copy`, and [`is_copy`] observes which walk is taken.

use core::marker::PhantomData;

/// An element that is `Copy` exactly if `T` is, and has no other property that depends on `T`: every probe is `Send`,
/// `Sync`, `Unpin` and of size 0, and has nothing to drop.
struct Probe<T>(PhantomData<fn() -> T>);

impl<T> Clone for Probe<T> {
    fn clone(&self) -> Self {
        Self(PhantomData)
    }
}

impl<T: Copy> Copy for Probe<T> {}

/// Neither `Copy` nor anything else that a probe could find.
struct NotCopy;

/// How many elements `zip` takes from an iterator of two when the other is a [`Probe`] array of one.
///
/// A walk by index takes one of them; a walk by `next` takes both before it sees that the other iterator has ended.
///
/// `skip` is there because `zip` would trust the length of the array alone, and take one element in both walks.
#[inline]
#[expect(clippy::iter_skip_zero, reason = "it skips nothing, but hides a length")]
fn taken_beside_one_probe<T>() -> usize {
    let mut taken = 0;
    let two = [(); 2].iter().map(|()| taken += 1);
    two.zip([Probe::<T>(PhantomData)].into_iter().skip(0)).for_each(drop);
    taken
}

/// Returns whether `T` is `Copy`. The compiler folds the answer to a constant.
///
/// `true` is always right: two probes differ in nothing but whether they are `Copy`, so if the walk beside a
/// `Probe<T>` is another one than that beside a `Probe<NotCopy>`, then `T` is `Copy`. `false` may be wrong, with a
/// standard library that walks in one way whatever the elements are; the elements are then cloned one by one, and
/// only speed is lost.
///
/// Lifetimes are erased when the walk is chosen: a type that is `Copy` for some lifetimes only (`impl Copy for
/// X<'static>`) counts as `Copy`. Its bytes may still be duplicated: no type with such an impl has drop glue, for any
/// lifetime, and `clone` of a type that is `Copy` for one lifetime is expected to be a copy for all. The standard
/// library has moved the elements of slices and arrays so for years.
#[inline]
pub(crate) fn is_copy<T>() -> bool {
    !core::mem::needs_drop::<T>() && taken_beside_one_probe::<T>() != taken_beside_one_probe::<NotCopy>()
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;
    use core::mem::{ManuallyDrop, MaybeUninit};
    use core::num::NonZero;
    use std::boxed::Box;
    use std::rc::Rc;
    use std::string::String;

    use super::is_copy;

    #[test]
    fn primitives_and_arrays_of_any_length_are_copy() {
        assert!(is_copy::<u8>() && is_copy::<i128>() && is_copy::<f64>() && is_copy::<()>());
        assert!(is_copy::<bool>() && is_copy::<char>() && is_copy::<NonZero<u32>>());
        assert!(is_copy::<[f32; 10]>() && is_copy::<[[bool; 7]; 31]>() && is_copy::<[u8; 0]>());
    }

    #[test]
    fn structs_and_enums_are_copy_if_they_say_so() {
        #[derive(Clone, Copy)]
        #[expect(dead_code, reason = "only its type matters")]
        struct Padded(u8, u32);
        #[derive(Clone, Copy)]
        struct Complex<T>(T, T);
        #[derive(Clone, Copy)]
        #[expect(dead_code, reason = "only its type matters")]
        enum Choice<'a> {
            Nothing,
            Letter(char),
            Name(&'a str),
        }
        assert!(is_copy::<Padded>() && is_copy::<(u8, u32)>() && is_copy::<Choice<'_>>());
        assert!(is_copy::<Complex<f32>>() && is_copy::<MaybeUninit<u8>>());
        assert!(!is_copy::<Complex<String>>() && !is_copy::<MaybeUninit<Box<u8>>>());
    }

    #[test]
    fn pointers_are_copy_if_they_are_shared() {
        assert!(is_copy::<&str>() && is_copy::<Option<&u8>>() && is_copy::<&dyn Send>());
        assert!(is_copy::<fn(String) -> Rc<u8>>() && is_copy::<*mut String>());
        assert!(!is_copy::<&mut u8>() && !is_copy::<Option<Box<u8>>>());
    }

    #[test]
    fn types_with_a_clone_of_their_own_are_not() {
        #[derive(Clone)]
        struct OnlyClone;
        #[derive(Clone)]
        struct Dropped;
        impl Drop for Dropped {
            fn drop(&mut self) {}
        }
        assert!(!is_copy::<OnlyClone>() && !is_copy::<[OnlyClone; 2]>() && !is_copy::<(u8, OnlyClone)>());
        assert!(!is_copy::<Dropped>() && !is_copy::<String>() && !is_copy::<Rc<u8>>());
        assert!(!is_copy::<[Rc<u8>; 3]>() && !is_copy::<Cell<u8>>());
        assert!(!is_copy::<ManuallyDrop<Box<u8>>>(), "no drop glue, but not `Copy` either");
        assert!(!is_copy::<core::ops::Range<u8>>());
    }

    #[test]
    fn a_copy_type_is_copy_whatever_its_clone_does() {
        #[derive(Copy)]
        struct Lying;
        #[expect(clippy::non_canonical_clone_impl, reason = "this one is not to be called")]
        impl Clone for Lying {
            fn clone(&self) -> Self {
                panic!("a `Copy` element is moved as bytes")
            }
        }
        assert!(is_copy::<Lying>() && is_copy::<[Lying; 2]>());
    }
}
