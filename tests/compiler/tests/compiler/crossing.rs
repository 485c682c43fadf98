//! Every kind of entry, alone and in pairs, in `checked!`: an error where the oracle selects
//! nothing, and only there.

#[allow(
    dead_code,
    unreachable_pub,
    reason = "the oracle is a module of other tests, too"
)]
#[path = "../../../src/crossing.rs"]
mod kinds;

use kinds::{Kind, LONGEST, alone, faults, few, pairs, select, shapes, text};

use crate::catalogue::{Case, Context, Crate};

/// Whether an entry is an error on axes of these lengths: it does not fit, or it is a range or a
/// list without positions.
fn is_refused(entry: &Kind, lengths: &[usize]) -> bool {
    let is_empty = |(shape, _): (Vec<usize>, Vec<usize>)| shape.contains(&0);
    let selected = select(std::slice::from_ref(entry), lengths);
    match entry {
        Kind::Ellipsis | Kind::NewAxis => false,
        Kind::Index(_) | Kind::Window(..) | Kind::Group(..) => selected.is_none(),
        Kind::Range(..) | Kind::List(_) => selected.is_none_or(is_empty),
    }
}

fn is_any_refused(entries: &[Kind], shape: &[usize]) -> bool {
    let whole = shape.len() - entries.iter().map(Kind::consumed).sum::<usize>();
    let mut axis = 0;
    entries.iter().any(|entry| {
        let consumed = if *entry == Kind::Ellipsis {
            whole
        } else {
            entry.consumed()
        };
        axis += consumed;
        is_refused(entry, &shape[axis - consumed..axis])
    })
}

#[test]
fn entry_kinds_are_checked_as_selected() {
    let lists = alone().into_iter().filter(Kind::is_list).step_by(11);
    let alone = few().into_iter().chain(lists).map(|entry| vec![entry]);
    let pairs = pairs().into_iter().step_by(4).map(Vec::from);
    let specs = alone
        .chain(pairs)
        .enumerate()
        .flat_map(|(number, entries)| {
            let shapes = shapes(&entries, &[1 + number % LONGEST]);
            shapes
                .into_iter()
                .map(move |shape| (entries.clone(), shape))
        });
    let specs: Vec<_> = specs.collect();
    let case = |(entries, shape): &(Vec<Kind>, Vec<usize>)| Case {
        context: Context::Item,
        code: format!(
            "fn f(v: Array<Ref<'static, i32>, Shape!{shape:?}>) {{ drop(v.pick(checked![{}])); }}",
            text(entries)
        ),
        token: String::new(),
        words: String::new(),
    };
    let krate = Crate::of("checked", &specs.iter().map(case).collect::<Vec<_>>());
    let errors = krate.check();
    let mut found = [0; 2];
    for ((entries, shape), lines) in specs.iter().zip(&krate.lines) {
        let own: Vec<_> = errors
            .iter()
            .filter(|error| lines.contains(&error.line))
            .collect();
        let said: String = own.iter().map(|error| &*error.rendered).collect();
        let is_right = is_any_refused(entries, shape);
        assert_eq!(
            !own.is_empty(),
            is_right,
            "checked![{}] of {shape:?}: {said}",
            text(entries)
        );
        // In front of these words is the entry as it is written. Of several errors, one is
        // reported.
        let faults = faults(entries, shape);
        let mut words = faults
            .iter()
            .filter_map(|fault| fault.split_once(" is out of bounds"));
        let is_said = words.any(|(_, words)| said.contains(&format!(" is out of bounds{words}")));
        assert!(
            faults.is_empty() || is_said || said.contains(" is empty for axis"),
            "{faults:?}: {said}"
        );
        found[usize::from(is_right)] += 1;
    }
    assert!(found.iter().all(|&count| count > 50), "{found:?}");
}
