//! `cargo run --manifest-path examples/icechunk/Cargo.toml --example versions -- DIRECTORY`: an array
//! in a repository of icechunk, of which there are two versions, and slices of both. The directory
//! is made; without one, the repository is in memory.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use icechunk::Repository;
use icechunk::repository::VersionInfo;
use tslice::{Tensor, s};
use tslice_zarr::{AsyncZarrArray, ZarrArray};
use zarrs::array::{Array, ArrayBuilder, data_type};
use zarrs_icechunk::AsyncIcechunkStore;

type Failure = Box<dyn Error>;

fn main() -> Result<(), Failure> {
    let directory = std::env::args_os().nth(1);
    let (old, new) = runtime()?.block_on(versions(directory.as_deref().map(Path::new)))?;
    println!("before: {old:?}\nafter:  {new:?}");
    Ok(())
}

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
}

/// Commits an array, changes a part of it, commits that, and reads the same slice of both versions.
async fn versions(directory: Option<&Path>) -> Result<(Tensor<u16, 1>, Tensor<u16, 1>), Failure> {
    let storage = match directory {
        Some(directory) => icechunk::new_local_filesystem_storage(directory).await?,
        None => icechunk::new_in_memory_storage().await?,
    };
    let repository = Repository::create(storage).execute().await?;

    let session = Arc::new(AsyncIcechunkStore::new(
        repository.writable_session("main").await?,
    ));
    let mut array = ArrayBuilder::new(vec![100, 60], [10, 20], data_type::uint16(), 0_u16);
    let array = array
        .dimension_names(Some(vec!["time", "x"]))
        .build(session.clone(), "/temperature")?;
    array.async_store_metadata().await?;
    let values = Tensor::from_shape_fn([100, 60], |[time, x]| (100 * time + x) as u16);
    ZarrArray::async_writable(&array)?
        .async_assign(&values)
        .await?;
    let first = session
        .session()
        .write()
        .await
        .commit("all of it")
        .execute()
        .await?;

    let session = Arc::new(AsyncIcechunkStore::new(
        repository.writable_session("main").await?,
    ));
    let array = opened(&session).await?;
    array
        .async_tslice_assign(s![50:, ::2], Tensor::<u16, 0>::full([], 7))
        .await?;
    session
        .session()
        .write()
        .await
        .commit("half of it again")
        .execute()
        .await?;

    let mut read = Vec::new();
    for version in [
        VersionInfo::SnapshotId(first),
        VersionInfo::BranchTipRef("main".to_owned()),
    ] {
        let session = Arc::new(AsyncIcechunkStore::new(
            repository.readonly_session(&version).await?,
        ));
        let array = opened(&session).await?;
        let part = array
            .tpick(&array.spec("time=[49, -1, 50], x=-2")?)
            .into_rank::<1>()?;
        read.push(part.async_read().await?);
    }
    let (Some(new), Some(old)) = (read.pop(), read.pop()) else {
        return Err("two versions".into());
    };
    Ok((old, new))
}

async fn opened(session: &Arc<AsyncIcechunkStore>) -> Result<AsyncZarrArray, Failure> {
    Ok(ZarrArray::async_writable(
        &Array::async_open(session.clone(), "/temperature").await?,
    )?)
}

#[test]
fn snapshot_keeps_its_elements() -> Result<(), Failure> {
    let directory =
        std::env::temp_dir().join(format!("tslice-zarr-icechunk-{}", std::process::id()));
    for directory in [None, Some(&*directory)] {
        let (old, new) = runtime()?.block_on(versions(directory))?;
        assert_eq!(
            (old, new),
            (Tensor::from([4958, 9958, 5058]), Tensor::from([4958, 7, 7]))
        );
    }
    Ok(std::fs::remove_dir_all(directory)?)
}
