//! An array, or a selection of one: nothing is read before `read`.

#[cfg(feature = "async")]
pub(crate) mod async_open;
#[cfg(feature = "async")]
pub(crate) mod async_read;
#[cfg(feature = "async")]
pub(crate) mod async_write;
pub(crate) mod block;
pub(crate) mod blocks;
#[cfg(feature = "async")]
mod flights;
pub(crate) mod open;
pub(crate) mod read;
pub(crate) mod reader;
pub(crate) mod stores;
pub(crate) mod touched;
pub(crate) mod write;

use std::marker::PhantomData;
use std::sync::Arc;

use rayon::ThreadPool;
use tslice::{
    AxisError, Dims, Dyn, DynSpec, DynTensor, Rank, ShapeError, Slices,
    traits::{AsEncoding, Picks},
};
use tslice_algebra::{ChunkGrid, DynRegion};
use tslice_core::__ops::or_panic;

use crate::cost::Cost;
use crate::element::{self, Element};
use crate::engine::Engine;
use crate::error::ZarrError;
use crate::from_dyn::FromDyn;
use crate::memory;
use crate::metadata::dtype::{self, RawBytes};
use crate::selection::cut::{Pieces, regular};
use crate::selection::order::{self, Orders};
use crate::selection::positions::Mask;
use crate::selection::{Selection, Taken};
use crate::store::cache::{ArrayCache, Cache};
use crate::store::{Label, SyncStore};

/// A Zarr array, or what specs select of one. It is lazy: [`tslice`](Self::tslice) makes another
/// one, and [`read`](Self::read) reads.
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
#[derive(Clone)]
pub struct ZarrArray<D: Dims = Dyn, S = SyncStore> {
    pub(crate) source: Arc<OpenedArray<S>>,
    /// What is selected of the array that was opened.
    pub(crate) selection: Selection,
    /// The same, if no spec had lists and elements are not read as bytes.
    region: Option<DynRegion>,
    dims: PhantomData<D>,
}

/// What all selections of an array share.
#[derive(Clone)]
pub(crate) struct OpenedArray<S> {
    pub(crate) engine: Arc<Engine>,
    pub(crate) store: S,
    pub(crate) label: Arc<Label>,
    /// What the elements are, if the engine has them as raw bytes.
    pub(crate) raw: Option<Arc<RawBytes>>,
    pub(crate) cache: Option<ArrayCache>,
    /// Whether a chunk that the store lacks is an error.
    pub(crate) is_complete: bool,
    pub(crate) threads: Option<Arc<ThreadPool>>,
}

impl<S> OpenedArray<S> {
    /// A selection in the order of the chunks, and the order of the result.
    pub(crate) fn ordered(&self, selection: &Selection) -> (Selection, Orders) {
        order::ordered(selection, &self.engine.grid(), &self.fine_grid())
    }

    /// The pieces of a selection, in the order of the chunks.
    pub(crate) fn pieces(&self, selection: &Selection) -> Pieces<'_> {
        Pieces::new(self.ordered(selection).0, &self.engine.grid())
    }

    /// How each axis is cut into what is read alone: chunks, or the parts of shards.
    pub(crate) fn fine_grid(&self) -> Vec<ChunkGrid<'_>> {
        match self.engine.part() {
            Some(part) => regular(part),
            None => self.engine.grid(),
        }
    }

    /// Whether elements of type T are read, or written.
    pub(crate) fn check<T: Element>(&self, written: bool) -> Result<(), ZarrError> {
        // Other crates have types of elements, too: the blocks are counted in elements of this size.
        let is_of_size = size_of::<T>() == self.engine.size();
        match T::validate_data_type(&self.engine.data_type) {
            Ok(()) if is_of_size => Ok(()),
            _ => Err(ZarrError::Elements {
                array: self.data_type(),
                asked: std::any::type_name::<T>(),
                written,
            }),
        }
    }

    /// What was done, whose error names this array.
    pub(crate) fn named<R>(&self, done: Result<R, ZarrError>) -> Result<R, ZarrError> {
        done.map_err(|error| error.of_array(&self.label.name))
    }

    pub(crate) fn data_type(&self) -> String {
        if let Some(raw) = &self.raw {
            return raw.descr.clone();
        }
        element::name(&self.engine.data_type)
    }

    /// Runs on the threads of this array.
    pub(crate) fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.threads {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// The threads of the pool of this array, if it has one.
    pub(crate) fn own_threads(&self) -> Option<usize> {
        self.threads.as_ref().map(|pool| pool.current_num_threads())
    }
}

