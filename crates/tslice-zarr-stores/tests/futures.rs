//! Arrays in stores that answer by futures, behind servers of this process.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use object_store::http::{HttpBuilder, HttpStore};
use object_store::memory::InMemory;
use object_store::prefix::PrefixStore;
use object_store::throttle::{ThrottleConfig, ThrottledStore};
use object_store::{ClientOptions, ObjectStore, RetryConfig};
use tokio::runtime::{Builder, Runtime};
use tslice::{DynTensor, Tensor, s};
use tslice_zarr::{AsyncZarrArray, ZarrArray, ZarrError, blocking, ranged};
use tslice_zarr_stores::{Directory, Fault, HttpServer, S3Server, make, values};
use zarrs::array::Array;
use zarrs::filesystem::FilesystemStore;
use zarrs::storage::{AsyncReadableStorageTraits, StoreKey};

/// A runtime of one thread: what blocks it, blocks all.
fn one_thread() -> Runtime {
    Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
}

async fn opened<O: ObjectStore>(store: O, path: &str) -> AsyncZarrArray {
    let array = Array::async_open(ranged(store), path)
        .await
        .expect("an array");
    ZarrArray::async_writable(&array).expect("one")
}

/// Reads slices of both arrays.
async fn check(shards: &AsyncZarrArray, chunks: &AsyncZarrArray) {
    let all = values();
    let part = shards.tslice(s![::-3, 3:17:2, newaxis, 7]);
    let read = part.async_read::<i32>().await.expect("a read");
    assert_eq!(
        read.view(),
        all.slice(s![::-3, 3:17:2, newaxis, 7]).into_dyn()
    );
    assert_eq!(
        shards.async_read::<i32>().await.expect("a read").view(),
        all.view().into_dyn()
    );
    let read = chunks
        .tslice(s![4:6, 8::5, ::-1])
        .async_read::<i32>()
        .await
        .expect("a read");
    assert_eq!(read.view(), all.slice(s![4:6, 8::5, ::-1]).into_dyn());
    let none = chunks
        .tslice(s![.., :7, 29])
        .async_read::<i32>()
        .await
        .expect("a read");
    assert!(none.into_iter().all(|x| x == -1));
}

#[test]
fn bucket_is_shared_by_tasks_of_threads() {
    let directory = Directory::new("async-s3");
    let server = S3Server::start(&directory.0);
    make(&blocking(server.bucket("bucket")).expect("a runtime"));
    let bucket = server.bucket("bucket");
    let runtime = Runtime::new().expect("a runtime");
    let task = runtime.spawn(async move {
        let bucket = Arc::new(bucket);
        let (shards, chunks) = (
            opened(bucket.clone(), "/shards").await,
            opened(bucket, "/chunks").await,
        );
        check(&shards, &chunks).await;
        let part = s![3, ::2];
        shards
            .async_tslice_assign(part, Tensor::<i32, 0>::full([], 5))
            .await
            .expect("a write");
        let whole = s![5:, 7:14, :18];
        let new = Tensor::<i32, 3>::full([5, 7, 18], 6);
        chunks
            .async_tslice_assign(whole, &new)
            .await
            .expect("a write");
        let read = chunks
            .tslice(s![4:6, 13:15, 17])
            .async_read::<i32>()
            .await
            .expect("a read");
        assert_eq!(read, [[41_317, 41_417], [6, 51_417]]);
        assert_eq!(
            chunks
                .tslice(whole)
                .async_read::<i32>()
                .await
                .expect("a read"),
            new.into_dyn()
        );
    });
    runtime.block_on(task).expect("no panic");
    let path = directory.0.join("bucket/shards");
    let here = tslice_zarr::open(path.to_str().expect("UTF-8")).expect("an array");
    assert_eq!(
        here.tslice(s![3, 1:3, 0]).read::<i32>().expect("a read"),
        [30_100, 5]
    );
}

fn served(name: &str) -> (Directory, HttpServer) {
    let directory = Directory::new(&format!("async-{name}"));
    make(&Arc::new(
        FilesystemStore::new(&directory.0).expect("a directory"),
    ));
    let server = HttpServer::start(&directory.0);
    (directory, server)
}

