//! Counts the instructions of operations after a slice, and compares them with the recorded ones.
//!
//! `cargo run --release -p tslice-programs --bin instructions` runs itself in callgrind, at AVX2,
//! which valgrind knows. A count that differs from `tests/programs/instructions.txt` by more than a
//! twentieth is an error; `BLESS=1` before the command writes the file. Counts depend on the
//! compiler: the file names its version, and with another one nothing is compared.

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode};

use tslice::__private::Level;
use tslice::{Tensor, View, concatenate, s, zip};

/// The operands of all rows.
struct Data {
    cube: Tensor<f32, 3>,
    same: Tensor<f32, 3>,
    picture: Tensor<u8, 3>,
    places: Vec<usize>,
}

/// Writes a function for each row, which stays one, and the list of all.
macro_rules! rows {
    ($($name:ident($data:ident) $do:expr;)+) => {
        $(
            #[inline(never)]
            fn $name($data: &mut Data) {
                _ = black_box($do);
            }
        )+

        const ROWS: &[(&str, fn(&mut Data))] = &[$((stringify!($name), $name)),+];
    };
}

rows! {
    row_equal(d) d.same == *black_box(&d.same);
    row_map_inplace_that_branches(d) d.cube.map_inplace(|x| if *x > 5.0 { *x = 5.0 });
    row_map_inplace_of_a_channel(d) d.picture.slice_mut(s![.., 1]).map_inplace(|x| *x = *x / 2 + 9);
    row_map_of_the_transposed_array(d) d.cube.t().map(|x| x + 1.0);
    row_fold_axis_0(d) d.cube.fold_axis(0, 0.0_f32, |m, x| m.max(*x));
    row_fold_axis_of_3(d) d.picture.fold_axis(2, 0_u8, |m, x| m.max(*x));
    row_sum_axis_1(d) d.cube.sum_axis(1);
    row_map_axis_0(d) d.cube.map_axis(0, |lane| lane.sum());
    row_lanes_of_3(d) d.picture.lanes(2).fold(0_u8, |sum, lane| sum ^ lane[0] ^ lane[2]);
    row_axis_iter(d) d.cube.axis_iter(1).fold(0.0, |sum, part| sum + part.sum());
    row_sum_of_a_channel(d) d.picture.slice(s![.., 1]).sum_as::<u32>();
    row_sum_of_a_corner(d) d.cube.slice(s![0, :5, :5]).sum();
    row_tiles_summed(d) tiles(&d.cube, |tile| tile.sum());
    row_tiles_copied(d) tiles(&d.cube, |tile| tile.to_tensor()[[1, 2]]);
    row_fill_of_the_interior(d) d.cube.slice_mut(s![1:-1, 1:-1, 1:-1]).fill(3.0);
    row_fill_of_a_channel(d) d.picture.slice_mut(s![.., 1]).fill(3);
    row_copy_mirrored(d) d.cube.slice(s![:, ::-1]).to_tensor();
    row_copy_of_the_last_axis_first(d) d.picture.permute([2, 0, 1]).to_tensor();
    row_zip_of_shifted_views(d)
        zip((d.cube.slice(s![:, 1:]), d.cube.slice(s![:, :-1]))).map(|(a, b)| a + b);
    row_zip_sum(d)
        zip((d.cube.slice(s![:4, 0, :4]), d.same.slice(s![:4, :4, 1]))).sum(|(a, b)| a * b);
    row_zip_in_place(d) zip((&mut d.cube, &d.same)).for_each(|(a, b)| *a = (*a + b) / 2.0);
    row_iter(d) d.cube.slice(s![:, 1:]).iter().fold(0.0, |sum, x| sum + x);
    row_concatenate(d) concatenate(1, [&d.cube, &d.same]);
    row_pick_of_columns(d) d.cube.pick(s![:, &d.places[..8]]);
    row_pad(d) d.cube.slice(s![0]).pad([(1, 1), (1, 1)], 0.0);
    row_counts(d) {
        let mut counts = Tensor::<u32, 1>::zeros([16]);
        counts.pick_mut(s![&d.places]).map_inplace(|count| *count += 1);
        counts
    };
}

