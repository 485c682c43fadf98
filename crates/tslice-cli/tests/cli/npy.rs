//! `npy`: what it writes is compared byte by byte, and what it cannot read it says.

use std::path::Path;

use crate::{directory, fails, misused, names, printed, run};

pub(crate) fn write_npy(path: &Path, descr: &str, fortran: bool, shape: &str, data: &[u8]) {
    let fortran = if fortran { "True" } else { "False" };
    let header =
        format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}\n");
    let length = u16::try_from(header.len())
        .expect("a short header")
        .to_le_bytes();
    let start = b"\x93NUMPY\x01\x00";
    std::fs::write(
        path,
        [&start[..], &length, header.as_bytes(), data].concat(),
    )
    .expect("written");
}

#[test]
fn npy_keeps_dtype_and_byte_order() {
    let directory = directory();
    for (descr, width) in [
        ("|b1", 1),
        (">i2", 2),
        ("<u4", 4),
        (">f8", 8),
        ("<c16", 16),
        ("<c32", 32),
        ("|S3", 3),
        ("<U5", 20),
        ("<V2", 2),
    ] {
        for fortran in [false, true] {
            // Item [row, column] of 3 x 4 consists of bytes of 10 * row + column.
            let item = |row: usize, column: usize| vec![(10 * row + column) as u8; width];
            let data: Vec<u8> = (0..12)
                .flat_map(|i| {
                    if fortran {
                        item(i % 3, i / 3)
                    } else {
                        item(i / 4, i % 4)
                    }
                })
                .collect();
            write_npy(
                &directory.path().join("in.npy"),
                descr,
                fortran,
                "(3, 4)",
                &data,
            );
            let output = run(
                "npy",
                directory.path(),
                &["in.npy", "newaxis, ::-2, 1:-1", "out.npy"],
            );
            assert!(
                output.status.success(),
                "{}",
                String::from_utf8_lossy(&output.stderr)
            );
            let out = directory.path().join("out.npy");
            let sliced = std::fs::read(&out).expect("the output is there");
            let header = String::from_utf8_lossy(&sliced[10..128]).into_owned();
            let expected =
                format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': (1, 2, 2), }}");
            assert!(header.starts_with(&expected), "{header}");
            assert_eq!(
                sliced[128..],
                [item(2, 1), item(2, 2), item(0, 1), item(0, 2)].concat()
            );
            std::fs::remove_file(out).expect("removed");
        }
    }
}

#[test]
fn npy_mistakes_leave_nothing_behind() {
    let directory = directory();
    let run_in = directory.path();
    let demo = "demo.npy";
    write_npy(&run_in.join(demo), "<i4", false, "(4, 6)", &[7; 96]);
    std::fs::create_dir(run_in.join("folder")).expect("made");
    let whole = std::fs::read(run_in.join(demo)).expect("there");
    std::fs::write(run_in.join("short.npy"), &whole[..whole.len() - 74]).expect("written");
    std::fs::write(run_in.join("text.npy"), "no array").expect("written");
    std::fs::write(run_in.join("empty.npy"), "").expect("written");
    std::fs::write(run_in.join("two.npy"), [&whole[..], &whole[..]].concat()).expect("written");
    std::fs::write(run_in.join("cut.npz"), b"PK\x03\x04\x14\0").expect("written");
    std::fs::write(run_in.join("long.npy"), [&whole[..], b"more"].concat()).expect("written");
    write_npy(&run_in.join("objects.npy"), "|O", false, "(1,)", &[0; 8]);
    misused("npy", run_in, &[demo], &["<SPEC>", "Usage: tslice npy"]);
    fails(
        "npy",
        run_in,
        &[demo, "1:2:0", "out.npy"],
        &["malformed", "1:2:0\n", "^"],
    );
    fails(
        "npy",
        run_in,
        &[demo, "9", "out.npy"],
        &["index 9 is out of bounds for axis 0 with length 4"],
    );
    fails("npy", run_in, &[demo, "1", demo], &["exists already"]);
    fails(
        "npy",
        run_in,
        &["missing.npy", "1", "out.npy"],
        &["missing.npy"],
    );
    fails(
        "npy",
        run_in,
        &["text.npy", "1", "out.npy"],
        &["not a NumPy file"],
    );
    fails("npy", run_in, &["empty.npy", "1", "out.npy"], &["empty"]);
    fails(
        "npy",
        run_in,
        &["short.npy", "1", "out.npy"],
        &["cut short", "takes 96 bytes, there are 22"],
    );
    fails(
        "npy",
        run_in,
        &["long.npy", "1", "out.npy"],
        &["4 bytes too many after shape [4, 6]"],
    );
    fails(
        "npy",
        run_in,
        &["folder", "1", "out.npy"],
        &["not a regular file"],
    );
    fails(
        "npy",
        run_in,
        &["objects.npy", "1", "out.npy"],
        &["items of dtype '|O' are Python objects"],
    );
    fails(
        "npy",
        run_in,
        &["two.npy", "1", "out.npy"],
        &["several arrays in one file", "as in `FILE:0`"],
    );
    fails(
        "npy",
        run_in,
        &["two.npy:2", "1", "out.npy"],
        &["array 2 is missing: the numbers are 0 to 1"],
    );
    fails(
        "npy",
        run_in,
        &["two.npy:a", "1", "out.npy"],
        &["not an archive have numbers"],
    );
    fails(
        "npy",
        run_in,
        &["cut.npz", "1", "out.npy"],
        &["cut.npz: the archive is damaged"],
    );
    assert!(!run_in.join("out.npy").exists());
    assert_eq!(names(run_in).len(), 9);
}