impl<S> ZarrArray<Dyn, S> {
    pub(crate) fn open<A: ?Sized>(
        array: &zarrs::array::Array<A>,
        label: Arc<Label>,
        store: S,
    ) -> Result<Self, ZarrError> {
        let engine = Arc::new(Engine::new(array)?);
        let region = DynRegion::whole(&engine.shape)?;
        let source = OpenedArray {
            engine,
            store,
            label,
            raw: None,
            cache: None,
            is_complete: false,
            threads: None,
        };
        Ok(Self::of_region(Arc::new(source), region))
    }

    /// The same array, whose rank the compiler knows.
    ///
    /// # Errors
    ///
    /// If the array has another rank.
    pub fn into_rank<const R: usize>(self) -> Result<ZarrArray<Rank<R>, S>, ZarrError> {
        match self.rank() {
            rank if rank == R => Ok(ZarrArray::made_of(self.source, self.selection, self.region)),
            rank => Err(ShapeError::Axis(AxisError::RankMismatch { expected: R, rank }).into()),
        }
    }
}

impl<D: Dims, S> ZarrArray<D, S> {
    fn made_of(
        source: Arc<OpenedArray<S>>,
        selection: Selection,
        region: Option<DynRegion>,
    ) -> Self {
        Self {
            source,
            selection,
            region,
            dims: PhantomData,
        }
    }

    fn of_region(source: Arc<OpenedArray<S>>, region: DynRegion) -> Self {
        Self::made_of(source, Selection::of(&region), Some(region))
    }

    /// The same array, whose rank is known at run time.
    #[must_use]
    pub fn into_dyn(self) -> ZarrArray<Dyn, S> {
        ZarrArray::made_of(self.source, self.selection, self.region)
    }

