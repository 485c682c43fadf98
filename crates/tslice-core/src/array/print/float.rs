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

    /// The number of digits after the point: the fewest that tell a float of the type from the
    /// others, and at most `most`.
    fn digits(self, float: f64, exponent: usize, most: usize) -> usize {
        let shortest = match (self, exponent) {
            (Self::F32, 0) => (float as f32).to_string(),
            (Self::F32, _) => format!("{:e}", float as f32),
            (Self::F64, 0) => float.to_string(),
            (Self::F64, _) => format!("{float:e}"),
        };
        let count = |text: &str| {
            let (_, fraction) = text.split_once('.').unwrap_or_default();
            let digits = fraction.split('e').next().unwrap_or_default();
            digits.trim_end_matches('0').len()
        };
        count(&written(float, exponent, most)).min(count(&shortest))
    }

    /// Changes the texts of the floats of an array, which tell each from the others of its type, to
    /// NumPy's. From `large` on, numbers have exponents. The only element of an array without axes
    /// has all its digits, and one after the point. `None` if a text is not a float.
    pub(super) fn as_numpy(self, texts: &mut [String], rank: usize, large: f64) -> Option<()> {
        let (mut floats, mut least, mut most) = (Vec::new(), f64::INFINITY, 0.0_f64);
        for text in &*texts {
            let float = self.parse(text)?;
            floats.push(float);
            if float.is_finite() && float != 0.0 {
                least = least.min(float.abs());
                most = most.max(float.abs());
            }
        }
        let (small, limit) = match rank {
            // No float from 1e-4 on needs more digits.
            0 => (1e-4, 32),
            _ => (self.round(1e-4), 8),
        };
        let differs = least < small || self.round(most / least) > 1e3;
        let exponent = match most != 0.0 && (most >= large || differs) {
            false => 0,
            true => 2 + usize::from(most >= 1e100 || least < 1e-99),
        };
        let mut most_digits = 0;
        if exponent > 0 {
            for float in floats.iter().filter(|float| float.is_finite()) {
                most_digits = most_digits.max(self.digits(*float, exponent, limit));
            }
        }
        for (text, &float) in texts.iter_mut().zip(&floats) {
            if !float.is_finite() {
                text.make_ascii_lowercase();
                continue;
            }
            let digits = match exponent {
                0 => self.digits(float, 0, limit),
                _ => most_digits,
            };
            *text = written(float, exponent, digits);
            match (digits, rank, exponent) {
                (0, 0, 0) => text.push_str(".0"),
                (0, 1.., _) => text.insert(text.find('e').unwrap_or(text.len()), '.'),
                _ => {}
            }
        }
        Some(())
    }
}

/// A float with this number of digits after the point, a tie to the even one, and at least as many
/// digits of the exponent: Rust's `1e5` as `1e+05`. 0 is none.
fn written(float: f64, exponent: usize, digits: usize) -> String {
    if exponent == 0 {
        return format!("{float:.digits$}");
    }
    let text = format!("{float:.digits$e}");
    let (number, power) = text.split_once('e').unwrap_or_default();
    let (sign, size) = match power.strip_prefix('-') {
        Some(size) => ('-', size),
        None => ('+', power),
    };
    format!("{number}e{sign}{size:0>exponent$}")
}
