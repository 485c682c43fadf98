//! The example programs as their users run them.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn run(example: &str, directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO"))
        .args(["run", "-q", "--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/../tslice/Cargo.toml")])
        .args(if cfg!(debug_assertions) { &["--example"][..] } else { &["--release", "--example"] })
        .args([example, "--"])
        .args(arguments)
        .current_dir(directory)
        .output()
        .expect("cargo runs")
}

#[track_caller]
fn fails(example: &str, directory: &Path, arguments: &[&str], words: &[&str]) {
    let output = run(example, directory, arguments);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    for word in words {
        assert!(message.contains(word), "`{word}` is not in: {message}");
    }
    assert!(!message.contains("panicked"), "{message}");
}

fn directory() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

struct Picture {
    width: usize,
    channels: usize,
    bytes: Vec<u8>,
}

impl Picture {
    fn read(path: &Path) -> Self {
        let file = std::io::BufReader::new(std::fs::File::open(path).expect("the picture is there"));
        let mut reader = png::Decoder::new(file).read_info().expect("a PNG file");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a small picture")];
        let info = reader.next_frame(&mut bytes).expect("a whole PNG file");
        Self { width: info.width as usize, channels: info.color_type.samples(), bytes }
    }

    /// Writes a picture of 9 x 10 pixels in which every byte is different from its neighbours; returns it.
    fn write(path: &Path, color: png::ColorType) -> Self {
        let (width, channels) = (10, color.samples());
        let bytes: Vec<u8> = (0..9 * width * channels).map(|i| (i * 7 % 251) as u8).collect();
        write_png(path, [width, 9], color, png::BitDepth::Eight, &bytes);
        Self { width, channels, bytes }
    }

    fn height(&self) -> usize {
        self.bytes.len() / self.width / self.channels
    }

    fn pixel(&self, y: usize, x: usize) -> &[u8] {
        &self.bytes[(y * self.width + x) * self.channels..][..self.channels]
    }
}

fn write_png(path: &Path, size: [usize; 2], color: png::ColorType, depth: png::BitDepth, bytes: &[u8]) {
    let file = std::fs::File::create(path).expect("a new file");
    let [width, height] = size.map(|n| u32::try_from(n).expect("a small picture"));
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(bytes).expect("the pixels");
    writer.finish().expect("written");
}

fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).expect("there");
    let mut names: Vec<String> =
        entries.map(|e| e.expect("there").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn photo_writes_the_pictures_that_index_arithmetic_gives() {
    let directory = directory();
    let output = run("photo", directory.path(), &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(table.contains(":, ::-1            [0, 0] [0, 0] [1, -1] 11 11 00 00 00"), "{table}");
    let read = |name: &str| Picture::read(&directory.path().join("target/photo").join(name));
    let original = read("original.png");
    let (height, width) = (original.height(), original.width);
    let (mirror, flip, half) = (read("mirror.png"), read("flip.png"), read("half.png"));
    let (bgr, channel, border) = (read("bgr.png"), read("channel.png"), read("border.png"));
    assert_eq!([half.height(), half.width], [height.div_ceil(2), width.div_ceil(2)]);
    assert_eq!([border.height(), border.width], [height - 2 * (height / 8), width - 2 * (width / 8)]);
    for (y, x) in [(0, 0), (0, width - 1), (height - 1, 0), (height / 2, width / 3), (17, 101)] {
        let pixel = original.pixel(y, x);
        assert_eq!(mirror.pixel(y, width - 1 - x), pixel);
        assert_eq!(flip.pixel(height - 1 - y, x), pixel);
        assert_eq!(half.pixel(y / 2, x / 2), original.pixel(y / 2 * 2, x / 2 * 2));
        assert_eq!(bgr.pixel(y, x), [pixel[2], pixel[1], pixel[0]]);
        assert_eq!(channel.pixel(y, x), [pixel[0]; 3]);
    }
    assert_eq!(border.pixel(0, 0), original.pixel(height / 8, width / 8));
}

#[test]
fn photo_keeps_alpha_in_place_and_slices_gray() {
    use png::ColorType::{Grayscale, GrayscaleAlpha, Rgba};
    for color in [Grayscale, GrayscaleAlpha, Rgba] {
        let directory = directory();
        let original = Picture::write(&directory.path().join("in.png"), color);
        assert!(run("photo", directory.path(), &["in.png"]).status.success(), "{color:?}");
        let made = directory.path().join("target/photo");
        let read = |name: &str| Picture::read(&made.join(name));
        let (mirror, channel) = (read("mirror.png"), read("channel.png"));
        for (y, x) in (0..9).flat_map(|y| (0..10).map(move |x| (y, x))) {
            let pixel = original.pixel(y, x);
            assert_eq!(mirror.pixel(y, 9 - x), pixel, "{color:?}");
            assert_eq!(channel.pixel(y, x)[0], pixel[0], "{color:?}");
            if color == Rgba {
                assert_eq!(read("bgr.png").pixel(y, x), [pixel[2], pixel[1], pixel[0], pixel[3]]);
                assert_eq!(channel.pixel(y, x), [pixel[0], pixel[0], pixel[0], pixel[3]]);
            }
        }
        let pictures = 8 + usize::from(color == Rgba);
        assert_eq!(names(&made).len(), pictures, "pictures and nothing else: {:?}", names(&made));
    }
}

#[test]
fn photo_says_in_one_line_what_is_wrong_with_a_file() {
    let directory = directory();
    let path = |name: &str| directory.path().join(name).display().to_string();
    let whole = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../tslice/examples/photo/chelsea.png"));
    let whole = whole.expect("the photograph ships");
    std::fs::write(path("short.png"), &whole[..2000]).expect("written");
    std::fs::write(path("tail.png"), &whole[..whole.len() - 1]).expect("written");
    let rgb = png::ColorType::Rgb;
    write_png(Path::new(&path("deep.png")), [8, 8], rgb, png::BitDepth::Sixteen, &[1; 8 * 8 * 6]);
    write_png(Path::new(&path("dot.png")), [1, 1], rgb, png::BitDepth::Eight, &[1; 3]);
    write_png(Path::new(&path("line.png")), [1, 9], rgb, png::BitDepth::Eight, &[1; 27]);
    std::fs::write(path("vast.png"), vast(&whole)).expect("written");
    std::fs::write(path("text.png"), "no picture").expect("written");
    fails("photo", directory.path(), &[&path("missing.png")], &["missing.png"]);
    fails("photo", directory.path(), &[&path("short.png")], &["short.png", "ends too early"]);
    fails("photo", directory.path(), &[&path("tail.png")], &["tail.png", "ends too early"]);
    fails("photo", directory.path(), &[&path("text.png")], &["text.png", "not a readable PNG"]);
    fails("photo", directory.path(), &[&path("deep.png")], &["deep.png", "16 bits a channel"]);
    fails("photo", directory.path(), &[&path("dot.png")], &["1 x 1 is too small"]);
    fails("photo", directory.path(), &[&path("line.png")], &["9 x 1 is too small"]);
    fails("photo", directory.path(), &[&path("vast.png")], &["too early for 1048576 x 1048576 pixels"]);
    assert!(!directory.path().join("target").exists(), "nothing was written");
}

/// The photograph with a header that promises a million rows and columns.
fn vast(photograph: &[u8]) -> Vec<u8> {
    let mut bytes = photograph.to_vec();
    bytes[16..24].copy_from_slice(&[0, 16, 0, 0, 0, 16, 0, 0]);
    bytes[29..33].copy_from_slice(&0xc44a_3792_u32.to_be_bytes());
    bytes
}

#[test]
fn npy_slices_what_it_wrote_itself() {
    let directory = directory();
    let output = run("npy", directory.path(), &[]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && printed.contains("25  24  23  22  21  20"), "{printed}");
    let output = run("npy", directory.path(), &["target/npy/demo.npy", "-1, 1:4", "row.npy"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let file = std::fs::File::open(directory.path().join("row.npy")).expect("the output is there");
    let row: Vec<i32> = npyz::NpyFile::new(file).expect("a NumPy file").into_vec().expect("of i32");
    assert_eq!(row, [31, 32, 33]);
}

fn write_npy(path: &Path, descr: &str, fortran: bool, shape: &str, data: &[u8]) {
    let fortran = if fortran { "True" } else { "False" };
    let header = format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}\n");
    let length = u16::try_from(header.len()).expect("a short header").to_le_bytes();
    let start = b"\x93NUMPY\x01\x00";
    std::fs::write(path, [&start[..], &length, header.as_bytes(), data].concat()).expect("written");
}

#[test]
fn npy_keeps_dtype_and_byte_order_in_either_order_of_the_axes() {
    let directory = directory();
    for (descr, width) in [("|b1", 1), (">i2", 2), ("<u4", 4), (">f8", 8), ("<c16", 16), ("<c32", 32)] {
        for fortran in [false, true] {
            // Item [row, column] of 3 x 4 consists of bytes of 10 * row + column.
            let item = |row: usize, column: usize| vec![(10 * row + column) as u8; width];
            let data: Vec<u8> =
                (0..12).flat_map(|i| if fortran { item(i % 3, i / 3) } else { item(i / 4, i % 4) }).collect();
            write_npy(&directory.path().join("in.npy"), descr, fortran, "(3, 4)", &data);
            let output = run("npy", directory.path(), &["in.npy", "newaxis, ::-2, 1:-1", "out.npy"]);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let out = directory.path().join("out.npy");
            let sliced = std::fs::read(&out).expect("the output is there");
            let header = String::from_utf8_lossy(&sliced[10..128]).into_owned();
            let expected = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': (1, 2, 2), }}");
            assert!(header.starts_with(&expected), "{header}");
            assert_eq!(sliced[128..], [item(2, 1), item(2, 2), item(0, 1), item(0, 2)].concat());
            std::fs::remove_file(out).expect("removed");
        }
    }
}

#[test]
fn npy_has_a_message_for_each_mistake_and_leaves_nothing_behind() {
    let directory = directory();
    let run_in = directory.path();
    assert!(run("npy", run_in, &[]).status.success());
    let demo = "target/npy/demo.npy";
    let whole = std::fs::read(run_in.join(demo)).expect("the demonstration wrote it");
    std::fs::write(run_in.join("short.npy"), &whole[..150]).expect("written");
    std::fs::write(run_in.join("text.npy"), "no array").expect("written");
    std::fs::write(run_in.join("empty.npy"), "").expect("written");
    let unsupported = String::from_utf8_lossy(&whole[10..]).replace("<i4", "<U4").into_bytes();
    std::fs::write(run_in.join("words.npy"), [&whole[..10], &unsupported].concat()).expect("written");
    std::fs::write(run_in.join("long.npy"), [&whole[..], b"more"].concat()).expect("written");
    write_npy(&run_in.join("objects.npy"), "|O", false, "(1,)", &[0; 8]);
    fails("npy", run_in, &[demo], &["usage"]);
    fails("npy", run_in, &[demo, "1:2:0", "out.npy"], &["malformed", "1:2:0\n", "^"]);
    fails("npy", run_in, &[demo, "9", "out.npy"], &["index 9 is out of bounds for axis 0 with length 4"]);
    fails("npy", run_in, &[demo, "1", demo], &["exists already"]);
    fails("npy", run_in, &["missing.npy", "1", "out.npy"], &["missing.npy"]);
    fails("npy", run_in, &["text.npy", "1", "out.npy"], &["not a NumPy file"]);
    fails("npy", run_in, &["empty.npy", "1", "out.npy"], &["empty"]);
    fails("npy", run_in, &["short.npy", "1", "out.npy"], &["cut short", "takes 96 bytes, there are 22"]);
    fails("npy", run_in, &["long.npy", "1", "out.npy"], &["4 bytes too many after shape [4, 6]"]);
    fails("npy", run_in, &["target", "1", "out.npy"], &["not a regular file"]);
    fails("npy", run_in, &["objects.npy", "1", "out.npy"], &["not that of a numeric array"]);
    fails("npy", run_in, &["words.npy", "1", "out.npy"], &["not numeric"]);
    let left = ["empty.npy", "long.npy", "objects.npy", "short.npy", "target", "text.npy", "words.npy"];
    assert_eq!(names(run_in), left);
    assert_eq!(names(&run_in.join("target/npy")), ["demo-sliced.npy", "demo.npy"]);
}

#[test]
fn explain_prints_a_table_and_writes_a_picture() {
    let directory = directory();
    let output = run("explain", directory.path(), &["1, 2:4, ..., ::-1", "2x5x5", "--svg", "out.svg"]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && printed.contains("result shape   [2, 5]"), "{printed}");
    assert!(printed.contains(" 5  4  3  2  1"), "{printed}");
    let svg = std::fs::read_to_string(directory.path().join("out.svg")).expect("the picture is there");
    assert_eq!(svg.matches("<rect").count(), 50);
}

#[test]
fn explain_shows_where_a_mistake_is() {
    let directory = directory();
    fails("explain", directory.path(), &["1, 2:4:0", "5x5"], &["the stride is 0", "1, 2:4:0\n         ^"]);
    fails("explain", directory.path(), &["1", "5xfour"], &["5xfour\n    ^^^^"]);
    fails("explain", directory.path(), &["9", "5x5"], &["index 9 is out of bounds for axis 0 with length 5"]);
    fails("explain", directory.path(), &["1"], &["usage"]);
    fails("explain", directory.path(), &["1", "2x3x4x5", "--svg", "out.svg"], &["at most three axes"]);
}
