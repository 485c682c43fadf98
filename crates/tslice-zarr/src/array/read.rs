//! Reads from a store that has answered when a call returns.

use std::sync::Arc;

use tslice::{Array, AxisError, Dims, DynTensor, DynViewMut, Owned, ShapeError, Write};

use crate::array::block::gather;
use crate::array::reader::{Output, Reader};
use crate::array::stores::{each, now};
use crate::array::{OpenedArray, ZarrArray};
use crate::element::{Access, Element};
use crate::error::ZarrError;
use crate::from_dyn::FromDyn;
use crate::memory;
use crate::selection::Selection;
use crate::selection::gather::Offsets;
use crate::selection::order::Orders;
use crate::store::SyncStore;

impl<D: Dims> ZarrArray<D> {
    /// Reads into an array of the same shape. After an error, some of its elements may be new.
    ///
    /// # Errors
    ///
    /// If the shapes differ, T is not the type of the elements, the store fails, or a chunk is
    /// broken.
    pub fn read_into<T: Element, S: Write<Elem = T>>(
        &self,
        target: &mut Array<S, D>,
    ) -> Result<(), ZarrError> {
        read(&self.source, &self.selection, self.target(target)?, false)
    }

    /// A target of the shape and the type of what is read.
    fn target<'t, T: Element, S: Write<Elem = T>>(
        &self,
        target: &'t mut Array<S, D>,
    ) -> Result<DynViewMut<'t, T>, ZarrError> {
        self.source.check::<T>(Access::Read)?;
        let target = target.view_mut().into_dyn();
        let (expected, rank) = (self.rank(), target.rank());
        if rank != expected {
            return Err(ShapeError::Axis(AxisError::RankMismatch { expected, rank }).into());
        }
        let mut axes = self.shape().iter().zip(target.shape()).enumerate();
        match axes.find(|(_, (expected, len))| expected != len) {
            Some((axis, (&expected, &len))) => Err(ShapeError::Axis(AxisError::LengthMismatch {
                axis,
                expected,
                len,
            })
            .into()),
            None => Ok(target),
        }
    }
}

impl<D: FromDyn> ZarrArray<D> {
    /// Reads all elements: the chunks of which something is selected, side by side, and no others.
    ///
    /// What lists select in an order that is not that of the chunks is read in theirs, and then
    /// copied once more.
    ///
    /// # Errors
    ///
    /// If T is not the type of the elements, they do not fit into memory, the store fails, or a
    /// chunk is broken.
    pub fn read<T: Element>(&self) -> Result<Array<Owned<T>, D>, ZarrError> {
        let mut tensor = self.blank::<T>()?;
        read(&self.source, &self.selection, tensor.view_mut(), true)?;
        self.finished(tensor)
    }
}

