//! Checksums of four bytes, stored with the bytes that they are of.

use zarrs::array::CodecError;

/// Bytes with their checksum before or behind them.
pub(crate) fn encode(bytes: &[u8], at_end: bool, checksum: fn(&[u8]) -> u32) -> Vec<u8> {
    let sum = checksum(bytes).to_le_bytes();
    if at_end {
        [bytes, &sum[..]].concat()
    } else {
        [&sum[..], bytes].concat()
    }
}

/// Bytes without their checksum.
pub(crate) fn decode(
    encoded: &[u8],
    at_end: bool,
    checksum: fn(&[u8]) -> u32,
) -> Result<Vec<u8>, CodecError> {
    let parts = if at_end {
        encoded
            .split_last_chunk()
            .map(|(bytes, stored)| (stored, bytes))
    } else {
        encoded.split_first_chunk()
    };
    let (stored, bytes) =
        parts.ok_or_else(|| CodecError::Other("the checksum is missing".to_owned()))?;
    match checksum(bytes).to_le_bytes() == *stored {
        true => Ok(bytes.to_vec()),
        false => Err(CodecError::InvalidChecksum),
    }
}

/// The checksum of HDF5 and NetCDF 4. `zarrs` 0.23 leaves out the last byte of an odd number of
/// bytes, so that it refuses what HDF5 writes.
///
/// Pairs of bytes, the first of them the higher one, and their running sums, as
/// `H5_checksum_fletcher32` has them.
pub(crate) fn fletcher32(bytes: &[u8]) -> u32 {
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
