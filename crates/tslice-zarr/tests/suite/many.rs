//! Many selections at once.

use std::collections::BTreeSet;

use tslice::{DynTensor, Tensor, s};
use tslice_zarr::{ZarrArray, ZarrError, read_many};

use crate::arrays::Made;
use crate::chance::Chance;
use crate::picks::{Picked, chain, tpicked};

/// Selections of an array with what they select, and the chunks that they touch, or the parts of
/// shards.
fn by_chance(chance: &mut Chance, made: &Made) -> (Vec<(ZarrArray, Picked)>, usize) {
    let whole = ZarrArray::readable(&made.array).expect("an array");
    let count = chance.below(8);
    let selections: Vec<_> = (0..count)
        .map(|_| {
            let (specs, picked) = chain(chance, &made.shape, 2);
            (tpicked(&whole, &specs), picked)
        })
        .collect();
    let indices = selections.iter().flat_map(|(_, picked)| &picked.indices);
    let chunks: BTreeSet<Vec<usize>> = indices
        .map(|index| {
            index
                .iter()
                .zip(&made.chunk)
                .map(|(at, len)| at / len)
                .collect()
        })
        .collect();
    (selections, chunks.len())
}

#[test]
fn selections_read_each_chunk_once() {
    let mut chance = Chance::new(81);
    let (mut together, mut apart) = (0, 0);
    for _ in 0..300 {
        let made = Made::by_chance::<i32>(&mut chance);
        let (selections, chunks) = by_chance(&mut chance, &made);
        let (plans, picked): (Vec<ZarrArray>, Vec<Picked>) = selections.into_iter().unzip();
        let mut outputs: Vec<DynTensor<i32>> = plans
            .iter()
            .map(|plan| DynTensor::full(plan.shape(), -7))
            .collect();
        made.store.reset();
        read_many(&plans, &mut outputs).expect("a read");
        match made.part {
            None => assert_eq!(made.store.reads(), chunks, "{}", made.metadata),
            Some(_) => assert!(made.store.reads() >= chunks),
        }
        together += made.store.reads();
        made.store.reset();
        for ((plan, read), picked) in plans.iter().zip(&outputs).zip(&picked) {
            let elements: Vec<i32> = picked
                .indices
                .iter()
                .map(|index| made.element(index))
                .collect();
            assert_eq!(
                read.as_slice(),
                Some(&elements[..]),
                "{} of {}",
                picked.text,
                made.metadata
            );
            let _ = plan.read::<i32>().expect("a read");
        }
        apart += made.store.reads();
        let cached: Vec<ZarrArray> = plans
            .iter()
            .map(|plan| plan.clone().with_cache(1 << 20))
            .collect();
        let mut again: Vec<DynTensor<i32>> = plans
            .iter()
            .map(|plan| DynTensor::full(plan.shape(), -7))
            .collect();
        read_many(&cached, &mut again).expect("a read");
        assert_eq!(again, outputs);
    }
    assert!(
        together * 3 < apart * 2,
        "{together} requests, {apart} one by one"
    );
}

#[test]
fn arrays_of_two_stores_are_read_together() {
    let mut chance = Chance::new(82);
    let made: Vec<Made> = std::iter::repeat_with(|| Made::by_chance::<i32>(&mut chance))
        .filter(|made| made.shape.len() == 2)
        .take(2)
        .collect();
    let arrays: Vec<_> = made
        .iter()
        .map(|made| ZarrArray::readable(&made.array).expect("an array"))
        .collect();
    let plans = [&arrays[0], &arrays[1], &arrays[0]].map(|array| array.tslice(s![::-1]).into_dyn());
    let mut outputs: Vec<_> = plans
        .iter()
        .map(|plan| DynTensor::full(plan.shape(), 0))
        .collect();
    read_many(&plans, &mut outputs).expect("a read");
    for (plan, read) in plans.iter().zip(outputs) {
        assert_eq!(plan.read::<i32>().expect("a read"), read);
    }
}

#[cfg(feature = "async")]
#[test]
fn futures_read_many_selections_and_each_chunk_once() {
    use std::sync::Arc;

    use futures::executor::block_on;
    use zarrs::storage::storage_adapter::sync_to_async::SyncToAsyncStorageAdapter;

    use crate::futures::AtOnce;

    let mut chance = Chance::new(83);
    for _ in 0..200 {
        let made = Made::by_chance::<i32>(&mut chance);
        let adapter = Arc::new(SyncToAsyncStorageAdapter::new(made.store.clone(), AtOnce));
        let whole = ZarrArray::async_readable(&made.array.with_storage(adapter)).expect("an array");
        let chosen: Vec<_> = (0..chance.below(6))
            .map(|_| chain(&mut chance, &made.shape, 2))
            .collect();
        let plans: Vec<_> = chosen
            .iter()
            .map(|(specs, _)| {
                specs
                    .iter()
                    .fold(whole.clone(), |array, spec| array.tpick(spec))
            })
            .collect();
        let indices = chosen.iter().flat_map(|(_, picked)| &picked.indices);
        let chunks: BTreeSet<Vec<usize>> = indices
            .map(|index| {
                index
                    .iter()
                    .zip(&made.chunk)
                    .map(|(at, len)| at / len)
                    .collect()
            })
            .collect();
        made.store.reset();
        let read =
            block_on(tslice_zarr::AsyncZarrArray::async_read_many::<i32>(&plans)).expect("a read");
        if made.part.is_none() {
            assert_eq!(made.store.reads(), chunks.len());
        }
        for (read, (_, picked)) in read.iter().zip(&chosen) {
            let elements: Vec<i32> = picked
                .indices
                .iter()
                .map(|index| made.element(index))
                .collect();
            assert_eq!(
                read.as_slice(),
                Some(&elements[..]),
                "{} of {}",
                picked.text,
                made.metadata
            );
        }
    }
}

#[test]
fn target_that_does_not_fit_reads_nothing() {
    let mut chance = Chance::new(84);
    let made = std::iter::repeat_with(|| Made::by_chance::<i32>(&mut chance))
        .find(|made| made.shape.len() == 2 && !made.shape.contains(&0))
        .expect("one of many");
    let array = ZarrArray::readable(&made.array)
        .expect("an array")
        .into_rank::<2>()
        .expect("rank 2");
    let plans = [array.clone(), array.tslice(s![:1, :1])];
    let (fits, small) = (
        Tensor::<i32, 2>::zeros([made.shape[0], made.shape[1]]),
        Tensor::<i32, 2>::zeros([1, 2]),
    );
    let mut outputs = [fits.clone(), small];
    made.store.reset();
    assert!(matches!(
        read_many(&plans, &mut outputs),
        Err(ZarrError::Shape(_))
    ));
    assert_eq!((made.store.reads(), &outputs[0]), (0, &fits));
    let error = read_many(&plans, &mut outputs[..1]).expect_err("one too few");
    assert_eq!(
        error.to_string(),
        "2 selections cannot be read into 1 arrays"
    );
    let wrong = read_many(
        &plans[..1],
        &mut [Tensor::<u8, 2>::zeros([made.shape[0], made.shape[1]])],
    );
    assert!(matches!(wrong, Err(ZarrError::Elements { .. })));
}
