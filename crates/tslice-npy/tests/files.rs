//! Files that are written here byte by byte, as the format says, and not by the library.

use std::io::{Cursor, Read, Write};
use std::path::Path;

use tslice::{DynTensor, Tensor, s, tensor};
use tslice_npy::{
    Archive, ArchiveWriter, Npy, NpyError, ends, read, read_from, write, write_header, write_items,
    write_to,
};

/// A file of version 1.0.
fn npy(descr: &str, fortran: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {shape}, }}\n");
    let length = u16::try_from(header.len())
        .expect("a short header")
        .to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), data].concat()
}

/// An archive with one array, which is stored.
fn npz(name: &str, array: &[u8]) -> Vec<u8> {
    let mut archive = rawzip::ZipArchiveWriter::new(Vec::new());
    let (mut entry, config) = archive.new_file(name).start().expect("begun");
    let mut writer = config.wrap(&mut entry);
    writer.write_all(array).expect("written");
    let (_, descriptor) = writer.finish().expect("written");
    entry.finish(descriptor).expect("written");
    archive.finish().expect("written")
}

fn saved(bytes: &[u8]) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(bytes).expect("written");
    file
}

/// SAFETY of the tests: nothing writes to a temporary file of a test but that test.
fn mapped(path: &Path) -> Result<Npy, NpyError> {
    // SAFETY: see above.
    unsafe { Npy::map(path) }
}

#[track_caller]
fn refused<T>(result: Result<T, NpyError>, words: &str) {
    let error = result.err().expect("an error").to_string();
    assert!(error.contains(words), "`{words}` is not in `{error}`");
}

#[test]
fn both_orders_of_bytes_and_axes_are_read() {
    let little: Vec<u8> = (1..7_i16).flat_map(i16::to_le_bytes).collect();
    let big: Vec<u8> = (1..7_i16).flat_map(i16::to_be_bytes).collect();
    let rows = [[1_i16, 2, 3], [4, 5, 6]];
    let columns = [[1_i16, 3, 5], [2, 4, 6]];
    for (descr, fortran, data, expected) in [
        ("'<i2'", "False", &little, rows),
        ("'>i2'", "False", &big, rows),
        ("'<i2'", "True", &little, columns),
        ("'>int16'", "True", &big, columns),
    ] {
        let file = saved(&npy(descr, fortran, "(2, 3)", data));
        assert_eq!(read::<i16>(file.path()).expect("read"), expected);
        let map = mapped(file.path()).expect("mapped");
        assert_eq!(map.to_tensor::<i16>().expect("read"), expected);
        match map.view::<i16>() {
            Ok(view) => assert_eq!(view.slice(s![.., ::-1]).shape(), [2, 3]),
            Err(error) => assert!(matches!(error, NpyError::View(_)), "{error}"),
        }
        assert_eq!(map.bytes::<1>().expect("bytes").shape(), [2, 3, 2]);
        assert_eq!(map.bytes::<2>().expect("bytes").shape(), [2, 3]);
    }
}

#[test]
fn another_type_is_refused_with_both_names() {
    let file = saved(&npy("'<f4'", "False", "(2,)", &[0; 8]));
    refused(read::<i32>(file.path()), "dtype '<f4', not 'i4'");
    let map = mapped(file.path()).expect("mapped");
    refused(map.view::<f64>(), "dtype '<f4', not 'f8'");
    refused(map.cast::<u16>(), "the type has 2");
    refused(map.bytes::<3>(), "not parts");
    refused(map.bytes::<0>(), "not parts");
    let records = saved(&npy(
        "[('a', '<u2'), ('b', '<u2')]",
        "False",
        "(2,)",
        &[1; 8],
    ));
    let records = mapped(records.path()).expect("mapped");
    refused(records.view::<u32>(), "('b', '<u2')], not 'u4'");
    assert_eq!(records.cast::<[u8; 4]>().expect("plain"), [[1; 4]; 2]);
    let bools = saved(&npy("'|b1'", "False", "(2,)", &[1, 2]));
    refused(read::<bool>(bools.path()), "the bytes of bools");
}

