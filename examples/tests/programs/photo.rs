//! `photo`: its pictures are those of index arithmetic.

use std::path::Path;
use std::process::Stdio;

use crate::png_file::{Picture, write_png};
use crate::{command, directory, fails, names, printed, refused, run};

#[test]
fn photo_writes_the_pictures_that_index_arithmetic_gives() {
    let directory = directory();
    let output = run("photo", directory.path(), &[]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        table.contains(":, ::-1            [0, 0] [0, 0] [1, -1] 11 11 00 00 00"),
        "{table}"
    );
    let read = |name: &str| Picture::read(&directory.path().join("target/photo").join(name));
    let original = read("original.png");
    let (height, width) = (original.height(), original.width);
    let (mirror, flip, half) = (read("mirror.png"), read("flip.png"), read("half.png"));
    let (bgr, channel, border) = (read("bgr.png"), read("channel.png"), read("border.png"));
    assert_eq!(
        [half.height(), half.width],
        [height.div_ceil(2), width.div_ceil(2)]
    );
    assert_eq!(
        [border.height(), border.width],
        [height - 2 * (height / 8), width - 2 * (width / 8)]
    );
    for (y, x) in [
        (0, 0),
        (0, width - 1),
        (height - 1, 0),
        (height / 2, width / 3),
        (17, 101),
    ] {
        let pixel = original.pixel(y, x);
        assert_eq!(mirror.pixel(y, width - 1 - x), pixel);
        assert_eq!(flip.pixel(height - 1 - y, x), pixel);
        assert_eq!(
            half.pixel(y / 2, x / 2),
            original.pixel(y / 2 * 2, x / 2 * 2)
        );
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
        assert!(
            run("photo", directory.path(), &["in.png"]).status.success(),
            "{color:?}"
        );
        let made = directory.path().join("target/photo");
        let read = |name: &str| Picture::read(&made.join(name));
        let (mirror, channel) = (read("mirror.png"), read("channel.png"));
        for (y, x) in (0..9).flat_map(|y| (0..10).map(move |x| (y, x))) {
            let pixel = original.pixel(y, x);
            assert_eq!(mirror.pixel(y, 9 - x), pixel, "{color:?}");
            assert_eq!(channel.pixel(y, x)[0], pixel[0], "{color:?}");
            if color == Rgba {
                assert_eq!(
                    read("bgr.png").pixel(y, x),
                    [pixel[2], pixel[1], pixel[0], pixel[3]]
                );
                assert_eq!(
                    channel.pixel(y, x),
                    [pixel[0], pixel[0], pixel[0], pixel[3]]
                );
            }
        }
        let pictures = 8 + usize::from(color == Rgba);
        assert_eq!(
            names(&made).len(),
            pictures,
            "pictures and nothing else: {:?}",
            names(&made)
        );
    }
}

#[test]
fn photo_reports_a_bad_file_in_one_line() {
    let directory = directory();
    let path = |name: &str| directory.path().join(name).display().to_string();
    let whole = std::fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../examples/photo/chelsea.png"
    ));
    let whole = whole.expect("the photograph ships");
    std::fs::write(path("short.png"), &whole[..2000]).expect("written");
    std::fs::write(path("tail.png"), &whole[..whole.len() - 1]).expect("written");
    let rgb = png::ColorType::Rgb;
    write_png(
        Path::new(&path("deep.png")),
        [8, 8],
        rgb,
        png::BitDepth::Sixteen,
        &[1; 8 * 8 * 6],
    );
    write_png(
        Path::new(&path("dot.png")),
        [1, 1],
        rgb,
        png::BitDepth::Eight,
        &[1; 3],
    );
    write_png(
        Path::new(&path("line.png")),
        [1, 9],
        rgb,
        png::BitDepth::Eight,
        &[1; 27],
    );
    std::fs::write(path("vast.png"), vast(&whole)).expect("written");
    std::fs::write(path("text.png"), "no picture").expect("written");
    fails(
        "photo",
        directory.path(),
        &[&path("missing.png")],
        &["missing.png"],
    );
    fails(
        "photo",
        directory.path(),
        &[&path("short.png")],
        &["short.png", "ends too early"],
    );
    fails(
        "photo",
        directory.path(),
        &[&path("tail.png")],
        &["tail.png", "ends too early"],
    );
    fails(
        "photo",
        directory.path(),
        &[&path("text.png")],
        &["text.png", "not a readable PNG"],
    );
    fails(
        "photo",
        directory.path(),
        &[&path("deep.png")],
        &["deep.png", "16 bits a channel"],
    );
    fails(
        "photo",
        directory.path(),
        &[&path("dot.png")],
        &["1 x 1 is too small"],
    );
    fails(
        "photo",
        directory.path(),
        &[&path("line.png")],
        &["9 x 1 is too small"],
    );
    fails(
        "photo",
        directory.path(),
        &[&path("vast.png")],
        &["too early for 1048576 x 1048576 pixels"],
    );
    assert!(
        !directory.path().join("target").exists(),
        "nothing was written"
    );
}

/// The photograph with a header that promises a million rows and columns.
fn vast(photograph: &[u8]) -> Vec<u8> {
    let mut bytes = photograph.to_vec();
    bytes[16..24].copy_from_slice(&[0, 16, 0, 0, 0, 16, 0, 0]);
    bytes[29..33].copy_from_slice(&0xc44a_3792_u32.to_be_bytes());
    bytes
}

#[test]
fn photo_reads_a_picture_from_a_pipe() {
    let directory = directory();
    Picture::write(&directory.path().join("in.png"), png::ColorType::Rgb);
    for name in ["-", "/dev/stdin"] {
        let piped = std::fs::File::open(directory.path().join("in.png")).expect("it was written");
        let output = command("photo", directory.path())
            .arg(name)
            .stdin(piped)
            .output()
            .expect("it runs");
        assert!(printed(&output).contains("[9, 10, 3]"));
    }
    let nothing = command("photo", directory.path())
        .arg("-")
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    refused(&nothing, 1, &["-: the PNG file ends too early"]);
}

#[test]
fn photo_refuses_a_file_above_its_decoded_limit() {
    let directory = directory();
    // One bit a pixel and transparency: 8 kilobytes that ask for four channels of 8192 x 8192.
    let file = std::fs::File::create(directory.path().join("bits.png")).expect("a new file");
    let mut encoder = png::Encoder::new(file, 8192, 8192);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::One);
    encoder.set_palette(vec![0; 6]);
    encoder.set_trns(vec![0, 255]);
    let mut writer = encoder.write_header().expect("a header");
    writer
        .write_image_data(&vec![0; 8192 * 1024])
        .expect("the pixels");
    writer.finish().expect("written");
    let words = "8192 x 8192 pixels of 4 channels are 268435456 bytes, at most 134217728 are read";
    fails("photo", directory.path(), &["bits.png"], &[words]);
    fails(
        "contact_sheet",
        directory.path(),
        &[".", "out.png"],
        &[words],
    );
    assert_eq!(names(directory.path()), ["bits.png"]);
}
