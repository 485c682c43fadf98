//! Files over HTTP, with ranges, latency and faults.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What the server does instead of answering requests for chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It answers.
    None,
    /// It answers this number of requests with status 503 and status 429, in turns.
    Busy(usize),
    /// It answers with this status and body.
    Status(&'static str, &'static str),
    /// It closes the connection in the middle of the body of this number of answers, which have no
    /// tag, so that the client does not ask for the rest.
    Drops(usize),
    /// It closes the connection in the middle of the body.
    Cut,
    /// It takes its time for each request.
    Slow(Duration),
    /// It claims to send this number of bytes, sends the file in two pieces, and closes the
    /// connection.
    Claims(u64),
    /// It sends this number of bytes more than the range has.
    Longer(usize),
    /// It sends the first half of the body, and then nothing, until the client has enough of it.
    Stall,
    /// It sends the body byte by byte, with as much time in between.
    Drip(Duration),
}

/// A server of files; its thread stays for as long as the process.
pub struct HttpServer {
    port: u16,
    state: Arc<State>,
}

struct State {
    root: PathBuf,
    fault: Mutex<Fault>,
    requests: AtomicUsize,
}

impl HttpServer {
    /// Serves the files in `root`.
    ///
    /// # Panics
    ///
    /// If the system gives no port.
    #[must_use]
    pub fn start(root: &Path) -> Self {
        crate::able();
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::new(State {
            root: root.to_owned(),
            fault: Mutex::new(Fault::None),
            requests: 0.into(),
        });
        let shared = state.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = shared.clone();
                // A connection that breaks is the client's to notice.
                std::thread::spawn(move || state.serve(&stream));
            }
        });
        Self { port, state }
    }

    /// The URL of a file.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}/{path}", self.port)
    }

    /// Sets what goes wrong from now on.
    ///
    /// # Panics
    ///
    /// If a thread of the server has panicked.
    pub fn set(&self, fault: Fault) {
        *self.state.fault.lock().expect("no thread panics") = fault;
    }

    /// Requests so far.
    #[must_use]
    pub fn requests(&self) -> usize {
        self.state.requests.load(Ordering::Relaxed)
    }
}

