//! Every kind of entry, alone and in pairs, in signatures and in `split_mut!`: refused where the
//! oracle says so, and only there.

use super::input;
use crate::{checked, expand, items, split};

#[allow(
    dead_code,
    unreachable_pub,
    reason = "the oracle is a module of other tests, too"
)]
#[path = "../../../tests/src/crossing.rs"]
mod kinds;

use kinds::{
    Kind, LONGEST, alone, faults, few, orders, pairs, select, shapes, text, triples, unequal,
};

/// The code of a signature whose unknown lengths are `_`, and its number of mistakes.
fn signature(entries: &[Kind], from: &[Option<usize>], to: &[Option<usize>]) -> (String, usize) {
    let lengths = |lengths: &[Option<usize>]| {
        let written = lengths
            .iter()
            .map(|len| len.map_or("_".to_owned(), |len| len.to_string()));
        written.collect::<Vec<_>>().join(", ")
    };
    let item = format!(
        "const A: [{}] => [{}] = [{}];",
        lengths(from),
        lengths(to),
        text(entries)
    );
    let code = items::spec(input(&item)).to_string();
    let mistakes = code.matches("compile_error").count();
    (format!("{item}\n{code}"), mistakes)
}

fn known(shape: &[usize]) -> Vec<Option<usize>> {
    shape.iter().copied().map(Some).collect()
}

/// Crosses a spec with a signature from one shape, all of whose lengths are at least 1.
fn sign(entries: &[Kind], shape: &[usize]) {
    let from = known(shape);
    // A signature has no lengths of 0.
    let Some((to, _)) = select(entries, shape).filter(|(to, _)| !to.contains(&0)) else {
        let whole = shape.len() - entries.iter().map(Kind::consumed).sum::<usize>();
        let produced = entries.iter().map(|entry| match entry {
            Kind::Ellipsis => whole,
            Kind::Index(_) => 0,
            Kind::NewAxis
            | Kind::Range(..)
            | Kind::Window(..)
            | Kind::List(_)
            | Kind::Group(..) => 1,
        });
        let (code, mistakes) = signature(entries, &from, &vec![None; produced.sum()]);
        assert!(mistakes > 0, "{code}");
        // In front of these words is the entry as it is written. Of an entry with several faults,
        // one is reported.
        let faults = faults(entries, shape);
        let is_said = |fault: &String| {
            let (_, words) = fault.split_once(" is out of bounds").expect("the place");
            code.contains(&format!(" is out of bounds{words}"))
        };
        assert!(
            faults.is_empty() || faults.iter().any(is_said),
            "{faults:?}: {code}"
        );
        return;
    };
    let (code, mistakes) = signature(entries, &from, &known(&to));
    assert_eq!(mistakes, 0, "{code}");
    assert!(
        !code.contains("taken") && !code.contains("listed"),
        "rustc has nothing left to check: {code}"
    );
    let mut longer = known(&to);
    if let Some(last) = longer.last_mut() {
        *last = to.last().map(|len| len + 1);
        let (code, mistakes) = signature(entries, &from, &longer);
        assert_eq!(mistakes, 1, "{code}");
    }
}

#[test]
fn entry_kinds_alone_have_the_signatures_selected() {
    for (number, entry) in alone().into_iter().enumerate() {
        let entries = [entry];
        // Each of the bounds sees every length, beside one or the other stride.
        for shape in shapes(&entries, &[1 + number % LONGEST]) {
            sign(&entries, &shape);
        }
    }
    for entry in few() {
        let entries = [entry];
        for shape in shapes(&entries, &[1, 2, 3, 4, 5, LONGEST]) {
            sign(&entries, &shape);
        }
    }
}

#[test]
fn entry_kinds_in_pairs_have_the_signatures_selected() {
    for (number, pair) in pairs().into_iter().enumerate() {
        for shape in shapes(&pair, &[[1, 2, 3, 5][number % 4], 4][..1 + number % 2]) {
            sign(&pair, &shape);
            let (code, mistakes) = signature(&pair, &known(&shape), &[None; 7]);
            assert_eq!(mistakes, 1, "{code}");
        }
    }
}

