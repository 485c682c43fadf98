//! Fill values in the forms that zarr-python reads besides those of the specification: an integer
//! as a float or in quotes, a float in quotes, a bool as a number and the other way round, none of a
//! complex number.

use serde_json::{Number, Value, json};

/// Gives the fill value the form of the specification. The engine rejects a value that has none.
pub(crate) fn normalise(metadata: &mut Value) {
    let names = ["data_type", "dtype"].iter();
    let Some(data_type) = names.filter_map(|name| metadata[name].as_str()).next() else {
        return;
    };
    let fill = &metadata["fill_value"];
    // `<i4` of version 2, and `int32` of version 3.
    let kind = data_type
        .trim_start_matches(['<', '>', '|', '='])
        .trim_end_matches(|c: char| c.is_ascii_digit());
    let normal = match kind {
        "b" | "bool" => fill.as_f64().map(|number| (number != 0.0).into()),
        "i" | "u" | "int" | "uint" => integer(fill),
        "f" | "float" | "bfloat" => float(fill),
        "c" if fill.is_null() => Some(json!([0.0, 0.0])),
        "U" if fill.is_null() => Some("".into()),
        _ => None,
    };
    if let Some(normal) = normal {
        metadata["fill_value"] = normal;
    }
}

fn integer(fill: &Value) -> Option<Value> {
    let text = match fill {
        Value::Bool(fill) => return Some(u8::from(*fill).into()),
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().filter(|float| float.fract() == 0.0)?;
            format!("{float:.0}")
        }
        Value::String(text) => text.trim().to_owned(),
        _ => return None,
    };
    // `-0` is an integer, too.
    let number: i128 = text.parse().ok()?;
    Number::from_i128(number).map(Value::Number)
}

fn float(fill: &Value) -> Option<Value> {
    if let Some(fill) = fill.as_bool() {
        return Some(f64::from(u8::from(fill)).into());
    }
    let float: f64 = fill.as_str()?.trim_matches(['\0', ' ']).parse().ok()?;
    Some(match float {
        f64::INFINITY => "Infinity".into(),
        f64::NEG_INFINITY => "-Infinity".into(),
        _ if float.is_nan() => "NaN".into(),
        _ => float.into(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::normalise;

    /// What zarr-python 3.1.6 makes of them: `fill_value` of arrays with this metadata.
    #[test]
    fn fill_values_match_zarr_python() {
        for (data_type, given, normal) in [
            ("<i4", json!(0.0), json!(0)),
            ("|u1", json!(-0.0), json!(0)),
            ("int16", json!(3.0), json!(3)),
            (">i8", json!(" -7 "), json!(-7)),
            (
                "uint64",
                json!("18446744073709551615"),
                json!(18_446_744_073_709_551_615_u64),
            ),
            ("uint8", json!(true), json!(1)),
            ("<f8", json!("1.5"), json!(1.5)),
            ("float32", json!("-inf"), json!("-Infinity")),
            ("<f4", json!("nan"), json!("NaN")),
            ("float16", json!("1e2"), json!(100.0)),
            ("<f8", json!(true), json!(1.0)),
            ("bool", json!(0), json!(false)),
            ("|b1", json!(1), json!(true)),
            ("bool", json!(-0.5), json!(true)),
            // Forms of the specification, and none.
            ("float32", json!("0x7fc00001"), json!("0x7fc00001")),
            ("int16", json!(3.5), json!(3.5)),
            ("int16", json!("x"), json!("x")),
            ("int16", json!(4), json!(4)),
            ("int16", Value::Null, Value::Null),
            ("string", json!("1.5"), json!("1.5")),
            ("bool", json!("1"), json!("1")),
        ] {
            let name = if data_type.starts_with(char::is_alphabetic) {
                "data_type"
            } else {
                "dtype"
            };
            let mut metadata = json!({ name: data_type, "fill_value": given });
            normalise(&mut metadata);
            assert_eq!(metadata["fill_value"], normal, "{data_type}, {given}");
        }
        let mut absent = json!({ "data_type": "int16" });
        normalise(&mut absent);
        assert!(absent.get("fill_value").is_none());
    }
}