/// The sum of what a function makes of all tiles of 4 x 4.
fn tiles(cube: &Tensor<f32, 3>, of: impl Fn(View<'_, f32, 2>) -> f32) -> f32 {
    let mut sum = 0.0;
    for i in (0..32).step_by(4) {
        for j in (0..32).step_by(4) {
            sum += of(cube.slice(s![0, i:i + 4, j:j + 4]));
        }
    }
    sum
}

/// Runs each row twice: the first time, functions are bound and memory is new.
fn run() {
    Level::force(Level::Avx2);
    let cube = Tensor::from_shape_fn([16, 32, 32], |[i, j, k]| ((i + j * 3 + k * 7) % 11) as f32);
    let mut data = Data {
        same: cube.clone(),
        cube,
        picture: Tensor::from_shape_fn([40, 60, 3], |[i, j, k]| ((i + j * 3 + k * 7) % 11) as u8),
        places: (0..1000).map(|at| at * 7 % 13).collect(),
    };
    for (_, row) in ROWS {
        row(&mut data);
    }
    for (_, row) in ROWS {
        measured(*row, &mut data);
    }
}

#[inline(never)]
fn measured(row: fn(&mut Data), data: &mut Data) {
    row(data);
    // Behind the call, so that it is one.
    black_box(());
}

/// The instructions of each row, of what callgrind writes: a line `cfn` names a function that
/// `measured` calls, the next one says how often, and the one behind it ends in their instructions.
fn counts(profile: &str) -> Vec<(&'static str, u64)> {
    let mut names = std::collections::HashMap::new();
    let (mut in_measured, mut called) = (false, String::new());
    let mut counts = Vec::new();
    let mut lines = profile.lines();
    while let Some(line) = lines.next() {
        let Some((key, value)) = line.split_once('=') else {
            continue;
        };
        // `(7) name` where a function is named first, `(7)` later.
        let mut named = || {
            let (id, name) = value.split_once(' ').unwrap_or((value, ""));
            if !name.is_empty() {
                names.insert(id.to_owned(), name.to_owned());
            }
            names.get(id).cloned().unwrap_or_default()
        };
        match key {
            "fn" => in_measured = named().contains("::measured"),
            "cfn" => called = named(),
            "calls" if in_measured => {
                let cost = lines.next().and_then(|line| line.split(' ').next_back());
                let row = ROWS.iter().find(|(row, _)| called.ends_with(row));
                if let (Some((row, _)), Some(Ok(cost))) = (row, cost.map(str::parse)) {
                    counts.push((*row, cost));
                }
            }
            _ => {}
        }
    }
    counts
}

fn main() -> ExitCode {
    if std::env::args().nth(1).is_some() {
        run();
        return ExitCode::SUCCESS;
    }
    if cfg!(not(target_arch = "x86_64"))
        || Command::new("valgrind").arg("--version").output().is_err()
    {
        println!("skipped: instructions are counted by valgrind, on x86-64");
        return ExitCode::SUCCESS;
    }
    let file = std::env::temp_dir().join(format!("instructions.{}", std::process::id()));
    let this = std::env::current_exe().expect("this program has a path");
    let out = format!("--callgrind-out-file={}", file.display());
    let status = Command::new("valgrind")
        .args(["-q", "--tool=callgrind", &out])
        .arg(this)
        .arg("run")
        .status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "callgrind runs this program"
    );
    let profile = std::fs::read_to_string(&file).expect("callgrind writes a profile");
    let mut counts = counts(&profile);
    counts.sort_unstable();
    let _ = std::fs::remove_file(file);
    assert_eq!(counts.len(), ROWS.len(), "{counts:?}");

    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.txt");
    let version = Command::new("rustc")
        .arg("--version")
        .output()
        .expect("the compiler is here");
    let version = String::from_utf8_lossy(&version.stdout).trim().to_owned();
    if std::env::var_os("BLESS").is_some() {
        let mut text = format!("{version}\n");
        for (row, count) in counts {
            let _ = writeln!(text, "{row} {count}");
        }
        std::fs::write(golden, text).expect("the file is written");
        return ExitCode::SUCCESS;
    }
    let recorded = std::fs::read_to_string(golden).expect("counts are recorded");
    let mut lines = recorded.lines();
    if lines.next() != Some(&version) {
        println!("skipped: the recorded counts are of another compiler than {version}");
        return ExitCode::SUCCESS;
    }
    let recorded: std::collections::HashMap<&str, u64> = lines
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(row, count)| Some((row, count.parse().ok()?)))
        .collect();
    let mut differ = false;
    for (row, count) in counts {
        let before = recorded.get(row).copied().unwrap_or(0);
        if before.abs_diff(count) * 20 > before {
            println!("{row}: {count} instructions, recorded are {before}; `BLESS=1` records them");
            differ = true;
        }
    }
    ExitCode::from(u8::from(differ))
}
