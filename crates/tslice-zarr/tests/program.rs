//! Arguments of the program that copies: parts by the variables of engines, and sizes.

use std::path::PathBuf;
use std::process::Command;
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
        (part(&[]), "PBS_ARRAY_INDEX is set"),
    ] {
        let words = found.expect_err(expected);
        assert!(
            words.ends_with(expected) && words.lines().count() == 1,
            "{expected}: {words}"
        );
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
