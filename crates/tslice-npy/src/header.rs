//! The header of a NumPy file: a Python dictionary with three entries.
//!
//! Each character is read once, and lists of fields are nested at most 64 deep, so no header takes
//! longer than its length.

use std::io::Read;

use crate::NpyError;

/// What a header says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Header {
    /// The dtype as the file has it, in quotes or a list of fields.
    pub(crate) descr: String,
    /// Whether the first axis varies fastest.
    pub(crate) fortran_order: bool,
    /// Lengths of the axes.
    pub(crate) shape: Vec<usize>,
    /// Bytes of one item.
    pub(crate) item_bytes: usize,
}

const MAGIC: &[u8] = b"\x93NUMPY";

/// Whether these bytes begin an array.
pub(crate) fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The bytes of an item of a dtype in the notation of headers: `'<f4'`, or a list of fields.
pub(crate) fn bytes_of(descr: &str) -> Result<usize, NpyError> {
    let mut rest = Rest(descr.trim());
    let (_, bytes) = rest.dtype().map_err(NpyError::Format)?;
    match rest.0 {
        "" => Ok(bytes),
        more => Err(NpyError::Format(format!(
            "`{}` after the dtype",
            excerpt(more)
        ))),
    }
}

/// Bytes of a header; the longest that is needed, of 64 axes, is a fiftieth of it.
const MOST_BYTES: usize = 1 << 16;

/// Axes of an array, as in NumPy.
pub(crate) const MOST_AXES: usize = 64;

/// Records in records: Python reads 200 brackets in brackets, and a record has two.
const MOST_NESTED: usize = 64;

impl Header {
    /// Reads the header of the next array; `None` if nothing follows.
    pub(crate) fn read(from: &mut impl Read) -> Result<Option<Self>, NpyError> {
        let mut start = Vec::new();
        from.take(8).read_to_end(&mut start)?;
        if start.is_empty() {
            return Ok(None);
        }
        let cut_short = || NpyError::format("cut short in the header");
        let version = match start.strip_prefix(MAGIC) {
            Some([major, minor]) => [*major, *minor],
            Some(_) => return Err(cut_short()),
            None => return Err(NpyError::format("not a NumPy file")),
        };
        let digits = match version {
            [1, 0] => 2,
            [2 | 3, 0] => 4,
            [major, minor] => {
                let message = format!("version {major}.{minor} of the format is not read");
                return Err(NpyError::Format(message));
            }
        };
        let mut next = |bytes: usize| {
            let mut text = Vec::new();
            from.take(bytes as u64).read_to_end(&mut text)?;
            match text.len() == bytes {
                true => Ok(text),
                false => Err(cut_short()),
            }
        };
        let mut length = [0; 4];
        length[..digits].copy_from_slice(&next(digits)?);
        let length = u32::from_le_bytes(length) as usize;
        if length > MOST_BYTES {
            let message = format!("a header of {length} bytes, at most {MOST_BYTES} are read");
            return Err(NpyError::Format(message));
        }
        let text = next(length)?;
        // Versions 1 and 2 are in Latin-1, whose bytes are the first 256 characters.
        let text = match version[0] {
            3 => String::from_utf8(text).map_err(|_| NpyError::format("the header is not text"))?,
            _ => text.into_iter().map(char::from).collect(),
        };
        parse(&text).map(Some).map_err(NpyError::Format)
    }

    /// Bytes of all items.
    pub(crate) fn data_bytes(&self) -> Result<usize, NpyError> {
        if self.shape.contains(&0) {
            return Ok(0);
        }
        let mut bytes = Some(self.item_bytes);
        for len in &self.shape {
            bytes = bytes.and_then(|bytes| bytes.checked_mul(*len));
        }
        bytes.ok_or_else(|| self.cut_short("more bytes than memory has", None))
    }

