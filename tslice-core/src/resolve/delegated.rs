//! Specs that hold another spec and slice as it does.

/// Writes [`Slices`](super::Slices) for a type that holds a spec, and for references to it: the parameters of the `impl`, the type of
/// the spec that is held, how to get it, and the holder.
macro_rules! delegated {
    ($parameters:tt $of:ident, |$spec:ident| $held:expr, $holder:ty) => {
        delegated! { @one $parameters $of, |$spec| $held, $holder }
        delegated! { @one $parameters $of, |$spec| $held, &$holder }
    };
    (@one [$($parameters:tt)*] $of:ident, |$spec:ident| $held:expr, $holder:ty) => {
        // Not recommended: the compiler would show this impl beside every rank error of `s!`.
        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> Slices<D> for $holder {
            type Output = $of::Output;

            const WAY: Way = $of::WAY;

            #[inline(always)]
            fn resolve(
                self,
                from: &D::Layout,
            ) -> Result<(isize, <Self::Output as Dims>::Layout), SliceError> {
                let $spec = self;
                $held.resolve(from)
            }

            #[inline]
            fn resolve_to(
                self,
                from: &D::Layout,
                to: &mut <Self::Output as Dims>::Layout,
            ) -> Result<isize, SliceError> {
                let $spec = self;
                $held.resolve_to(from, to)
            }

            #[inline(always)]
            #[track_caller]
            fn resolve_or_panic(self, from: &D::Layout) -> (isize, <Self::Output as Dims>::Layout) {
                let $spec = self;
                $held.resolve_or_panic(from)
            }
        }
    };
}

pub(super) use delegated;
