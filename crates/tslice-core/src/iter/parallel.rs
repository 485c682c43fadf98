//! The parts along an axis on several threads: feature `rayon`.

use rayon::iter::plumbing::{Consumer, ProducerCallback, UnindexedConsumer};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// The items of [`Parts`](super::Parts) or [`AxisChunks`](super::AxisChunks), handed out on the
/// threads of rayon's pool.
#[must_use = "iterators are lazy"]
#[derive(Clone, Debug)]
pub struct ParallelParts<I> {
    pub(super) parts: I,
}

pub(super) mod sealed {
    /// Parts by their numbers.
    pub trait Parts: ExactSizeIterator {
        /// A part of those that are left.
        ///
        /// # Safety
        ///
        /// Each number is used once.
        unsafe fn at(&self, number: usize) -> Self::Item;
    }
}

use sealed::Parts;

impl<I: Parts<Item: Send> + Send + Sync> ParallelParts<I> {
    fn by_number(self) -> impl IndexedParallelIterator<Item = I::Item> {
        let Self { parts } = self;
        let numbers = (0..parts.len()).into_par_iter();
        // SAFETY: `at` needs each number once: this is the only use of the parts.
        numbers.map(move |number| unsafe { parts.at(number) })
    }
}

impl<I: Parts<Item: Send> + Send + Sync> ParallelIterator for ParallelParts<I> {
    type Item = I::Item;

    fn drive_unindexed<C: UnindexedConsumer<I::Item>>(self, consumer: C) -> C::Result {
        self.drive(consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.parts.len())
    }
}

impl<I: Parts<Item: Send> + Send + Sync> IndexedParallelIterator for ParallelParts<I> {
    fn len(&self) -> usize {
        self.parts.len()
    }

    fn drive<C: Consumer<I::Item>>(self, consumer: C) -> C::Result {
        self.by_number().drive(consumer)
    }

    fn with_producer<C: ProducerCallback<I::Item>>(self, callback: C) -> C::Output {
        self.by_number().with_producer(callback)
    }
}