    /// The message of an array that has fewer bytes than its shape takes.
    pub(crate) fn cut_short(&self, takes: &str, there: Option<usize>) -> NpyError {
        let Self { shape, descr, .. } = self;
        let there = there.map_or(String::new(), |there| format!(", there are {there}"));
        NpyError::Format(format!(
            "cut short: shape {shape:?} of dtype {descr} takes {takes}{there}"
        ))
    }
}

/// Reads `{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }`, the entries in any order.
fn parse(text: &str) -> Result<Header, String> {
    let mut rest = Rest(text.trim());
    let (mut descr, mut fortran_order, mut shape) = (None, None, None);
    rest.sign('{')?;
    while rest.sign('}').is_err() {
        let key = rest.quoted()?;
        rest.sign(':')?;
        match key {
            "descr" => descr = Some(rest.dtype()?),
            "fortran_order" => fortran_order = Some(rest.truth()?),
            "shape" => shape = Some(rest.lengths()?),
            other => return Err(format!("`{}` is not an entry of a header", excerpt(other))),
        }
        if rest.sign(',').is_err() {
            rest.sign('}')?;
            break;
        }
    }
    if !rest.0.is_empty() {
        return Err(format!("`{}` after the header", excerpt(rest.0)));
    }
    let (Some((descr, item_bytes)), Some(fortran_order), Some(shape)) =
        (descr, fortran_order, shape)
    else {
        return Err("a header has `descr`, `fortran_order` and `shape`".into());
    };
    Ok(Header {
        descr: descr.to_owned(),
        fortran_order,
        shape,
        item_bytes,
    })
}

/// Other names of a kind and a size, which NumPy reads in a header, too.
const NAMES: [(&str, &str); 46] = [
    ("?", "b1"),
    ("bool", "b1"),
    ("bool_", "b1"),
    ("b", "i1"),
    ("byte", "i1"),
    ("int8", "i1"),
    ("B", "u1"),
    ("ubyte", "u1"),
    ("uint8", "u1"),
    ("h", "i2"),
    ("short", "i2"),
    ("int16", "i2"),
    ("H", "u2"),
    ("ushort", "u2"),
    ("uint16", "u2"),
    ("i", "i4"),
    ("intc", "i4"),
    ("int32", "i4"),
    ("I", "u4"),
    ("uintc", "u4"),
    ("uint32", "u4"),
    ("q", "i8"),
    ("longlong", "i8"),
    ("int64", "i8"),
    ("Q", "u8"),
    ("ulonglong", "u8"),
    ("uint64", "u8"),
    ("e", "f2"),
    ("half", "f2"),
    ("float16", "f2"),
    ("f", "f4"),
    ("single", "f4"),
    ("float32", "f4"),
    ("d", "f8"),
    ("double", "f8"),
    ("float", "f8"),
    ("float64", "f8"),
    ("F", "c8"),
    ("csingle", "c8"),
    ("complex64", "c8"),
    ("D", "c16"),
    ("cdouble", "c16"),
    ("complex", "c16"),
    ("complex128", "c16"),
    ("datetime64", "M8"),
    ("timedelta64", "m8"),
];

/// A dtype without fields: whether its bytes are in the other order than this machine's, its kind
/// and size, as in `f8`, and its unit with brackets.
pub(crate) fn plain(descr: &str) -> (bool, &str, &str) {
    let other = if cfg!(target_endian = "big") {
        '<'
    } else {
        '>'
    };
    let text = descr.strip_prefix(['<', '>', '|', '=']).unwrap_or(descr);
    let (name, unit) = text.split_at(text.find('[').unwrap_or(text.len()));
    let known = NAMES.iter().find(|(other, _)| *other == name);
    (
        descr.starts_with(other),
        known.map_or(name, |(_, code)| code),
        unit,
    )
}

