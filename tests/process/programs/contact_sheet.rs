//! The programs of three new users: a NumPy script, an `ndarray` program, a folder of photographs.

use std::path::Path;
use std::process::{Command, Output};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tslice/examples");

fn run(example: &[&str], directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO"))
        .args(["run", "-q", "--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/../tslice/Cargo.toml")])
        .arg("--example")
        .args(example)
        .arg("--")
        .args(arguments)
        .current_dir(directory)
        .output()
        .expect("cargo runs")
}

#[track_caller]
fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_ported_script_prints_what_numpy_printed() {
    let ours = printed(&run(&["from_numpy"], Path::new(EXAMPLES), &[]));
    assert_eq!(ours, include_str!("../../tslice/examples/from_numpy/numpy.txt"));
    assert!(ours.lines().count() > 20);
}

/// The numbers are those of the same steps in NumPy.
#[cfg(feature = "ndarray")]
#[test]
fn heat_spreads_as_in_numpy() {
    let expected = "\
every second row, every third column:
 100.00 100.00 100.00 100.00 100.00 100.00
   0.00  57.47  70.29  73.55  73.98  70.00
   0.00  31.06  43.90  48.10  49.46  50.00
   0.00  13.80  20.99  23.76  25.25  30.00
   0.00   0.00   0.00   0.00   0.00  10.00
the middle row: mean 39.15, hottest 50.00
as a batch: [1, 9, 16, 1]
the last column, upwards: [10, 20, 30]
83 of 144 are zero now, 8 in the first row
[84.6, 100.0]
";
    assert_eq!(printed(&run(&["heat", "--features", "ndarray"], Path::new(EXAMPLES), &[])), expected);
}

fn write(path: &Path, [height, width]: [usize; 2], color: png::ColorType, bytes: &[u8]) {
    let file = std::fs::File::create(path).expect("created");
    let mut encoder = png::Encoder::new(file, width as u32, height as u32);
    encoder.set_color(color);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(bytes)).expect("written");
}

fn read(path: &Path) -> (usize, Vec<u8>) {
    let file = std::io::BufReader::new(std::fs::File::open(path).expect("the sheet is there"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG file");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut bytes).expect("a whole PNG file");
    (info.width as usize, bytes)
}

#[test]
fn the_contact_sheet_has_five_tiles_for_each_picture() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = |name: &str| directory.path().join(name);
    // Pixel (y, x) of the first is (y, x, 7); the second is larger than a tile, and gray.
    let small: Vec<u8> = (0..20_u8).flat_map(|y| (0..40_u8).flat_map(move |x| [y, x, 7])).collect();
    write(&file("a.png"), [20, 40], png::ColorType::Rgb, &small);
    let large: Vec<u8> = (0..200_u8).flat_map(|y| (0..100_u8).map(move |x| y ^ x)).collect();
    write(&file("b.PNG"), [200, 100], png::ColorType::Grayscale, &large);
    std::fs::write(file("notes.txt"), "no picture").expect("written");

    let output = run(&["contact_sheet"], directory.path(), &[".", "out.png"]);
    assert!(printed(&output).contains("2 pictures on out.png"));
    let (width, sheet) = read(&file("out.png"));
    assert_eq!((width, sheet.len()), (5 * 104 + 8, (2 * 104 + 8) * width * 3));
    let pixel = |tile: [usize; 2], y: usize, x: usize| -> [u8; 3] {
        let at = ((8 + tile[0] * 104 + y) * width + 8 + tile[1] * 104 + x) * 3;
        [sheet[at], sheet[at + 1], sheet[at + 2]]
    };
    assert_eq!(pixel([0, 0], 3, 5), [3, 5, 7]);
    assert_eq!(pixel([0, 1], 0, 0), [5, 10, 7], "a quarter is cropped on each side");
    assert_eq!(pixel([0, 2], 3, 5), [3, 34, 7], "mirrored");
    assert_eq!(pixel([0, 3], 3, 5), [6, 10, 7], "halved");
    assert_eq!(pixel([0, 4], 3, 5), [3, 3, 3], "the first channel");
    assert_eq!(pixel([0, 0], 20, 0), [245; 3], "paper");
    assert_eq!(pixel([1, 0], 10, 5), [30 ^ 15; 3], "every third pixel of the large one");
}

#[test]
fn a_folder_without_pictures_is_an_error() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let output = run(&["contact_sheet"], directory.path(), &[".", "out.png"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no PNG file"), "{output:?}");
    std::fs::write(directory.path().join("short.png"), "no picture").expect("written");
    let output = run(&["contact_sheet"], directory.path(), &[".", "out.png"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("short.png: not a readable PNG"), "{output:?}");
}