#[test]
fn url_is_read_by_its_touched_chunks() {
    let (_directory, server) = served("http");
    one_thread().block_on(async {
        let (shards, chunks) = (server.url("shards"), server.url("chunks"));
        let shards = tslice_zarr::async_open(&shards).await.expect("an array");
        check(
            &shards,
            &tslice_zarr::async_open(&chunks).await.expect("an array"),
        )
        .await;
        let part = shards.tslice(s![0, ::9, 25]);
        let (before, traffic) = (server.requests(), part.traffic());
        _ = part.async_read::<i32>().await.expect("a read");
        assert_eq!(server.requests() - before, 5);
        let (after, cost) = (part.traffic(), part.async_cost().await.expect("sizes"));
        assert_eq!(
            (cost.requests, cost.bytes),
            (5, after.bytes - traffic.bytes)
        );
        let error = tslice_zarr::async_open(&server.url("nothing"))
            .await
            .expect_err("nothing there");
        assert!(
            error.to_string().starts_with(&server.url("nothing")),
            "{error}"
        );
    });
}

/// A store that gives up soon.
fn impatient(url: String) -> HttpStore {
    let retry = RetryConfig {
        max_retries: 1,
        retry_timeout: Duration::from_secs(2),
        ..RetryConfig::default()
    };
    let client = ClientOptions::new().with_allow_http(true);
    let builder = HttpBuilder::new()
        .with_url(url)
        .with_retry(retry)
        .with_client_options(client);
    builder.build().expect("settings")
}

#[test]
fn failures_name_store_key_and_bytes() {
    let (_directory, server) = served("faults");
    one_thread().block_on(async {
        let shards = opened(impatient(server.url("shards")), "/").await;
        let chunks = opened(impatient(server.url("chunks")), "/").await;
        server.set(Fault::Busy(3));
        assert!(
            chunks
                .tslice(s![0, 8, 9])
                .async_read::<i32>()
                .await
                .is_err()
        );
        for fault in [Fault::Busy(usize::MAX), Fault::Cut] {
            server.set(fault);
            let error = chunks
                .tslice(s![0, 8, 9])
                .async_read::<i32>()
                .await
                .expect_err("a fault");
            let words = error.to_string();
            assert!(matches!(error, ZarrError::Store(_)), "{fault:?}: {error:?}");
            assert!(
                words.starts_with("Ranged: c/0/1/1, all bytes: "),
                "{fault:?}: {words}"
            );
            let words = shards
                .tslice(s![0, :6, 0])
                .async_read::<i32>()
                .await
                .expect_err("a fault")
                .to_string();
            assert!(
                words.contains(": c/0/0/0, the last 132 bytes: "),
                "{fault:?}: {words}"
            );
            assert!(chunks.async_read::<i32>().await.is_err());
        }
        server.set(Fault::None);
        check(&shards, &chunks).await;
        let port = TcpListener::bind(("127.0.0.1", 0))
            .expect("a port")
            .local_addr()
            .expect("one")
            .port();
        let nobody = ranged(impatient(format!("http://127.0.0.1:{port}/array")));
        assert!(Array::async_open(nobody, "/").await.is_err());
    });
}

/// A size is asked for by HEAD, whose answers are read as those of GET are.
#[test]
fn status_404_alone_is_a_missing_size() {
    let (_directory, server) = served("sizes");
    let store = ranged(impatient(server.url("chunks")));
    let key = StoreKey::new("c/0/1/1").expect("a key");
    let size = || one_thread().block_on(store.size_key(&key));
    assert!(size().expect("a size").is_some());
    server.set(Fault::Status("404 Not Found", ""));
    assert_eq!(size().expect("no value"), None);
    for status in ["403 Forbidden", "405 Method Not Allowed", "410 Gone"] {
        server.set(Fault::Status(status, ""));
        let words = size().expect_err(status).to_string();
        assert!(words.contains(status), "{words}");
    }
}

/// Where what a header claims was allocated, this process would end here.
#[test]
fn what_a_header_claims_is_not_believed() {
    let (_directory, server) = served("claims");
    one_thread().block_on(async {
        let shards = opened(impatient(server.url("shards")), "/").await;
        let chunks = opened(impatient(server.url("chunks")), "/").await;
        for len in [70_368_744_177_664, 1 << 62] {
            server.set(Fault::Claims(len));
            let error = tslice_zarr::async_open(&server.url("chunks"))
                .await
                .expect_err("a claim")
                .to_string();
            assert!(error.starts_with(&server.url("chunks")), "{error}");
            let error = chunks
                .tslice(s![0, 8, 9])
                .async_read::<i32>()
                .await
                .expect_err("a claim")
                .to_string();
            assert!(error.starts_with("Ranged: c/0/1/1, all bytes: "), "{error}");
            let error = shards
                .tslice(s![0, :6, 0])
                .async_read::<i32>()
                .await
                .expect_err("a claim")
                .to_string();
            assert!(
                error.starts_with("Ranged: c/0/0/0, the last 132 bytes: "),
                "{error}"
            );
        }
        server.set(Fault::None);
        check(&shards, &chunks).await;
    });
}

