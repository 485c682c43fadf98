//! Reading and writing 8-bit PNG files as tensors of height x width x channels.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read, Seek, Write};
use std::path::Path;

use tslice::{Tensor, View};
use tslice_examples::whole_file;

/// Height x width x channels: gray, gray and alpha, RGB, or RGBA.
pub(crate) type Picture = Tensor<u8, 3>;

/// Deflate makes at most this many bytes of one, so a larger picture is not in the file, whatever
/// its header says.
const DEFLATE_LIMIT: u64 = 1032;

/// Decoded bytes of a picture that is read: 128 MiB, 44 million pixels of three channels. A file of
/// a few kilobytes can ask for more than memory has.
const MOST_BYTES: u64 = 1 << 27;

/// Reads a PNG file, or standard input for `-`; one line says what is wrong with it.
pub(crate) fn read(path: &Path) -> Result<Picture, String> {
    let at = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    if path == Path::new("-") || path == Path::new("/dev/stdin") {
        let mut bytes = Vec::new();
        std::io::stdin()
            .lock()
            .take(MOST_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|e| at(&e))?;
        let length = bytes.len() as u64;
        if length > MOST_BYTES {
            return Err(at(&format!("more than {MOST_BYTES} bytes")));
        }
        return decode(Cursor::new(bytes), length, &at);
    }
    // Looked at before it is opened: opening a pipe waits for somebody to write.
    let about = std::fs::metadata(path).map_err(|e| at(&e))?;
    if !about.is_file() {
        return Err(at(&"not a regular file; `-` is standard input"));
    }
    decode(
        BufReader::new(File::open(path).map_err(|e| at(&e))?),
        about.len(),
        &at,
    )
}

fn decode(
    file: impl BufRead + Seek,
    file_bytes: u64,
    at: &dyn Fn(&dyn std::fmt::Display) -> String,
) -> Result<Picture, String> {
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::EXPAND);
    let not_png = |e: png::DecodingError| match e {
        png::DecodingError::Format(_) => at(&format!("not a readable PNG file ({e})")),
        png::DecodingError::IoError(e) if e.kind() == std::io::ErrorKind::UnexpectedEof => {
            at(&"the PNG file ends too early")
        }
        e => at(&e),
    };
    let mut reader = decoder.read_info().map_err(not_png)?;
    let (color, depth) = reader.output_color_type();
    if depth != png::BitDepth::Eight {
        return Err(at(&format!(
            "{} bits a channel, only 8 are read",
            depth as u8
        )));
    }
    let (width, height) = reader.info().size();
    let pixels = u128::from(width) * u128::from(height);
    let packed = pixels * reader.info().bits_per_pixel() as u128 / 8;
    if packed > u128::from(file_bytes) * u128::from(DEFLATE_LIMIT) {
        return Err(at(&format!(
            "the PNG file ends too early for {height} x {width} pixels"
        )));
    }
    let decoded = pixels * color.samples() as u128;
    if decoded > u128::from(MOST_BYTES) {
        return Err(at(&format!(
            "{height} x {width} pixels of {} channels are {decoded} bytes, at most {MOST_BYTES} \
             are read",
            color.samples()
        )));
    }
    let size = reader
        .output_buffer_size()
        .ok_or_else(|| at(&"the picture is larger than memory"))?;
    let mut data = room(size).map_err(|e| at(&e))?;
    data.resize(size, 0);
    let info = reader.next_frame(&mut data).map_err(not_png)?;
    reader.finish().map_err(not_png)?;
    data.truncate(info.buffer_size());
    Tensor::from_shape_vec(
        [info.height as usize, info.width as usize, color.samples()],
        data,
    )
    .map_err(|e| at(&e))
}

/// An empty vector for so many bytes; an error where memory does not have them.
pub(crate) fn room(bytes: usize) -> Result<Vec<u8>, String> {
    let mut data = Vec::new();
    data.try_reserve_exact(bytes)
        .map_err(|_| format!("{bytes} bytes are more than memory has"))?;
    Ok(data)
}

/// Writes a PNG file, whole or not at all; one of this name is replaced only if `replace` says so.
pub(crate) fn write(path: &Path, replace: bool, picture: View<'_, u8, 3>) -> Result<(), String> {
    let [height, width, channels] = *picture.shape();
    let at = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let side = |n: usize| u32::try_from(n).map_err(|e| at(&e));
    let mut file = whole_file::WholeFile::create(path, replace)?;
    let mut encoder = png::Encoder::new(
        std::io::BufWriter::new(&mut file),
        side(width)?,
        side(height)?,
    );
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_color(match channels {
        1 => png::ColorType::Grayscale,
        2 => png::ColorType::GrayscaleAlpha,
        3 => png::ColorType::Rgb,
        _ => png::ColorType::Rgba,
    });
    let mut writer = encoder.write_header().map_err(|e| at(&e))?;
    let mut rows = room(picture.len()).map_err(|e| at(&e))?;
    rows.resize(picture.len(), 0);
    picture.copy_to_slice(&mut rows);
    writer.write_image_data(&rows).map_err(|e| at(&e))?;
    writer.finish().map_err(|e| at(&e))?;
    file.flush().map_err(|e| at(&e))?;
    file.finish()
}
