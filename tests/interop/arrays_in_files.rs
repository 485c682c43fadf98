//! Arrays in JSON and in a binary format.

use tslice::{DynTensor, Tensor, View, s};

fn refused<T: serde::de::DeserializeOwned + std::fmt::Debug>(json: &str, words: &str) {
    let error = serde_json::from_str::<T>(json).expect_err(json).to_string();
    assert!(error.contains(words), "{json}: {error}");
}

#[test]
fn every_array_is_written_as_shape_and_elements() {
    let mut t = Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]]);
    let json = r#"{"shape":[2,3],"data":[1,2,3,4,5,6]}"#;
    assert_eq!(serde_json::to_string(&t).unwrap(), json);
    assert_eq!(serde_json::to_string(&t.view_mut()).unwrap(), json);
    assert_eq!(serde_json::to_string(&t.view().into_dyn()).unwrap(), json);
    let reversed = r#"{"shape":[3],"data":[6,5,4]}"#;
    assert_eq!(
        serde_json::to_string(&t.slice(s![1, ::-1])).unwrap(),
        reversed
    );
    let scalar = View::<_, 1>::from(&[7]);
    assert_eq!(
        serde_json::to_string(&scalar.slice(s![0])).unwrap(),
        r#"{"shape":[],"data":[7]}"#
    );
}

#[test]
fn tensors_round_trip() {
    for t in [
        Tensor::<_, 2>::from([["a", "b"], ["c", "d"]].map(|row| row.map(str::to_owned))),
        Tensor::default(),
    ] {
        let json = serde_json::to_string(&t).expect("written");
        assert_eq!(
            serde_json::from_str::<Tensor<String, 2>>(&json).expect("read"),
            t
        );
        assert_eq!(
            serde_json::from_str::<DynTensor<String>>(&json).expect("read"),
            t
        );
        let bytes = postcard::to_allocvec(&t).expect("written");
        assert_eq!(
            postcard::from_bytes::<Tensor<String, 2>>(&bytes).expect("read"),
            t
        );
    }
    assert_eq!(
        postcard::to_allocvec(&Tensor::<_, 2>::from([[1_u8, 2]])).expect("written"),
        [2, 1, 2, 2, 1, 2]
    );
}

#[test]
fn files_with_wrong_counts_allocate_nothing() {
    refused::<Tensor<i32, 2>>(
        r#"{"shape":[2,2],"data":[1,2,3]}"#,
        "shape [2, 2] needs 4 elements, there are 3",
    );
    refused::<Tensor<i32, 2>>(
        r#"{"shape":[4],"data":[1,2,3,4]}"#,
        "expected rank 2, got rank 1",
    );
    refused::<DynTensor<i32>>(
        r#"{"shape":[9223372036854775807,9],"data":[]}"#,
        "more elements than isize::MAX",
    );
    refused::<DynTensor<i32>>(r#"{"shape":[-1],"data":[]}"#, "-1");
    refused::<DynTensor<i32>>(r#"{"shape":[0],"data":[],"strides":[1]}"#, "unknown field");
    refused::<DynTensor<i32>>(r#"{"shape":[0]}"#, "missing field `data`");
    refused::<Tensor<usize, 2>>(
        "[[1,2],[3,4]]",
        "invalid type: sequence, expected an array as `{\"shape\": [2, 2]",
    );
    // A shape of one axis of 2^60 elements, and a list of as many, which ends at once.
    let long = [1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10];
    let claimed = [&long[..], &long[1..]].concat();
    assert!(postcard::from_bytes::<DynTensor<u64>>(&claimed).is_err());
}

#[test]
fn files_of_zero_sized_elements_have_a_limit() {
    let most = 1 << 20;
    let units = DynTensor::from_shape_vec([most], vec![(); most]).expect("units take no room");
    let bytes = postcard::to_allocvec(&units).expect("written");
    assert!(
        bytes.len() < 10 && postcard::from_bytes::<DynTensor<()>>(&bytes).expect("read") == units
    );
    // Nine bytes that claim 2^40 of them.
    let claimed = postcard::to_allocvec(&([1_u64 << 40].as_slice(), 1_u64 << 40)).expect("written");
    assert!(postcard::from_bytes::<DynTensor<()>>(&claimed).is_err());
    let json = format!(
        r#"{{"shape":[{}],"data":[null{}]}}"#,
        most + 1,
        ",null".repeat(most)
    );
    refused::<Tensor<(), 1>>(
        &json,
        "invalid length 1048577, expected at most 1048576 elements without size",
    );
}