#[test]
fn no_more_than_the_shape_asks_for_is_taken_from_a_stream() {
    let array = npy("'|u1'", "False", "(3,)", &[1, 2, 3]);
    // A stream without an end behind the array: `ends` alone looks at it.
    let mut stream = Cursor::new(array.repeat(2)).chain(std::io::repeat(0));
    for _ in 0..2 {
        let next = Npy::read_next(&mut stream).expect("read").expect("there");
        assert_eq!(next.to_tensor::<u8>().expect("bytes"), [1, 2, 3]);
    }
    refused(ends(&mut stream), "bytes follow");
    let mut stream = Cursor::new(&array).chain(std::io::repeat(7));
    refused(read_from::<u8>(&mut stream), "bytes follow");
    let mut stream = Cursor::new(array.repeat(2));
    refused(read_from::<u8>(&mut stream), "several arrays");
    let mut stream = Cursor::new(&array);
    assert!(Npy::skip_next(&mut stream).expect("skipped"));
    assert!(!Npy::skip_next(&mut stream).expect("the end"));
    assert!(Npy::spool_next(&mut stream).expect("the end").is_none());
}

#[test]
fn shape_of_a_liar_takes_no_memory() {
    // 2^60 bytes, of which three are there.
    let array = npy("'|u1'", "False", "(1152921504606846976,)", &[1, 2, 3]);
    refused(read_from::<u8>(&mut &array[..]), "there are 3");
    refused(Npy::read_next(&mut &array[..]), "there are 3");
    refused(Npy::spool_next(&mut &array[..]), "there are 3");
    refused(Npy::skip_next(&mut &array[..]), "cut short");
    refused(mapped(saved(&array).path()), "there are 3");
    let archive = saved(&npz("a.npy", &array));
    let archive = Archive::read(archive.path()).expect("an archive");
    refused(archive.get("a"), "there are 3");
    refused(archive.to_tensor::<u8>("a"), "there are 3");
}

#[test]
fn member_that_expands_beyond_its_shape_is_not_expanded() {
    // 512 MiB of zeros behind an array of one byte, in half a MiB.
    let array = npy("'|u1'", "False", "(1,)", &[9]);
    let mut archive = rawzip::ZipArchiveWriter::new(Vec::new());
    let file = archive.new_file("a.npy");
    let file = file.compression_method(rawzip::CompressionMethod::DEFLATE);
    let (mut entry, config) = file.start().expect("begun");
    let level = flate2::Compression::best();
    let mut to = config.wrap(flate2::write::DeflateEncoder::new(&mut entry, level));
    to.write_all(&array).expect("written");
    for _ in 0..512 {
        to.write_all(&[0; 1 << 20]).expect("written");
    }
    let (encoder, descriptor) = to.finish().expect("written");
    encoder.finish().expect("written");
    entry.finish(descriptor).expect("written");
    let file = saved(&archive.finish().expect("written"));
    let archive = Archive::read(file.path()).expect("an archive");
    let begun = std::time::Instant::now();
    refused(archive.get("a"), "bytes follow");
    refused(archive.to_tensor::<u8>("a"), "bytes follow");
    // SAFETY: nothing writes to the temporary file.
    let map = unsafe { Archive::map(file.path()) }.expect("an archive");
    refused(map.get("a"), "bytes follow");
    assert!(begun.elapsed().as_millis() < 100, "{:?}", begun.elapsed());
}

#[test]
fn wrong_checksum_is_an_error_where_the_array_is_read_whole() {
    let array = npy("'|u1'", "False", "(3,)", &[1, 2, 3]);
    let mut bytes = npz("a.npy", &array);
    let at = bytes
        .windows(3)
        .position(|three| three == [1, 2, 3])
        .expect("the elements");
    bytes[at] = 7;
    let file = saved(&bytes);
    let archive = Archive::read(file.path()).expect("an archive");
    refused(archive.get("a"), "damaged: checksum");
    assert!(archive.to_tensor::<u8>("a").is_err());
    // SAFETY: nothing writes to the temporary file.
    let map = unsafe { Archive::map(file.path()) }.expect("an archive");
    let mut member = map.get("a.npy").expect("it is there");
    assert!(member.is_unchecked());
    assert_eq!(member.view::<u8>().expect("bytes"), [7, 2, 3]);
    refused(member.check(), "damaged: checksum");
}

#[test]
fn arrays_behind_each_other_are_mapped_one_by_one() {
    let two = [
        npy("'|u1'", "False", "(3,)", &[1, 2, 3]),
        npy("'|S2'", "True", "(2, 2)", b"aabbccdd"),
    ];
    let file = saved(&two.concat());
    refused(mapped(file.path()), "several arrays");
    // SAFETY: nothing writes to the temporary file.
    let arrays = unsafe { Npy::map_each(file.path()) }.expect("mapped");
    let shapes: Vec<Vec<usize>> = arrays
        .map(|array| array.expect("an array").shape().to_vec())
        .collect();
    assert_eq!(shapes, [vec![3], vec![2, 2]]);
    let file = saved(&[&two[0][..], b"more"].concat());
    refused(mapped(file.path()), "4 bytes too many after shape [3]");
}

