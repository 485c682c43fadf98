//! The element types of the files.

use std::fmt::Debug;

use serde_json::Value;
use tslice_ops::Reduction;

/// An element type that cases have.
pub(super) trait Element: Clone + Default + PartialEq + Debug {
    /// The element that a value in a file stands for.
    fn read(value: &Value) -> Option<Self>;
    /// The value that stands for an element.
    fn write(&self) -> Value;
    /// The reduction of a name in a file.
    fn reduction(name: &str) -> Option<Reduction<Self>>;
}

macro_rules! reductions {
    () => {
        fn reduction(name: &str) -> Option<Reduction<Self>> {
            Some(match name {
                "none" => Reduction::None,
                "sum" | "add" => Reduction::Sum,
                "sub" => Reduction::Sub,
                "prod" | "mul" => Reduction::Prod,
                "min" => Reduction::Min,
                "max" => Reduction::Max,
                _ => return None,
            })
        }
    };
}

macro_rules! integers {
    ($($t:ty),+) => {$(
        impl Element for $t {
            reductions! {}
            fn read(value: &Value) -> Option<Self> {
                <$t>::try_from(value.as_i64()?).ok()
            }
            fn write(&self) -> Value {
                Value::from(*self)
            }
        }
    )+};
}

integers! { i32, i64 }

impl Element for f32 {
    reductions! {}
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the decimals of an f32 give it back"
    )]
    fn read(value: &Value) -> Option<Self> {
        value.as_f64().map(|wide| wide as f32)
    }
    fn write(&self) -> Value {
        Value::from(f64::from(*self))
    }
}

impl Element for String {
    fn reduction(name: &str) -> Option<Reduction<Self>> {
        (name == "none").then_some(Reduction::None)
    }
    fn read(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }
    fn write(&self) -> Value {
        Value::from(self.as_str())
    }
}

/// Calls a function that is generic over the element with the type that a case names; `i32` where
/// it names none.
macro_rules! by_dtype {
    ($case:expr, $function:ident) => {
        match $case
            .get("dtype")
            .map_or(Some("i32"), serde_json::Value::as_str)
        {
            Some("i32") => $function::<i32>($case),
            Some("i64") => $function::<i64>($case),
            Some("f32") => $function::<f32>($case),
            Some("str") => $function::<String>($case),
            _ => Err(format!("dtype is {}", $case["dtype"])),
        }
    };
}

/// Works like [`by_dtype`], for functions that need numbers.
macro_rules! by_number {
    ($case:expr, $function:path) => {{
        use $function as function;
        match $case
            .get("dtype")
            .map_or(Some("i32"), serde_json::Value::as_str)
        {
            Some("i32") => function::<i32>($case),
            Some("i64") => function::<i64>($case),
            Some("f32") => function::<f32>($case),
            _ => Err(format!("dtype is {}", $case["dtype"])),
        }
    }};
}

pub(super) use {by_dtype, by_number};
