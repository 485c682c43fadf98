//! Every kind of entry, alone and in pairs, read and written: what the oracle selects.

use std::fmt::Display;
use std::sync::Arc;

use tslice::{DynSpec, DynTensor};
use tslice_zarr::ZarrArray;
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::storage::store::MemoryStore;

use crate::kinds::{Kind, faults, few, pairs, select, shapes, text};

/// An array in chunks of at most 2 x 2 .. whose elements are their own positions.
fn numbered(shape: &[usize]) -> ZarrArray {
    let lengths: Vec<u64> = shape.iter().map(|&len| len as u64).collect();
    let array = ArrayBuilder::new(lengths, vec![2; shape.len()], data_type::int32(), -1_i32);
    let array = array
        .build(Arc::new(MemoryStore::new()), "/")
        .expect("an array");
    let array = ZarrArray::writable(&array).expect("an array");
    let len: usize = shape.iter().product();
    let numbers = (0..len as i32).collect();
    array
        .assign(DynTensor::from_shape_vec(shape, numbers).expect("as many"))
        .expect("a write");
    array
}

fn said<T>(result: Result<T, impl Display>) -> String {
    result.map_or_else(|error| error.to_string(), |_| "no error".to_owned())
}

fn cross(entries: &[Kind], shape: &[usize]) {
    let (spec, expected) = (text(entries), select(entries, shape));
    let case = format!("{spec} of {shape:?}");
    let spec: DynSpec = spec.parse().expect("a spec");
    let array = numbered(shape);
    let picked = array
        .try_tpick(&spec)
        .map(|part| part.read::<i32>().expect("a read"));
    let shown = picked.as_ref().ok().map(|part| {
        (
            part.shape().to_vec(),
            part.to_vec()
                .into_iter()
                .map(|at| at as usize)
                .collect::<Vec<_>>(),
        )
    });
    assert_eq!(shown, expected, "picked {case}: {:?}", picked.err());
    if !entries.iter().any(Kind::is_list) {
        let sliced = array
            .try_tslice(&spec)
            .map(|part| part.read::<i32>().expect("a read"));
        assert_eq!(
            sliced.ok(),
            array
                .try_tpick(&spec)
                .ok()
                .map(|part| part.read().expect("a read")),
            "{case}"
        );
    }
    let bytes = array.try_tpick(&spec).map(ZarrArray::into_bytes);
    let read = bytes
        .as_ref()
        .ok()
        .map(|part| part.read::<u8>().expect("a read").into_vec());
    let numbers = read.map(|read| {
        read.chunks(4)
            .map(|four| i32::from_ne_bytes([four[0], four[1], four[2], four[3]]) as usize)
            .collect::<Vec<_>>()
    });
    assert_eq!(
        numbers.as_ref(),
        expected.as_ref().map(|(_, elements)| elements),
        "bytes of {case}"
    );
    let one = DynTensor::<i32>::full(&[][..], -7);
    let written = array.tpick_assign(&spec, &one);
    // The same value once more, as bytes.
    if let Ok(bytes) = bytes {
        let one =
            DynTensor::from_shape_vec([4], (-7_i32).to_ne_bytes().to_vec()).expect("four bytes");
        bytes.assign(&one).expect("a write");
    }
    assert_eq!(
        written.is_ok(),
        expected.is_some(),
        "written {case}: {written:?}"
    );
    let Some((_, elements)) = expected else {
        let faults = faults(entries, shape);
        for error in [said(array.try_tpick(&spec)), said(written)] {
            assert!(faults.contains(&error), "{case}: {error}, not {faults:?}");
        }
        return;
    };
    for (at, found) in array
        .read::<i32>()
        .expect("a read")
        .to_vec()
        .into_iter()
        .enumerate()
    {
        let right = if elements.contains(&at) {
            -7
        } else {
            at as i32
        };
        assert_eq!(found, right, "element {at} after writing {case}");
    }
}

#[test]
fn entry_kinds_agree_in_zarr() {
    let alone = few().into_iter().map(|entry| vec![entry]);
    for entries in alone.chain(pairs().into_iter().map(Vec::from)) {
        for shape in shapes(&entries, &[0, 3])
            .into_iter()
            .filter(|shape| (1..=3).contains(&shape.len()))
        {
            cross(&entries, &shape);
        }
    }
}
