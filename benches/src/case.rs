//! One case: what is to be done, described once for all who do it.

use std::rc::Rc;

use crate::axes::Taken;
use crate::contest::{Entrant, Output};
use crate::data::{Digest, Element};

/// One row of a table.
pub struct Case {
    /// What the row is called.
    pub name: String,
    /// What an entrant in another process is told; `None` where there is none for it.
    pub task: Option<Task>,
    /// Bytes of the output, 0 of a view.
    pub output_bytes: usize,
    /// Bytes that must move: the cache lines that hold a wanted element, and the output.
    pub moved_bytes: usize,
    /// The entrants in this process, tslice first.
    pub entrants: Vec<Entrant>,
}

/// Builds a case when its turn comes, so that one at a time holds its data.
pub type Build = Box<dyn Fn() -> Case>;

/// What an entrant in another process is told.
#[derive(Clone, Debug, serde::Serialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Task {
    /// Copies a slice of a source, row-major.
    Copy {
        /// Element type, as NumPy calls it.
        dtype: &'static str,
        /// Of the source.
        shape: Vec<usize>,
        /// In the language of `s!`.
        spec: String,
    },
    /// Makes a view of a source of f32.
    View {
        /// Of the source.
        shape: Vec<usize>,
        /// In the language of `s!`.
        spec: String,
    },
    /// Gathers from a source of f32 by scattered index tuples.
    GatherNd {
        /// Of the source.
        shape: Vec<usize>,
        /// How many tuples.
        count: usize,
        /// Numbers in a tuple.
        depth: usize,
    },
    /// Copies diagonals of the matrices in the last two axes of a source of f32.
    DiagPart {
        /// Of the source.
        shape: Vec<usize>,
        /// The lowest diagonal.
        lower: i64,
        /// The highest one; a band has the rank of the source, padded with 0 as TensorFlow's V3
        /// pads.
        upper: i64,
    },
    /// Overwrites a slice of a target of zeros.
    Write {
        /// Element type, as NumPy calls it.
        dtype: &'static str,
        /// Of the target.
        shape: Vec<usize>,
        /// In the language of `s!`.
        spec: String,
        /// Whether it is set to 7; else a row-major source is assigned.
        fill: bool,
        /// The order of the target's axes, if it is another.
        axes: Option<Vec<usize>>,
    },
    /// The sum of a slice of a source, exact, as one f64.
    Total {
        /// Element type, as NumPy calls it.
        dtype: &'static str,
        /// Of the source.
        shape: Vec<usize>,
        /// In the language of `s!`.
        spec: String,
    },
    /// An expression of Python about two equal operands, `a` and `b`.
    Evaluate {
        /// It may write to `a`.
        expression: String,
        /// Of the operands.
        shape: Vec<usize>,
        /// Element type, as NumPy calls it.
        dtype: &'static str,
    },
    /// A computation that every library spells in its own way.
    Compute {
        /// Which.
        name: &'static str,
        /// Of the source.
        shape: Vec<usize>,
        /// Element type, as NumPy calls it.
        dtype: &'static str,
    },
}

/// A copy of a slice, as those know it who are told by numbers.
pub struct Slicing<T> {
    /// The source, row-major.
    pub data: Rc<Vec<T>>,
    /// Its shape.
    pub shape: Vec<usize>,
    /// What is taken of each axis.
    pub taken: Vec<Taken>,
    /// Number of elements of the output.
    pub output_len: usize,
}

impl<T: Element> Slicing<T> {
    /// An entrant that fills a buffer of this process.
    pub fn buffered(&self, name: &str, run: impl FnMut(&mut Vec<T>) + 'static) -> Entrant {
        let buffer = vec![T::zeroed(); self.output_len];
        Entrant::new(name, Output::Reused, buffer, run, |buffer| {
            Digest::of(buffer)
        })
    }

    /// memcpy of the output's bytes, and of those that must move: half of them are read and half
    /// written.
    #[must_use]
    pub fn memcpy(&self, moved_bytes: usize) -> [Entrant; 2] {
        let copy = |name, len: usize| {
            let data = self.data.clone();
            let buffer = vec![T::zeroed(); len];
            let run = move |buffer: &mut Vec<T>| buffer.copy_from_slice(&data[..len]);
            Entrant::new(name, Output::Reused, buffer, run, |buffer| {
                Digest::of(buffer)
            })
        };
        let moved = moved_bytes / 2 / size_of::<T>();
        [
            copy(MEMCPY, self.output_len),
            copy(LIMIT, moved.clamp(1, self.data.len())),
        ]
    }
}

/// The name of the entrant that all are measured by.
pub const MEMCPY: &str = "memcpy";

/// The name of the memcpy of the bytes that must move.
pub const LIMIT: &str = "limit";

/// The name of the entrant that this is about.
pub const OURS: &str = "tslice";

/// The name of the loop over slices that somebody would write by hand.
pub const HAND: &str = "loop by hand";
