//! `contact_sheet`: a folder of photographs on one sheet, which is the file that was named.

use crate::png_file::{Picture, write_png};
use crate::{directory, fails, names, printed, run};

#[test]
fn contact_sheet_has_five_tiles_for_each_picture() {
    let directory = directory();
    let file = |name: &str| directory.path().join(name);
    // Pixel (y, x) of the first is (y, x, 7); the second is larger than a tile, and gray.
    let small: Vec<u8> = (0..20_u8)
        .flat_map(|y| (0..40_u8).flat_map(move |x| [y, x, 7]))
        .collect();
    write_png(
        &file("a.png"),
        [40, 20],
        png::ColorType::Rgb,
        png::BitDepth::Eight,
        &small,
    );
    let large: Vec<u8> = (0..200_u8)
        .flat_map(|y| (0..100_u8).map(move |x| y ^ x))
        .collect();
    write_png(
        &file("b.PNG"),
        [100, 200],
        png::ColorType::Grayscale,
        png::BitDepth::Eight,
        &large,
    );
    std::fs::write(file("notes.txt"), "no picture").expect("written");

    let output = run("contact_sheet", directory.path(), &[".", "out.png"]);
    assert!(printed(&output).contains("2 pictures on out.png"));
    let Picture {
        width,
        bytes: sheet,
        ..
    } = Picture::read(&file("out.png"));
    assert_eq!(
        (width, sheet.len()),
        (5 * 104 + 8, (2 * 104 + 8) * width * 3)
    );
    let pixel = |tile: [usize; 2], y: usize, x: usize| -> [u8; 3] {
        let at = ((8 + tile[0] * 104 + y) * width + 8 + tile[1] * 104 + x) * 3;
        [sheet[at], sheet[at + 1], sheet[at + 2]]
    };
    assert_eq!(pixel([0, 0], 3, 5), [3, 5, 7]);
    assert_eq!(
        pixel([0, 1], 0, 0),
        [5, 10, 7],
        "a quarter is cropped on each side"
    );
    assert_eq!(pixel([0, 2], 3, 5), [3, 34, 7], "mirrored");
    assert_eq!(pixel([0, 3], 3, 5), [6, 10, 7], "halved");
    assert_eq!(pixel([0, 4], 3, 5), [3, 3, 3], "the first channel");
    assert_eq!(pixel([0, 0], 20, 0), [245; 3], "paper");
    assert_eq!(
        pixel([1, 0], 10, 5),
        [30 ^ 15; 3],
        "every third pixel of the large one"
    );
}

#[test]
fn a_folder_without_pictures_is_an_error() {
    let directory = directory();
    fails(
        "contact_sheet",
        directory.path(),
        &[".", "out.png"],
        &["no PNG file"],
    );
    std::fs::write(directory.path().join("short.png"), "no picture").expect("written");
    fails(
        "contact_sheet",
        directory.path(),
        &[".", "out.png"],
        &["short.png: not a readable PNG"],
    );
}

#[test]
fn contact_sheet_writes_only_the_named_file() {
    let directory = directory();
    let path = |name: &str| directory.path().join(name);
    std::fs::create_dir(path("pictures")).expect("a folder");
    Picture::write(&path("pictures/a.png"), png::ColorType::Rgb);
    std::fs::write(path("mine.png"), "mine").expect("written");
    for name in ["mine.jpg", "mine", "sheet.v1", "..", "."] {
        fails(
            "contact_sheet",
            directory.path(),
            &["pictures", name],
            &["its name ends in .png"],
        );
    }
    fails(
        "contact_sheet",
        directory.path(),
        &["pictures", "mine.png"],
        &["mine.png: exists already", "--force"],
    );
    assert_eq!(std::fs::read(path("mine.png")).expect("there"), b"mine");
    printed(&run(
        "contact_sheet",
        directory.path(),
        &["pictures", "sheet.v1.PNG"],
    ));
    printed(&run(
        "contact_sheet",
        directory.path(),
        &["--force", "pictures", "mine.png"],
    ));
    assert_eq!(
        Picture::read(&path("mine.png")).bytes,
        Picture::read(&path("sheet.v1.PNG")).bytes
    );
    assert_eq!(
        names(directory.path()),
        ["mine.png", "pictures", "sheet.v1.PNG"]
    );
}
