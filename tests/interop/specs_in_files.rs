//! Specs through JSON and through a binary format.

use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tslice::{DynSpec, Encoding, Masks, s};

#[track_caller]
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let json = serde_json::to_string(value).expect("written as JSON");
    assert_eq!(
        &serde_json::from_str::<T>(&json).expect("read back"),
        value,
        "{json}"
    );
    let bytes = postcard::to_allocvec(value).expect("written in binary");
    assert_eq!(
        &postcard::from_bytes::<T>(&bytes).expect("read back"),
        value,
        "{bytes:?}"
    );
}

#[track_caller]
fn refused<T: DeserializeOwned + std::fmt::Debug>(json: &str, words: &str) {
    let error = serde_json::from_str::<T>(json)
        .expect_err("a mistake")
        .to_string();
    assert!(error.contains(words), "`{words}` is not in: {error}");
}

#[test]
fn a_spec_is_text_in_json() {
    let spec = DynSpec::from(s![1, 2:4, newaxis, .., :-3:-1, :]);
    assert_eq!(
        serde_json::to_string(&spec).expect("written"),
        r#""1, 2:4, newaxis, .., :-3:-1, :""#
    );
    assert_eq!(
        serde_json::to_string(&spec.to_encoding()).expect("written"),
        format!("{:?}", spec.to_string())
    );
    round_trip(&spec);
    round_trip(&spec.to_encoding());
    round_trip(&spec.to_encoding().masks);
}

#[test]
fn spec_text_by_hand_uses_the_whole_language() {
    let spec: DynSpec = serde_json::from_str(r#""1 => 2:4, -1 => ::-1""#).expect("the axis form");
    assert_eq!(spec.to_string(), ":, 2:4, .., ::-1");
}

#[test]
fn encoding_without_spelling_keeps_its_numbers() {
    let masks = Masks {
        begin_mask: 0b101,
        ..Masks::default()
    };
    let odd = Encoding::new(vec![7, 1], vec![9, 2], vec![1, 1], masks).expect("well formed");
    let json = serde_json::to_string(&odd).expect("written");
    assert!(json.contains(r#""begin":[7,1]"#), "{json}");
    round_trip(&odd);
    round_trip(&DynSpec::try_from(odd).expect("well formed"));
}

#[test]
fn binary_is_the_encoding() {
    let spec = DynSpec::from(s![1, ::2]);
    // A variant, three lists with their lengths, zigzag numbers, five masks.
    let expected = [0, 2, 2, 0, 2, 4, 0, 2, 2, 4, 0b10, 0b10, 0, 0, 0b01];
    assert_eq!(postcard::to_allocvec(&spec).expect("written"), expected);
}

#[test]
fn a_window_stays_one() {
    let spec = DynSpec::from(s![2:+4, ..]);
    assert_eq!(
        serde_json::to_string(&spec).expect("written"),
        r#""2:+4, ..""#
    );
    round_trip(&spec);
}

#[test]
fn mistakes_are_found_on_the_way_in() {
    refused::<DynSpec>(r#""1:2:0""#, "the stride is 0");
    refused::<DynSpec>(r#""1..4""#, "write `1:4`");
    refused::<Encoding>(
        r#"{"begin":[1],"end":[2],"strides":[1,1],"masks":{}}"#,
        "they have 1, 1 and 2",
    );
    refused::<Encoding>(
        r#"{"begin":[1],"end":[2],"strides":[0],"masks":{}}"#,
        "the stride of axis 0 is 0",
    );
    refused::<Encoding>("7", "a spec in text, or an encoding");
    refused::<Masks>(r#"{"ellipsis_mask":3}"#, "at most one ellipsis");
    refused::<Masks>(r#"{"elipsis_mask":1}"#, "unknown field");
    refused::<Masks>(r#"{"begin_mask":-1}"#, "-1");
    let zero_stride = [1, 2, 1, 4, 1, 0, 0, 0, 0, 0, 0];
    let error = postcard::from_bytes::<DynSpec>(&zero_stride).expect_err("a stride of 0");
    assert!(matches!(error, postcard::Error::SerdeDeCustom), "{error}");
}

proptest! {
    #[test]
    fn every_encoding_round_trips(
        entries in prop::collection::vec((any::<i64>(), any::<i64>(), 1..=i64::MAX), 0..31),
        bits in any::<[u32; 4]>(),
        ellipsis in 0..32_u32,
    ) {
        let [begin_mask, end_mask, new_axis_mask, shrink_axis_mask] = bits;
        let masks = Masks { begin_mask, end_mask, ellipsis_mask: 1 << ellipsis, new_axis_mask, shrink_axis_mask };
        let (mut begin, mut end, mut strides) = (vec![], vec![], vec![]);
        for (b, e, s) in entries {
            begin.push(b);
            end.push(e);
            strides.push(s);
        }
        let encoding = Encoding::new(begin, end, strides, masks).expect("well formed");
        round_trip(&DynSpec::try_from(encoding.clone()).expect("well formed"));
        round_trip(&encoding);
    }

    #[test]
    fn no_bytes_make_reading_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = postcard::from_bytes::<DynSpec>(&bytes);
        let _ = serde_json::from_slice::<DynSpec>(&bytes);
    }
}
