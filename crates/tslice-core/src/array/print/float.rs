//! Floats as NumPy's `print` writes them: by the fewest digits, at most 8 after the point, and with
//! exponents if the numbers of an array differ much in size.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The type of floats, which are exact as `f64`.
#[derive(Clone, Copy)]
pub(super) enum Float {
    F32,
    F64,
}

impl Float {
    fn parse(self, text: &str) -> Option<f64> {
        match self {
            Self::F32 => text.parse().ok().map(f32::into),
            Self::F64 => text.parse().ok(),
        }
    }

    /// The nearest float of the type.
    fn round(self, number: f64) -> f64 {
        match self {
            Self::F32 => (number as f32).into(),
            Self::F64 => number,
        }
    }

    /// The fewest digits that tell a float of the type from the others.
    fn shortest(self, float: f64, has_exponent: bool) -> String {
        match (self, has_exponent) {
            (Self::F32, true) => format!("{:e}", float as f32),
            (Self::F32, false) => (float as f32).to_string(),
            (Self::F64, true) => format!("{float:e}"),
            (Self::F64, false) => float.to_string(),
        }
    }

    /// The number of digits after the point: those that are needed, and at most 8, which is NumPy's
    /// default.
    fn digits(self, float: f64, has_exponent: bool) -> usize {
        let rounded = if has_exponent {
            format!("{float:.8e}")
        } else {
            format!("{float:.8}")
        };
        let count = |text: &str| {
            let number = text.split('e').next().unwrap_or(text);
            let fraction = number.split_once('.').map_or("", |(_, fraction)| fraction);
            fraction.trim_end_matches('0').len()
        };
        count(&rounded).min(count(&self.shortest(float, has_exponent)))
    }

    /// Changes the texts of the floats of an array, which tell each from the others of its type, to
    /// NumPy's. From `large` on, numbers have exponents. `None` if a text is not a float.
    pub(super) fn as_numpy(self, texts: &mut [String], large: f64) -> Option<()> {
        let (mut floats, mut least, mut most) = (Vec::new(), f64::INFINITY, 0.0_f64);
        for text in &*texts {
            let float = self.parse(text)?;
            floats.push(float);
            if float.is_finite() && float != 0.0 {
                least = least.min(float.abs());
                most = most.max(float.abs());
            }
        }
        let differs = least < self.round(1e-4) || self.round(most / least) > 1e3;
        let has_exponents = most != 0.0 && (most >= large || differs);
        let mut most_digits = 0;
        if has_exponents {
            for float in floats.iter().filter(|float| float.is_finite()) {
                most_digits = most_digits.max(self.digits(*float, true));
            }
        }
        let is_long = most >= 1e100 || least < 1e-99;
        for (text, &float) in texts.iter_mut().zip(&floats) {
            if !float.is_finite() {
                text.make_ascii_lowercase();
                continue;
            }
            let digits = if has_exponents {
                *text = with_exponent(
                    &format!("{float:.most_digits$e}"),
                    if is_long { 3 } else { 2 },
                );
                most_digits
            } else {
                let digits = self.digits(float, false);
                *text = format!("{float:.digits$}");
                digits
            };
            if digits == 0 {
                text.insert(text.find('e').unwrap_or(text.len()), '.');
            }
        }
        Some(())
    }

    /// The same for the only element of an array without axes: all digits, and one after the point.
    pub(super) fn scalar_as_numpy(self, text: &mut String, large: f64) -> Option<()> {
        let float = self.parse(text)?;
        let size = float.abs();
        if !size.is_finite() {
            text.make_ascii_lowercase();
        } else if size != 0.0 && (size < 1e-4 || size >= large) {
            *text = with_exponent(&self.shortest(float, true), 2);
        } else if size % 1.0 == 0.0 {
            text.push_str(".0");
        }
        Some(())
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