    /// The lengths of the axes.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.selection.shape
    }

    /// The number of axes.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.shape().len()
    }

    /// The number of elements; `None` if it exceeds `usize::MAX`.
    #[must_use]
    pub fn len(&self) -> Option<usize> {
        if self.is_empty() {
            return Some(0);
        }
        self.shape().iter().copied().try_fold(1, usize::checked_mul)
    }

    /// Whether the array has no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.selection.is_empty()
    }

    /// What is selected of the array that was opened; `None` if a spec with lists selected it, or
    /// as bytes.
    #[must_use]
    pub fn region(&self) -> Option<&DynRegion> {
        self.region.as_ref()
    }

    /// The name of the data type: that of Zarr, or the dtype that NumPy has for strings of bytes,
    /// raw bytes and records (`|S5`, `[('a', '<i4'), ('b', '<f8')]`), which are read by
    /// [`into_bytes`](Self::into_bytes) as they are stored.
    #[must_use]
    pub fn data_type(&self) -> String {
        self.source.data_type()
    }

    /// The dtype of the elements that are read, as the header of a NumPy file has it; `None` if
    /// NumPy has none.
    #[doc(hidden)]
    #[must_use]
    pub fn dtype(&self) -> Option<String> {
        dtype::in_file(&self.source.engine.data_type, self.source.raw.as_deref())
    }

    /// The names of the axes, as far as they have some: `dimension_names` of the metadata, or
    /// xarray's `_ARRAY_DIMENSIONS`. Axes that were picked together, and new axes, have none.
    #[must_use]
    pub fn names(&self) -> Vec<Option<&str>> {
        let names = &self.source.engine.names;
        let name = |result| {
            let mut axes = self.selection.along(result);
            match (axes.next(), axes.next()) {
                (Some((axis, _)), None) => names[axis].as_deref(),
                _ => None,
            }
        };
        (0..self.rank()).map(name).collect()
    }

    /// Parses a spec whose entries may name axes of this array: see [`DynSpec::by_names`]. Axes
    /// that are not named stay whole.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tslice::{Tensor, s};
    /// # use tslice_zarr::ZarrArray;
    /// # use zarrs::array::{ArrayBuilder, data_type};
    /// # use zarrs::storage::store::MemoryStore;
    /// # let mut array = ArrayBuilder::new(vec![10, 4, 6], [5, 4, 6], data_type::uint16(), 7_u16);
    /// # array.dimension_names(Some(vec![Some("time"), Some("y"), Some("x")]));
    /// # let array = array.build(Arc::new(MemoryStore::new()), "/")?;
    /// let a = ZarrArray::readable(&array)?;
    /// assert_eq!(a.names(), [Some("time"), Some("y"), Some("x")]);
    /// let part = a.tslice(&a.spec("x=-1, time=::2")?);
    /// assert_eq!((part.shape(), part.names()), (&[5, 4][..], vec![Some("time"), Some("y")]));
    /// let picked = part.tpick(&part.spec("y=[3, 0]")?);
    /// assert_eq!(picked.shape(), [5, 2]);
    /// let error = picked.spec("x=0").unwrap_err().to_string();
    /// assert!(error.starts_with("no axis is named `x`: the axes are `time`, `y`"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not a spec, or names an axis that the array does not have: the error lists
    /// the names.
    pub fn spec(&self, text: &str) -> Result<DynSpec, ZarrError> {
        let names: Vec<&str> = self
            .names()
            .into_iter()
            .map(Option::unwrap_or_default)
            .collect();
        Ok(DynSpec::by_names(text, &names)?)
    }

    /// How each axis of the array that was opened is cut into chunks, or into shards.
    #[must_use]
    pub fn grid(&self) -> Vec<ChunkGrid<'_>> {
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
    /// If an index is out of bounds, a run-time stride is 0, or the spec takes more axes than there
    /// are.
    pub fn try_tslice<P: Slices<D>>(&self, spec: P) -> Result<ZarrArray<P::Output, S>, ZarrError> {
        self.sliced(spec)
    }

    fn sliced<E: Dims>(&self, spec: impl AsEncoding) -> Result<ZarrArray<E, S>, ZarrError> {
        let source = self.source.clone();
        Ok(match &self.region {
            Some(region) => ZarrArray::of_region(source, region.then(spec)?),
            None => {
                let region = DynRegion::new(spec, self.shape())?;
                ZarrArray::made_of(source, self.selection.joined(&Selection::of(&region)), None)
            }
        })
    }

    /// As [`try_tslice`](Self::try_tslice).
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[must_use]
    #[track_caller]
    pub fn tslice<P: Slices<D>>(&self, spec: P) -> ZarrArray<P::Output, S> {
        or_panic(self.try_tslice(spec))
    }

    /// What a spec with lists selects, of `s![..]`, a `&DynSpec`, or any other, as
    /// [`pick`](tslice::Array::pick) has it: a list acts alone, the lists of a group `(&ys, &xs)`
    /// together, a list of `bool`s is a mask. Nothing is read.
    ///
    /// Memory and time are those of the lists, and not of their product.
    ///
    /// # Errors
    ///
    /// If an index, of a list or not, is out of bounds; if a mask has another length than its axis,
    /// or the lists of a group differ in length; if the spec takes more axes than there are.
    pub fn try_tpick<P: Picks<D>>(&self, spec: P) -> Result<ZarrArray<P::Output, S>, ZarrError> {
        if !spec.as_encoding().has_lists() {
            return self.sliced(spec.as_encoding());
        }
        let picked = self.selection.picked(&spec)?;
        Ok(ZarrArray::made_of(self.source.clone(), picked, None))
    }

    /// What a mask selects of one axis, of which a spec would be a text of as many numbers. Bools
    /// beyond the axis are left out.
    #[doc(hidden)]
    #[must_use]
    pub fn masked(&self, axis: usize, mask: Mask) -> Self {
        let mut next = Selection::whole(self.shape());
        if let Some(along) = next.axes.get_mut(axis) {
            along.taken = Taken::of(mask.positions(along.len));
            next.shape[axis] = along.taken.count();
        }
        Self::made_of(self.source.clone(), self.selection.joined(&next), None)
    }

    /// As [`try_tpick`](Self::try_tpick).
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tslice::{Tensor, s};
    /// # use tslice_zarr::ZarrArray;
    /// # use zarrs::array::{ArrayBuilder, data_type};
    /// # use zarrs::storage::store::MemoryStore;
    /// # let array = ArrayBuilder::new(vec![4, 6], [2, 3], data_type::uint16(), 7_u16).build(Arc::new(MemoryStore::new()), "/")?;
    /// let a = ZarrArray::writable(&array)?.into_rank::<2>()?;
    /// a.assign(&Tensor::from_shape_fn([4, 6], |[i, j]| (10 * i + j) as u16))?;
    ///
    /// let columns = vec![5, 0, 5];
    /// assert_eq!(a.tpick(s![[-1, 1], &columns]).read::<u16>()?, [[35, 30, 35], [15, 10, 15]]);
    /// assert_eq!(a.tpick(s![([0, 1, 2], [3, 4, 5])]).read::<u16>()?, [3, 14, 25]);
    /// a.tpick_assign(s![[0, 3], 4:], &Tensor::<u16, 0>::full([], 1))?;
    /// assert_eq!(a.tslice(s![.., -1]).read::<u16>()?, [1, 15, 25, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Where that returns an error.
    #[doc(alias("oindex", "vindex", "isel", "take", "gather", "fancy indexing"))]
    #[must_use]
    #[track_caller]
    pub fn tpick<P: Picks<D>>(&self, spec: P) -> ZarrArray<P::Output, S> {
        or_panic(self.try_tpick(spec))
    }

    /// What was read from the store since the array was opened, by all selections of it: for a bar
    /// that shows progress.
    #[must_use]
    pub fn traffic(&self) -> Cost {
        self.source.label.traffic()
    }
}

