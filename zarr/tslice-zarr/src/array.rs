//! An array, or a selection of one: nothing is read before `read`.

use std::marker::PhantomData;
use std::sync::Arc;

use rayon::ThreadPool;
use tslice::{Array, AxisError, Dims, Dyn, DynTensor, Owned, Rank, ShapeError, Slices};
use tslice_algebra::{ChunkGrid, DynRegion};

use crate::cost::Cost;
use crate::element::{self, Element};
use crate::engine::Engine;
use crate::error::ZarrError;
use crate::from_dyn::FromDyn;
use crate::memory;
use crate::store::{Label, SyncStore};
use crate::zarrs_engine::Zarrs;

/// A Zarr array, or what specs select of one. It is lazy: [`tslice`](Self::tslice) makes another one, and [`read`](Self::read) reads.
///
/// D is [`Dyn`], or [`Rank<R>`](Rank) after [`into_rank`](Self::into_rank). Clones share the store.
///
/// ```
/// use std::sync::Arc;
/// use tslice::{Tensor, s};
/// use tslice_zarr::ZarrArray;
/// use zarrs::array::{ArrayBuilder, data_type};
/// use zarrs::storage::store::MemoryStore;
///
/// let array = ArrayBuilder::new(vec![4, 6], [2, 3], data_type::uint16(), 7_u16).build(Arc::new(MemoryStore::new()), "/")?;
/// let mut a = ZarrArray::writable(&array)?.into_rank::<2>()?;
/// a.tslice_assign(s![1], &Tensor::from([0_u16, 1, 2, 3, 4, 5]))?;
///
/// let part = a.tslice(s![:2, ::-2]).tslice(s![.., newaxis, :2]);
/// assert_eq!((part.shape(), part.chunks()), (&[2, 1, 2][..], Some(1)));
/// let t: Tensor<u16, 3> = part.read()?;
/// assert_eq!(t, [[[7, 7]], [[5, 3]]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ZarrArray<D: Dims = Dyn, S = SyncStore> {
    pub(crate) source: Arc<OpenedArray<S>>,
    pub(crate) region: DynRegion,
    shape: Vec<usize>,
    dims: PhantomData<D>,
}

/// What all selections of an array share.
#[derive(Clone)]
pub(crate) struct OpenedArray<S> {
    pub(crate) engine: Arc<dyn Engine>,
    pub(crate) store: S,
    pub(crate) label: Arc<Label>,
    threads: Option<Arc<ThreadPool>>,
}

impl<S> OpenedArray<S> {
    /// Runs on the threads of this array.
    pub(crate) fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.threads {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Starts on the threads of this array.
    #[cfg(feature = "async")]
    pub(crate) fn start(&self, work: impl FnOnce() + Send + 'static) {
        match &self.threads {
            Some(pool) => pool.spawn(work),
            None => rayon::spawn(work),
        }
    }
}

impl<S> ZarrArray<Dyn, S> {
    pub(crate) fn open<A: ?Sized>(
        array: &zarrs::array::Array<A>,
        label: Arc<Label>,
        store: S,
    ) -> Result<Self, ZarrError> {
        let engine = Zarrs::new(array)?;
        let region = DynRegion::whole(engine.shape())?;
        let source = OpenedArray { engine: Arc::new(engine), store, label, threads: None };
        Ok(Self::made_of(Arc::new(source), region))
    }

    /// The same array, whose rank the compiler knows.
    ///
    /// # Errors
    ///
    /// If the array has another rank.
    pub fn into_rank<const R: usize>(self) -> Result<ZarrArray<Rank<R>, S>, ZarrError> {
        match self.shape.len() {
            rank if rank == R => Ok(ZarrArray::made_of(self.source, self.region)),
            rank => Err(ShapeError::Axis(AxisError::RankMismatch { expected: R, rank }).into()),
        }
    }
}

impl<D: Dims, S> ZarrArray<D, S> {
    fn made_of(source: Arc<OpenedArray<S>>, region: DynRegion) -> Self {
        let shape = region.result_shape().to_vec();
        Self { source, region, shape, dims: PhantomData }
    }

