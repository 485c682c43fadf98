//! Reading and writing 8-bit PNG files as tensors of height x width x channels.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use tslice::{Tensor, View};

/// Height x width x channels: gray, gray and alpha, RGB, or RGBA.
pub(crate) type Picture = Tensor<u8, 3>;

/// Reads a PNG file; one line says what is wrong with it.
pub(crate) fn read(path: &Path) -> Result<Picture, String> {
    let at = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let file = File::open(path).map_err(|e| at(&e))?;
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
    let size = reader.output_buffer_size().ok_or_else(|| at(&"the picture is larger than memory"))?;
    let mut data = vec![0; size];
    let info = reader.next_frame(&mut data).map_err(not_png)?;
    data.truncate(info.buffer_size());
    Tensor::from_shape_vec([info.height as usize, info.width as usize, color.samples()], data)
        .map_err(|e| at(&e))
}

/// Writes a PNG file: encoded first, so that a file is there whole or not at all.
pub(crate) fn write(path: &Path, picture: View<'_, u8, 3>) -> Result<(), String> {
    let [height, width, channels] = *picture.shape();
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
    std::fs::write(path, bytes).map_err(|e| at(&e))
}