impl<D: Dims, S: Clone> ZarrArray<D, S> {
    /// The same array with another setting.
    pub(crate) fn changed(self, change: impl FnOnce(&mut OpenedArray<S>)) -> Self {
        let mut source = OpenedArray::clone(&self.source);
        change(&mut source);
        Self {
            source: Arc::new(source),
            ..self
        }
    }

    /// The same array, which was opened as raw bytes.
    pub(crate) fn opened_as(self, raw: Option<RawBytes>) -> Self {
        self.changed(|source| source.raw = raw.map(Arc::new))
    }

    /// The same selection as bytes: an array of `u8`, whose last axis has the bytes of each element
    /// in the byte order of this machine. It reads and writes elements of any fixed size, such as
    /// strings and records, which have no type in Rust.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tslice::{DynTensor, s};
    /// # use tslice_zarr::ZarrArray;
    /// # use zarrs::array::{ArrayBuilder, data_type, FillValue};
    /// # use zarrs::storage::store::MemoryStore;
    /// # let fill = FillValue::new(b"abc".to_vec());
    /// # let array = ArrayBuilder::new(vec![4], [3], data_type::raw_bits(3), fill).build(Arc::new(MemoryStore::new()), "/")?;
    /// let a = ZarrArray::writable(&array)?;
    /// a.tslice(s![1]).into_bytes().assign(&DynTensor::from_shape_vec(&[3], b"xyz".to_vec())?)?;
    ///
    /// let bytes = a.tslice(s![2::-1]).into_bytes();
    /// assert_eq!(bytes.shape(), [3, 3]);
    /// assert_eq!(bytes.read::<u8>()?, [*b"abc", *b"xyz", *b"abc"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn into_bytes(self) -> ZarrArray<Dyn, S> {
        let selection = self
            .selection
            .clone()
            .with_last_axis(self.source.engine.size());
        let bytes = self.changed(|source| {
            source.engine = Arc::new(source.engine.as_bytes());
            source.raw = None;
        });
        ZarrArray::made_of(bytes.source, selection, None)
    }

    /// The same array, whose chunks are read by as many threads, each of which asks for one chunk,
    /// decodes and copies it. More of them than processors pay where a store takes its time to
    /// answer. Without this, they are those of [`rayon`].
    ///
    /// # Errors
    ///
    /// If the system does not give as many threads.
    pub fn with_threads(self, threads: usize) -> Result<Self, ZarrError> {
        let pool = pool(threads)?;
        Ok(self.changed(|source| source.threads = Some(Arc::new(pool))))
    }

    /// The same array with a cache of decoded chunks, or of decoded parts if chunks are shards: a
    /// cache of a number of bytes, or one that is shared with other arrays. Selections of this
    /// array and threads share it. By default, nothing is cached.
    ///
    /// What is written by this process through this crate, to the same store or to the same
    /// location, is seen by the reads that begin after. What others write is not, nor what a store
    /// does with a write after that has failed or its future was dropped.
    #[must_use]
    pub fn with_cache(self, cache: impl Into<Cache>) -> Self {
        let cache = ArrayCache::new(cache.into());
        self.changed(|source| source.cache = Some(cache))
    }

    /// The same array, of which a read fails if the store lacks a chunk, or a shard, and does not
    /// take its elements for the fill value. Writers leave out chunks that hold the fill value
    /// only: this is for arrays in which all chunks were written. What this array and its selections
    /// write, they write also if it is the fill value only.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use tslice::{Tensor, s};
    /// # use tslice_zarr::ZarrArray;
    /// # use zarrs::array::{ArrayBuilder, data_type};
    /// # use zarrs::storage::store::MemoryStore;
    /// # let array = ArrayBuilder::new(vec![4], [2], data_type::uint8(), 0_u8).build(Arc::new(MemoryStore::new()), "/")?;
    /// let a = ZarrArray::writable(&array)?.into_rank::<1>()?.without_missing_chunks();
    /// a.tslice_assign(s![:2], &Tensor::from([1_u8, 2]))?;
    /// assert_eq!(a.tslice(s![:2]).read::<u8>()?, [1, 2]);
    /// let error = a.read::<u8>().unwrap_err().to_string();
    /// assert_eq!(error, "MemoryStore: chunk c/1: it is not in the store");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn without_missing_chunks(self) -> Self {
        self.changed(|source| source.is_complete = true)
    }
}

/// As many threads, if the system gives them.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool, ZarrError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| ZarrError::Threads(format!("{threads} threads: {error}")))
}

impl<D: FromDyn, S> ZarrArray<D, S> {
    /// An array of zeros for the result.
    pub(crate) fn blank<T: Element>(&self) -> Result<DynTensor<T>, ZarrError> {
        self.source.check::<T>(false)?;
        memory::zeros(self.shape())
    }
}

impl<D: Dims, S> std::fmt::Debug for ZarrArray<D, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let source = &self.source.engine.shape;
        f.debug_struct("ZarrArray")
            .field("shape", &self.shape())
            .field("of", source)
            .finish_non_exhaustive()
    }
}