#[test]
fn npy_refuses_slow_headers() {
    let directory = directory();
    let file = |name: &str, version: u8, header: &str| {
        let length = u32::try_from(header.len()).expect("short").to_le_bytes();
        let length = if version == 1 {
            &length[..2]
        } else {
            &length[..]
        };
        let bytes = [&b"\x93NUMPY"[..], &[version, 0], length, header.as_bytes()].concat();
        std::fs::write(directory.path().join(name), bytes).expect("written");
    };
    let array =
        |shape: &str| format!("{{'descr': '<i4', 'fortran_order': False, 'shape': {shape}, }}\n");
    file(
        "nested.npy",
        1,
        &format!(
            "{{'descr': {}'<i4'{}",
            "[('a', ".repeat(14),
            ")]".repeat(13)
        ),
    );
    file("product.npy", 1, &array("(4294967296, 4294967296)"));
    file("longest.npy", 1, &array("(9223372036854775807, 3)"));
    file("deep.npy", 2, &array(&format!("({})", "1,".repeat(22_000))));
    file("wide.npy", 2, &" ".repeat(70_000));
    file("future.npy", 9, "");
    let fails = |name: &str, words: &str| {
        fails(
            "npy",
            directory.path(),
            &[name, "...", "out.npy"],
            &[name, words],
        )
    };
    fails("nested.npy", "`)` is missing before");
    fails("product.npy", "takes more bytes than memory has");
    fails("longest.npy", "takes more bytes than memory has");
    fails("deep.npy", "more than 64 axes");
    fails(
        "wide.npy",
        "a header of 70000 bytes, at most 65536 are read",
    );
    fails("future.npy", "version 9.0 of the format is not read");
}

#[test]
fn npy_takes_empty_shapes_of_any_order() {
    let directory = directory();
    for shape in ["(0, 9)", "(9, 0)"] {
        write_npy(&directory.path().join("in.npy"), "<i4", false, shape, &[]);
        let done = printed(&run(
            "npy",
            directory.path(),
            &["in.npy", "...", "out.npy", "--force"],
        ));
        assert!(done.contains("dtype '<i4'"), "{done}");
    }
}

#[test]
fn npy_writes_no_more_axes_than_numpy_reads() {
    let directory = directory();
    write_npy(
        &directory.path().join("in.npy"),
        "<i4",
        false,
        &format!("({})", "1,".repeat(64)),
        &[7; 4],
    );
    printed(&run(
        "npy",
        directory.path(),
        &["in.npy", "...", "same.npy"],
    ));
    fails(
        "npy",
        directory.path(),
        &["in.npy", "newaxis", "more.npy"],
        &["65 axes, a NumPy file has at most 64"],
    );
    assert_eq!(names(directory.path()), ["in.npy", "same.npy"]);
}

