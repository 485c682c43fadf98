//! `cargo run --release -p tslice-programs --bin huge`: shapes of more elements than can be
//! counted, in a build without overflow checks.

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    if std::panic::catch_unwind(tslice_tests::huge::shapes).is_err() {
        eprintln!("a shape that is too large was not refused in words, or one that is not was");
        std::process::exit(1);
    }
    println!("shapes that are too large are refused");
}
