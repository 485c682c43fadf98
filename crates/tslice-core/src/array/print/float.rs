//! Floats as NumPy's `print` writes them: by the fewest digits, at most 8 after the point, and with
//! exponents if the numbers of an array differ much in size.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use num_traits::ToPrimitive;

/// A float, which prints as a number of its type does: by the fewest digits that tell it from
/// others of the type.
#[derive(Clone, Copy)]
pub(super) struct Float {
    value: f64,
    /// The number again, if it is a `f32`.
    single: Option<f32>,
}

macro_rules! printed {
    ($($trait:ident)+) => {$(
        impl fmt::$trait for Float {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.single {
                    Some(single) => single.fmt(f),
                    None => self.value.fmt(f),
                }
            }
        }
    )+};
}

printed!(Display LowerExp);

impl Float {
    /// The float that a text is, of the type of a name.
    pub(super) fn new(text: &str, name: &str) -> Option<Self> {
        let single = text.parse().ok().filter(|_: &f32| name == "f32");
        let value = single.map(f64::from).or(text.parse().ok())?;
        Some(Self { value, single })
    }

    /// A number in the precision of the type.
    fn rounded(self, number: f64) -> f64 {
        let single = self.single.and_then(|_| number.to_f32());
        single.map_or(number, f64::from)
    }

    /// The text with an exponent, where one is asked for, and with as many digits after the point.
    fn text(self, has_exponent: bool, digits: usize) -> String {
        if has_exponent {
            format!("{self:.digits$e}")
        } else {
            format!("{self:.digits$}")
        }
    }

    /// The number of digits after the point: those that are needed, and at most 8, which is NumPy's
    /// default.
    fn digits(self, has_exponent: bool) -> usize {
        let count = |text: &str| {
            let number = text.split('e').next().unwrap_or(text);
            let fraction = number.split_once('.').map_or("", |(_, fraction)| fraction);
            fraction.trim_end_matches('0').len()
        };
        let shortest = if has_exponent {
            format!("{self:e}")
        } else {
            self.to_string()
        };
        count(&shortest).min(count(&self.text(has_exponent, 8)))
    }

    /// Whether NumPy prints floats of these sizes with exponents.
    fn has_exponents(self, least: f64, most: f64) -> bool {
        // A power of ten below the decimal digits of the type.
        let large = if self.single.is_some() { 1e6 } else { 1e8 };
        most >= large || least < self.rounded(1e-4) || self.rounded(most / least) > 1000.0
    }

    /// The text of the only element of an array without axes: all digits, and one after the point.
    pub(super) fn scalar(self) -> String {
        let size = self.value.abs();
        let large = if self.single.is_some() { 1e6 } else { 1e16 };
        if !size.is_finite() {
            return self.to_string().to_lowercase();
        }
        if size != 0.0 && !(1e-4..large).contains(&size) {
            return with_exponent(&format!("{self:e}"), 2);
        }
        let point = if size % 1.0 == 0.0 { ".0" } else { "" };
        format!("{self}{point}")
    }
}

/// Rust's `1e5` as `1e+05`, with at least as many digits of the exponent.
fn with_exponent(text: &str, digits: usize) -> String {
    let (number, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (sign, size) = match exponent.strip_prefix('-') {
        Some(size) => ('-', size),
        None => ('+', exponent),
    };
    format!("{number}e{sign}{size:0>digits$}")
}

/// Calls a function with the text of each float of an array, in order.
pub(super) fn each(floats: &[Float], mut call: impl FnMut(&str)) {
    let sizes = floats.iter().map(|float| float.value.abs());
    let sizes = sizes.filter(|&size| size.is_finite() && size != 0.0);
    let [least, most] = sizes.fold([f64::INFINITY, 0.0], |[least, most], size| {
        [f64::min(least, size), f64::max(most, size)]
    });
    let has_exponents = most != 0.0 && floats[0].has_exponents(least, most);
    let finite = floats.iter().filter(|float| float.value.is_finite());
    let digits = finite
        .filter(|_| has_exponents)
        .map(|float| float.digits(true))
        .max();
    let is_long = most >= 1e100 || least < 1e-99;
    for float in floats {
        if !float.value.is_finite() {
            call(&float.to_string().to_lowercase());
            continue;
        }
        let own = digits.unwrap_or_else(|| float.digits(false));
        let mut text = float.text(has_exponents, own);
        if own == 0 {
            text.insert(text.find('e').unwrap_or(text.len()), '.');
        }
        if has_exponents {
            text = with_exponent(&text, if is_long { 3 } else { 2 });
        }
        call(&text);
    }
}