/// The numbers of a slice of 0..24 of shape [4, 6], of one byte each.
#[track_caller]
fn sliced(spec: &str) -> (String, Vec<u8>) {
    let directory = directory();
    write_npy(
        &directory.path().join("in.npy"),
        "|u1",
        false,
        "(4, np.int64(6))",
        &(0..24).collect::<Vec<_>>(),
    );
    let report = printed(&run("npy", directory.path(), &["in.npy", spec, "out.npy"]));
    (
        report,
        std::fs::read(directory.path().join("out.npy")).expect("there")[128..].to_vec(),
    )
}

#[test]
fn npy_takes_lists_groups_and_windows() {
    for (spec, expected) in [
        ("[3, 0], [-1, 0]", vec![23, 18, 5, 0]),
        (
            "..., [0:2, 5]",
            vec![0, 1, 5, 6, 7, 11, 12, 13, 17, 18, 19, 23],
        ),
        ("([1, 3], [2, -1])", vec![8, 23]),
        ("1:+2, 4", vec![10, 16]),
        ("1 => [5, 5], 0 => -1", vec![23, 23]),
        ("[], 1", vec![]),
    ] {
        assert_eq!(sliced(spec).1, expected, "{spec}");
    }
    let directory = directory();
    write_npy(
        &directory.path().join("in.npy"),
        "<U1",
        false,
        "(2, 2)",
        b"a\0\0\0b\0\0\0c\0\0\0d\0\0\0",
    );
    printed(&run(
        "npy",
        directory.path(),
        &["in.npy", "[1, 0], ..., 1", "out.npy"],
    ));
    assert!(
        std::fs::read(directory.path().join("out.npy"))
            .expect("there")
            .ends_with(b"\nd\0\0\0b\0\0\0")
    );
    fails(
        "npy",
        directory.path(),
        &["in.npy", "0, 0, 0", "no.npy"],
        &["on shape [2, 2]", "3"],
    );
    fails(
        "npy",
        directory.path(),
        &["in.npy", "[2]", "no.npy"],
        &["on shape [2, 2]", "2"],
    );
}

#[test]
fn npy_tells_of_brackets_that_may_be_pasted() {
    let hint = "write `::2, 0`, without them";
    let (report, rows) = sliced("[::2, 0]");
    assert!(report.contains(hint), "{report}");
    assert_eq!(rows.len(), 18);
    // Three positions cannot be a spec of two axes, and two lists are not one in brackets.
    for list in ["[0, 2, 3]", "[0, 2], [1]", "[]", "[ ]"] {
        let (report, _) = sliced(list);
        assert!(!report.contains("brackets"), "{report}");
    }
    let directory = directory();
    write_npy(
        &directory.path().join("in.npy"),
        "|u1",
        false,
        "(2, 9)",
        &[0; 18],
    );
    for spec in ["[::2, 8]", "[..., 8]", "[None, 1]"] {
        fails(
            "npy",
            directory.path(),
            &["in.npy", spec, "out.npy"],
            &["the outer brackets"],
        );
    }
}

#[test]
#[cfg(unix)]
fn input_from_pipe_or_device_is_refused() {
    let directory = directory();
    let made = std::process::Command::new("mkfifo")
        .arg(directory.path().join("pipe"))
        .status()
        .expect("mkfifo runs");
    assert!(made.success());
    fails(
        "npy",
        directory.path(),
        &["pipe", "1", "out.npy"],
        &["pipe: not a regular file"],
    );
    fails(
        "npy",
        directory.path(),
        &["/dev/zero", "1", "out.npy"],
        &["/dev/zero: not a regular file"],
    );
    assert_eq!(names(directory.path()), ["pipe"]);
}

/// Slices into `out.npy`, and returns its header and its elements.
#[track_caller]
fn slice(directory: &Path, from: &str, spec: &str) -> (String, Vec<u8>) {
    printed(&run("npy", directory, &[from, spec, "out.npy", "--force"]));
    parts(&std::fs::read(directory.join("out.npy")).expect("there"))
}

/// The header and the elements of a file of version 1 or 3.
fn parts(file: &[u8]) -> (String, Vec<u8>) {
    let (start, length) = match file[6] {
        1 => (10, usize::from(u16::from_le_bytes([file[8], file[9]]))),
        _ => (12, usize::from(u16::from_le_bytes([file[8], file[9]]))),
    };
    assert_eq!((start + length) % 64, 0);
    let header = std::str::from_utf8(&file[start..start + length])
        .expect("UTF-8")
        .trim_end()
        .to_owned();
    (header, file[start + length..].to_vec())
}

