//! Whether an element type is `Copy`, asked in code that knows no more than `T: Clone`.
//!
//! Primitives and short arrays of them are known by their type. Of other types, stable Rust tells
//! nothing without specialisation; but the standard library uses it: iterators over arrays are
//! walked by index if their elements are `Copy`, and [`is_copy`] observes which walk is taken. A
//! standard library that walks in one way whatever the elements are would cost those other types
//! their kernels.

use core::any::TypeId;
use core::marker::PhantomData;

/// An element that is `Copy` exactly if `T` is, and has no other property that depends on `T`:
/// every probe is `Send`, `Sync`, `Unpin` and of size 0, and has nothing to drop.
struct Probe<T>(PhantomData<fn() -> T>);

impl<T> Clone for Probe<T> {
    fn clone(&self) -> Self {
        Self(PhantomData)
    }
}

impl<T: Copy> Copy for Probe<T> {}

/// Neither `Copy` nor anything else that a probe could find.
struct NotCopy;

/// How many elements `zip` takes from an iterator of two when the other is a [`Probe`] array of
/// one.
///
/// A walk by index takes one of them; a walk by `next` takes both before it sees that the other
/// iterator has ended.
///
/// `skip` is there because `zip` would trust the length of the array alone, and take one element in
/// both walks.
#[inline]
#[expect(
    clippy::iter_skip_zero,
    reason = "it skips nothing, but hides a length"
)]
fn taken_beside_one_probe<T>() -> usize {
    let mut taken = 0;
    let two = [(); 2].iter().map(|()| taken += 1);
    two.zip([Probe::<T>(PhantomData)].into_iter().skip(0))
        .for_each(drop);
    taken
}

/// The type of a value, whatever its lifetimes are.
trait Typed {
    fn type_id(&self) -> TypeId
    where
        Self: 'static,
    {
        TypeId::of::<Self>()
    }
}

impl<T> Typed for PhantomData<T> {}

/// Whether `T` is one of some types, which have no lifetimes.
macro_rules! is_one_of {
    ($t:ident: $($type:ty)+) => {{
        let probe: &dyn Typed = &PhantomData::<$t>;
        // SAFETY: `transmute` needs types of one size, which differ in a lifetime here. A longer
        // one than `T` has is not used: `type_id` reads no `T`, and its result is compared only
        // with those of types without lifetimes, which no other type has.
        let probe = unsafe { core::mem::transmute::<&dyn Typed, &(dyn Typed + 'static)>(probe) };
        let id = probe.type_id();
        // Types of another size are left out before the compiler makes code of this.
        false $(
            || const { size_of::<$t>() == size_of::<$type>() }
                && id == TypeId::of::<PhantomData<$type>>()
        )+
    }};
}

/// Whether `T` is a primitive, or an array of up to four of them.
#[inline]
pub(crate) fn is_primitive<T>() -> bool {
    macro_rules! or_array {
        ($($primitive:ty)+) => {
            is_one_of!(
                T: $($primitive [$primitive; 1] [$primitive; 2] [$primitive; 3] [$primitive; 4])+
            )
        };
    }
    or_array!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char)
}

/// Whether `T` is a primitive integer.
#[inline]
pub(crate) fn is_integer<T>() -> bool {
    is_one_of!(T: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize)
}

/// A number whose type is compared with types of any lifetimes.
///
/// # Safety
///
/// The type has no lifetimes: a `&'static str` would be taken for every `&str`.
pub(crate) unsafe trait Plain: Copy + 'static {}

macro_rules! plain {
    ($($number:ty)+) => {$(
        // SAFETY: a number has no lifetimes.
        unsafe impl Plain for $number {}
    )+};
}

plain!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
#[cfg(feature = "half")]
plain!(half::f16 half::bf16);

/// Whether two types are one.
#[inline]
pub(crate) fn is<T, U: Plain>() -> bool {
    is_one_of!(T: U)
}

/// A value as one of type U, if that is its type.
#[inline]
pub(crate) fn cast<T: Copy, U: Plain>(value: T) -> Option<U> {
    // SAFETY: `transmute_copy` needs a value of the other type: they are one.
    is::<T, U>().then(|| unsafe { core::mem::transmute_copy(&value) })
}

/// Whether `T` is a primitive float.
#[inline]
pub(crate) fn is_float<T>() -> bool {
    is_one_of!(T: f32 f64)
}

/// Returns whether `T` is `Copy`. The compiler folds the answer to a constant.
///
/// `true` is always right: primitives and arrays of them are `Copy`, and two probes differ in
/// nothing but whether they are `Copy`, so if the walk beside a `Probe<T>` is another one than that
/// beside a `Probe<NotCopy>`, then `T` is `Copy`. `false` may be wrong, with a standard library
/// that walks in one way whatever the elements are; the elements are then cloned one by one, and
/// only speed is lost.
///
/// Lifetimes are erased when the walk is chosen: a type that is `Copy` for some lifetimes only
/// (`impl Copy for X<'static>`) counts as `Copy`. Its bytes may still be duplicated: no type with
/// such an impl has drop glue, for any lifetime, and `clone` of a type that is `Copy` for one
/// lifetime is expected to be a copy for all. The standard library has moved the elements of slices
/// and arrays so for years.
#[inline]
pub(crate) fn is_copy<T>() -> bool {
    is_primitive::<T>()
        || !core::mem::needs_drop::<T>()
            && taken_beside_one_probe::<T>() != taken_beside_one_probe::<NotCopy>()
}

#[cfg(test)]
mod tests;
