//! rust-analyzer on a package of one file, over the language server protocol.

use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

pub(crate) type Result<V> = std::result::Result<V, Box<dyn Error>>;

pub(crate) struct Server {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    uri: String,
    file: PathBuf,
    requests: i64,
    version: i64,
}

impl Server {
    /// Starts the server on a package that depends on tslice, and waits until it has read
    /// everything.
    pub(crate) fn start(folder: &Path, text: &str) -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .canonicalize()?;
        std::fs::create_dir_all(folder.join("src"))?;
        let manifest = format!(
            "[package]\nname = \"edited\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\ntslice = {{ path = {:?} }}\n[workspace]\n",
            root.join("tslice")
        );
        std::fs::write(folder.join("Cargo.toml"), manifest)?;
        std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        let file = folder.join("src/lib.rs");
        std::fs::write(&file, text)?;
        let mut child = Command::new("rust-analyzer")
            .current_dir(folder)
            .env("CARGO_NET_OFFLINE", "true")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let to = child.stdin.take().ok_or("no input")?;
        let from = BufReader::new(child.stdout.take().ok_or("no output")?);
        let uri = format!("file://{}", file.display());
        let mut server = Self {
            child,
            to,
            from,
            uri,
            file,
            requests: 0,
            version: 0,
        };
        let root = format!("file://{}", folder.display());
        server.request(
            "initialize",
            json!({
                "processId": null,
                "rootUri": root,
                "capabilities": {
                    "experimental": {"serverStatusNotification": true},
                    "textDocument": {"diagnostic": {}, "hover": {"contentFormat": ["markdown"]}},
                    "general": {"positionEncodings": ["utf-32"]}
                },
                "initializationOptions": {"checkOnSave": false, "cachePriming": {"enable": false}}
            }),
        )?;
        server.notify("initialized", json!({}))?;
        server.notify(
            "textDocument/didOpen",
            json!({"textDocument": {"uri": server.uri, "languageId": "rust", "version": 0, "text": text}}),
        )?;
        loop {
            let message = server.read()?;
            server.answer(&message)?;
            if message["method"] == "experimental/serverStatus"
                && message["params"]["quiescent"] == true
            {
                return Ok(server);
            }
        }
    }

    /// Replaces the text of the file.
    pub(crate) fn edit(&mut self, text: &str) -> Result<()> {
        self.version += 1;
        let document = json!({"uri": self.uri, "version": self.version});
        self.notify(
            "textDocument/didChange",
            json!({"textDocument": document, "contentChanges": [{"text": text}]}),
        )
    }

    /// What the server answers about a position, or about the whole file.
    pub(crate) fn ask(
        &mut self,
        method: &str,
        at: Option<(usize, usize)>,
        more: Value,
    ) -> Result<Value> {
        let mut parameters = json!({"textDocument": {"uri": self.uri}});
        if let Some((line, character)) = at {
            parameters["position"] = json!({"line": line, "character": character});
        }
        for (name, value) in more.as_object().into_iter().flatten() {
            parameters[name] = value.clone();
        }
        self.request(method, parameters)
    }

    fn request(&mut self, method: &str, parameters: Value) -> Result<Value> {
        self.requests += 1;
        let id = self.requests;
        self.write(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}))?;
        loop {
            let message = self.read()?;
            self.answer(&message)?;
            if message["id"] == id && message["method"].is_null() {
                return match message.get("error") {
                    Some(error) => Err(format!("{method}: {error}").into()),
                    None => Ok(message["result"].clone()),
                };
            }
        }
    }

    fn notify(&mut self, method: &str, parameters: Value) -> Result<()> {
        self.write(&json!({"jsonrpc": "2.0", "method": method, "params": parameters}))
    }

    /// The server asks for settings and for leave to report its progress.
    fn answer(&mut self, message: &Value) -> Result<()> {
        if !message["id"].is_null() && !message["method"].is_null() {
            self.write(&json!({"jsonrpc": "2.0", "id": message["id"], "result": null}))?;
        }
        Ok(())
    }

    fn write(&mut self, message: &Value) -> Result<()> {
        let body = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        Ok(self.to.flush()?)
    }

    fn read(&mut self) -> Result<Value> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line)? == 0 {
                return Err("rust-analyzer has ended".into());
            }
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse()?,
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body)?;
        Ok(serde_json::from_slice(&body)?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Nothing is left to say if it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_file(&self.file);
    }
}