/// Written by NumPy 2.4, by `numpy.savez(file, **arrays)` and `numpy.savez_compressed`: `a` is
/// `arange(6, dtype="<i2").reshape(2, 3)`, and `b/c` is
/// `array([(1, b"x"), (2, b"yz"), (3, b"")], dtype=[("n", ">i4"), ("é", "S2")])`.
const ARCHIVES: [&[u8]; 2] = [
    include_bytes!("stored.npz"),
    include_bytes!("compressed.npz"),
];

#[test]
fn npy_slices_arrays_of_an_archive() {
    for archive in ARCHIVES {
        let directory = directory();
        std::fs::write(directory.path().join("m.npz"), archive).expect("written");
        let (header, elements) = slice(directory.path(), "m.npz:a", "::-1, 1");
        assert_eq!(
            header,
            "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }"
        );
        assert_eq!(elements, [4, 0, 1, 0]);
        // Records, with a name that version 1 of the format has in Latin-1.
        let (header, elements) = slice(directory.path(), "m.npz:b/c.npy", "[2, 1]");
        assert_eq!(
            header,
            "{'descr': [('n', '>i4'), ('é', '|S2')], 'fortran_order': False, 'shape': (2,), }"
        );
        assert_eq!(elements, *b"\0\0\0\x03\0\0\0\0\0\x02yz");
        for name in ["m.npz", "m.npz:c"] {
            fails(
                "npy",
                directory.path(),
                &[name, "1", "no.npy"],
                &["are `a`, `b/c`: name one"],
            );
        }
    }
}

#[test]
fn npy_takes_the_only_array_of_an_archive() {
    let directory = directory();
    write_npy(
        &directory.path().join("in.npy"),
        "|u1",
        false,
        "(3,)",
        &[1, 2, 3],
    );
    let array = std::fs::read(directory.path().join("in.npy")).expect("there");
    let mut archive = rawzip::ZipArchiveWriter::new(Vec::new());
    let (mut entry, config) = archive.new_file("arr_0.npy").start().expect("begun");
    let mut writer = config.wrap(&mut entry);
    std::io::Write::write_all(&mut writer, &array).expect("written");
    let (_, descriptor) = writer.finish().expect("written");
    entry.finish(descriptor).expect("written");
    std::fs::write(
        directory.path().join("m:1.npz"),
        archive.finish().expect("written"),
    )
    .expect("written");
    for from in ["m:1.npz", "m:1.npz:arr_0"] {
        assert_eq!(slice(directory.path(), from, "::-1").1, [3, 2, 1]);
    }
}

#[test]
fn npy_slices_each_of_several_arrays() {
    let directory = directory();
    let path = directory.path().join("two.npy");
    write_npy(&path, "|u1", false, "(3,)", &[1, 2, 3]);
    let first = std::fs::read(&path).expect("there");
    write_npy(&path, "|S2", true, "(2, 2)", b"aabbccdd");
    let both = [first, std::fs::read(&path).expect("there")].concat();
    std::fs::write(&path, both).expect("written");
    assert_eq!(slice(directory.path(), "two.npy:0", "::2").1, [1, 3]);
    assert_eq!(slice(directory.path(), "two.npy:1", "1").1, b"bbdd");
}

#[test]
fn npy_reads_and_writes_standard_streams() {
    let directory = directory();
    let path = directory.path().join("two.npy");
    write_npy(&path, "|u1", false, "(3,)", &[1, 2, 3]);
    let array = std::fs::read(&path).expect("there");
    std::fs::write(&path, array.repeat(2)).expect("written");
    let piped = |arguments: &[&str]| {
        let input = std::fs::File::open(&path).expect("there");
        crate::command("npy", directory.path())
            .args(arguments)
            .stdin(input)
            .output()
            .expect("it runs")
    };
    let output = piped(&["-:1", "::-1", "-"]);
    assert!(output.status.success());
    assert_eq!(parts(&output.stdout).1, [3, 2, 1]);
    let report = String::from_utf8_lossy(&output.stderr);
    assert_eq!(report, "-:1 [3] [::-1] -> - [3], dtype '|u1'\n");
    for arguments in [["-:2", "1", "-"], ["-", "1", "-"], ["-:0", "9", "-"]] {
        let output = piped(&arguments);
        crate::refused(&output, 1, &["tslice npy: "]);
        assert!(output.stdout.is_empty());
    }
    assert_eq!(names(directory.path()), ["two.npy"]);
}

