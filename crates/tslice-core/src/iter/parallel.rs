//! The parts along an axis on several threads: feature `rayon`.

use rayon::iter::plumbing::{Consumer, ProducerCallback, UnindexedConsumer};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::{AxisChunks, AxisIter, Lanes};
use crate::array::{Array, Borrowed};
use crate::layout::{Dims, Rank, Ranked};

/// The parts of an [`AxisIter`], an [`AxisChunks`] or [`Lanes`], handed out on the threads of
/// rayon's pool.
#[must_use = "iterators are lazy"]
#[derive(Clone, Debug)]
pub struct ParallelParts<I> {
    parts: I,
}

mod sealed {
    /// Parts by their numbers.
    pub trait Parts {
        type Part;

        fn left(&self) -> usize;

        /// A part of those that are left.
        ///
        /// # Safety
        ///
        /// Each number is used once.
        unsafe fn at(&self, number: usize) -> Self::Part;
    }
}

use sealed::Parts;

impl<S: Borrowed, D: Dims> Parts for AxisIter<S, D> {
    type Part = Array<S, D>;

    fn left(&self) -> usize {
        self.left.len()
    }

    unsafe fn at(&self, number: usize) -> Array<S, D> {
        self.part(self.left.start + number)
    }
}

impl<S: Borrowed, D: Dims> Parts for AxisChunks<S, D> {
    type Part = Array<S, D::Ranked>;

    fn left(&self) -> usize {
        self.left.len()
    }

    unsafe fn at(&self, number: usize) -> Array<S, D::Ranked> {
        self.chunk(self.left.start + number)
    }
}

impl<S: Borrowed, D: Ranked> Parts for Lanes<S, D> {
    type Part = Array<S, Rank<1>>;

    fn left(&self) -> usize {
        self.starts.left()
    }

    unsafe fn at(&self, number: usize) -> Array<S, Rank<1>> {
        let start = self.starts.clone().nth(number);
        self.lane(start.expect("a number of those that are left"))
    }
}

impl<I: Parts<Part: Send> + Send + Sync> ParallelParts<I> {
    fn by_number(self) -> impl IndexedParallelIterator<Item = I::Part> {
        let Self { parts } = self;
        let numbers = (0..parts.left()).into_par_iter();
        // SAFETY: `at` needs each number once: this is the only use of the parts.
        numbers.map(move |number| unsafe { parts.at(number) })
    }
}

impl<I: Parts<Part: Send> + Send + Sync> ParallelIterator for ParallelParts<I> {
    type Item = I::Part;

    fn drive_unindexed<C: UnindexedConsumer<I::Part>>(self, consumer: C) -> C::Result {
        self.drive(consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.parts.left())
    }
}

impl<I: Parts<Part: Send> + Send + Sync> IndexedParallelIterator for ParallelParts<I> {
    fn len(&self) -> usize {
        self.parts.left()
    }

    fn drive<C: Consumer<I::Part>>(self, consumer: C) -> C::Result {
        self.by_number().drive(consumer)
    }

    fn with_producer<C: ProducerCallback<I::Part>>(self, callback: C) -> C::Output {
        self.by_number().with_producer(callback)
    }
}

/// Makes a parallel iterator of an iterator.
macro_rules! into_parallel {
    ($([$($parameters:tt)*] $iterator:ty;)+) => {$(
        impl<$($parameters)*> IntoParallelIterator for $iterator
        where
            Self: Parts<Part: Send> + Send + Sync,
        {
            type Iter = ParallelParts<Self>;
            type Item = <Self as Parts>::Part;

            fn into_par_iter(self) -> ParallelParts<Self> {
                ParallelParts { parts: self }
            }
        }
    )+};
}

into_parallel! {
    [S: Borrowed, D: Dims] AxisIter<S, D>;
    [S: Borrowed, D: Dims] AxisChunks<S, D>;
    [S: Borrowed, D: Ranked] Lanes<S, D>;
}