/// Bytes of an item of bool, integers, floats, complex numbers, times, strings and raw bytes:
/// `<f8`, `|b1`, `>M8[ns]`, `<U5`, `|S3`, `|V2`, `float64`.
fn item_bytes(descr: &str) -> Result<usize, String> {
    let (_, code, unit) = plain(descr);
    let (kind, size) = code.split_at_checked(1).unwrap_or((code, ""));
    let said = excerpt(descr);
    let digits = !size.is_empty() && size.bytes().all(|digit| digit.is_ascii_digit());
    let each = match (kind, size) {
        ("O", _) => return Err(format!("items of dtype '{said}' are Python objects")),
        ("m" | "M", "8") if is_unit(unit) => 1,
        ("b", "1") | ("i" | "u", "1" | "2" | "4" | "8") if unit.is_empty() => 1,
        // Float8 of `ml_dtypes` has one byte, `long double` 12 or 16, by the machine.
        ("f", "1" | "2" | "4" | "8" | "12" | "16") if unit.is_empty() => 1,
        ("c", "8" | "16" | "24" | "32") if unit.is_empty() => 1,
        ("S" | "V", _) if digits && unit.is_empty() => 1,
        // Characters.
        ("U", _) if digits && unit.is_empty() => 4,
        _ => return Err(format!("'{said}' is not a dtype of NumPy")),
    };
    let bytes = size
        .parse()
        .ok()
        .and_then(|size: usize| size.checked_mul(each));
    match bytes {
        Some(bytes) => Ok(bytes),
        None => Err(format!(
            "an item of dtype '{said}' exceeds this machine's memory"
        )),
    }
}

/// Whether this is empty, or a unit of time in brackets: `[25s]`.
fn is_unit(unit: &str) -> bool {
    let inner = unit
        .strip_prefix('[')
        .and_then(|unit| unit.strip_suffix(']'));
    unit.is_empty() || inner.is_some_and(|unit| unit.chars().all(|c| c.is_ascii_alphanumeric()))
}

