//! A bucket in a directory, behind a server of this process.

use std::path::Path;

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// A server that speaks S3; it ends when it is dropped.
pub struct S3Server {
    port: u16,
    _runtime: Runtime,
}

impl S3Server {
    /// Serves the directories in `root` as buckets.
    ///
    /// # Panics
    ///
    /// If the system gives no port.
    #[must_use]
    pub fn start(root: &Path) -> Self {
        crate::able();
        let files = s3s_fs::FileSystem::new(root).expect("a directory");
        let mut builder = S3ServiceBuilder::new(files);
        builder.set_auth(SimpleAuth::from_single("key", "secret"));
        let service = builder.build();
        let runtime = Runtime::new().expect("threads");
        let listener = runtime
            .block_on(TcpListener::bind(("127.0.0.1", 0)))
            .expect("a port");
        let port = listener.local_addr().expect("an address").port();
        runtime.spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let service = service.clone();
                tokio::spawn(async move {
                    let builder = Builder::new(TokioExecutor::new());
                    let _ = builder
                        .serve_connection(TokioIo::new(socket), service)
                        .await;
                });
            }
        });
        Self {
            port,
            _runtime: runtime,
        }
    }

    /// The URL that clients are told.
    #[must_use]
    pub fn endpoint(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// A client of a bucket.
    ///
    /// # Panics
    ///
    /// If the settings contradict each other.
    #[must_use]
    pub fn bucket(&self, name: &str) -> AmazonS3 {
        AmazonS3Builder::new()
            .with_endpoint(self.endpoint())
            .with_allow_http(true)
            .with_region("us-east-1")
            .with_bucket_name(name)
            .with_access_key_id("key")
            .with_secret_access_key("secret")
            .build()
            .expect("settings of a bucket")
    }
}
