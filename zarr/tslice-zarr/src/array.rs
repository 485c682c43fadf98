//! An array, or a selection of one: nothing is read before `read`.

use std::marker::PhantomData;
use std::sync::Arc;

use rayon::ThreadPool;
use tslice::algebra::Grid;
use tslice::{Array, Dims, Dyn, DynRegion, DynTensor, Owned, Rank, ShapeError, Slices, Write};
use zarrs::storage::{ReadableStorageTraits, ReadableWritableStorageTraits};

use crate::element::{self, Element};
use crate::engine::Engine;
use crate::error::ZarrError;
use crate::read;
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
pub struct ZarrArray<D: Dims = Dyn> {
    pub(crate) source: Arc<Source>,
    pub(crate) region: DynRegion,
    shape: Vec<usize>,
    dims: PhantomData<D>,
}

/// What all selections of an array share.
pub(crate) struct Source {
    pub(crate) engine: Arc<dyn Engine>,
    threads: Option<ThreadPool>,
}

impl Source {
    /// Runs on the threads of this array.
    pub(crate) fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.threads {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

impl ZarrArray {
    /// An array of `zarrs`, for reading.
    ///
    /// # Errors
    ///
    /// If its elements have no fixed size, or its shape or its chunks are larger than memory can be.
    pub fn readable<S: ?Sized + ReadableStorageTraits + 'static>(
        array: &zarrs::array::Array<S>,
    ) -> Result<Self, ZarrError> {
        Self::of(Zarrs::readable(array, &short_name::<S>())?)
    }

    /// An array of `zarrs`, for reading and writing.
    ///
    /// # Errors
    ///
    /// As [`readable`](Self::readable).
    pub fn writable<S: ?Sized + ReadableWritableStorageTraits + 'static>(
        array: &zarrs::array::Array<S>,
    ) -> Result<Self, ZarrError> {
        Self::of(Zarrs::writable(array, &short_name::<S>())?)
    }

    pub(crate) fn of(engine: Zarrs) -> Result<Self, ZarrError> {
        let region = DynRegion::whole(engine.shape())?;
        Ok(Self::made_of(Arc::new(Source { engine: Arc::new(engine), threads: None }), region))
    }

    /// The same array, whose rank the compiler knows.
    ///
    /// # Errors
    ///
    /// If the array has another rank.
    pub fn into_rank<const R: usize>(self) -> Result<ZarrArray<Rank<R>>, ZarrError> {
        match self.shape.len() {
            rank if rank == R => Ok(ZarrArray::made_of(self.source, self.region)),
            rank => Err(ShapeError::RankMismatch { expected: R, rank }.into()),
        }
    }
}

impl<D: Dims> ZarrArray<D> {
    fn made_of(source: Arc<Source>, region: DynRegion) -> Self {
        let shape = region.result_shape().to_vec();
        Self { source, region, shape, dims: PhantomData }
    }

    /// The same array, whose rank is known at run time.
    #[must_use]
    pub fn into_dyn(self) -> ZarrArray {
        ZarrArray::made_of(self.source, self.region)
    }

