//! Arguments of the program that copies: parts by the variables of engines, sizes, and two passes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use zarrs::array::{ArrayBuilder, data_type};
use zarrs::filesystem::FilesystemStore;

struct Directory(PathBuf);

impl Directory {
    /// A directory with an array of 16 chunks.
    fn with_array(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tslice-zarr-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory");
        let store = Arc::new(FilesystemStore::new(&path).expect("a directory"));
        let array = ArrayBuilder::new(vec![16, 4], [1, 4], data_type::uint8(), 7_u8);
        array
            .build(store, "/")
            .expect("an array")
            .store_metadata()
            .expect("metadata");
        Self(path)
    }

    /// What the program says of a copy that it does not do: the lines of a success, or the message.
    fn copy(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Result<String, String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tslice-zarr"));
        command
            .arg(&self.0)
            .args(["...", "out.zarr", "--dry-run"])
            .args(arguments);
        let output = command
            .envs(variables.iter().copied())
            .output()
            .expect("the program");
        let words = |bytes| {
            String::from_utf8(bytes)
                .expect("UTF-8")
                .trim_end()
                .to_owned()
        };
        if output.status.success() {
            Ok(words(output.stdout))
        } else {
            Err(words(output.stderr))
        }
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn part_follows_the_variables_of_engines() {
    let directory = Directory::with_array("part");
    let part = |variables: &[(&str, &str)]| directory.copy(&["--part", "env"], variables);
    let slurm = |id, first, step| {
        let (count, own) = (("SLURM_ARRAY_TASK_COUNT", "4"), ("SLURM_ARRAY_TASK_ID", id));
        part(&[
            own,
            count,
            ("SLURM_ARRAY_TASK_MIN", first),
            ("SLURM_ARRAY_TASK_STEP", step),
        ])
    };
    let kubernetes = ("JOB_COMPLETION_INDEX", "0");
    for (found, expected) in [
        (slurm("0", "0", "1"), "part 1/4: "),
        (slurm("16", "10", "2"), "part 4/4: "),
        (part(&[kubernetes, ("PARTS", "8")]), "part 1/8: "),
        (
            part(&[("PBS_ARRAY_INDEX", "8"), ("PARTS", "8")]),
            "part 8/8: ",
        ),
        (
            part(&[
                ("SLURM_ARRAY_TASK_ID", "11"),
                ("SLURM_ARRAY_TASK_MIN", "11"),
                ("SLURM_ARRAY_TASK_COUNT", "2"),
                ("PARTS", "12"),
            ]),
            "part 11/12: ",
        ),
        (
            part(&[
                ("AWS_BATCH_JOB_ARRAY_INDEX", "3"),
                ("AWS_BATCH_JOB_ARRAY_SIZE", "8"),
            ]),
            "part 4/8: ",
        ),
        (
            part(&[
                ("SGE_TASK_ID", "5"),
                ("SGE_TASK_FIRST", "1"),
                ("SGE_TASK_LAST", "9"),
                ("SGE_TASK_STEPSIZE", "2"),
            ]),
            "part 3/5: ",
        ),
        (
            part(&[("LSB_JOBINDEX", "2"), ("LSB_JOBINDEX_END", "4")]),
            "part 2/4: ",
        ),
        (
            part(&[("OMPI_COMM_WORLD_RANK", "0"), ("OMPI_COMM_WORLD_SIZE", "4")]),
            "part 1/4: ",
        ),
    ] {
        let words = found.expect("a part");
        assert!(words.contains(expected), "{expected}: {words}");
    }
    for (found, expected) in [
        (slurm("15", "10", "2"), "it is between two"),
        (slurm("9", "10", "2"), "it is before the first"),
        (
            slurm("4", "0", "1"),
            "part 5 of 4 does not exist: parts are counted from 1 to 4",
        ),
        (
            part(&[kubernetes]),
            "JOB_COMPLETION_INDEX is set, and PARTS, the number of parts, is not",
        ),
        (
            part(&[("PBS_ARRAY_INDEX", "x"), ("PARTS", "8")]),
            "PBS_ARRAY_INDEX=x is not a number",
        ),
        (part(&[]), "PMI_RANK is set"),
        (part(&[("SGE_TASK_ID", "undefined")]), "PMI_RANK is set"),
        (part(&[("LSB_JOBINDEX", "0")]), "PMI_RANK is set"),
    ] {
        let words = found.expect_err(expected);
        assert!(
            words.ends_with(expected) && words.lines().count() == 1,
            "{expected}: {words}"
        );
    }
}

#[test]
fn job_without_a_part_copies_everything_and_warns() {
    let directory = Directory::with_array("alone");
    let words = directory.copy(&[], &[("SLURM_ARRAY_TASK_ID", "3")]);
    let words = words.expect("a plan");
    assert!(
        words.contains("warning: SLURM_ARRAY_TASK_ID is set, and this job copies all of it"),
        "{words}"
    );
    assert!(words.contains("part 1/1: "), "{words}");
    let words = directory.copy(&[], &[]).expect("a plan");
    assert!(!words.contains("warning"), "{words}");
}

#[test]
fn outputs_are_known_by_their_names() {
    let directory = Directory::with_array("names");
    let run = |to: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tslice-zarr"));
        let output = command
            .args([&directory.0, &PathBuf::from("...")])
            .arg(directory.0.join(to));
        let output = output.output().expect("the program");
        let words = String::from_utf8_lossy(&output.stderr)
            .trim_end()
            .to_owned();
        (output.status.success(), words)
    };
    for to in ["backup", "out.zar", "out.npz"] {
        let (done, words) = run(to);
        assert!(!done && words.ends_with("NAME.zarr or a URL"), "{words}");
        assert!(words.lines().count() == 1 && words.contains(to), "{words}");
        assert!(!directory.0.join(to).exists());
    }
    for (to, made) in [("OUT.ZARR", "OUT.ZARR/zarr.json"), ("out.NPY", "out.NPY")] {
        let (done, words) = run(to);
        assert!(done && directory.0.join(made).is_file(), "{to}: {words}");
    }
}

#[test]
fn sizes_have_units() {
    let directory = Directory::with_array("sizes");
    let memory = |text| directory.copy(&["--memory", text], &[]);
    for text in ["2GiB", "512M", "1TiB", "1GB"] {
        memory(text).expect(text);
    }
    // Too little, which the message says in bytes.
    for (text, bytes) in [
        ("7", 7),
        ("2KiB", 2048),
        ("3kB", 3000),
        ("1M", 1 << 20),
        ("5MB", 5_000_000),
    ] {
        let words = memory(text).expect_err(text);
        assert!(
            words.ends_with(&format!("the memory is {bytes} bytes")),
            "{text}: {words}"
        );
    }
    for text in ["", "GiB", "1.5GiB", "2 GiB", "99999999TiB", "2PiB"] {
        assert!(
            memory(text)
                .expect_err(text)
                .contains(&format!("`{text}` is not a size")),
            "{text}"
        );
    }
}

/// Runs the program; its lines, or its message.
fn run(arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tslice-zarr"));
    let output = command.args(arguments).output().expect("the program");
    let words = |bytes: Vec<u8>| {
        String::from_utf8(bytes)
            .expect("UTF-8")
            .trim_end()
            .to_owned()
    };
    match output.status.success() {
        true => Ok(words(output.stdout)),
        false => Err(words(output.stderr)),
    }
}

/// The chunks of an array.
fn files(path: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(path).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all.extend(files(&path));
        } else if path.extension().is_none() {
            all.insert(path.clone(), std::fs::read(path).expect("a file"));
        }
    }
    all
}

