//! PNG files that go into a program and come out of it, read and written without tslice.

use std::path::Path;

/// A picture as its bytes.
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) channels: usize,
    pub(crate) bytes: Vec<u8>,
}

impl Picture {
    pub(crate) fn read(path: &Path) -> Self {
        let file =
            std::io::BufReader::new(std::fs::File::open(path).expect("the picture is there"));
        let mut reader = png::Decoder::new(file).read_info().expect("a PNG file");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a small picture")];
        let info = reader.next_frame(&mut bytes).expect("a whole PNG file");
        Self {
            width: info.width as usize,
            channels: info.color_type.samples(),
            bytes,
        }
    }

    /// Writes a picture of 9 x 10 pixels in which every byte is different from its neighbours;
    /// returns it.
    pub(crate) fn write(path: &Path, color: png::ColorType) -> Self {
        let (width, channels) = (10, color.samples());
        let bytes: Vec<u8> = (0..9 * width * channels)
            .map(|i| (i * 7 % 251) as u8)
            .collect();
        write_png(path, [width, 9], color, png::BitDepth::Eight, &bytes);
        Self {
            width,
            channels,
            bytes,
        }
    }

    pub(crate) fn height(&self) -> usize {
        self.bytes.len() / self.width / self.channels
    }

    pub(crate) fn pixel(&self, y: usize, x: usize) -> &[u8] {
        &self.bytes[(y * self.width + x) * self.channels..][..self.channels]
    }
}

pub(crate) fn write_png(
    path: &Path,
    size: [usize; 2],
    color: png::ColorType,
    depth: png::BitDepth,
    bytes: &[u8],
) {
    let file = std::fs::File::create(path).expect("a new file");
    let [width, height] = size.map(|n| u32::try_from(n).expect("a small picture"));
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(bytes).expect("the pixels");
    writer.finish().expect("written");
}
