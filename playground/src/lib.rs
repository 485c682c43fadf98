//! What the page to play with asks: a spec and a shape in, what the spec does out, as JSON.

mod exports;

use serde_json::{Value, json};
use tslice::traits::AsEncoding as _;
use tslice::{DynSpec, Encoding};
use tslice_explain::{EntryKind, Explain, Explanation};

/// Answers a spec and a shape, such as `5x5x5` or `5, 5, 5`.
///
/// `mistakes` of the spec have the same words as the compiler's errors, and the first and last
/// UTF-16 unit that each is about, as a browser counts them. `shape_error` and `error` are what is
/// wrong with the shape, and with both together. Otherwise there are `table`, `entries`, `result`,
/// `encoding`, `rust`, and `drawing` and `picture` if the array is small enough.
#[must_use]
pub fn answer(spec: &str, shape: &str) -> Value {
    let parsed = spec.parse::<DynSpec>();
    let shape = lengths(shape);
    match (parsed, shape) {
        (Ok(parsed), Ok(shape)) => match parsed.explain(shape.as_slice()) {
            Ok(report) => explained(&parsed, &report),
            Err(error) => json!({ "error": error.to_string(), "encoding": encoding(&parsed) }),
        },
        (parsed, shape) => {
            let mistakes: Vec<Value> = parsed.err().iter().flat_map(|error| error.mistakes()).map(|mistake| {
                let units = |byte: usize| spec[..byte].encode_utf16().count();
                json!({ "message": mistake.message, "from": units(mistake.span.start), "to": units(mistake.span.end) })
            }).collect();
            json!({ "mistakes": mistakes, "shape_error": shape.err() })
        }
    }
}

fn explained(spec: &DynSpec, report: &Explanation) -> Value {
    let entries: Vec<Value> = report.entries().iter().map(|entry| {
        let kind = match entry.kind {
            EntryKind::Index => "index",
            EntryKind::Range => "range",
            EntryKind::NewAxis => "new axis",
            EntryKind::Ellipsis => "ellipsis",
            EntryKind::List => "list",
            _ => "entry",
        };
        json!({ "text": entry.text, "kind": kind, "axes": entry.axes.clone().collect::<Vec<_>>(), "first": entry.first,
            "last": entry.last, "lengths": entry.lengths })
    }).collect();
    let lists = report
        .entries()
        .iter()
        .any(|entry| entry.kind == EntryKind::List);
    json!({
        "entries": entries,
        "result": report.result_shape(),
        "contiguous": report.is_contiguous(),
        "copy": lists,
        "encoding": encoding(spec),
        "rust": format!("array.{}(s![{spec}])", if lists { "pick" } else { "slice" }),
        "drawing": report.drawing(),
        "picture": report.svg(),
    })
}

/// Numbers as texts: those of JavaScript are exact up to 2^53 only.
fn texts(numbers: &[i64]) -> Vec<String> {
    numbers.iter().map(i64::to_string).collect()
}

/// TensorFlow's StridedSlice; null for a spec with windows or lists, which TensorFlow lacks.
fn encoding(spec: &DynSpec) -> Value {
    let Ok(Encoding {
        begin,
        end,
        strides,
        masks,
    }) = spec.as_encoding().try_into()
    else {
        return Value::Null;
    };
    json!({
        "begin": texts(&begin), "end": texts(&end), "strides": texts(&strides),
        "begin_mask": masks.begin_mask, "end_mask": masks.end_mask, "ellipsis_mask": masks.ellipsis_mask,
        "new_axis_mask": masks.new_axis_mask, "shrink_axis_mask": masks.shrink_axis_mask,
    })
}

/// Lengths with x, commas or spaces between them, in brackets or not; nothing is a scalar's shape.
fn lengths(text: &str) -> Result<Vec<usize>, String> {
    let inner = text
        .trim()
        .trim_start_matches(['[', '('])
        .trim_end_matches([']', ')']);
    let parts = inner
        .split(['x', ',', ' ', '×'])
        .map(str::trim)
        .filter(|part| !part.is_empty());
    parts
        .map(|part| {
            part.parse().map_err(|_| {
                format!("`{part}` is not a length: write lengths with x between them, as in 3x5x5")
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_is_explained_with_its_encoding() {
        let answer = answer("1, 2:4, newaxis, .., ::-1", "3x5x4");
        assert_eq!(answer["result"], json!([2, 1, 4]));
        assert_eq!(
            answer["encoding"]["begin"],
            json!(["1", "2", "0", "0", "0"])
        );
        assert_eq!(answer["encoding"]["shrink_axis_mask"], 1);
        assert_eq!(answer["rust"], "array.slice(s![1, 2:4, newaxis, .., ::-1])");
        assert_eq!(
            answer["entries"][1],
            json!({ "text": "2:4", "kind": "range", "axes": [1], "first": [2], "last": [3], "lengths": [2] })
        );
        assert!(
            answer["picture"]
                .as_str()
                .is_some_and(|svg| svg.starts_with("<svg"))
        );
    }

    #[test]
    fn lists_are_picked() {
        let answer = answer("[0, -1], (&ys, 1)", "3x5");
        assert!(
            answer["mistakes"]
                .as_array()
                .is_some_and(|all| !all.is_empty())
        );
        let answer = super::answer("[0, -1], 1:", "(3, 5)");
        assert_eq!(
            (&answer["rust"], &answer["result"]),
            (&json!("array.pick(s![[0, -1], 1:])"), &json!([2, 4]))
        );
    }

    #[test]
    fn mistakes_have_their_place_in_utf_16_units() {
        let answer = answer("1..4, \u{1f600}, ::0", "5");
        let mistakes = answer["mistakes"].as_array().expect("a list");
        assert_eq!(mistakes[0]["from"], 0);
        let last = mistakes.last().expect("three");
        assert!(
            last["message"]
                .as_str()
                .is_some_and(|message| message.contains("the stride is 0")),
            "{last}"
        );
        assert_eq!((&last["from"], &last["to"]), (&json!(12), &json!(13)));
    }

    #[test]
    fn shape_mistakes_and_spec_mistakes_differ() {
        assert_eq!(
            answer("9", "5x5")["error"],
            "index 9 is out of bounds for axis 0 with length 5"
        );
        assert!(
            answer("1", "5xfour")["shape_error"]
                .as_str()
                .is_some_and(|error| error.starts_with("`four` is not a length"))
        );
        assert_eq!(answer("", "")["result"], json!([]));
        assert!(answer("0", "99999999999x99999999999")["error"].is_string());
    }
}
