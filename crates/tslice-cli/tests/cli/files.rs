//! What becomes of files, whichever subcommand writes them: old or new, never half, and never a
//! file that was not named.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::outcome::{directory, names, printed, refused};

/// What an old file holds. `fmt` changes it.
const OLD: &str = "fn a() { s![1 ,2]; }\n";

/// Subcommands that write a file.
const WRITERS: [&str; 3] = ["npy", "explain", "fmt"];

/// A folder with an array to slice and a folder for what is written.
struct Folder {
    directory: TempDir,
}

impl Folder {
    fn new() -> Self {
        let folder = Self {
            directory: directory(),
        };
        fs::create_dir(folder.path("out")).expect("made");
        let header = "{'descr': '|u1', 'fortran_order': False, 'shape': (100, 1000), }\n";
        let start = b"\x93NUMPY\x01\x00";
        let length = u16::try_from(header.len()).expect("short").to_le_bytes();
        let array = [&start[..], &length, header.as_bytes(), &[7; 100_000]].concat();
        fs::write(folder.path("in.npy"), array).expect("written");
        folder
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Writes a file in the folder `out`; `--force` replaces it.
    fn command(&self, writer: &str, file: impl AsRef<OsStr>, force: bool) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tslice"));
        command.current_dir(self.path("out")).arg(writer);
        match writer {
            "npy" => command.args(["../in.npy", "::-1, ::-1"]).arg(file),
            "explain" => command.args(["1", "5x5", "--svg"]).arg(file),
            _ => command.arg(file),
        };
        if force && writer != "fmt" {
            command.arg("--force");
        }
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    #[track_caller]
    fn writes(&self, writer: &str, file: impl AsRef<OsStr>, force: bool) -> String {
        let output = self.command(writer, file, force).output().expect("it runs");
        printed(&output);
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    #[track_caller]
    fn refuses(&self, writer: &str, file: impl AsRef<OsStr>, force: bool, words: &str) {
        refused(
            &self.command(writer, file, force).output().expect("it runs"),
            1,
            &[words],
        );
    }

    fn out(&self, name: &str) -> PathBuf {
        self.path("out").join(name)
    }

    fn old(&self, name: &str) -> PathBuf {
        let path = self.out(name);
        fs::write(&path, OLD).expect("written");
        path
    }
}

fn is_new(path: &Path) -> bool {
    let bytes = fs::read(path).expect("there");
    let whole = bytes.len() == 100_128 && bytes.starts_with(b"\x93NUMPY")
        || bytes.ends_with(b"</svg>\n")
        || bytes == b"fn a() { s![1, 2]; }\n";
    assert!(
        whole || bytes == OLD.as_bytes(),
        "{} bytes in {}",
        bytes.len(),
        path.display()
    );
    whole
}

#[test]
fn files_that_exist_are_replaced_only_by_force() {
    for writer in WRITERS {
        let folder = Folder::new();
        let file = folder.old("file");
        if writer != "fmt" {
            folder.refuses(
                writer,
                "file",
                false,
                "file: exists already, nothing was written; --force",
            );
            assert!(!is_new(&file));
        }
        // A file that the command once wrote beside its output.
        folder.old("file.tslice-part");
        folder.writes(writer, "file", true);
        assert!(is_new(&file) && !is_new(&folder.out("file.tslice-part")));
        assert_eq!(names(&folder.path("out")), ["file", "file.tslice-part"]);
    }
}

#[test]
fn files_named_as_a_dash_are_standard_output() {
    let folder = Folder::new();
    for writer in ["npy", "explain"] {
        let output = folder
            .command(writer, "-", false)
            .output()
            .expect("it runs");
        assert!(output.status.success());
        // The report does not stand between the bytes.
        assert!(output.stdout.starts_with(b"\x93NUMPY") || output.stdout.starts_with(b"<svg"));
        assert!(!output.stderr.is_empty());
        let (reader, closed) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = folder
            .command(writer, "-", false)
            .stdout(closed)
            .output()
            .expect("it runs");
        refused(&output, 1, &["-: "]);
        folder.refuses(writer, "..", true, "..: not the name of a file");
    }
    assert!(names(&folder.path("out")).is_empty());
    folder.writes("npy", "./-", false);
    assert_eq!(names(&folder.path("out")), ["-"]);
}

// Another system does not replace a file that is mapped into memory.
#[cfg(unix)]
#[test]
fn files_may_be_input_and_output_at_once() {
    let folder = Folder::new();
    fs::copy(folder.path("in.npy"), folder.out("same.npy")).expect("copied");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tslice"));
    command.current_dir(folder.path("out")).args([
        "npy",
        "same.npy",
        "::-1",
        "./same.npy",
        "--force",
    ]);
    printed(&command.output().expect("it runs"));
    assert!(is_new(&folder.out("same.npy")));
}

#[test]
fn files_of_two_programs_are_those_of_one() {
    for round in 0..100 {
        let folder = Folder::new();
        let force = round % 2 == 1;
        let specs = ["::-1, ::-1", "::2"];
        let programs = specs.map(|spec| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_tslice"));
            command
                .current_dir(folder.path("out"))
                .args(["npy", "../in.npy", spec, "out.npy"]);
            command
                .args(force.then_some("--force"))
                .stderr(Stdio::piped())
                .stdout(Stdio::null());
            command.spawn().expect("it runs")
        });
        let outputs = programs.map(|program| program.wait_with_output().expect("it ends"));
        let length = fs::read(folder.out("out.npy")).expect("there").len();
        let lengths = [100_128, 50_128];
        if force {
            outputs.iter().for_each(|output| drop(printed(output)));
            assert!(lengths.contains(&length), "{length} bytes");
        } else {
            let first = usize::from(!outputs[0].status.success());
            printed(&outputs[first]);
            refused(
                &outputs[1 - first],
                1,
                &["out.npy: exists already, nothing was written"],
            );
            assert_eq!(length, lengths[first]);
        }
        assert_eq!(names(&folder.path("out")), ["out.npy"]);
    }
}

#[test]
fn files_are_old_or_new_after_a_kill() {
    let folder = Folder::new();
    let (mut random, mut finished) = (2026_u32, 0);
    for round in 0..200_u32 {
        let writer = WRITERS[round as usize % 3];
        let file = folder.old("file");
        folder.old("mine.tslice-part");
        let mut program = folder
            .command(writer, "file", true)
            .spawn()
            .expect("it runs");
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        std::thread::sleep(std::time::Duration::from_micros(u64::from(random >> 18)));
        program.kill().expect("killed");
        program.wait().expect("it ends");
        finished += u32::from(is_new(&file));
        assert!(!is_new(&folder.out("mine.tslice-part")));
        for name in names(&folder.path("out")) {
            let is_side_file = name.starts_with(".tslice-");
            assert!(
                is_side_file || ["file", "mine.tslice-part"].contains(&&*name),
                "{name}"
            );
            if is_side_file {
                fs::remove_file(folder.out(&name)).expect("removed");
            }
        }
    }
    assert!(finished > 0, "each program was killed before it wrote");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::os::unix::process::CommandExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        path.metadata().expect("there").mode() & 0o7777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
    }