#[test]
fn compressed_files_are_read() {
    let array = npy("'|u1'", "False", "(3,)", &[1, 2, 3]);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&array).expect("written");
    let mut bytes = gzip.finish().expect("written");
    let file = saved(&bytes);
    assert_eq!(read::<u8>(file.path()).expect("read"), [1, 2, 3]);
    // The checksum is behind the data.
    let checksum = bytes.len() - 8;
    bytes[checksum] ^= 1;
    assert!(read::<u8>(saved(&bytes).path()).is_err());
}

#[test]
fn headers_are_what_numpy_writes() {
    // `numpy.save` of `arange(6, dtype="<u2").reshape(2, 3)`, by NumPy 2.4.
    let mut expected = b"\x93NUMPY\x01\x00v\x00".to_vec();
    expected.extend(b"{'descr': '<u2', 'fortran_order': False, 'shape': (2, 3), }");
    expected.resize(127, b' ');
    expected.extend(b"\n\0\0\x01\0\x02\0\x03\0\x04\0\x05\0");
    let mut written = Vec::new();
    let array = Tensor::from_shape_fn([3, 2], |[i, j]| (i + 3 * j) as u16);
    write_to(&mut written, &array.t()).expect("written");
    if cfg!(target_endian = "little") {
        assert_eq!(written, expected);
    }
}

#[test]
fn names_of_members_are_taken_with_and_without_npy() {
    let mut to = ArchiveWriter::new(Vec::new());
    to.add("a", &[1_u8, 2]).expect("added");
    to.add_compressed("b/c", &[1.5_f64]).expect("added");
    to.add("a", &[3_u8]).expect("added");
    let file = saved(&to.finish().expect("written"));
    let archive = Archive::read(file.path()).expect("an archive");
    assert_eq!(archive.names().expect("whole"), ["a", "b/c", "a"]);
    assert_eq!(archive.to_tensor::<f64>("b/c.npy").expect("there"), [1.5]);
    // As in Python, the last of two.
    assert_eq!(archive.to_tensor::<u8>("a").expect("there"), [3]);
    refused(archive.get("c"), "no array `c`");
    refused(read::<u8>(file.path()), "which `Archive` reads");
}

/// An array of more axes than NumPy has.
fn with_65_axes() -> DynTensor<i64> {
    DynTensor::from_shape_vec([1; 65], vec![7]).expect("one element")
}

/// A disk that is full after these bytes.
#[derive(Debug)]
struct Disk(usize);

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        match taken {
            0 if !bytes.is_empty() => Err(std::io::ErrorKind::StorageFull.into()),
            taken => Ok(taken),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_array_that_an_archive_refuses_leaves_no_trace() {
    let mut to = ArchiveWriter::new(Vec::new());
    to.add("x", &[1_u8]).expect("added");
    refused(to.add("bad", &with_65_axes()), "65 axes");
    refused(to.add_compressed("bad", &with_65_axes()), "65 axes");
    let long = "n".repeat(65_532);
    refused(to.add(&long, &[1_u8]), "a name of 65536 bytes");
    to.add(&long[1..], &[2_u8]).expect("added");
    to.add("y", &[3_u8]).expect("added");
    let file = saved(&to.finish().expect("written"));
    let archive = Archive::read(file.path()).expect("an archive");
    assert_eq!(archive.names().expect("whole"), ["x", &long[1..], "y"]);
    assert_eq!(archive.to_tensor::<u8>("y").expect("there"), [3]);
}

#[test]
fn an_archive_with_an_error_of_writing_goes_no_further() {
    let noise: Vec<u64> = (0..999_u64)
        .map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .collect();
    for room in [0, 3, 40, 300, 2000] {
        for is_compressed in [false, true] {
            let mut to = ArchiveWriter::new(Disk(room));
            let first = match is_compressed {
                true => to.add_compressed("first", &noise),
                false => to.add("first", &noise),
            };
            assert!(matches!(first, Err(NpyError::Io(_))), "{room}: {first:?}");
            let error = first.expect_err("an error").to_string();
            for words in ["array `first`", &error] {
                refused(to.add("second", &[1_u8]), words);
                refused(to.add_compressed("third", &[1_u8]), words);
            }
            refused(to.finish(), "array `first`");
        }
    }
}

#[test]
fn a_file_is_replaced_only_by_a_whole_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.npy");
    write(&path, &[1_i64, 2]).expect("written");
    // SAFETY of the test: what a map shows is replaced, not changed.
    let map = mapped(&path).expect("an array");
    refused(write(&path, &with_65_axes()), "65 axes");
    assert_eq!(read::<i64>(&path).expect("the old file"), [1, 2]);
    write(&path, &[3_i64]).expect("written");
    assert_eq!(read::<i64>(&path).expect("the new file"), [3]);
    assert_eq!(map.view::<i64>().expect("the old file"), [1, 2]);
    refused(write(folder.path().join("new.npy"), &with_65_axes()), "65");
    refused(write(folder.path(), &[1_u8]), "");
    let names = std::fs::read_dir(folder.path()).expect("a folder");
    assert_eq!(names.count(), 1, "nothing lies beside the file");
}

