//! Files of NumPy: read whole, and written. They are in the page cache.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use ndarray::{ArrayD, ArrayView2};
use ndarray_npy::{read_npy, write_npy};
use tslice::View;

use crate::case::{Build, Case, OURS};
use crate::contest::{Entrant, Output};
use crate::data::{self, Digest};

const SHAPE: [usize; 2] = [1024, 1024];

/// A folder that goes with the case.
struct Folder(PathBuf);

/// A file in it.
#[derive(Clone)]
struct File {
    folder: Rc<Folder>,
    name: &'static str,
}

impl Folder {
    fn new() -> Rc<Self> {
        let folder = std::env::temp_dir().join(format!("tslice-benches-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for files");
        Rc::new(Self(folder))
    }
}

impl File {
    fn path(&self) -> PathBuf {
        self.folder.0.join(self.name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn case(name: &str, entrants: Vec<Entrant>) -> Case {
    Case {
        name: name.to_owned(),
        task: None,
        output_bytes: SHAPE.iter().product::<usize>() * size_of::<f32>(),
        moved_bytes: 0,
        entrants,
    }
}

/// Reads a file that ndarray wrote, whose elements are in the order of rows or of columns.
fn read(name: &str, are_columns: bool) -> Case {
    let file = File {
        folder: Folder::new(),
        name: "read.npy",
    };
    let numbers = data::source::<f32>(&SHAPE);
    let array = ArrayView2::from_shape(SHAPE, &numbers).expect("shape");
    let written = match are_columns {
        true => write_npy(file.path(), &array.t()),
        false => write_npy(file.path(), &array),
    };
    written.expect("the file is written");
    let same_file = file.clone();
    let entrants = vec![
        Entrant::new(
            OURS,
            Output::Allocated,
            None,
            move |array| *array = Some(tslice_npy::read::<f32>(file.path()).expect("an array")),
            |array| {
                let array = array.as_ref().expect("read before");
                Digest::of(&array.iter().copied().collect::<Vec<_>>())
            },
        ),
        Entrant::new(
            "ndarray-npy",
            Output::Allocated,
            None::<ArrayD<f32>>,
            move |array| *array = Some(read_npy(same_file.path()).expect("an array")),
            |array| {
                let array = array.as_ref().expect("read before");
                Digest::of(&array.iter().copied().collect::<Vec<_>>())
            },
        ),
    ];
    case(name, entrants)
}

/// Writes a view, which is contiguous or a part of each row, to a file.
fn write(name: &str, columns: usize) -> Case {
    let folder = Folder::new();
    let entrant = |who: &'static str, write: fn(&Path, &[f32], usize)| {
        let file = File {
            folder: folder.clone(),
            name: who,
        };
        let numbers = data::source::<f32>(&SHAPE);
        let run = move |file: &mut File| write(&file.path(), &numbers, columns);
        Entrant::new(who, Output::Allocated, file, run, move |file| {
            let array = tslice_npy::read::<f32>(file.path()).expect("an array");
            Digest::of(&array.iter().copied().collect::<Vec<_>>())
        })
    };
    let ours = |path: &Path, numbers: &[f32], columns: usize| {
        let view = View::new(SHAPE, numbers);
        let part = view.slice(tslice::s![:, :columns]);
        tslice_npy::write::<f32>(path, &part).expect("the file is written");
    };
    let theirs = |path: &Path, numbers: &[f32], columns: usize| {
        let view = ArrayView2::from_shape(SHAPE, numbers).expect("shape");
        let part = view.slice(ndarray::s![.., ..columns]);
        write_npy(path, &part).expect("the file is written");
    };
    case(
        name,
        vec![entrant(OURS, ours), entrant("ndarray-npy", theirs)],
    )
}

/// The table of files.
#[must_use]
pub fn cases() -> Vec<Build> {
    vec![
        Box::new(|| read("read .npy, f32 1024^2", false)),
        Box::new(|| read("read .npy, f32 1024^2 by columns", true)),
        Box::new(|| write("write .npy, f32 1024^2", 1024)),
        Box::new(|| write("write .npy, f32 1024^2 `:, :1000`", 1000)),
    ]
}