/// What is not read yet, without white space in front.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.0.split_at(bytes);
        self.0 = rest.trim_start();
        skipped
    }

    fn sign(&mut self, sign: char) -> Result<(), String> {
        if !self.0.starts_with(sign) {
            return Err(format!("`{sign}` is missing before `{}`", excerpt(self.0)));
        }
        self.skip(sign.len_utf8());
        Ok(())
    }

    /// Text in quotes, as Python writes it: a backslash hides what follows.
    fn quoted(&mut self) -> Result<&'a str, String> {
        let quote = self
            .0
            .chars()
            .next()
            .filter(|quote| ['\'', '"'].contains(quote));
        let end = quote.and_then(|quote| {
            let mut hidden = false;
            self.0[1..].find(|c| {
                let ends = c == quote && !hidden;
                hidden = c == '\\' && !hidden;
                ends
            })
        });
        let end = end.ok_or_else(|| format!("no text in quotes but `{}`", excerpt(self.0)))?;
        Ok(&self.skip(end + 2)[1..=end])
    }

    /// The text of a dtype, and its bytes.
    fn dtype(&mut self) -> Result<(&'a str, usize), String> {
        let before = self.0;
        let bytes = self.bytes_of_dtype(MOST_NESTED)?;
        let text = before[..before.len() - self.0.len()].trim_end();
        match bytes {
            // It is printed.
            _ if text.contains(char::is_control) => Err("a dtype has control characters".into()),
            0 => Err(format!("items of dtype {text} have no bytes")),
            _ => Ok((text, bytes)),
        }
    }

    /// Bytes of a dtype: text in quotes, or a list of fields, each `(name, dtype)` or
    /// `(name, dtype, shape)`.
    fn bytes_of_dtype(&mut self, nested: usize) -> Result<usize, String> {
        if self.sign('[').is_err() {
            let descr = self.quoted()?;
            return item_bytes(descr);
        }
        let nested = nested
            .checked_sub(1)
            .ok_or("records are nested too deeply")?;
        let mut bytes = Some(0_usize);
        while self.sign(']').is_err() {
            self.sign('(')?;
            let has_title = self.sign('(').is_ok();
            self.quoted()?;
            self.sign(',')?;
            if has_title {
                self.quoted()?;
                self.sign(')')?;
                self.sign(',')?;
            }
            let item = self.bytes_of_dtype(nested)?;
            let shape = if self.sign(',').is_ok() {
                self.lengths()?
            } else {
                vec![]
            };
            self.sign(')')?;
            let field = shape
                .iter()
                .try_fold(item, |bytes, &len| bytes.checked_mul(len));
            bytes = bytes
                .zip(field)
                .and_then(|(bytes, field)| bytes.checked_add(field));
            if self.sign(',').is_err() {
                self.sign(']')?;
                break;
            }
        }
        bytes.ok_or_else(|| "a record exceeds this machine's memory".into())
    }

    fn truth(&mut self) -> Result<bool, String> {
        for (word, value) in [("True", true), ("False", false)] {
            if self.0.starts_with(word) {
                self.skip(word.len());
                return Ok(value);
            }
        }
        Err(format!(
            "neither `True` nor `False` but `{}`",
            excerpt(self.0)
        ))
    }

    fn lengths(&mut self) -> Result<Vec<usize>, String> {
        let mut lengths = Vec::new();
        self.sign('(')?;
        while self.sign(')').is_err() {
            // NumPy 2 writes a length that is a scalar of its own so: `np.int64(3)`.
            let call = self.0.strip_prefix("np.").and_then(|call| call.find('('));
            call.map(|open| self.skip("np.".len() + open + 1));
            let digits = self.0.bytes().take_while(u8::is_ascii_digit).count();
            let number = self.skip(digits);
            if number.starts_with('0') && !number.trim_start_matches('0').is_empty() {
                return Err(format!("length {} begins with 0", excerpt(number)));
            }
            let length = number.parse().map_err(|_| match number {
                "" => format!("no length but `{}`", excerpt(self.0)),
                _ => format!("length {} exceeds this machine's memory", excerpt(number)),
            })?;
            if call.is_some() {
                self.sign(')')?;
            }
            // Python 2 wrote `3L`.
            let _ = self.sign('L');
            lengths.push(length);
            if lengths.len() > MOST_AXES {
                return Err(format!("more than {MOST_AXES} axes"));
            }
            if self.sign(',').is_err() {
                self.sign(')')?;
                break;
            }
        }
        Ok(lengths)
    }
}

