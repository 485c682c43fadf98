//! Arrays of any rank, and specs of any length, in JSON and in a binary format, on a small stack.

use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tslice::{DynSpec, DynTensor, Encoding, Masks, s};

const RANKS: [usize; 4] = [1, 64, 1000, 20_000];
const STACK: usize = 256 << 10;
/// A time that is quadratic in the rank takes minutes.
const LIMIT: Duration = Duration::from_secs(20);

/// Runs a function for each rank on a small stack, so that recursion by rank ends it.
fn each_rank(run: fn(usize)) {
    for rank in RANKS {
        let timed = move || {
            let start = Instant::now();
            run(rank);
            start.elapsed()
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(timed);
        let time = thread.expect("a thread").join();
        let time = time.unwrap_or_else(|_| panic!("rank {rank}"));
        assert!(time < LIMIT, "rank {rank}: {time:?}");
    }
}

#[track_caller]
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let json = serde_json::to_string(value).expect("written as JSON");
    assert!(serde_json::from_str::<T>(&json).expect("read back") == *value);
    let bytes = postcard::to_allocvec(value).expect("written in binary");
    assert!(postcard::from_bytes::<T>(&bytes).expect("read back") == *value);
}

#[test]
fn arrays_of_any_rank_round_trip() {
    each_rank(|rank| {
        for (inner, count) in [(1, 1), (40, 40), (0, 0)] {
            let mut shape = vec![1; rank];
            shape[rank - 1] = inner;
            let elements: Vec<i64> = (0..count).collect();
            let array = DynTensor::from_shape_vec(&shape, elements.clone()).expect("as many");
            round_trip(&array);
            let json = serde_json::to_string(&array).expect("written");
            let text: serde_json::Value = serde_json::from_str(&json).expect("JSON");
            assert_eq!(text["shape"], serde_json::json!(shape));
            assert_eq!(text["data"], serde_json::json!(elements));
            // The elements of a view in another order.
            let reversed = array.slice(s![.., ::-1]);
            let json = serde_json::to_string(&reversed.t()).expect("written");
            let back: DynTensor<i64> = serde_json::from_str(&json).expect("read");
            assert!(back.into_vec().into_iter().eq((0..count).rev()));
        }
    });
}

#[test]
fn arrays_with_wrong_counts_are_refused_at_any_rank() {
    each_rank(|rank| {
        let json = format!(r#"{{"shape":{:?},"data":[1,2,3]}}"#, vec![1; rank]);
        let error = serde_json::from_str::<DynTensor<u8>>(&json).expect_err("3 elements");
        assert!(error.to_string().contains("there are 3"), "{error}");
        let json = format!(r#"{{"shape":{:?},"data":[]}}"#, vec![9; rank]);
        serde_json::from_str::<DynTensor<u8>>(&json).expect_err("no elements");
    });
}

#[test]
fn specs_of_any_length_round_trip_or_are_refused() {
    each_rank(|count| {
        let list: Vec<String> = (0..count).map(|at| (at * 7 % 1000).to_string()).collect();
        // A text holds at most 4,096 numbers, words and signs.
        match format!("..., [{}, -1]", list.join(", ")).parse::<DynSpec>() {
            Ok(spec) => round_trip(&spec),
            Err(error) => assert!(count > 2000, "{error}"),
        }

        let entries = vec!["::-1"; count].join(", ");
        let json = serde_json::to_string(&entries).expect("a string");
        let read = serde_json::from_str::<DynSpec>(&json);
        assert_eq!(read.is_ok(), count < 32, "{count} entries");
        let numbers = [vec![0; count], vec![9; count], vec![1; count]];
        let [begin, end, strides] = numbers;
        let json = serde_json::json!({
            "begin": begin, "end": end, "strides": strides, "masks": {}
        });
        let read = serde_json::from_value::<Encoding>(json.clone());
        let made = Encoding::new(begin, end, strides, Masks::default());
        assert_eq!(read.is_ok(), made.is_ok(), "{count} entries");
        assert_eq!(
            serde_json::from_value::<DynSpec>(json).is_ok(),
            made.is_ok()
        );

        for (open, close) in [("[", "]"), ("(", ")"), ("&[", "]")] {
            let text = format!("{}0{}", open.repeat(count), close.repeat(count));
            let json = serde_json::to_string(&text).expect("a string");
            let read = serde_json::from_str::<DynSpec>(&json);
            assert!(read.is_err() || count == 1, "{count} of {open}");
        }
    });
}