/// A directory with an array of planes, some of which are empty, and arguments that copy it to
/// columns.
struct Planes {
    directory: Directory,
    to: [String; 4],
}

impl Planes {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tslice-zarr-{name}-{}", std::process::id()));
        let array = ArrayBuilder::new(vec![32, 48, 40], [1, 48, 40], data_type::uint16(), 0_u16);
        let store = Arc::new(FilesystemStore::new(path.join("a.zarr")).expect("a directory"));
        let array = array.build(store, "/").expect("an array");
        array.store_metadata().expect("metadata");
        let array = tslice_zarr::ZarrArray::writable(&array).expect("an array");
        let number = |[z, y, x]: [usize; 3]| {
            if z < 9 {
                0
            } else {
                (z * 1920 + y * 40 + x) as u16
            }
        };
        let numbers = tslice::Tensor::<u16, 3>::from_shape_fn([32, 48, 40], number);
        array.assign(&numbers).expect("a write");
        let at = |name: &str| path.join(name).display().to_string();
        let to = [
            at("a.zarr"),
            at("out.zarr"),
            at("tmp.zarr"),
            at("direct.zarr"),
        ];
        Self {
            directory: Directory(path),
            to,
        }
    }

    fn run(&self, to: &str, more: &[&str]) -> Result<String, String> {
        let to = [
            "::-1, 3:43, ::2",
            to,
            "--chunks",
            "32x8x5",
            "--memory",
            "64MiB",
        ];
        run(&[&[&self.to[0][..]], &to[..], more].concat())
    }

    fn via(&self, more: &[&str]) -> Result<String, String> {
        self.run(&self.to[1], &[&["--via", &self.to[2]], more].concat())
    }

    fn chunks(&self, of: usize) -> Vec<(PathBuf, Vec<u8>)> {
        let root = Path::new(&self.to[of]);
        let all = files(root).into_iter();
        all.map(|(path, bytes)| (path.strip_prefix(root).expect("below").to_owned(), bytes))
            .collect()
    }
}