/// Reads each selection into the array beside it, as [`read_into`](ZarrArray::read_into) does. Each
/// chunk of which one of them has something is asked for and decoded once, and copied to all places
/// that it has: many crops of one array, as the training of models takes them.
///
/// The selections may be of several arrays; those of one are the clones and selections of what
/// [`open`](crate::array::open) returned. The threads are those of the first one, and the cache is
/// that of the first of its array.
///
/// ```
/// # use std::sync::Arc;
/// use tslice::{Tensor, s};
/// use tslice_zarr::{ZarrArray, read_many};
/// # use zarrs::array::{ArrayBuilder, data_type};
/// # use zarrs::storage::store::MemoryStore;
/// # let array = ArrayBuilder::new(vec![64, 64], [32, 32], data_type::uint8(), 7_u8).build(Arc::new(MemoryStore::new()), "/")?;
///
/// let a = ZarrArray::readable(&array)?.into_rank::<2>()?;
/// let crops: Vec<_> = (0..40).map(|at| a.tslice(s![at:at + 16, 2 * at / 3:+16])).collect();
/// let mut batch = Tensor::<u8, 3>::zeros([40, 16, 16]);
/// read_many(&crops, &mut batch.axis_iter_mut(0).collect::<Vec<_>>())?;
/// assert_eq!((a.traffic().requests, batch[[39, 15, 15]]), (4, 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If there are as many selections as arrays, but for one of them
/// [`read_into`](ZarrArray::read_into) would return an error, which is returned; if there are not
/// as many. Shapes and types are looked at before anything is read. After another error, some
/// elements may be new.
pub fn read_many<D: Dims, T: Element, S: Write<Elem = T>>(
    selections: &[ZarrArray<D>],
    outputs: &mut [Array<S, D>],
) -> Result<(), ZarrError> {
    if selections.len() != outputs.len() {
        return Err(ZarrError::Count {
            selections: selections.len(),
            outputs: outputs.len(),
        });
    }
    let (mut plans, mut targets, mut owns) = (vec![], vec![], vec![]);
    for (plan, out) in selections.iter().zip(outputs) {
        let (ordered, orders) = plan.source.ordered(&plan.selection);
        targets.push(plan.target(out)?);
        owns.push(match orders.are_kept() {
            true => None,
            false => Some((memory::zeros::<T>(&ordered.shape)?, orders)),
        });
        plans.push((&plan.source, ordered));
    }
    let filled = targets.iter_mut().zip(&mut owns);
    let filled = filled.map(|(theirs, own)| match own {
        Some((own, _)) => Output::of(own.view_mut()),
        None => Output::of(theirs.view_mut()),
    });
    run(plans, filled.collect(), false)?;
    for (mut theirs, own) in targets.into_iter().zip(owns) {
        if let Some((own, orders)) = own {
            restored(&orders, &own, &mut theirs)?;
        }
    }
    Ok(())
}

/// Reads a selection into an array of the shape of its result. If that is `blank`, it holds zeros.
pub(crate) fn read<T: Element>(
    source: &Arc<OpenedArray<SyncStore>>,
    selection: &Selection,
    mut out: DynViewMut<'_, T>,
    blank: bool,
) -> Result<(), ZarrError> {
    let (ordered, orders) = source.ordered(selection);
    if orders.are_kept() {
        return read_ordered(source, ordered, out, blank);
    }
    let mut own = memory::zeros(&ordered.shape)?;
    read_ordered(source, ordered, own.view_mut(), true)?;
    restored(&orders, &own, &mut out)
}

/// As [`read`], of what is in the order of the chunks, or nearly.
pub(crate) fn read_ordered<T: Element>(
    source: &Arc<OpenedArray<SyncStore>>,
    selection: Selection,
    out: DynViewMut<'_, T>,
    blank: bool,
) -> Result<(), ZarrError> {
    let slabs = Output::in_slabs(source, &selection, out)?;
    run(vec![(source, selection)], vec![slabs], blank)
}

/// Reads selections, which are in the order of the chunks, into the results beside them, by the
/// threads of the first one.
fn run<T: Element, W: Write<Elem = T> + Send>(
    selections: Vec<(&Arc<OpenedArray<SyncStore>>, Selection)>,
    outputs: Vec<Output<W>>,
    blank: bool,
) -> Result<(), ZarrError> {
    let Some(&(first, _)) = selections.first() else {
        return Ok(());
    };
    let (reader, jobs) = Reader::new(selections, outputs, blank)?;
    let run = |job| reader.placed(now(reader.fetched(job))?);
    first.run(|| each(jobs, &run))
}

/// Copies what was read in the order of the chunks to its places.
pub(crate) fn restored<T: Element>(
    orders: &Orders,
    ordered: &DynTensor<T>,
    out: &mut DynViewMut<'_, T>,
) -> Result<(), ZarrError> {
    let (mut length, mut axes) = (1, vec![]);
    for (axis, &len) in ordered.shape().iter().enumerate().rev() {
        let places = orders.places(axis, len);
        axes.push(places.into_iter().map(|place| place * length).collect());
        length *= len;
    }
    axes.reverse();
    gather(
        &Offsets { base: 0, axes },
        ordered.as_slice().unwrap_or_default(),
        out,
    )
}
