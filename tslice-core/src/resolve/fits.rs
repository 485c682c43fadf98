//! Which kinds of specs fit a rank, and the rank of the result.

use crate::rank::{Difference, Rank, Sum};
use crate::spec::{Kind, Kinds};

/// The kinds of a spec that slices rank R: `Kinds<M, C, P>: Fits<R, Output = Rank<R - C + P>>`, if R has C axes to take, and the
/// result at most 12.
///
/// A `const fn` for every rank names it in its bounds; other functions name [`Slices`](crate::Slices).
pub trait Fits<const R: usize>: Kind {
    /// The rank of the result.
    type Output;
}

impl<M, const C: usize, const P: usize, const R: usize, const W: usize, const O: usize> Fits<R>
    for Kinds<M, C, P>
where
    Self: Kind,
    Rank<R>: Difference<R, C, Output = Rank<W>>,
    Rank<W>: Sum<W, P, Output = Rank<O>>,
{
    type Output = Rank<O>;
}