    #[test]
    fn files_behind_a_link_are_replaced() {
        for writer in WRITERS {
            let folder = Folder::new();
            fs::create_dir(folder.path("other")).expect("made");
            let target = folder.path("other/target");
            fs::write(&target, OLD).expect("written");
            symlink("../other/second", folder.out("file")).expect("linked");
            symlink("target", folder.path("other/second")).expect("linked");
            if writer != "fmt" {
                folder.refuses(writer, "file", false, "file: exists already");
            }
            folder.writes(writer, "file", true);
            assert!(is_new(&target));
            assert_eq!(
                fs::read_link(folder.out("file")).expect("a link"),
                Path::new("../other/second")
            );
            assert_eq!(
                fs::read_link(folder.path("other/second")).expect("a link"),
                Path::new("target")
            );
            assert_eq!(names(&folder.path("other")), ["second", "target"]);
            assert_eq!(names(&folder.path("out")), ["file"]);
        }
    }

    #[test]
    fn files_missing_behind_a_link_stay_missing() {
        for writer in WRITERS {
            let folder = Folder::new();
            symlink("missing", folder.out("file")).expect("linked");
            for force in [false, true] {
                let words = if writer == "fmt" {
                    "file: "
                } else {
                    "file: a symbolic link to a missing file"
                };
                folder.refuses(writer, "file", force, words);
            }
            assert_eq!(names(&folder.path("out")), ["file"]);
        }
    }