impl State {
    #[allow(
        clippy::too_many_lines,
        reason = "an answer for each request, one behind the other"
    )]
    fn serve(&self, mut stream: &TcpStream) -> std::io::Result<()> {
        stream.set_nodelay(true)?;
        let mut input = BufReader::new(stream);
        loop {
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let mut words = line.split_whitespace();
            let (method, path) = (
                words.next().unwrap_or("").to_owned(),
                words.next().unwrap_or("/").to_owned(),
            );
            let mut range = None;
            let mut body = vec![];
            loop {
                let mut header = String::new();
                input.read_line(&mut header)?;
                if header.trim().is_empty() {
                    break;
                }
                if let Some((name, value)) = header.split_once(':')
                    && name.eq_ignore_ascii_case("range")
                {
                    range = value.trim().strip_prefix("bytes=").map(str::to_owned);
                }
                if let Some((name, value)) = header.split_once(':')
                    && name.eq_ignore_ascii_case("content-length")
                {
                    body = vec![0; value.trim().parse().unwrap_or(0)];
                }
            }
            input.read_exact(&mut body)?;
            self.requests.fetch_add(1, Ordering::Relaxed);
            let fault = self.fault_of(&path);
            match fault {
                Fault::Slow(time) => std::thread::sleep(time),
                Fault::Status(status, body) => {
                    let len = body.len();
                    write!(
                        stream,
                        "HTTP/1.1 {status}\r\ncontent-length: {len}\r\n\r\n{body}"
                    )?;
                    continue;
                }
                Fault::Busy(left) => {
                    let status = ["503 Service Unavailable", "429 Too Many Requests"][left % 2];
                    write!(stream, "HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n")?;
                    continue;
                }
                _ => {}
            }
            let file = self.root.join(path.trim_start_matches('/'));
            if method == "PUT" {
                std::fs::create_dir_all(file.parent().unwrap_or(&self.root))?;
                std::fs::write(&file, &body)?;
            }
            let status = match method.as_str() {
                "GET" | "HEAD" => "",
                "PUT" => "201 Created",
                _ => "405 Method Not Allowed",
            };
            if !status.is_empty() {
                write!(stream, "HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n")?;
                continue;
            }
            let Ok(bytes) = std::fs::read(file) else {
                write!(
                    stream,
                    "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"
                )?;
                continue;
            };
            let (status, part) = match range.and_then(|range| part(&range, bytes.len())) {
                None => ("200 OK".to_owned(), &bytes[..]),
                Some((begin, end)) => {
                    let all = bytes.len();
                    (
                        format!(
                            "206 Partial Content\r\ncontent-range: bytes {begin}-{}/{all}",
                            end - 1
                        ),
                        &bytes[begin..end],
                    )
                }
            };
            if let Fault::Claims(len) = fault {
                // Without an etag, so that the client does not ask for the rest.
                write!(stream, "HTTP/1.1 {status}\r\ncontent-length: {len}\r\n\r\n")?;
                let (first, second) = part.split_at(part.len() / 2);
                stream.write_all(first)?;
                std::thread::sleep(Duration::from_millis(20));
                return stream.write_all(second);
            }
            let more = if let Fault::Longer(more) = fault {
                vec![0; more]
            } else {
                vec![]
            };
            let len = part.len() + more.len();
            let tag = match fault {
                Fault::Drops(_) => "",
                _ => "\r\netag: \"one\"",
            };
            let modified = format!("last-modified: Thu, 01 Jan 2026 00:00:00 GMT{tag}");
            write!(
                stream,
                "HTTP/1.1 {status}\r\n{modified}\r\ncontent-length: {len}\r\n\r\n"
            )?;
            if method == "HEAD" {
                continue;
            }
            if fault == Fault::Cut || matches!(fault, Fault::Drops(_)) {
                return stream.write_all(&part[..part.len() / 2]);
            }
            if fault == Fault::Stall {
                stream.write_all(&part[..part.len() / 2])?;
                // Until the client closes the connection.
                return input.read_line(&mut String::new()).map(|_| ());
            }
            if let Fault::Drip(time) = fault {
                for byte in part {
                    stream.write_all(&[*byte])?;
                    std::thread::sleep(time);
                }
                continue;
            }
            stream.write_all(part)?;
            stream.write_all(&more)?;
        }
    }

    /// Faults are of chunks alone, so that an array can be opened, but for claims.
    fn fault_of(&self, path: &str) -> Fault {
        let Ok(mut fault) = self.fault.lock() else {
            return Fault::None;
        };
        if path.ends_with("zarr.json") && !matches!(*fault, Fault::Claims(_)) {
            return Fault::None;
        }
        match *fault {
            Fault::Busy(0) | Fault::Drops(0) => *fault = Fault::None,
            Fault::Busy(left) => {
                *fault = Fault::Busy(left - 1);
                return Fault::Busy(left);
            }
            Fault::Drops(left) => {
                *fault = Fault::Drops(left - 1);
                return Fault::Drops(left);
            }
            _ => {}
        }
        *fault
    }
}

/// The first byte of a range and the byte after its last, in a file of length `len`.
fn part(range: &str, len: usize) -> Option<(usize, usize)> {
    let (first, last) = range.split_once('-')?;
    let end = |last: usize| last.saturating_add(1).min(len);
    let (begin, end) = match (first.parse::<usize>(), last.parse::<usize>()) {
        (Ok(first), Ok(last)) => (first, end(last)),
        (Ok(first), Err(_)) => (first, len),
        (Err(_), Ok(count)) => (len.saturating_sub(count), len),
        _ => return None,
    };
    (begin < end).then_some((begin, end))
}
