//! Servers on the loopback for the tests in `tests`: an S3 server, and an HTTP server that fails when it is told to.

mod arrays;
mod http;
mod s3;

pub use arrays::{Directory, make, values};
pub use http::{Fault, HttpServer};
pub use s3::S3Server;

/// The client wants to be able to speak TLS, though nobody does here.
fn able() {
    // If another test was first, it is able.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

use reqwest as _;