#[test]
fn target_is_not_its_intermediate_array() {
    let planes = Planes::new("one");
    let spelled = planes.to[1].replace("out.zarr", "./out.zarr");
    for via in [&planes.to[1], &spelled] {
        for more in [&[][..], &["--force"], &["--create"], &["--dry-run"]] {
            let error = planes.run(&planes.to[1], &[&["--via", via], more].concat());
            let error = error.expect_err("one place");
            assert!(error.contains("are at one place"), "{error}");
            assert!(!Path::new(&planes.to[1]).exists());
        }
    }
}

#[test]
fn number_of_parts_costs_no_time() {
    let planes = Planes::new("parts");
    let part = format!("17/{}", usize::MAX);
    let words = planes.run(&planes.to[1], &["--dry-run", "--part", &part]);
    assert!(words.expect("a plan").contains("writes 0 chunks"));
}

#[test]
fn parts_are_told_of_two_passes() {
    let planes = Planes::new("told");
    let dry = |part: &str, more: &[&str]| {
        let more = [&["--dry-run", "--part", part], more].concat();
        planes.run(&planes.to[1], &more).expect("a plan")
    };
    let words = dry("3/5", &[]);
    let line = "5 parts read each chunk of the source 5 times; through an intermediate array (--via TMP.zarr), twice";
    assert!(words.contains(line), "{words}");
    assert!(!dry("1/2", &[]).contains("--via"));
    let words = dry("3/16", &["--via", "tmp.zarr", "--pass", "1"]);
    assert!(words.contains("pass 1: part 3/16: reads "), "{words}");
    assert!(!words.contains("pass 2"), "{words}");
    let error = planes.via(&["--part", "1/2"]).expect_err("no pass");
    assert!(error.ends_with("needs --pass 1 or --pass 2"), "{error}");
    assert!(!Path::new(&planes.to[2]).exists());
}

