//! Floats as NumPy's `print` writes them: by the fewest digits, at most 8 after the point, and with
//! exponents if the numbers of an array differ much in size.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{Display, LowerExp};
use core::str::FromStr;

use num_traits::float::FloatCore;

/// Changes the texts of the floats of an array, which tell each from the others of its type, to
/// NumPy's. From `large` on, numbers have exponents. `None` if a text is not a float.
pub(super) fn as_numpy<F>(texts: &mut [String], large: f64) -> Option<()>
where
    F: FloatCore + FromStr + Display + LowerExp,
{
    let floats = texts.iter().map(|text| text.parse().ok());
    let floats = floats.collect::<Option<Vec<F>>>()?;
    let sizes = floats.iter().map(|float| float.abs());
    let sizes = sizes.filter(|size| size.is_finite() && !size.is_zero());
    let [least, most] = sizes.fold([F::infinity(), F::zero()], |[least, most], size| {
        [least.min(size), most.max(size)]
    });
    let differs = least < F::from(1e-4)? || most / least > F::from(1e3)?;
    let has_exponents = !most.is_zero() && (most >= F::from(large)? || differs);
    let finite = floats.iter().filter(|float| float.is_finite());
    let digits = finite
        .filter(|_| has_exponents)
        .map(|&float| digits(float, true));
    let most_digits = digits.max();
    let is_long = most.to_f64()? >= 1e100 || least.to_f64()? < 1e-99;
    for (text, &float) in texts.iter_mut().zip(&floats) {
        if !float.is_finite() {
            text.make_ascii_lowercase();
            continue;
        }
        let digits = most_digits.unwrap_or_else(|| self::digits(float, false));
        *text = if has_exponents {
            with_exponent(&format!("{float:.digits$e}"), if is_long { 3 } else { 2 })
        } else {
            format!("{float:.digits$}")
        };
        if digits == 0 {
            text.insert(text.find('e').unwrap_or(text.len()), '.');
        }
    }
    Some(())
}

/// The same for the only element of an array without axes: all digits, and one after the point.
pub(super) fn scalar_as_numpy<F>(text: &mut String, large: f64) -> Option<()>
where
    F: FloatCore + FromStr + LowerExp,
{
    let float = text.parse::<F>().ok()?;
    let size = float.abs().to_f64()?;
    if !size.is_finite() {
        text.make_ascii_lowercase();
    } else if size != 0.0 && !(1e-4..large).contains(&size) {
        *text = with_exponent(&format!("{float:e}"), 2);
    } else if size % 1.0 == 0.0 {
        text.push_str(".0");
    }
    Some(())
}

/// The number of digits after the point: those that are needed, and at most 8, which is NumPy's
/// default.
fn digits(float: impl Display + LowerExp, has_exponent: bool) -> usize {
    let texts = if has_exponent {
        [format!("{float:e}"), format!("{float:.8e}")]
    } else {
        [float.to_string(), format!("{float:.8}")]
    };
    let count = |text: &String| {
        let number = text.split('e').next().unwrap_or(text);
        let fraction = number.split_once('.').map_or("", |(_, fraction)| fraction);
        fraction.trim_end_matches('0').len()
    };
    texts.iter().map(count).min().unwrap_or(0)
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
