//! Assigning one slice of an array to another one of the same array.

use crate::array::{Array, Owned, Write};
use crate::error::{SliceError, panic};
use crate::layout::{self, Dims};
use crate::resolve::{self, Slices};

/// The value, or a panic that names the spec whose error it is.
#[track_caller]
fn of<V>(spec: &str, result: Result<V, SliceError>) -> V {
    match result {
        Ok(value) => value,
        Err(error) => panic(&format_args!("the {spec}: {error}")),
    }
}

impl<S: Write, D: Dims> Array<S, D> {
    /// Overwrites one slice of this array by another one of it, as `t[1:] = t[:-1]` does in NumPy. The two may overlap: what is
    /// written is what the source was before.
    ///
    /// The source is broadcast as [`assign`](Self::assign) does it. Slices that overlap go through a copy of the source. Several
    /// slices without common elements can be borrowed at once by [`multi_slice_mut`](Self::multi_slice_mut).
    ///
    /// # Panics
    ///
    /// If a spec does not fit the array, or the source does not broadcast to the target.
    ///
    /// # Examples
    ///
    /// ```
    /// use tslice::{Tensor, s};
    ///
    /// let mut t = Tensor::<_, 1>::from([1, 2, 3, 4]);
    /// t.assign_within(s![1:], s![:-1]);
    /// assert_eq!(t, [1, 1, 2, 3]);
    /// t.assign_within(s![:], s![::-1]);
    /// assert_eq!(t, [3, 2, 1, 1]);
    /// ```
    #[track_caller]
    pub fn assign_within<P: Slices<D>, Q: Slices<D>>(&mut self, target: P, source: Q)
    where
        S::Elem: Clone,
    {
        let select = |encoding| resolve::selections(encoding, self.lengths());
        let ours = of("target", select(target.as_encoding()));
        let theirs = of("source", select(source.as_encoding()));
        let apart = layout::disjoint(&ours, &theirs);
        let (to_offset, to) = of("target", target.resolve(self.layout()));
        let (from_offset, from) = of("source", source.resolve(self.layout()));
        if !apart {
            let copied: Array<Owned<S::Elem>, Q::Output> = {
                // SAFETY: `part` needs index tuples that point to elements, and the offset of an element, or 0 if there is none: what a
                // spec is resolved to.
                let source = unsafe { self.part::<Q::Output>(from_offset, from) };
                source.to_tensor()
            };
            // SAFETY: `part_mut` needs index tuples that point to elements, different ones to different elements, and the offset of an
            // element, or 0 if there is none: what a spec is resolved to.
            let mut target = unsafe { self.part_mut::<P::Output>(to_offset, to) };
            return target.assign(&copied);
        }
        let base = self.base_mut();
        // SAFETY: `array` needs index tuples that point to elements, and the offset of an element, or 0 if there is none: what a spec is
        // resolved to.
        let source = unsafe { base.shared().array::<Q::Output>(from_offset, from) };
        // SAFETY: `array` needs index tuples that point to elements, different ones to different elements, and the offset of an element, or
        // 0 if there is none: what a spec is resolved to. None of them was handed out: the two slices have no element in common.
        let mut target = unsafe { base.array::<P::Output>(to_offset, to) };
        target.assign(&source);
    }
}