/// The first few characters, on one line.
fn excerpt(text: &str) -> String {
    text.chars().take(20).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(shape: &str) -> Result<Header, String> {
        parse(&format!(
            "{{'descr': '<i4', 'fortran_order': False, 'shape': {shape}, }}  \n"
        ))
    }

    #[test]
    fn shapes_of_any_rank_are_read() {
        for (text, shape) in [
            ("()", &[][..]),
            ("(3,)", &[3]),
            ("(3, 4)", &[3, 4]),
            ("( 0,2L , )", &[0, 2]),
            ("(np.int64(2), np.uint8( 3 ))", &[2, 3]),
        ] {
            assert_eq!(
                plain(text).map(|header| header.shape),
                Ok(shape.to_vec()),
                "{text}"
            );
        }
    }

    #[test]
    fn lengths_are_numbers_of_python() {
        assert!(plain("(03,)").is_err());
        assert_eq!(plain("(00,)").map(|header| header.shape), Ok(vec![0]));
    }

    #[test]
    fn entries_stand_in_any_order_and_quotes() {
        let header =
            parse("{\"shape\":(1,),'fortran_order':True,\"descr\":'>M8[ns]'}").expect("a header");
        assert_eq!((header.fortran_order, header.item_bytes), (true, 8));
    }

    #[test]
    fn dtypes_of_fixed_size_have_it() {
        for (descr, bytes) in [
            ("|b1", 1),
            (">i2", 2),
            ("=u4", 4),
            ("<f16", 16),
            ("<c32", 32),
            ("<m8[25s]", 8),
            ("<U5", 20),
            ("|S3", 3),
            ("<V2", 2),
            ("i2", 2),
            ("float64", 8),
            ("?", 1),
            (">d", 8),
            ("datetime64[ns]", 8),
        ] {
            assert_eq!(item_bytes(descr), Ok(bytes), "{descr}");
        }
        for descr in [
            "",
            "<",
            "<f-8",
            "bfloat16",
            "int3",
            "|O",
            "<U9223372036854775807",
            "<f8[s]",
            "<M8[(]",
            "<i99999999999999999999",
            "<i16",
            "<c4",
            "<b2",
            "<M4",
        ] {
            assert!(item_bytes(descr).is_err(), "{descr}");
        }
    }

    /// As NumPy 2.4 writes them: `numpy.lib.format.dtype_to_descr`, and `itemsize`.
    #[test]
    fn dtypes_of_records_have_the_bytes_of_fields() {
        for (descr, bytes) in [
            (
                "[('a', '|u1'), ('', '|V7'), ('b', '<f8'), ('c', '<i2'), ('', '|V6')]",
                24,
            ),
            (
                "[('a', '<i4'), ('b', '>f8', (2, 3)), ('c', [('x', '|S3'), ('y', '<U2')])]",
                63,
            ),
            ("[(('t\"itle', 'n'), '<M8[ns]')]", 8),
            (
                "[('p', [('a', '<i4'), (\"it's\", '<i2')], (2,)), ('q', '|b1')]",
                13,
            ),
            (r#"[('it\'s "x"', '<i4'), ('back\\', '<i2')]"#, 6),
            ("[('a', '|S0'), ('b', '<i4')]", 4),
        ] {
            let header = parse(&format!(
                "{{'descr': {descr}, 'fortran_order': False, 'shape': (3,), }}"
            ));
            let header = header.map(|header| (header.descr, header.item_bytes));
            assert_eq!(header, Ok((descr.to_owned(), bytes)));
        }
    }

    #[test]
    fn headers_of_other_formats_are_refused() {
        let refused = |text: &str, words: &str| {
            let error = parse(text).expect_err(text);
            assert!(error.contains(words), "`{words}` is not in `{error}`");
        };
        for (descr, words) in [
            (&*"[('a', ".repeat(6000), "nested too deeply"),
            ("[]", "have no bytes"),
            ("'<U0'", "have no bytes"),
            ("[('a', '<i4', (0,))]", "have no bytes"),
            (
                "[('a', '<i4', (4294967296, 4294967296))]",
                "a record exceeds",
            ),
            (
                "[('a', '|V9223372036854775807'), ('b', '|V9223372036854775807'), ('c', '|V2')]",
                "a record exceeds",
            ),
            (
                "[('a', '<i4'), ('b', '|O')]",
                "items of dtype '|O' are Python objects",
            ),
            ("[('a\u{1b}', '<i4')]", "control characters"),
            ("[('a' '<i4')]", "`,` is missing"),
            ("[('a', '<i4', 2)]", "`(` is missing"),
            ("[('a', '<i4'}", "`)` is missing"),
        ] {
            refused(&format!("{{'descr': {descr}"), words);
        }
        refused("{'descr': '<i4'}", "a header has");
        refused(
            "{'descr': '<i4', 'fortran_order': 0}",
            "neither `True` nor `False` but `0}`",
        );
        refused("{'a': 1}", "`a` is not an entry");
        refused("{} x", "`x` after the header");
        refused("{'descr", "no text in quotes");
        for (shape, words) in [
            ("(-1,)", "no length but `-1"),
            ("3", "`(` is missing"),
            ("(3 4)", "`)` is missing"),
            ("(np.int64(3, 4)", "`)` is missing"),
            ("(np.int64", "no length but `np.int64"),
            ("(18446744073709551616,)", "exceeds this machine's memory"),
            (&format!("({})", "1,".repeat(65)), "more than 64 axes"),
        ] {
            let error = plain(shape).expect_err(shape);
            assert!(error.contains(words), "`{words}` is not in `{error}`");
        }
    }
}
