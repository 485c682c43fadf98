//! Reads from a store that has answered when a call returns.

use std::sync::Arc;

use tslice::{Array, AxisError, Dims, DynTensor, DynViewMut, Owned, ShapeError, Write};

use crate::array::block;
use crate::array::reader::{Output, Reader};
use crate::array::stores::{each, now};
use crate::array::{OpenedArray, ZarrArray};
use crate::element::Element;
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
        let target = self.target(target)?;
        read(vec![(&self.source, &self.selection, target)], false)
    }

    /// A target of the shape and the type of what is read.
    fn target<'t, T: Element, S: Write<Elem = T>>(
        &self,
        target: &'t mut Array<S, D>,
    ) -> Result<DynViewMut<'t, T>, ZarrError> {
        self.source.check::<T>(false)?;
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
        let plan = (&self.source, &self.selection, tensor.view_mut());
        read(vec![plan], true)?;
        Ok(D::from_dyn(tensor)?)
    }
}

/// Reads each selection into the array beside it, as [`read_into`](ZarrArray::read_into) does. Each
/// chunk of which one of them has something is asked for and decoded once, and copied to all places
/// that it has: many crops of one array, as the training of models takes them.
///
/// The selections may be of several arrays; those of one are the clones and selections of what
/// [`open`](crate::open) returned. The threads are those of the first one, and the cache is
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
    let plans = selections.iter().zip(outputs);
    let plans = plans.map(|(plan, out)| Ok((&plan.source, &plan.selection, plan.target(out)?)));
    read(plans.collect::<Result<_, ZarrError>>()?, false)
}

/// A selection of an array, and the array for the result.
type Plan<'p, T> = (
    &'p Arc<OpenedArray<SyncStore>>,
    &'p Selection,
    DynViewMut<'p, T>,
);

/// Reads each selection into the array behind it, which has the shape of its result, by the threads
/// of the first one. If the arrays are `blank`, they hold zeros.
pub(crate) fn read<T: Element>(selections: Vec<Plan<'_, T>>, blank: bool) -> Result<(), ZarrError> {
    let Some(&(first, ..)) = selections.first() else {
        return Ok(());
    };
    let (mut plans, mut results) = (vec![], vec![]);
    for (source, selection, out) in selections {
        let (ordered, orders) = source.ordered(selection);
        let own = match orders.are_kept() {
            true => None,
            false => Some((memory::zeros::<T>(&ordered.shape)?, orders)),
        };
        plans.push((source, ordered));
        results.push((out, own));
    }
    let mut outputs = vec![];
    for ((source, ordered), (out, own)) in plans.iter().zip(&mut results) {
        let out = match own {
            Some((own, _)) => own.view_mut(),
            None => out.view_mut(),
        };
        outputs.push(Output::in_slabs(source, ordered, out)?);
    }
    let (reader, jobs) = Reader::new(plans, outputs, blank)?;
    let run = |job| {
        let fetched = now(reader.fetched(&job))?;
        reader.placed(job, fetched)
    };
    first.run(|| each(jobs, &run))?;
    drop(reader);
    for (mut out, own) in results {
        if let Some((own, orders)) = own {
            restored(&orders, &own, &mut out)?;
        }
    }
    Ok(())
}

/// Copies what was read in the order of the chunks to its places.
pub(crate) fn restored<T: Element>(
    orders: &Orders,
    ordered: &DynTensor<T>,
    out: &mut DynViewMut<'_, T>,
) -> Result<(), ZarrError> {
    let lengths = block::lengths(ordered.shape()).into_iter().enumerate();
    let axes = lengths.map(|(axis, length)| {
        let places = orders.places(axis, ordered.shape()[axis]).into_iter();
        places.map(|place| place * length).collect()
    });
    let offsets = Offsets {
        base: 0,
        axes: axes.collect(),
    };
    let ordered = ordered.as_slice().unwrap_or_default();
    block::gather(&offsets, ordered, out)
}
