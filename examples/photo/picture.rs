//! Reading and writing 8-bit PNG files as tensors of height x width x channels.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

use tempfile::NamedTempFile;
use tslice::{Tensor, View};

/// Height x width x channels: gray, gray and alpha, RGB, or RGBA.
pub(crate) type Picture = Tensor<u8, 3>;

/// Deflate makes at most this many bytes of one, so a larger picture is not in the file, whatever its header says.
const DEFLATE_LIMIT: u64 = 1032;

/// Reads a PNG file; one line says what is wrong with it.
pub(crate) fn read(path: &Path) -> Result<Picture, String> {
    let at = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let file = File::open(path).map_err(|e| at(&e))?;
    let file_bytes = file.metadata().map_err(|e| at(&e))?.len();
    let mut decoder = png::Decoder::new(BufReader::new(file));
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
        return Err(at(&format!("{} bits a channel, only 8 are read", depth as u8)));
    }
    let (width, height) = reader.info().size();
    let pixel_bits = u64::try_from(reader.info().bits_per_pixel()).map_err(|e| at(&e))?;
    let needed = u128::from(width) * u128::from(height) * u128::from(pixel_bits) / 8;
    if needed > u128::from(file_bytes) * u128::from(DEFLATE_LIMIT) {
        return Err(at(&format!("the PNG file ends too early for {height} x {width} pixels")));
    }
    let too_large = || at(&"the picture is larger than memory");
    let size = reader.output_buffer_size().ok_or_else(too_large)?;
    let mut data = Vec::new();
    data.try_reserve_exact(size).map_err(|_| too_large())?;
    data.resize(size, 0);
    let info = reader.next_frame(&mut data).map_err(not_png)?;
    reader.finish().map_err(not_png)?;
    data.truncate(info.buffer_size());
    Tensor::from_shape_vec([info.height as usize, info.width as usize, color.samples()], data)
        .map_err(|e| at(&e))
}

/// Writes a PNG file through a temporary one, so that it is there whole or not at all.
pub(crate) fn write(directory: &Path, name: &str, picture: View<'_, u8, 3>) -> Result<(), String> {
    let [height, width, channels] = *picture.shape();
    let path = directory.join(name).with_extension("png");
    let at = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let side = |n: usize| u32::try_from(n).map_err(|e| at(&e));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side(width)?, side(height)?);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_color(match channels {
        1 => png::ColorType::Grayscale,
        2 => png::ColorType::GrayscaleAlpha,
        3 => png::ColorType::Rgb,
        _ => png::ColorType::Rgba,
    });
    let mut writer = encoder.write_header().map_err(|e| at(&e))?;
    writer.write_image_data(&picture.to_vec()).map_err(|e| at(&e))?;
    writer.finish().map_err(|e| at(&e))?;
    let mut file = temporary(directory).map_err(|e| at(&e.kind()))?;
    file.write_all(&bytes).map_err(|e| at(&e))?;
    file.persist(&path).map_err(|e| at(&e.error))?;
    Ok(())
}

/// A temporary file beside the picture, with the permissions that a new file has.
fn temporary(directory: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(directory)
}
