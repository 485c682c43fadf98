//! Servers on the loopback for the tests in `tests`: an S3 server, and an HTTP server that fails
//! when it is told to.

mod arrays;
mod http;
mod s3;

pub use arrays::{Directory, make, values};
pub use http::{Fault, HttpServer};
pub use s3::S3Server;

/// Installs a TLS provider, which the client requires although no server here uses TLS.
fn able() {
    // Another test may have installed it.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

use reqwest as _;
