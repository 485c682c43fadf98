//! The checksum of HDF5 and NetCDF 4. `zarrs` 0.23 leaves out the last byte of an odd number of bytes, so that it refuses what HDF5 writes.

use std::borrow::Cow;

use zarrs::array::{ArrayBytesRaw, CodecError};

/// Bytes with their checksum behind them.
pub(crate) fn encode(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = checksum(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// Bytes whose checksum is behind them, without it.
pub(crate) fn decode(encoded: ArrayBytesRaw<'_>) -> Result<ArrayBytesRaw<'_>, CodecError> {
    let Some((bytes, &stored)) = encoded.split_last_chunk() else {
        return Err(CodecError::Other("the checksum is missing".to_owned()));
    };
    if checksum(bytes).to_le_bytes() != stored {
        return Err(CodecError::InvalidChecksum);
    }
    let len = bytes.len();
    Ok(match encoded {
        Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[..len]),
        Cow::Owned(mut bytes) => {
            bytes.truncate(len);
            Cow::Owned(bytes)
        }
    })
}

/// Pairs of bytes, the first of them the higher one, and their running sums, as `H5_checksum_fletcher32` has them.
fn checksum(bytes: &[u8]) -> u32 {
    let fold = |sum: u32| (sum & 0xffff) + (sum >> 16);
    let (mut first, mut second) = (0, 0);
    // With 360 pairs, neither sum overflows before it is folded.
    for block in bytes.chunks(2 * 360) {
        for pair in block.chunks(2) {
            let low = pair.get(1).copied().unwrap_or(0);
            first += u32::from(u16::from_be_bytes([pair[0], low]));
            second += first;
        }
        (first, second) = (fold(first), fold(second));
    }
    fold(second) << 16 | fold(first)
}
