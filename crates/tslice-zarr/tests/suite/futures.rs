use std::sync::Arc;

use futures::executor::block_on;
use tslice::{DynSpec, DynTensor, Tensor};
use tslice_zarr::{Cost, ZarrArray, ZarrError};
use zarrs::storage::storage_adapter::sync_to_async::{
    SyncToAsyncSpawnBlocking, SyncToAsyncStorageAdapter,
};

use crate::arrays::Made;
use crate::chance::Chance;
use crate::counted::needed;
use crate::oracle;
use crate::written::source;

/// Does at once what may take its time.
pub(crate) struct AtOnce;

impl SyncToAsyncSpawnBlocking for AtOnce {
    fn spawn_blocking<F, R>(&self, work: F) -> impl Future<Output = R> + Send
    where
        F: FnOnce() -> R + Send + 'static,
        R: Send + 'static,
    {
        let done = work();
        async { done }
    }
}

#[test]
fn futures_that_may_not_write_read_nothing() {
    let made = Made::by_chance::<i32>(&mut Chance::new(6));
    let adapter = Arc::new(SyncToAsyncStorageAdapter::new(made.store.clone(), AtOnce));
    let array = ZarrArray::async_readable(&made.array.with_storage(adapter)).expect("an array");
    made.store.reset();
    let written = block_on(array.async_assign(Tensor::<i32, 0>::zeros([])));
    assert_eq!((written, made.store.reads()), (Err(ZarrError::ReadOnly), 0));
}

#[test]
fn futures_make_the_requests_of_calls() {
    let mut chance = Chance::new(31);
    let mut seen = 0;
    for round in 0..400 {
        let made = Made::by_chance::<i32>(&mut chance);
        let entries = oracle::by_chance(&mut chance, &made.shape);
        let Some(selected) = oracle::select(&entries, &made.shape) else {
            continue;
        };
        let spec: DynSpec = oracle::text(&entries).parse().expect("a spec");
        let adapter = Arc::new(SyncToAsyncStorageAdapter::new(made.store.clone(), AtOnce));
        let array = ZarrArray::async_writable(&made.array.with_storage(adapter)).expect("an array");
        let array = array.with_requests(1 + chance.below(5));
        let part = array.tslice(&spec);
        let needed = needed(&made, &selected.indices());
        made.store.reset();
        assert_eq!(
            block_on(part.async_cost()),
            Ok(needed),
            "{spec} of {}",
            made.metadata
        );
        made.store.reset();
        let read: DynTensor<i32> = block_on(part.async_read()).expect("a read");
        let (requests, bytes) = (made.store.reads() as u64, made.store.bytes_read() as u64);
        assert_eq!(
            Cost { requests, bytes },
            needed,
            "{spec} of {}",
            made.metadata
        );
        let elements = selected.indices();
        let elements = elements.iter().map(|index| made.element::<i32>(index));
        assert!(
            read.as_slice()
                .expect("row-major")
                .iter()
                .copied()
                .eq(elements),
            "{spec}: {read:?}"
        );
        let calls = ZarrArray::readable(&made.array).expect("an array");
        if made.metadata.contains("sharding") {
            seen += usize::from(!read.is_empty());
        }

        let (shape, _) = source(&mut chance, &selected.shape());
        let count: usize = shape.iter().product();
        let values: Vec<i32> = (0..count as i32).map(|at| 1_000 * round + at).collect();
        let values = DynTensor::from_shape_vec(shape, values).expect("a shape");
        let mut expected: DynTensor<i32> = calls.read().expect("a read");
        block_on(array.async_tslice_assign(&spec, &values)).expect("a write");
        expected.slice_mut(&spec).assign(&values);
        assert_eq!(
            calls.read::<i32>().expect("a read"),
            expected,
            "{spec} of {}",
            made.metadata
        );
    }
    assert!(seen > 50, "{seen}");
}
