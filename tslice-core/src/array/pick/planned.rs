//! An array with a plan of what to copy.

use alloc::vec::Vec;

use super::error::PickError;
use super::plan::{Axis, Block, Plan, Step, strided};
use super::read::Reader;
use crate::array::raw::Base;
use crate::array::{Array, DynView, Owned, Read, Ref};
use crate::layout::{self, Dims};

/// The elements of an array, with a plan that was made for it.
pub(in crate::array) struct Planned<'a, T> {
    elements: Base<Ref<'a, T>>,
    /// All elements, if they follow each other.
    slice: Option<&'a [T]>,
    plan: Plan,
}

/// What is selected: a view, or elements that only lists lead to.
enum Selected<'a, T> {
    View(DynView<'a, T>),
    Listed(Reader<'a, T>),
}

impl<'a, T> Planned<'a, T> {
    /// # Safety
    ///
    /// The plan was made for an array of this layout.
    pub(in crate::array) unsafe fn new<S: Read<Elem = T>, D: Dims>(
        array: &'a Array<S, D>,
        plan: Plan,
    ) -> Self {
        Self { elements: array.base(), slice: array.view().as_slice(), plan }
    }

    /// What is selected, at least one element.
    fn selected(&self) -> Selected<'_, T> {
        let (elements, first) = (self.elements, self.plan.base());
        let mut outer = self.plan.axes(core::iter::repeat(0));
        let last = outer.iter().rposition(|(axis, _)| matches!(axis.step, Step::Offsets(_)));
        let Some(last) = last else {
            let layout = strided(outer.iter().map(|(axis, _)| *axis));
            // SAFETY: `array` needs index tuples that lead to elements, and can be counted: those of the plan, whose axes have strides
            // here, and but one element otherwise.
            return Selected::View(unsafe { elements.array(first, layout) });
        };
        let block = Block::new(outer[last + 1..].iter().map(|(axis, _)| *axis));
        outer.truncate(last + 1);
        let Some((Axis { step: Step::Offsets(offsets), .. }, _)) = outer.pop() else {
            unreachable!("the last list was found")
        };
        // SAFETY: `Reader::new` needs offsets that lead to blocks of elements: those of the plan, split at its last list.
        Selected::Listed(unsafe { Reader::new(elements, self.slice, first, outer, offsets, block) })
    }
}

impl<T: Clone> Planned<'_, T> {
    /// A tensor of what is selected, of the plan's rank.
    pub(in crate::array) fn collect<E: Dims>(mut self) -> Result<Array<Owned<T>, E>, PickError> {
        self.plan.scatter();
        let shape = self.plan.shape();
        let data = match self.plan.len() {
            0 => Vec::new(),
            _ => match self.selected() {
                Selected::View(view) => view.try_to_vec()?,
                Selected::Listed(reader) => reader.collect(shape)?,
            },
        };
        Ok(Array::from_parts(shape, data))
    }

    /// Works like [`collect`](Self::collect), on the threads of rayon's pool.
    #[cfg(feature = "rayon")]
    pub(super) fn par_collect<E: Dims>(mut self) -> Result<Array<Owned<T>, E>, PickError>
    where
        T: Send + Sync,
    {
        self.plan.scatter();
        let shape = self.plan.shape();
        let data = match self.plan.len() {
            0 => Vec::new(),
            _ => match self.selected() {
                Selected::View(view) => view.par_to_tensor().into_vec(),
                Selected::Listed(reader) => reader.par_collect(shape)?,
            },
        };
        Ok(Array::from_parts(shape, data))
    }

    /// Writes what is selected over a buffer.
    pub(in crate::array) fn write(mut self, target: &mut [T]) -> Result<(), PickError> {
        layout::check_len(self.plan.shape(), target.len())?;
        if self.plan.len() > 0 {
            self.plan.scatter();
            match self.selected() {
                Selected::View(view) => view.copy_to_slice(target),
                Selected::Listed(reader) => reader.write(target),
            }
        }
        Ok(())
    }
}
