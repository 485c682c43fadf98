//! A spec with a signature slices what the spec in it does.

use super::slices::{Slices, Way};
use crate::error::SliceError;
use crate::layout::Dims;
use crate::spec::ShapedSpec;

macro_rules! delegated {
    ($($spec:ty),+) => {$(
        #[diagnostic::do_not_recommend]
        impl<D: Dims, P: Slices<D> + Copy, I: Copy, O: Copy> Slices<D> for $spec {
            type Output = P::Output;

            const WAY: Way = P::WAY;

            #[inline(always)]
            fn resolve(
                self,
                from: &D::Layout,
            ) -> Result<(isize, <Self::Output as Dims>::Layout), SliceError> {
                self.spec().resolve(from)
            }

            #[inline]
            fn resolve_to(
                self,
                from: &D::Layout,
                to: &mut <Self::Output as Dims>::Layout,
            ) -> Result<isize, SliceError> {
                self.spec().resolve_to(from, to)
            }

            #[inline(always)]
            #[track_caller]
            fn resolve_or_panic(self, from: &D::Layout) -> (isize, <Self::Output as Dims>::Layout) {
                self.spec().resolve_or_panic(from)
            }
        }
    )+};
}

delegated! { ShapedSpec<P, I, O>, &ShapedSpec<P, I, O> }
