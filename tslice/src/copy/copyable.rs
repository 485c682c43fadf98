//! Whether an element type is `Copy`, without specialisation.

use core::cell::Cell;
use core::marker::PhantomData;

struct Probe<'c, T> {
    cloned: &'c Cell<bool>,
    element: PhantomData<T>,
}

impl<T: Copy> Copy for Probe<'_, T> {}

#[expect(clippy::expl_impl_clone_on_copy, reason = "the clone that is not a copy is what tells")]
impl<T> Clone for Probe<'_, T> {
    fn clone(&self) -> Self {
        self.cloned.set(true);
        Self { cloned: self.cloned, element: PhantomData }
    }
}

/// True only where cloning a `T` is copying its bytes.
///
/// The standard library clones an array of `Copy` elements by copying it, without calling `clone`: where that call is
/// not seen, `T` is `Copy`. Should the library stop doing so, this returns false and elements are cloned one by one. The
/// compiler folds it to a constant.
pub(crate) fn is_copy<T>() -> bool {
    let cloned = Cell::new(false);
    let _ = [Probe::<T> { cloned: &cloned, element: PhantomData }].clone();
    !cloned.get()
}

#[cfg(test)]
mod tests {
    use super::is_copy;

    #[test]
    fn copy_types_are_seen_and_others_are_not() {
        #[derive(Clone)]
        struct OnlyClone;
        assert!(is_copy::<f32>() && is_copy::<[u8; 3]>() && is_copy::<&str>() && is_copy::<()>());
        assert!(!is_copy::<alloc::string::String>() && !is_copy::<OnlyClone>() && !is_copy::<[OnlyClone; 2]>());
    }
}
