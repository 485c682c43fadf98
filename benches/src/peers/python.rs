//! NumPy, PyTorch, TensorFlow and OpenCV: the script `benches/peers`, one process for each, told
//! what to do in lines of JSON and timing itself.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::case::Task;
use crate::contest::{Entrant, Output, Runner};
use crate::data::Digest;

const MODULES: [&str; 4] = ["numpy", "torch", "tensorflow", "opencv"];

/// The environment variable that names the interpreter.
pub const INTERPRETER: &str = "TSLICE_PYTHON";

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Request<'t> {
    Prepare(&'t Task),
    Sample(u32),
    Digest,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    Here {
        name: String,
        version: String,
    },
    Missing(String),
    Ready(Output),
    /// The library cannot do the task.
    Cannot(String),
    Nanos(f64),
    Digest(Digest),
}

/// A library in a process of its own.
pub struct Process {
    /// As people call it.
    pub name: String,
    /// Its version.
    pub version: String,
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// Each library that this machine has, or its name and why it has it not.
pub fn start() -> impl Iterator<Item = Result<Rc<RefCell<Process>>, (&'static str, String)>> {
    MODULES
        .into_iter()
        .map(|module| match Process::start(module) {
            Ok(process) => Ok(Rc::new(RefCell::new(process))),
            Err(why) => Err((module, why)),
        })
}

impl Process {
    fn start(module: &str) -> Result<Self, String> {
        let python = std::env::var_os(INTERPRETER).unwrap_or_else(|| "python3".into());
        let mut child = Command::new(&python)
            .args([concat!(env!("CARGO_MANIFEST_DIR"), "/peers"), module])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", python.display()))?;
        let (requests, answers) = (
            child.stdin.take().expect("piped"),
            child.stdout.take().expect("piped"),
        );
        let mut process = Self {
            name: String::new(),
            version: String::new(),
            child,
            requests,
            answers: BufReader::new(answers),
        };
        match process.answer() {
            Ok(Answer::Here { name, version }) => {
                (process.name, process.version) = (name, version);
                Ok(process)
            }
            Ok(Answer::Missing(why)) => Err(why),
            _ => Err("it does not start".to_owned()),
        }
    }

    fn ask(&mut self, request: &Request<'_>) -> io::Result<Answer> {
        writeln!(self.requests, "{}", serde_json::to_string(request)?)?;
        self.answer()
    }

    fn answer(&mut self) -> io::Result<Answer> {
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        Ok(serde_json::from_str(&line)?)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An entrant in the process, or why it cannot do the task.
///
/// # Errors
///
/// When the library has no way to do the task, or the process has ended.
pub fn entrant(process: &Rc<RefCell<Process>>, task: &Task) -> Result<Entrant, String> {
    let mut asked = process.borrow_mut();
    match asked.ask(&Request::Prepare(task)) {
        Ok(Answer::Ready(output)) => Ok(Entrant {
            name: asked.name.clone(),
            output,
            runner: Box::new(Remote(process.clone())),
        }),
        Ok(Answer::Cannot(why)) => Err(why),
        _ => Err("its process has ended".to_owned()),
    }
}

/// The task that the process was last told.
struct Remote(Rc<RefCell<Process>>);

impl Runner for Remote {
    fn sample(&mut self, repeats: u32) -> f64 {
        match self.0.borrow_mut().ask(&Request::Sample(repeats)) {
            Ok(Answer::Nanos(nanos)) => nanos,
            _ => f64::INFINITY,
        }
    }

    fn digest(&mut self) -> Option<Digest> {
        match self.0.borrow_mut().ask(&Request::Digest) {
            Ok(Answer::Digest(digest)) => Some(digest),
            _ => None,
        }
    }
}