#[test]
fn npy_reads_other_names_of_dtypes() {
    let directory = directory();
    for (descr, width) in [
        ("i2", 2),
        ("float64", 8),
        ("?", 1),
        ("datetime64[ns]", 8),
        (">d", 8),
    ] {
        let data: Vec<u8> = (0..3 * width).collect();
        write_npy(
            &directory.path().join("in.npy"),
            descr,
            false,
            "(3,)",
            &data,
        );
        let (header, elements) = slice(directory.path(), "in.npy", "2");
        assert!(
            header.starts_with(&format!("{{'descr': '{descr}', ")),
            "{header}"
        );
        assert_eq!(elements, data[usize::from(2 * width)..]);
    }
}

#[test]
fn npy_refuses_names_that_numpy_lacks() {
    let directory = directory();
    for descr in ["bfloat16", "int3", "<f4[s]"] {
        write_npy(
            &directory.path().join("in.npy"),
            descr,
            false,
            "(1,)",
            &[0; 8],
        );
        let words = format!("'{descr}' is not a dtype of NumPy");
        fails(
            "npy",
            directory.path(),
            &["in.npy", "0", "no.npy"],
            &[&words],
        );
    }
}

#[test]
fn npy_reads_what_gzip_has_compressed() {
    let directory = directory();
    write_npy(
        &directory.path().join("in.npy"),
        "|u1",
        false,
        "(3,)",
        &[1, 2, 3],
    );
    let array = std::fs::read(directory.path().join("in.npy")).expect("there");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut gzip, &array.repeat(2)).expect("written");
    let path = directory.path().join("two.npy.gz");
    std::fs::write(&path, gzip.finish().expect("written")).expect("written");
    assert_eq!(slice(directory.path(), "two.npy.gz:1", "::-1").1, [3, 2, 1]);
    let words = ["several arrays in one file: name one"];
    fails(
        "npy",
        directory.path(),
        &["two.npy.gz", "1", "no.npy"],
        &words,
    );
    let words = ["array 2 is missing: the numbers are 0 to 1"];
    fails(
        "npy",
        directory.path(),
        &["two.npy.gz:2", "1", "no.npy"],
        &words,
    );
}

#[test]
fn npy_compares_an_array_with_its_checksum() {
    let directory = directory();
    let mut archive = ARCHIVES[0].to_vec();
    let elements = [0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0];
    let at = archive
        .windows(12)
        .position(|window| window == elements)
        .expect("stored");
    archive[at + 2] = 9;
    std::fs::write(directory.path().join("m.npz"), archive).expect("written");
    let words = ["m.npz:a: the archive is damaged: checksum"];
    fails("npy", directory.path(), &["m.npz:a", "0", "no.npy"], &words);
    assert_eq!(slice(directory.path(), "m.npz:b/c", "0").1.len(), 6);
}

#[test]
fn npy_takes_no_more_of_a_stream_than_its_array() {
    let directory = directory();
    write_npy(
        &directory.path().join("in.npy"),
        "|u1",
        false,
        "(3,)",
        &[1, 2, 3],
    );
    let array = std::fs::read(directory.path().join("in.npy")).expect("there");
    let mut child = crate::command("npy", directory.path())
        .args(["-", "1", "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut written = std::io::Write::write_all(&mut stdin, &array);
    let mut bytes = 0_u64;
    // Until the program ends and the pipe breaks.
    while written.is_ok() && bytes < 1 << 30 {
        written = std::io::Write::write_all(&mut stdin, &[7; 1 << 16]);
        bytes += 1 << 16;
    }
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    crate::refused(&output, 1, &["bytes follow the array"]);
    assert!(bytes < 1 << 20, "{bytes} bytes were taken");
}

#[test]
#[cfg(unix)]
fn npy_writes_to_standard_output_by_its_name() {
    let directory = directory();
    write_npy(
        &directory.path().join("in.npy"),
        "|u1",
        false,
        "(3,)",
        &[1, 2, 3],
    );
    let output = run("npy", directory.path(), &["in.npy", "1:", "/dev/stdout"]);
    assert_eq!(parts(&output.stdout).1, [2, 3]);
    let report = String::from_utf8_lossy(&output.stderr);
    assert_eq!(report, "in.npy [3] [1:] -> /dev/stdout [2], dtype '|u1'\n");
}
