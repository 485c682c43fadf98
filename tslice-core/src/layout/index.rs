//! An index tuple of a rank that is known at run time.

use core::fmt;
use core::ops::Deref;

use smallvec::SmallVec;

/// An index tuple, or a shape, of a rank that is known at run time: a `[usize]` that is owned, without a heap up to rank 8.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DynIndex(SmallVec<[usize; 8]>);

impl DynIndex {
    #[inline]
    pub(super) fn of(list: &[usize]) -> Self {
        Self(SmallVec::from_slice(list))
    }
}

impl Clone for DynIndex {
    #[inline]
    fn clone(&self) -> Self {
        Self::of(&self.0)
    }
}

impl Deref for DynIndex {
    type Target = [usize];

    #[inline]
    fn deref(&self) -> &[usize] {
        &self.0
    }
}

impl AsRef<[usize]> for DynIndex {
    #[inline]
    fn as_ref(&self) -> &[usize] {
        self
    }
}

impl AsMut<[usize]> for DynIndex {
    #[inline]
    fn as_mut(&mut self) -> &mut [usize] {
        &mut self.0
    }
}

impl<const R: usize> PartialEq<[usize; R]> for DynIndex {
    fn eq(&self, other: &[usize; R]) -> bool {
        self.0[..] == other[..]
    }
}

impl fmt::Debug for DynIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