#[test]
fn passes_by_processes_give_the_direct_copy() {
    let planes = Planes::new("passes");
    planes.run(&planes.to[3], &[]).expect("a direct copy");
    let part = |pass: &str, number: usize, more: &[&str]| {
        let part = format!("{number}/8");
        planes.via(&[&["--pass", pass, "--part", &part, "--verify"], more].concat())
    };
    for number in [1, 2, 4, 5, 6, 8] {
        part("1", number, &[]).expect("a part");
    }
    let error = part("2", 3, &[]).expect_err("two parts are missing");
    assert!(
        error.contains("pass 1 is not finished: it lacks chunks of part 3/8, 7/8: "),
        "{error}"
    );
    assert!(planes.chunks(1).is_empty());
    for number in [3, 7] {
        part("1", number, &["--resume"]).expect("a part");
    }
    // A chunk that was lost is missed.
    let lost = files(Path::new(&planes.to[2]))
        .into_keys()
        .next()
        .expect("a chunk");
    std::fs::remove_file(&lost).expect("a file");
    let error = part("2", 1, &[]).expect_err("a chunk is missing");
    assert!(error.contains("it lacks chunks of part"), "{error}");
    for number in 1..=8 {
        part("1", number, &["--resume"]).expect("a part");
    }
    let mut running: Vec<_> = (1..=8)
        .map(|number| {
            let part = format!("{number}/8");
            let mut command = Command::new(env!("CARGO_BIN_EXE_tslice-zarr"));
            let spec = [
                "::-1, 3:43, ::2",
                &planes.to[1],
                "--chunks",
                "32x8x5",
                "--memory",
                "64MiB",
            ];
            let passes = ["--via", &planes.to[2], "--pass", "2", "--part", &part];
            let command = command.arg(&planes.to[0]).args(spec).args(passes);
            command.stdout(Stdio::null()).spawn().expect("the program")
        })
        .collect();
    for process in &mut running {
        assert!(process.wait().expect("a process").success());
    }
    assert_eq!(planes.chunks(1), planes.chunks(3));
    // Another copy of the same shape takes neither.
    let spec = [
        "::-1, 4:44, ::2",
        &planes.to[1],
        "--chunks",
        "32x8x5",
        "--memory",
        "64MiB",
    ];
    let other = ["--via", &planes.to[2], "--pass", "1", "--part", "1/8"];
    let error = run(&[&[&planes.to[0][..]], &spec[..], &other].concat()).expect_err("another copy");
    assert!(error.contains("those of another copy"), "{error}");
    planes
        .via(&["--pass", "2", "--resume", "--remove"])
        .expect("all is there");
    assert!(!Path::new(&planes.to[2]).exists());
    assert_eq!(planes.chunks(1), planes.chunks(3));
    drop(planes.directory);
}

#[test]
fn both_passes_survive_kills() {
    let planes = Planes::new("kills");
    planes.run(&planes.to[3], &[]).expect("a direct copy");
    let mut random = 2026_u32;
    for round in 0..12 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tslice-zarr"));
        let spec = [
            "::-1, 3:43, ::2",
            &planes.to[1],
            "--chunks",
            "32x8x5",
            "--memory",
            "64MiB",
        ];
        let command = command.arg(&planes.to[0]).args(spec);
        let command = command.args(["--via", &planes.to[2], "--force"]);
        let mut process = command.stdout(Stdio::null()).spawn().expect("the program");
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        std::thread::sleep(std::time::Duration::from_micros(u64::from(random >> 14)));
        process.kill().expect("a process");
        let was_done = process.wait().expect("a process").success();
        let left = planes.via(&["--resume", "--verify"]);
        match left {
            Ok(_) => {}
            Err(error) => assert!(error.contains("--force begins it again"), "{error}"),
        }
        if !was_done && round % 2 == 0 {
            planes.via(&["--force", "--remove"]).expect("a copy");
            assert!(planes.chunks(2).is_empty());
            assert!(!Path::new(&planes.to[2]).join("zarr.json").exists());
        } else if planes.via(&["--resume"]).is_err() {
            continue;
        }
        assert_eq!(planes.chunks(1), planes.chunks(3));
    }
    // An array that is not an intermediate one is not erased.
    let error = planes.run(&planes.to[1], &["--via", &planes.to[3], "--force"]);
    assert!(
        error
            .expect_err("an array")
            .contains("not that of an intermediate array")
    );
    assert!(!planes.chunks(3).is_empty());
    planes.via(&["--force"]).expect("a copy");
    let error = planes.via(&[]).expect_err("an array");
    assert!(error.contains("tmp.zarr: an array is there"), "{error}");
}