    /// The same array with another setting.
    pub(crate) fn changed(self, change: impl FnOnce(&mut OpenedArray<S>)) -> Self
    where
        S: Clone,
    {
        let mut source = OpenedArray::clone(&self.source);
        change(&mut source);
        Self { source: Arc::new(source), ..self }
    }

    /// The same array, whose rank is known at run time.
    #[must_use]
    pub fn into_dyn(self) -> ZarrArray<Dyn, S> {
        ZarrArray::made_of(self.source, self.region)
    }

    /// The same array, whose chunks are read by as many threads, each of which asks for one chunk, decodes and copies it. More of
    /// them than processors pay where a store takes its time to answer. Without this, they are those of [`rayon`].
    ///
    /// # Errors
    ///
    /// If the system does not give as many threads.
    pub fn with_threads(self, threads: usize) -> Result<Self, ZarrError>
    where
        S: Clone,
    {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| ZarrError::Threads(format!("{threads} threads: {error}")))?;
        Ok(self.changed(|source| source.threads = Some(Arc::new(pool))))
    }

    /// The lengths of the axes.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The number of axes.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The number of elements; `None` if it exceeds `usize::MAX`.
    #[must_use]
    pub fn len(&self) -> Option<usize> {
        self.region.len()
    }

    /// Whether there is no element.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.region.is_empty()
    }

    /// What is selected of the array that was opened.
    #[must_use]
    pub fn region(&self) -> &DynRegion {
        &self.region
    }

    /// The name of the data type.
    #[must_use]
    pub fn data_type(&self) -> String {
        element::name(self.source.engine.data_type())
    }

    /// How each axis of the array that was opened is cut into chunks, or into shards.
    #[must_use]
    pub fn grid(&self) -> Vec<ChunkGrid<'_>> {
        self.source.engine.grid()
    }

    /// The shape of the parts of a shard that are read alone; `None` if chunks are read as a whole.
    #[must_use]
    pub fn subchunk(&self) -> Option<&[usize]> {
        self.source.engine.sharding().map(|sharding| sharding.part())
    }

    /// What a spec selects, of `s![..]`, a `&DynSpec`, or any other. Nothing is read.
    ///
    /// # Errors
    ///
    /// If an index is out of bounds, a run-time stride is 0, or the spec takes more axes than there are.
    pub fn try_tslice<P: Slices<D>>(&self, spec: P) -> Result<ZarrArray<P::Output, S>, ZarrError> {
        Ok(ZarrArray::made_of(self.source.clone(), self.region.then(spec)?))
    }

    /// As [`try_tslice`](Self::try_tslice).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    pub fn tslice<P: Slices<D>>(&self, spec: P) -> ZarrArray<P::Output, S> {
        match self.try_tslice(spec) {
            Ok(selection) => selection,
            Err(error) => panic!("{error}"),
        }
    }

    /// What was read from the store since the array was opened, by all selections of it: for a bar that shows progress.
    #[must_use]
    pub fn traffic(&self) -> Cost {
        self.source.label.traffic()
    }
}

impl<D: FromDyn, S> ZarrArray<D, S> {
    /// An array of zeros for the result.
    pub(crate) fn blank<T: Element>(&self) -> Result<DynTensor<T>, ZarrError> {
        element::check::<T>(self.source.engine.data_type())?;
        memory::zeros(&self.shape)
    }

    /// The result with its rank.
    pub(crate) fn finished<T>(&self, tensor: DynTensor<T>) -> Result<Array<Owned<T>, D>, ZarrError> {
        D::from_dyn(tensor).ok_or_else(|| {
            ShapeError::Axis(AxisError::RankMismatch { expected: D::RANK, rank: self.rank() }).into()
        })
    }
}

impl<D: Dims, S> Clone for ZarrArray<D, S> {
    fn clone(&self) -> Self {
        Self::made_of(self.source.clone(), self.region.clone())
    }
}

impl<D: Dims, S> std::fmt::Debug for ZarrArray<D, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let source = self.source.engine.shape();
        f.debug_struct("ZarrArray").field("shape", &self.shape).field("of", &source).finish_non_exhaustive()
    }
}