#[cfg(unix)]
#[test]
fn links_modes_and_devices_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let [path, link, missing] = ["a.npy", "b.npy", "c.npy"].map(|name| folder.path().join(name));
    let mode = |path: &Path| path.metadata().expect("a file").permissions().mode() & 0o777;
    write(&path, &[1_u8]).expect("written");
    let plain = folder.path().join("plain");
    std::fs::write(&plain, "").expect("written");
    assert_eq!(mode(&path), mode(&plain));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).expect("set");
    symlink("a.npy", &link).expect("a link");
    write(&link, &[2_u8]).expect("written");
    assert_eq!(read::<u8>(&path).expect("through the link"), [2]);
    assert_eq!(mode(&path), 0o640);
    assert!(link.is_symlink());
    std::fs::remove_file(&link).expect("removed");
    symlink("c.npy", &link).expect("a link to nothing");
    write(&link, &[3_u8]).expect("written");
    assert_eq!(read::<u8>(&missing).expect("through the link"), [3]);
    write("/dev/null", &[4_u8]).expect("written");
    assert!(!Path::new("/dev/null").is_file());
}

#[cfg(target_pointer_width = "64")]
#[test]
fn an_array_larger_than_a_file_is_refused_before_its_header() {
    let one = tensor![5_i64];
    let endless = one.broadcast_to([1 << 61]);
    let mut archive = ArchiveWriter::new(Vec::new());
    refused(archive.add("a", &endless), "a file has at most");
    archive.finish().expect("an empty archive");
    let mut written = Vec::new();
    refused(write_to(&mut written, &endless), "2305843009213693952");
    let shape = [1 << 40, 1 << 20];
    refused(write_header(&mut written, "'<i8'", &shape), "at most");
    assert!(written.is_empty());
    // Its items can be written, as far as there is room.
    let endless = endless.into_dyn();
    let full = write_items(&mut Disk(3 << 20), &endless).expect_err("a full disk");
    assert_eq!(full.kind(), std::io::ErrorKind::StorageFull);
    let columns = one.broadcast_to([1 << 30, 1 << 30]).into_dyn();
    let full = write_items(&mut Disk(3 << 20), &columns).expect_err("a full disk");
    assert_eq!(full.kind(), std::io::ErrorKind::StorageFull);
    write_header(&mut written, "'<i8'", &[1 << 40, 0, 1 << 20]).expect("no bytes");
    let nothing = [(); 1];
    let nothing = tslice::View::from(&nothing).broadcast_to([1 << 62]);
    write_items(&mut Disk(0), &nothing.into_dyn()).expect("no bytes");
}

#[test]
fn errors_of_views_name_what_helps() {
    let data = [0, 0, 0, 1, 0, 0, 0, 2];
    let file = saved(&npy("'>i4'", "False", "(2,)", &data));
    let array = mapped(file.path()).expect("an array");
    let words = "the other byte order: `to_tensor` copies them";
    refused(array.view::<i32>(), words);
    assert_eq!(array.to_tensor::<i32>().expect("copied"), [1, 2]);
    for (error, expected) in [
        (
            array.cast::<u16>().err(),
            "items of 4 bytes, the type has 2",
        ),
        (
            array.bytes::<3>().err(),
            "items of 4 bytes are not parts of 3 bytes",
        ),
    ] {
        assert_eq!(error.expect("an error").to_string(), expected);
    }
    // The header ends at a multiple of 4 in one of four files.
    let mut misplaced = 0;
    for padding in 0..4 {
        let shape = format!("(2,){}", " ".repeat(padding));
        let file = saved(&npy("'<i4'", "False", &shape, &data));
        let array = mapped(file.path()).expect("an array");
        assert_eq!(array.bytes::<4>().expect("bytes").shape(), [2]);
        if array.view::<i32>().is_err() {
            misplaced += 1;
            refused(array.view::<i32>(), "cannot have: `to_tensor` copies them");
            refused(
                array.cast::<u32>(),
                "cannot have: `bytes` views their bytes",
            );
        }
    }
    assert_eq!(misplaced, 3);
}