    #[test]
    fn files_that_old_side_links_name_stay() {
        for writer in WRITERS {
            let folder = Folder::new();
            let victim = folder.old("victim");
            let file = folder.old("file");
            symlink("victim", folder.out("file.tslice-part")).expect("linked");
            fs::hard_link(&victim, folder.out(".file.tslice-part")).expect("linked");
            folder.writes(writer, "file", true);
            assert!(is_new(&file) && !is_new(&victim));
            assert!(!file.symlink_metadata().expect("there").is_symlink());
        }
    }

    #[test]
    fn files_with_hard_links_warn() {
        for writer in WRITERS {
            let folder = Folder::new();
            let file = folder.old("file");
            fs::hard_link(&file, folder.out("other")).expect("linked");
            let words = folder.writes(writer, "file", true);
            assert_eq!(
                words,
                "warning: file: its other hard links (1) keep the old content\n"
            );
            assert!(is_new(&file) && !is_new(&folder.out("other")));
        }
    }

    #[test]
    fn files_that_are_pipes_or_devices_fail() {
        let folder = Folder::new();
        let pipe = folder.out("pipe");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .expect("mkfifo runs")
                .success()
        );
        symlink("pipe", folder.out("link")).expect("linked");
        fs::create_dir(folder.out("folder")).expect("made");
        for file in ["pipe", "link", "folder", "/dev/null", "/dev/full"] {
            for writer in ["npy", "explain"] {
                folder.refuses(writer, file, false, "not a regular file");
                folder.refuses(writer, file, true, "not a regular file");
            }
        }
        for file in ["pipe", "folder", "/dev/zero"] {
            folder.refuses("fmt", file, true, "not a regular file");
        }
        assert_eq!(names(&folder.path("out")), ["folder", "link", "pipe"]);
    }

    #[test]
    fn files_keep_their_mode() {
        for writer in WRITERS {
            let folder = Folder::new();
            for bits in [0o640, 0o600, 0o755, 0o666] {
                let file = folder.old("file");
                set_mode(&file, bits);
                folder.writes(writer, "file", true);
                assert!(is_new(&file));
                assert_eq!(mode(&file), bits);
            }
            if writer != "fmt" {
                folder.writes(writer, "new", false);
                assert_eq!(mode(&folder.out("new")), mode(&folder.path("in.npy")));
            }
        }
    }

    #[test]
    fn files_that_are_read_only_stay() {
        for writer in WRITERS {
            let folder = Folder::new();
            let file = folder.old("file");
            set_mode(&file, 0o444);
            folder.refuses(
                writer,
                "file",
                true,
                "file: the file is read-only, nothing was written",
            );
            assert!(!is_new(&file));
            assert_eq!(
                (mode(&file), names(&folder.path("out"))),
                (0o444, vec!["file".to_owned()])
            );
        }
    }

    /// As a user who owns nothing, if this test may change users.
    #[test]
    fn files_of_others_and_folders_without_permission_stay() {
        if fs::metadata("/proc/self").map_or(1, |about| about.uid()) != 0 {
            return;
        }
        const NOBODY: u32 = 65_534;
        for writer in WRITERS {
            let folder = Folder::new();
            let program = crate::beside::copied_to(folder.directory.path());
            let by_nobody = |file: &str, force: bool| {
                let command = folder.command(writer, file, force);
                let mut copy = Command::new(&program);
                copy.args(command.get_args())
                    .current_dir(folder.path("out"))
                    .uid(NOBODY)
                    .gid(NOBODY);
                copy.output().expect("it runs")
            };
            let file = folder.old("file");
            set_mode(folder.directory.path(), 0o755);
            // The file may be written, and the folder not.
            set_mode(&file, 0o666);
            refused(&by_nobody("file", true), 1, &["file: ", "ermission denied"]);
            // The folder may be written, and the file not.
            set_mode(&file, 0o644);
            set_mode(&folder.path("out"), 0o777);
            refused(&by_nobody("file", true), 1, &["file: ", "ermission denied"]);
            assert!(!is_new(&file));
            // Both: the owner stays if the writer may give the file away.
            set_mode(&file, 0o666);
            printed(&by_nobody("file", true));
            assert!(is_new(&file));
            fs::write(&file, OLD).expect("written");
            std::os::unix::fs::chown(&file, Some(NOBODY), Some(NOBODY)).expect("given away");
            set_mode(&file, 0o640);
            folder.writes(writer, "file", true);
            let about = file.metadata().expect("there");
            assert_eq!(
                (about.uid(), about.gid(), mode(&file)),
                (NOBODY, NOBODY, 0o640)
            );
            assert_eq!(names(&folder.path("out")), ["file"]);
        }
    }

    #[test]
    fn files_stay_where_the_disk_is_full() {
        for writer in WRITERS {
            let folder = Folder::new();
            let file = folder.old("file");
            let filler = format!("{OLD}// {}\n", "x".repeat(2000));
            fs::write(&file, &filler).expect("written");
            for (name, force) in [("file", true), ("new", false)] {
                if writer == "fmt" && name == "new" {
                    continue;
                }
                let command = folder.command(writer, name, force);
                let mut limited = Command::new("sh");
                // A file of 512 bytes; without the signal, the system returns an error, as for a
                // full disk.
                limited
                    .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"])
                    .arg(command.get_program());
                limited
                    .args(command.get_args())
                    .current_dir(folder.path("out"));
                refused(
                    &limited.output().expect("it runs"),
                    1,
                    &[name, "File too large"],
                );
            }
            assert_eq!(fs::read_to_string(&file).expect("there"), filler);
            assert_eq!(names(&folder.path("out")), ["file"]);
        }
    }

    #[test]
    fn files_have_names_that_are_not_utf_8() {
        let folder = Folder::new();
        let odd = OsStr::from_bytes(b"\xff\xe9 file");
        for writer in WRITERS {
            fs::write(folder.path("out").join(odd), OLD).expect("written");
            folder.writes(writer, odd, true);
            assert!(is_new(&folder.path("out").join(odd)));
        }
        fs::rename(folder.path("in.npy"), folder.path(odd)).expect("renamed");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tslice"));
        command
            .current_dir(folder.directory.path())
            .arg("npy")
            .arg(odd)
            .args([":", "out.npy"]);
        printed(&command.output().expect("it runs"));
    }

    /// Whether this process ignores a signal, as a job in the background or under `nohup` does: the
    /// command then ignores it, too.
    fn is_ignored(signal: u32) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }

    #[test]
    fn files_unfinished_are_removed_on_a_signal() {
        let signals = [(2, "INT"), (15, "TERM"), (1, "HUP")];
        // The command handles all of them or none.
        if signals.iter().any(|(number, _)| is_ignored(*number)) {
            return;
        }
        for (_, signal) in signals {
            let folder = Folder::new();
            let header = "{'descr': '|u1', 'fortran_order': True, 'shape': (40000, 20000), }\n";
            let length = u16::try_from(header.len()).expect("short").to_le_bytes();
            let start = [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes()].concat();
            fs::write(folder.path("in.npy"), &start).expect("written");
            // Sparse, and long enough that the slice takes seconds.
            let input = fs::OpenOptions::new()
                .write(true)
                .open(folder.path("in.npy"))
                .expect("there");
            input
                .set_len(start.len() as u64 + 800_000_000)
                .expect("sparse");
            let mut program = folder
                .command("npy", "out.npy", false)
                .spawn()
                .expect("it runs");
            while names(&folder.path("out")).is_empty() {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            let sent = Command::new("kill")
                .args(["-s", signal, &program.id().to_string()])
                .status();
            assert!(sent.expect("kill runs").success());
            assert_eq!(program.wait().expect("it ends").code(), Some(130));
            assert!(names(&folder.path("out")).is_empty());
        }
    }
}