/// The array `chunks` in a store that takes its time for each request.
async fn slow(wait: Duration) -> AsyncZarrArray {
    let config = ThrottleConfig {
        wait_get_per_call: wait,
        wait_put_per_call: wait,
        ..ThrottleConfig::default()
    };
    let memory = Arc::new(InMemory::new());
    let store = memory.clone();
    std::thread::spawn(move || make(&blocking(store).expect("a runtime")))
        .join()
        .expect("no panic");
    opened(
        PrefixStore::new(ThrottledStore::new(memory, config), "chunks"),
        "/",
    )
    .await
}

#[test]
fn requests_are_concurrent_up_to_their_limit() {
    one_thread().block_on(async {
        let slow = slow(Duration::from_millis(50)).await;
        let part = slow.tslice(s![:, 7:]);
        let began = Instant::now();
        let read = part.async_read::<i32>().await.expect("a read");
        // 16 chunks.
        assert!(
            began.elapsed() < Duration::from_millis(400),
            "{:?}",
            began.elapsed()
        );
        assert_eq!(read.view(), values().slice(s![:, 7:]).into_dyn());
        let began = Instant::now();
        _ = part
            .with_requests(4)
            .async_read::<i32>()
            .await
            .expect("a read");
        assert!(
            began.elapsed() >= Duration::from_millis(200),
            "{:?}",
            began.elapsed()
        );
    });
}

#[test]
fn the_thread_of_a_runtime_is_not_blocked() {
    one_thread().block_on(async {
        let slow = slow(Duration::from_millis(30)).await;
        let ticks = Arc::new(AtomicUsize::new(0));
        let counter = ticks.clone();
        let ticker = tokio::spawn(async move {
            loop {
                tokio::time::sleep(Duration::from_millis(1)).await;
                counter.fetch_add(1, Ordering::Relaxed);
            }
        });
        for _ in 0..5 {
            _ = slow
                .clone()
                .with_requests(4)
                .async_read::<i32>()
                .await
                .expect("a read");
        }
        ticker.abort();
        // 24 chunks, 4 at a time, take 180 ms each time.
        let ticks = ticks.load(Ordering::Relaxed);
        assert!(ticks > 100, "{ticks} ticks");
    });
}

#[test]
fn future_that_is_dropped_leaves_whole_chunks() {
    let (_directory, server) = served("dropped");
    server.set(Fault::Slow(Duration::from_millis(20)));
    one_thread().block_on(async {
        let chunks = tslice_zarr::async_open(&server.url("chunks"))
            .await
            .expect("an array")
            .with_requests(2);
        let whole = chunks.async_read::<i32>();
        assert!(
            tokio::time::timeout(Duration::from_millis(70), whole)
                .await
                .is_err()
        );
        tokio::time::sleep(Duration::from_millis(60)).await;
        let before = server.requests();
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(server.requests(), before);
        assert!(before < 24, "{before} requests");
        let read = chunks
            .tslice(s![4, 8])
            .async_read::<i32>()
            .await
            .expect("a read");
        assert_eq!(read.view(), values().slice(s![4, 8]).into_dyn());

        let slow = slow(Duration::from_millis(20)).await.with_requests(2);
        let new = Tensor::<i32, 0>::full([], 8);
        let write = slow.async_assign(&new);
        assert!(
            tokio::time::timeout(Duration::from_millis(70), write)
                .await
                .is_err()
        );
        let read: DynTensor<i32> = slow.async_read().await.expect("a read");
        let new = read.clone().into_iter().filter(|&x| x == 8).count();
        assert!(0 < new && new < read.len(), "{new} new elements");
        // Each chunk is new, or it is old.
        for chunk in 0..24 {
            let [i, j, k] = [chunk / 12 * 5, chunk / 4 % 3 * 7, chunk % 4 * 9];
            let part = read.slice(s![i:i + 5, j:j + 7, k:k + 9]);
            let count = part.to_tensor().into_iter().filter(|&x| x == 8).count();
            assert!(
                count == 0 || count == part.len(),
                "chunk {chunk}: {count} of {}",
                part.len()
            );
        }
    });
}
