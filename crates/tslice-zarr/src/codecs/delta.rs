//! Differences of neighbours, as the codec `delta` of numcodecs encodes them: of integers they
//! wrap.

use std::ops::Range;

use zarrs::plugin::PluginCreateError;

/// A number of NumPy.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Number {
    /// `i`, `u` or `f`.
    kind: u8,
    size: usize,
}

/// The type of the elements, and that of the differences.
#[derive(Debug)]
pub(crate) struct Delta {
    of: Number,
    encoded: Number,
}

impl Number {
    /// Of a dtype such as `<i4`. Metadata with two byte orders is rejected before.
    fn parse(dtype: &str) -> Option<Self> {
        let [_, kind, size] = dtype.as_bytes() else {
            return None;
        };
        let number = Self {
            kind: *kind,
            size: usize::from(size.checked_sub(b'0')?),
        };
        let is_integer = b"iu".contains(kind) && [1, 2, 4, 8].contains(&number.size);
        (is_integer || *kind == b'f' && [4, 8].contains(&number.size)).then_some(number)
    }

    /// The value of an integer, or the bits of a float, as a number of 64 bits.
    fn read(self, bytes: &[u8]) -> u64 {
        let mut all = [0; 8];
        all[self.place()].copy_from_slice(bytes);
        let (value, unused) = (u64::from_ne_bytes(all), u64::BITS - 8 * self.size as u32);
        match self.kind {
            // With its sign.
            b'i' => ((value << unused).cast_signed() >> unused).cast_unsigned(),
            _ => value,
        }
    }

    /// Where the lowest bytes of a number of 64 bits are, as many as these numbers have.
    fn place(self) -> Range<usize> {
        match cfg!(target_endian = "little") {
            true => 0..self.size,
            false => 8 - self.size..8,
        }
    }

    /// The lowest bytes of a number of 64 bits.
    fn write(self, value: u64, to: &mut Vec<u8>) {
        to.extend(&value.to_ne_bytes()[self.place()]);
    }

    /// The difference of a value and the one before it, or the value of a difference.
    fn combined(self, way: Way, value: u64, before: u64) -> u64 {
        let float = |bits: u64| f32::from_bits(u32::try_from(bits).unwrap_or_default());
        match (self.kind, self.size, way) {
            (b'f', 4, Way::Encode) => (float(value) - float(before)).to_bits().into(),
            (b'f', 4, Way::Decode) => (float(value) + float(before)).to_bits().into(),
            (b'f', _, Way::Encode) => (f64::from_bits(value) - f64::from_bits(before)).to_bits(),
            (b'f', _, Way::Decode) => (f64::from_bits(value) + f64::from_bits(before)).to_bits(),
            (_, _, Way::Encode) => value.wrapping_sub(before),
            (_, _, Way::Decode) => value.wrapping_add(before),
        }
    }
}

/// Whether values become differences, or differences become values.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Encode,
    Decode,
}

impl Delta {
    pub(crate) fn new(
        dtype: Option<&str>,
        astype: Option<&str>,
    ) -> Result<Self, PluginCreateError> {
        let (of, encoded) = (
            dtype.unwrap_or_default(),
            astype.or(dtype).unwrap_or_default(),
        );
        match (Number::parse(of), Number::parse(encoded)) {
            (Some(of), Some(encoded))
                if of == encoded || ![of.kind, encoded.kind].contains(&b'f') =>
            {
                Ok(Self { of, encoded })
            }
            _ => Err(PluginCreateError::Other(format!(
                "differences of `{of}` as `{encoded}` are not supported"
            ))),
        }
    }

    /// The bytes of an element.
    pub(crate) fn size(&self) -> usize {
        self.of.size
    }

    /// The data type of the differences.
    pub(crate) fn encoded_name(&self) -> String {
        let name = match self.encoded.kind {
            b'i' => "int",
            b'u' => "uint",
            _ => "float",
        };
        format!("{name}{}", 8 * self.encoded.size)
    }

    pub(crate) fn encode(&self, bytes: &[u8]) -> Vec<u8> {
        self.run(Way::Encode, self.of, self.encoded, bytes)
    }

    pub(crate) fn decode(&self, bytes: &[u8]) -> Vec<u8> {
        self.run(Way::Decode, self.encoded, self.of, bytes)
    }

    fn run(&self, way: Way, from: Number, into: Number, bytes: &[u8]) -> Vec<u8> {
        let mut to = Vec::with_capacity(bytes.len() / from.size * into.size);
        let (mut before, mut one) = (None, Vec::with_capacity(8));
        for bytes in bytes.chunks_exact(from.size) {
            let value = from.read(bytes);
            let new = before.map_or(value, |before| from.combined(way, value, before));
            before = Some(if way == Way::Encode { value } else { new });
            // A difference wraps as the elements do, before it is one of another type.
            one.clear();
            self.of.write(new, &mut one);
            into.write(self.of.read(&one), &mut to);
        }
        to
    }
}
