//! Whether an element type is `Copy`, asked in code that knows no more than `T: Clone`.
//!
//! Primitives and short arrays of them are known by their type. Of other types, stable Rust tells nothing without specialisation; but
//! the standard library uses it: iterators over arrays are walked by index if their elements are `Copy`, and [`is_copy`] observes which
//! walk is taken. A standard library that walks in one way whatever the elements are would cost those other types their kernels.

use core::any::TypeId;
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

/// The type of which a value is a probe, whatever its lifetimes are.
trait Typed {
    fn type_id(&self) -> TypeId
    where
        Self: 'static;
}

impl<T> Typed for PhantomData<T> {
    fn type_id(&self) -> TypeId
    where
        Self: 'static,
    {
        TypeId::of::<T>()
    }
}

/// Whether `T` is a primitive, or an array of up to four of them.
#[inline]
fn is_primitive<T>() -> bool {
    let probe: &dyn Typed = &PhantomData::<T>;
    // SAFETY: `transmute` needs types of one size, which differ in a lifetime here. A longer one than `T` has is not used: `type_id` reads
    // no `T`, and its result is compared only with those of types without lifetimes, which no other type has.
    let probe = unsafe { core::mem::transmute::<&dyn Typed, &(dyn Typed + 'static)>(probe) };
    let id = probe.type_id();
    // Types of another size are left out before the compiler makes code of this.
    macro_rules! any_of {
        ($($type:ty)+) => {
            $(const { size_of::<T>() == size_of::<$type>() } && id == TypeId::of::<$type>())||+
        };
    }
    macro_rules! any_or_array_of {
        ($($primitive:ty)+) => {
            any_of!($($primitive [$primitive; 1] [$primitive; 2] [$primitive; 3] [$primitive; 4])+)
        };
    }
    any_or_array_of!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char)
}

/// Returns whether `T` is `Copy`. The compiler folds the answer to a constant.
///
/// `true` is always right: primitives and arrays of them are `Copy`, and two probes differ in nothing but whether they are `Copy`, so if the walk beside a
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
    is_primitive::<T>()
        || !core::mem::needs_drop::<T>()
            && taken_beside_one_probe::<T>() != taken_beside_one_probe::<NotCopy>()
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;
    use core::mem::{ManuallyDrop, MaybeUninit};
    use core::num::NonZero;
    use std::boxed::Box;
    use std::rc::Rc;
    use std::string::String;

    use super::{is_copy, is_primitive};

    #[test]
    fn primitives_and_arrays_of_any_length_are_copy() {
        assert!(is_copy::<u8>() && is_copy::<i128>() && is_copy::<f64>() && is_copy::<()>());
        assert!(is_copy::<bool>() && is_copy::<char>() && is_copy::<NonZero<u32>>());
        assert!(is_copy::<[f32; 10]>() && is_copy::<[[bool; 7]; 31]>() && is_copy::<[u8; 0]>());
    }

    #[test]
    fn primitives_are_known_without_the_standard_library() {
        #[derive(Clone, Copy)]
        #[expect(dead_code, reason = "only its type matters")]
        struct Wrapped(u8);
        assert!(
            is_primitive::<u8>()
                && is_primitive::<f64>()
                && is_primitive::<char>()
                && is_primitive::<[bool; 3]>()
        );
        assert!(!is_primitive::<Wrapped>() && !is_primitive::<&u8>() && !is_primitive::<String>());
        fn of_a_reference<'a, T>(_: &'a T) -> bool {
            is_primitive::<(&'a T, T)>() || is_primitive::<&'a T>()
        }
        assert!(!of_a_reference(&String::from("a lifetime that is not static")));
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