    /// The same array, whose chunks are read by as many threads, each of which asks for one chunk, decodes and copies it. More of
    /// them than processors pay where a store takes its time to answer. Without this, they are those of [`rayon`].
    ///
    /// # Errors
    ///
    /// If the system does not give as many threads.
    pub fn with_threads(self, threads: usize) -> Result<Self, ZarrError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| ZarrError::Threads(format!("{threads} threads: {error}")))?;
        let source = Source { engine: self.source.engine.clone(), threads: Some(pool) };
        Ok(Self { source: Arc::new(source), ..self })
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
    pub fn grid(&self) -> Vec<Grid<'_>> {
        self.source.engine.grid()
    }

    /// The shape of the parts of a shard that are read alone; `None` if chunks are read as a whole.
    #[must_use]
    pub fn subchunk(&self) -> Option<&[usize]> {
        self.source.engine.part()
    }

    /// What a spec selects, of `s![..]`, a `&DynSpec`, or any other. Nothing is read.
    ///
    /// # Errors
    ///
    /// If an index is out of bounds, a run-time stride is 0, or the spec takes more axes than there are.
    pub fn try_tslice<P: Slices<D>>(&self, spec: P) -> Result<ZarrArray<P::Output>, ZarrError> {
        Ok(ZarrArray::made_of(self.source.clone(), self.region.then(spec)?))
    }

    /// As [`try_tslice`](Self::try_tslice).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    pub fn tslice<P: Slices<D>>(&self, spec: P) -> ZarrArray<P::Output> {
        match self.try_tslice(spec) {
            Ok(selection) => selection,
            Err(error) => panic!("{error}"),
        }
    }

    /// Reads into an array of the same shape. After an error, some of its elements may be new.
    ///
    /// # Errors
    ///
    /// If the shapes differ, T is not the type of the elements, the store fails, or a chunk is broken.
    pub fn read_into<T: Element, S: Write<Elem = T>>(
        &self,
        target: &mut Array<S, D>,
    ) -> Result<(), ZarrError> {
        element::check::<T>(self.source.engine.data_type())?;
        let shape = AsRef::<[usize]>::as_ref(target.shape());
        if shape != self.shape {
            return Err(ShapeError::Broadcast { from: self.shape[..].into(), to: shape.into() }.into());
        }
        let target = target.view_mut().into_dyn();
        self.source.run(|| read::read(&*self.source.engine, &self.region, target, false))
    }
}

impl<D: FromDyn> ZarrArray<D> {
    /// Reads all elements: the chunks of which something is selected, side by side, and no others.
    ///
    /// # Errors
    ///
    /// If T is not the type of the elements, they do not fit into memory, the store fails, or a chunk is broken.
    pub fn read<T: Element>(&self) -> Result<Array<Owned<T>, D>, ZarrError> {
        let engine = &*self.source.engine;
        element::check::<T>(engine.data_type())?;
        let memory = || ZarrError::Memory { shape: self.shape.clone(), element: size_of::<T>() };
        let len = self.len().ok_or_else(memory)?;
        let zeros = bytemuck::try_zeroed_vec(len).map_err(|()| memory())?;
        let mut tensor = DynTensor::from_shape_vec(&self.shape, zeros)?;
        let target = tensor.view_mut();
        self.source.run(|| read::read(engine, &self.region, target, true))?;
        D::from_dyn(tensor)
            .ok_or_else(|| ShapeError::RankMismatch { expected: D::RANK, rank: self.rank() }.into())
    }
}

impl<D: Dims> Clone for ZarrArray<D> {
    fn clone(&self) -> Self {
        Self::made_of(self.source.clone(), self.region.clone())
    }
}

impl<D: Dims> std::fmt::Debug for ZarrArray<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let source = self.source.engine.shape();
        f.debug_struct("ZarrArray").field("shape", &self.shape).field("of", &source).finish_non_exhaustive()
    }
}

/// The dims of a result that is read: [`Dyn`] and [`Rank`].
pub trait FromDyn: Dims {
    #[doc(hidden)]
    const RANK: usize;

    #[doc(hidden)]
    fn from_dyn<T>(tensor: DynTensor<T>) -> Option<Array<Owned<T>, Self>>;
}

impl FromDyn for Dyn {
    const RANK: usize = 0;

    fn from_dyn<T>(tensor: DynTensor<T>) -> Option<DynTensor<T>> {
        Some(tensor)
    }
}

impl<const R: usize> FromDyn for Rank<R> {
    const RANK: usize = R;

    fn from_dyn<T>(tensor: DynTensor<T>) -> Option<Array<Owned<T>, Self>> {
        tensor.into_rank().ok()
    }
}

/// The name of a store's type without modules.
fn short_name<S: ?Sized>() -> String {
    let name = std::any::type_name::<S>();
    let name = name.split('<').next().unwrap_or(name);
    name.rsplit("::").next().unwrap_or(name).to_owned()
}