#[test]
fn group_of_unequal_lists_is_refused_by_macros() {
    for (group, [first, second]) in unequal() {
        let fault =
            format!("the lists have lengths {first} and {second}: they need one length, or 1");
        for code in [
            expand::s(input(&format!("{group}"))),
            expand::s(input(&format!("-1, {group}, .."))),
            checked::checked(input(&format!("{group}"))),
            items::spec(input(&format!("const A = [.., {group}];"))),
            items::spec(input(&format!("const A: [4, 4] => [_] = [{group}];"))),
            items::spec(input(&format!("const A: [_, N] => [_] = [{group}];"))),
            split::split_mut(input(&format!("t, [{group}], [{group}]"))),
        ] {
            assert!(code.to_string().contains(&fault), "{group}: {code}");
        }
    }
}

/// The lengths up to which an entry of [`few`] may select what it does not select of a shorter
/// axis.
fn lengths() -> std::ops::Range<usize> {
    0..40
}

#[test]
fn entry_kinds_always_empty_are_refused() {
    for entry in alone() {
        if entry.consumed() != 1 {
            continue;
        }
        let entries = [entry];
        let is_any =
            lengths().any(|len| select(&entries, &[len]).is_some_and(|(to, _)| !to.contains(&0)));
        let to: &[_] = if matches!(entries, [Kind::Index(_)]) {
            &[]
        } else {
            &[None]
        };
        let (code, mistakes) = signature(&entries, &[None], to);
        assert_eq!(mistakes == 0, is_any, "{code}");
    }
}

/// Whether two parts of one axis are disjoint on every length, and no list has the same number
/// twice.
fn are_disjoint(first: &Kind, second: &Kind) -> bool {
    let repeats = |entry: &Kind| match entry {
        Kind::List(items) => {
            let indices: Vec<&Kind> = items
                .iter()
                .filter(|item| matches!(item, Kind::Index(_)))
                .collect();
            indices
                .iter()
                .enumerate()
                .any(|(at, index)| indices[..at].contains(index))
        }
        Kind::Ellipsis
        | Kind::NewAxis
        | Kind::Index(_)
        | Kind::Range(..)
        | Kind::Window(..)
        | Kind::Group(..) => false,
    };
    let selected = |entry: &Kind, len| {
        select(std::slice::from_ref(entry), &[len]).map(|(_, elements)| elements)
    };
    let mut both = lengths().filter_map(|len| selected(first, len).zip(selected(second, len)));
    !repeats(first)
        && !repeats(second)
        && both.all(|(a, b)| a.iter().all(|element| !b.contains(element)))
}

#[test]
fn entry_kinds_are_split_where_always_disjoint() {
    let mut found = [0; 2];
    for [first, second] in pairs() {
        let code = split::split_mut(input(&format!("t, [{first}], [{second}]"))).to_string();
        // A group of lists is not a part.
        let is_right =
            first.consumed() < 2 && second.consumed() < 2 && are_disjoint(&first, &second);
        assert_eq!(
            !code.contains("compile_error"),
            is_right,
            "[{first}], [{second}]: {code}"
        );
        found[usize::from(is_right)] += 1;
    }
    assert!(found.iter().all(|&count| count > 20), "{found:?}");
}

#[test]
fn entry_kinds_behind_another_axis_are_split_alike() {
    let few: Vec<Kind> = few()
        .into_iter()
        .filter(|entry| entry.consumed() == 1)
        .collect();
    for first in &few {
        for second in &few {
            for parts in [
                format!("[:, {first}], [:, {second}]"),
                format!("[.., {first}], [.., newaxis, {second}]"),
                format!("[0, {first}], [:2, {second}]"),
            ] {
                let code = split::split_mut(input(&format!("t, {parts}"))).to_string();
                assert_eq!(
                    !code.contains("compile_error"),
                    are_disjoint(first, second),
                    "{parts}: {code}"
                );
            }
        }
    }
}

#[test]
fn entries_by_axis_expand_alike_in_every_order() {
    for triple in triples() {
        let expected = expand::s(input(&format!("{}, ..", text(&triple)))).to_string();
        for text in orders(&triple, &["0", "1", "2"], " => ") {
            assert_eq!(expand::s(input(&text)).to_string(), expected, "{text}");
        }
    }
}
