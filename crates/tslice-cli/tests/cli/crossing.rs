//! Every kind of entry, alone and in pairs, with `explain` and `npy`: what the oracle selects.

use std::path::Path;

use tslice_cli::{explain, npy};

use crate::directory;
use crate::kinds::{Kind, alone, faults, pairs, select, shapes, text};
use crate::npy::write_npy;

/// The shape of a NumPy file of bytes, as its header has it, and the bytes.
fn read(path: &Path) -> (String, Vec<u8>) {
    let file = std::fs::read(path).expect("written");
    let end = 10 + usize::from(u16::from_le_bytes([file[8], file[9]]));
    let header = String::from_utf8_lossy(&file[10..end]).into_owned();
    let (_, shape) = header.split_once("'shape': (").expect("a shape");
    let (shape, _) = shape.split_once(')').expect("a tuple");
    (shape.trim_end_matches(',').to_owned(), file[end..].to_vec())
}

fn joined(shape: &[usize], with: &str) -> String {
    shape
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(with)
}

fn cross(entries: &[Kind], shape: &[usize], input: &Path, output: &Path) {
    let (spec, expected) = (text(entries), select(entries, shape));
    let case = format!("{spec} of {shape:?}");
    let explained = explain::run(&spec, &joined(shape, "x"), None, false);
    assert_eq!(
        explained.is_ok(),
        expected.is_some(),
        "explained {case}: {explained:?}"
    );
    let sliced = npy::slice_file(input, &spec, output, true);
    assert_eq!(sliced.is_ok(), expected.is_some(), "npy {case}: {sliced:?}");
    let faults = faults(entries, shape);
    for error in [explained.as_ref().err(), sliced.err().as_ref()]
        .into_iter()
        .flatten()
    {
        assert!(
            faults.iter().any(|fault| error.contains(fault)),
            "{case}: {error}, not {faults:?}"
        );
    }
    if let (Ok(explained), Some((result, elements))) = (explained, expected) {
        assert!(
            explained.contains(&format!("result shape   {result:?}, ")),
            "{case}\n{explained}"
        );
        let bytes: Vec<u8> = elements
            .iter()
            .map(|&at| u8::try_from(at).expect("few"))
            .collect();
        assert_eq!(read(output), (joined(&result, ", "), bytes), "npy {case}");
    }
}

#[test]
fn entry_kinds_agree_in_explain_and_npy() {
    let directory = directory();
    let (input, output) = (
        directory.path().join("in.npy"),
        directory.path().join("out.npy"),
    );
    // Each alone on two lengths, and pairs on one: a file is written for each.
    let alone = alone()
        .into_iter()
        .step_by(3)
        .map(|entry| (vec![entry], &[0, 5][..]));
    let pairs = pairs().into_iter().map(|pair| (Vec::from(pair), &[3][..]));
    for (entries, lengths) in alone.chain(pairs) {
        for shape in shapes(&entries, lengths)
            .into_iter()
            .filter(|shape| !shape.is_empty())
        {
            let len: usize = shape.iter().product();
            let bytes: Vec<u8> = (0..len).map(|at| u8::try_from(at).expect("few")).collect();
            let tuple = format!("({},)", joined(&shape, ", "));
            write_npy(&input, "|u1", false, &tuple, &bytes);
            cross(&entries, &shape, &input, &output);
        }
    }
}
