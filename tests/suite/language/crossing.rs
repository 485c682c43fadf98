//! Every kind of entry, alone and in pairs, with everything that reads entries: the same elements,
//! shape and errors as the oracle's.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tslice::{
    DynSpec, DynTensor, Encoding, InlineSpec, SliceError, Tensor, View, checked, s, split_mut,
    traits::AsEncoding,
};
use tslice_algebra::{Algebra, DynRegion};
use tslice_entry::axis::count;
use tslice_explain::Explain;
use tslice_ops as ops;
use tslice_tests::crossing::{
    BOUND, Kind, LONGEST, Selected, alone, faults, few, orders, pairs, select, shapes, text,
    triples, unequal,
};

/// An array whose elements are their own positions.
fn numbered(shape: &[usize]) -> DynTensor<usize> {
    let len = shape.iter().product();
    DynTensor::from_shape_vec(shape, (0..len).collect()).expect("as many")
}

/// Each index tuple of a shape, in row-major order.
fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![Vec::new()], |before, &len| {
        let longer = |index: &Vec<usize>| {
            (0..len)
                .map(|at| [&index[..], &[at]].concat())
                .collect::<Vec<_>>()
        };
        before.iter().flat_map(longer).collect()
    })
}

/// Whether no bound of a range is clamped.
fn is_strict(entries: &[Kind], shape: &[usize]) -> bool {
    let whole = shape.len() - entries.iter().map(Kind::consumed).sum::<usize>();
    let mut axis = 0;
    entries.iter().all(|entry| {
        let is_right = match entry {
            Kind::Range(begin, end, stride) => {
                let len = shape[axis] as i64;
                let inside = if *stride > 0 { 0..=len } else { -1..=len - 1 };
                [begin, end]
                    .into_iter()
                    .flatten()
                    .all(|&bound| inside.contains(&if bound < 0 { bound + len } else { bound }))
            }
            Kind::Ellipsis => {
                axis += whole;
                true
            }
            Kind::NewAxis | Kind::Index(_) | Kind::Window(..) | Kind::List(_) | Kind::Group(..) => {
                true
            }
        };
        axis += entry.consumed();
        is_right
    })
}

fn parsed(entries: &[Kind]) -> DynSpec {
    text(entries)
        .parse()
        .unwrap_or_else(|error| panic!("{}: {error}", text(entries)))
}

/// Crosses one spec with each of the shapes.
fn cross(entries: &[Kind], shapes: impl IntoIterator<Item = Vec<usize>>) {
    let spec = parsed(entries);
    as_text(entries, &spec);
    for shape in shapes {
        cross_one(entries, &spec, &shape);
    }
}

fn cross_one(entries: &[Kind], spec: &DynSpec, shape: &[usize]) {
    let expected = select(entries, shape);
    let (case, array) = (format!("{spec} of {shape:?}"), numbered(shape));
    let lists = entries.iter().any(Kind::is_list);
    let faults = faults(entries, shape);
    assert_eq!(faults.is_empty(), expected.is_some(), "{case}");
    words(spec, &array, &faults, lists, &case);
    picks(spec, &array, expected.as_ref(), &case);
    slices(spec, &array, expected.as_ref(), lists, &case);
    converters(entries, spec, &array, expected.as_ref(), lists, &case);
    explains(spec, shape, expected.as_ref(), &case);
    algebra(spec, &array, expected.as_ref(), lists, &case);
    let strict = spec.as_encoding().check_strictly(shape);
    let is_right = !lists && expected.is_some() && is_strict(entries, shape);
    assert_eq!(strict.is_ok(), is_right, "strictly {case}: {strict:?}");
}

fn said<T>(result: Result<T, impl Display>) -> String {
    result.map_or_else(|error| error.to_string(), |_| "no error".to_owned())
}

/// Each consumer reports one of the faults, in these words.
fn words(spec: &DynSpec, array: &DynTensor<usize>, faults: &[String], lists: bool, case: &str) {
    if faults.is_empty() {
        return;
    }
    let shape = array.shape();
    let (mut picked, mut sliced) = (array.clone(), array.clone());
    let of_picks = [
        said(array.try_pick(spec)),
        said(picked.try_pick_mut(spec)),
        said(spec.explain(shape)),
        said(spec.result_shape(shape)),
        said(spec.is_empty_on(shape)),
    ];
    // Of a list, the others say that it is one.
    let of_slices = [
        said(array.try_slice(spec)),
        said(sliced.try_slice_mut(spec)),
        said(spec.as_encoding().check_strictly(shape)),
        said(ops::slice_args::<i64>(spec, shape)),
        said(DynRegion::new(spec, shape)),
    ];
    for said in of_picks.iter().chain(of_slices.iter().filter(|_| !lists)) {
        assert!(faults.contains(said), "{case}: {said}, not {faults:?}");
    }
}

fn as_text(entries: &[Kind], spec: &DynSpec) {
    let printed = spec.to_string();
    assert_eq!(printed, text(entries));
    assert_eq!(printed.parse::<DynSpec>().as_ref(), Ok(spec));
}

fn picks(spec: &DynSpec, array: &DynTensor<usize>, expected: Option<&Selected>, case: &str) {
    let picked = array
        .try_pick(spec)
        .ok()
        .map(|picked| (picked.shape().to_vec(), picked.to_vec()));
    assert_eq!(picked.as_ref(), expected, "picked {case}");
    let mut target = array.clone();
    match (target.try_pick_mut(spec), expected) {
        (Ok(mut picked), Some((_, elements))) => {
            picked.fill(usize::MAX);
            for (at, element) in target.to_vec().into_iter().enumerate() {
                let filled = if elements.contains(&at) {
                    usize::MAX
                } else {
                    at
                };
                assert_eq!(element, filled, "filled {case}");
            }
        }
        (picked, expected) => assert_eq!(picked.is_ok(), expected.is_some(), "written {case}"),
    }
}

fn slices(
    spec: &DynSpec,
    array: &DynTensor<usize>,
    expected: Option<&Selected>,
    lists: bool,
    case: &str,
) {
    let sliced = array.try_slice(spec);
    if lists {
        assert!(
            matches!(
                sliced,
                Err(SliceError::List { .. } | SliceError::TooManyIndices { .. })
            ),
            "{case}"
        );
        return;
    }
    let elements = |view: tslice::DynView<'_, usize>| (view.shape().to_vec(), view.to_vec());
    assert_eq!(
        sliced.map(elements).ok().as_ref(),
        expected,
        "sliced {case}"
    );
    let mut exclusive = array.clone();
    let shape = exclusive
        .try_slice_mut(spec)
        .ok()
        .map(|view| view.shape().to_vec());
    assert_eq!(
        shape.as_ref(),
        expected.map(|(shape, _)| shape),
        "sliced exclusively {case}"
    );
}

fn converters(
    entries: &[Kind],
    spec: &DynSpec,
    array: &DynTensor<usize>,
    expected: Option<&Selected>,
    lists: bool,
    case: &str,
) {
    let sliced = |encoding: &Encoding| {
        array
            .try_slice(encoding)
            .ok()
            .map(|view| (view.shape().to_vec(), view.to_vec()))
    };
    let is_plain = |entry: &Kind| match entry {
        Kind::Ellipsis | Kind::NewAxis | Kind::Index(_) | Kind::Range(..) => true,
        Kind::Window(..) | Kind::List(_) | Kind::Group(..) => false,
    };
    match Encoding::try_from(spec.as_encoding()) {
        Ok(encoding) => assert_eq!(sliced(&encoding).as_ref(), expected, "encoded {case}"),
        Err(error) => assert!(matches!(error, SliceError::NoEncoding { .. }), "{error}"),
    }
    assert_eq!(
        Encoding::try_from(spec.as_encoding()).is_ok(),
        entries.iter().all(is_plain),
        "encoded {case}"
    );
    let args = ops::slice_args::<i64>(spec, array.shape());
    assert_eq!(
        args.is_ok(),
        !lists && expected.is_some(),
        "Slice-8 of {case}"
    );
    if let Ok(args) = args {
        let back = args.to_encoding(array.shape()).expect("our own arguments");
        assert_eq!(
            sliced(&back).as_ref(),
            expected,
            "Slice-8 and back of {case}"
        );
    }
}

fn explains(spec: &DynSpec, shape: &[usize], expected: Option<&Selected>, case: &str) {
    let explained = spec.explain(shape);
    assert_eq!(explained.is_ok(), expected.is_some(), "explained {case}");
    let (Ok(explained), Some((result, elements))) = (explained, expected) else {
        return;
    };
    assert_eq!(explained.result_shape(), &result[..], "explained {case}");
    let written: Vec<&str> = explained
        .entries()
        .iter()
        .map(|entry| &*entry.text)
        .filter(|text| *text != "(..)")
        .collect();
    assert_eq!(written.join(", "), spec.to_string(), "explained {case}");
    let Some(drawing) = explained.drawing() else {
        assert!(shape.len() > 3, "drawn {case}");
        return;
    };
    let cells: Vec<&str> = drawing
        .split_whitespace()
        .filter(|cell| !cell.starts_with('['))
        .collect();
    let drawn = |at: usize| {
        elements
            .iter()
            .rposition(|&element| element == at)
            .map(|k| (k + 1).to_string())
    };
    for (at, cell) in cells.iter().enumerate() {
        assert_eq!(
            *cell,
            drawn(at).as_deref().unwrap_or("·"),
            "cell {at} of {case}\n{drawing}"
        );
    }
    assert_eq!(cells.len(), shape.iter().product::<usize>(), "drawn {case}");
}

fn algebra(
    spec: &DynSpec,
    array: &DynTensor<usize>,
    expected: Option<&Selected>,
    lists: bool,
    case: &str,
) {
    let shape = array.shape();
    assert_eq!(
        spec.result_shape(shape).ok().as_ref(),
        expected.map(|(shape, _)| shape),
        "result of {case}"
    );
    let is_empty = expected.map(|(_, elements)| elements.is_empty());
    assert_eq!(spec.is_empty_on(shape).ok(), is_empty, "empty {case}");
    let region = DynRegion::new(spec, shape);
    if lists {
        assert!(spec.canonical().is_err() && region.is_err(), "{case}");
        return;
    }
    let sliced = |spec: &InlineSpec| {
        array
            .try_slice(spec)
            .ok()
            .map(|view| (view.shape().to_vec(), view.to_vec()))
    };
    let canonical = spec.canonical().expect("no stride is 0");
    assert_eq!(
        sliced(&canonical).as_ref(),
        expected,
        "canonical {canonical} of {case}"
    );
    assert_eq!(canonical.canonical(), Ok(canonical), "{case}");
    assert_eq!(region.is_ok(), expected.is_some(), "region {case}");
    let (Ok(region), Some((result, elements))) = (region, expected) else {
        return;
    };
    assert_eq!(region.result_shape(), *result, "region {case}");
    for (index, element) in indices(result).iter().zip(elements) {
        let source = region.to_source(index).expect("selected");
        assert_eq!(array[&source[..]], *element, "{index:?} of {case}");
        assert_eq!(
            region.to_result(&source).as_ref(),
            Some(index),
            "{source:?} of {case}"
        );
    }
    if let Some(back) = region.inverse() {
        // What is selected, lowest position first, with the axes of the source.
        let mut lowest_first = elements.clone();
        lowest_first.sort_unstable();
        let sliced = array.slice(spec);
        let restored = sliced.slice(back.to_spec().expect("few entries"));
        assert_eq!(
            (restored.to_vec(), restored.rank()),
            (lowest_first, shape.len()),
            "inverse of {case}"
        );
    }
    let one = region.to_spec().expect("few entries");
    assert_eq!(sliced(&one).as_ref(), expected, "{one} of {case}");
}

/// Behind three to six axes that are whole.
#[test]
fn entry_kinds_agree_at_every_place() {
    for entry in few() {
        for place in 3..7 {
            let mut entries = vec![Kind::Range(None, None, 1); place];
            entries.push(entry.clone());
            let rank = place + entry.consumed();
            let mut shape = vec![2; rank];
            shape[place..].fill(LONGEST);
            cross(&entries, [shape]);
        }
    }
}

#[test]
fn entry_kinds_alone_agree_everywhere() {
    for entry in alone() {
        let entries = [entry];
        // Two axes of every length are for pairs.
        let is_taken =
            |shape: &Vec<usize>| shape.len() < 2 || shape.iter().all(|len| [0, 2, 3].contains(len));
        cross(
            &entries,
            shapes(&entries, &[0, 1, 2, 3, 5, LONGEST])
                .into_iter()
                .filter(is_taken),
        );
    }
}

#[test]
fn entry_kinds_in_pairs_agree_everywhere() {
    for pair in pairs() {
        let lengths: &[usize] = if shapes(&pair, &[0]).iter().any(|shape| shape.len() > 2) {
            &[0, 2, 3]
        } else {
            &[0, 1, 2, 5]
        };
        cross(&pair, shapes(&pair, lengths));
    }
}

/// A spec in the axis form is the one that has its entries in the order of the axes, whatever the
/// order of the text.
#[test]
fn entries_by_axis_agree_in_every_order() {
    for triple in triples() {
        let front = [&triple[..], &[Kind::Ellipsis]].concat();
        let back = [&[Kind::Ellipsis], &triple[..]].concat();
        let (from_front, from_back) = (parsed(&front), parsed(&back));
        for text in orders(&triple, &["0", "1", "2"], " => ") {
            assert_eq!(text.parse(), Ok(from_front.clone()), "{text}");
        }
        for text in orders(&triple, &["-3", "-2", "-1"], " => ") {
            assert_eq!(text.parse(), Ok(from_back.clone()), "{text}");
        }
        for text in orders(&triple, &["z", "y", "x"], "=") {
            let spec = DynSpec::by_names(&text, &["z", "y", "x"]);
            assert_eq!(spec, Ok(from_front.clone()), "{text}");
        }
        let apart = [&triple[..2], &[Kind::Ellipsis], &triple[2..]].concat();
        for text in orders(&triple, &["0", "1", "-1"], " => ") {
            assert_eq!(text.parse(), Ok(parsed(&apart)), "{text}");
        }
        cross_one(&front, &from_front, &[4, 3, 5]);
    }
}

#[test]
fn borrowed_lists_by_axis_agree_in_every_order() {
    let array = Tensor::<usize, 3>::from_shape_fn([5, 6, 7], |[z, y, x]| 100 * z + 10 * y + x);
    let (ys, xs) = (vec![2_u8, 3, 4], [0_i64, 1]);
    let expected = array.pick(s![1:3, &ys, &xs]);
    assert_eq!(array.pick(s![2 => &xs, 1 => &ys, 0 => 1:3]), expected);
    assert_eq!(array.pick(s![-1 => &xs, 0 => 1:3, 1 => &ys]), expected);
    assert_eq!(array.pick(s![-2 => &ys, -1 => [0, 1], -3 => 1:3]), expected);
    assert_eq!(
        array.pick(s![-1 => [0, 1], 1 => 2:5, 0 => [1, 2]]),
        expected
    );
    let fixed = array.view().into_static::<tslice::Shape![5, 6, 7]>();
    let fixed = fixed.expect("of this shape");
    let checked = fixed.pick(checked![2 => [0, 1], 1 => [2, 3, 4], 0 => 1:3]);
    assert_eq!(checked, expected);
}

#[test]
fn group_of_unequal_lists_is_refused_as_text() {
    for (group, [first, second]) in unequal() {
        let fault =
            format!("the lists have lengths {first} and {second}: they need one length, or 1");
        for text in [
            format!("{group}"),
            format!("-1, {group}, .."),
            format!("newaxis, {group}"),
        ] {
            let said = said(text.parse::<DynSpec>());
            assert!(said.contains(&fault), "{text}: {said}");
        }
    }
}

/// Typed specs of one entry whose bounds are known at run time, on typed, dynamic and static
/// shapes, checked and in `const_slice`.
#[test]
fn entry_kinds_typed_agree_with_dynamic() {
    fn of_length<const N: usize>() {
        let numbers: [usize; N] = std::array::from_fn(|at| at);
        let view = View::<usize, 1>::from(&numbers);
        let (dynamic, fixed) = (
            view.into_dyn(),
            View::<usize, 1>::from(&numbers).into_static::<tslice::Shape![N]>(),
        );
        let fixed = fixed.expect("of this length");
        macro_rules! agree {
            ($entry:expr; $($spec:tt)+) => {{
                let entries = [$entry];
                let spec = s![$($spec)+];
                let expected = dynamic.try_slice(&DynSpec::from(spec));
                let sliced = view.try_slice(spec).map(|view| (view.shape().to_vec(), view.to_vec()));
                let shown = expected.map(|view| (view.shape().to_vec(), view.to_vec()));
                assert_eq!(sliced, shown, "{spec} of {N}");
                let of_dyn = dynamic.try_slice(spec).map(|view| (view.shape().to_vec(), view.to_vec()));
                assert_eq!(of_dyn, shown, "{spec} of {N}");
                let of_static = fixed.try_slice(spec).map(|view| (view.shape().to_vec(), view.to_vec()));
                assert_eq!(of_static, shown, "{spec} of {N}");
                let of_checked = fixed.try_slice(checked![$($spec)+]);
                let of_checked = of_checked.map(|view| (view.shape().to_vec(), view.to_vec()));
                assert_eq!(of_checked, shown, "checked {spec} of {N}");
                let constant = catch_unwind(|| view.const_slice(spec).to_vec());
                match &shown {
                    Ok((_, elements)) => assert_eq!(constant.ok().as_ref(), Some(elements), "{spec} of {N}"),
                    Err(error) => {
                        let payload = constant.expect_err("out of bounds");
                        let words = payload.downcast_ref::<String>().expect("a message");
                        assert_eq!(*words, error.to_string(), "{spec} of {N}");
                        assert_eq!([words.clone()][..], faults(&entries, &[N]), "{spec} of {N}");
                    }
                }
                assert_eq!(shown.ok(), select(&entries, &[N]), "{spec} of {N}");
            }};
        }
        for entry in few().into_iter().chain(alone()) {
            match entry {
                Kind::Ellipsis => agree!(entry; ..),
                Kind::NewAxis => agree!(entry; newaxis),
                Kind::Index(i) => agree!(entry; i),
                Kind::Range(None, None, s) => agree!(entry; ::s),
                Kind::Range(Some(b), None, s) => agree!(entry; b: :s),
                Kind::Range(None, Some(e), s) => agree!(entry; :e:s),
                Kind::Range(Some(b), Some(e), 1) => agree!(entry; b:e),
                Kind::Range(Some(b), Some(e), s) => agree!(entry; b:e:s),
                Kind::Window(start, length) => agree!(entry; start:+length),
                Kind::List(_) | Kind::Group(..) => {}
            }
        }
        for start in -BOUND..=BOUND {
            let length = -1;
            agree!(Kind::Window(start, length); start:+length);
        }
    }
    // `const_slice` panics where the others return an error.
    let quiet = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let outcome = catch_unwind(|| {
        of_length::<0>();
        of_length::<1>();
        of_length::<2>();
        of_length::<3>();
        of_length::<6>();
    });
    std::panic::set_hook(quiet);
    if let Err(panic) = outcome {
        panic!(
            "{}",
            panic
                .downcast_ref::<String>()
                .map_or("no message", |message| message)
        );
    }
}

#[test]
fn entry_kinds_are_counted_by_macros_as_selected() {
    for entry in alone() {
        if entry.is_list() || entry.consumed() != 1 {
            continue;
        }
        let literal = tslice_syntax::parse(&entry.to_string())
            .expect("a spec")
            .entries[0];
        for len in 0..=LONGEST {
            let counted = count(&literal, len as i64).map(|count| count as usize);
            let selected =
                select(std::slice::from_ref(&entry), &[len]).map(|(_, elements)| elements.len());
            assert_eq!(counted, selected, "{entry} of {len}");
        }
    }
}

/// The entries of one axis that a view has.
fn of_one_axis() -> Vec<Kind> {
    let small = |bound: &i64| bound.abs() <= 3;
    alone()
        .into_iter()
        .filter(|entry| match entry {
            Kind::Index(index) => small(index),
            Kind::Range(begin, end, stride) => {
                begin.iter().chain(end).all(small) && [1, -1, 2].contains(stride)
            }
            Kind::Window(start, length) => small(start) && small(length),
            Kind::Ellipsis | Kind::NewAxis | Kind::List(_) | Kind::Group(..) => false,
        })
        .collect()
}

#[test]
fn entry_kinds_are_composed_as_selected() {
    let all = of_one_axis();
    let specs: Vec<DynSpec> = all
        .iter()
        .map(|entry| parsed(std::slice::from_ref(entry)))
        .collect();
    let mut found = [0; 2];
    for (first, a) in all.iter().zip(&specs) {
        if matches!(first, Kind::Index(_)) {
            continue;
        }
        for (second, b) in all.iter().zip(&specs) {
            if !matches!(
                (first, second),
                (Kind::Window(..), _) | (_, Kind::Window(..))
            ) {
                // Ranges and indices alone are for the test of every pair of ranges.
                continue;
            }
            let Some(both) = a.then(b) else { continue };
            found[usize::from(matches!(first, Kind::Window(..)))] += 1;
            for len in 0..=12 {
                let expected =
                    select(std::slice::from_ref(first), &[len]).and_then(|(shape, elements)| {
                        let (shape, next) = select(std::slice::from_ref(second), &shape)?;
                        Some((
                            shape,
                            next.into_iter().map(|at| elements[at]).collect::<Vec<_>>(),
                        ))
                    });
                let array = numbered(&[len]);
                let sliced = array
                    .try_slice(both)
                    .ok()
                    .map(|view| (view.shape().to_vec(), view.to_vec()));
                assert_eq!(
                    sliced, expected,
                    "{first} then {second} is not {both} on {len}"
                );
            }
        }
    }
    assert!(found[0] > 300 && found[1] > 300, "{found:?}");
}

#[test]
fn entry_kinds_have_one_canonical_form() {
    let mut forms = std::collections::HashMap::new();
    for entry in of_one_axis() {
        let meaning: Vec<_> = (0..=9)
            .map(|len| select(std::slice::from_ref(&entry), &[len]))
            .collect();
        if meaning.iter().all(Option::is_none) {
            // What fits no shape stays as it is.
            continue;
        }
        let form = parsed(std::slice::from_ref(&entry))
            .canonical()
            .expect("no stride is 0")
            .to_string();
        let (other, of) = forms
            .entry(meaning)
            .or_insert_with(|| (form.clone(), entry.clone()));
        assert_eq!(*other, form, "{entry} and {of} select the same");
    }
}

#[test]
fn entry_kinds_are_disjoint_as_selected() {
    for [first, second] in pairs() {
        if first.is_list() || second.is_list() || first.consumed() != 1 || second.consumed() != 1 {
            continue;
        }
        let (a, b) = (
            parsed(std::slice::from_ref(&first)),
            parsed(std::slice::from_ref(&second)),
        );
        for len in 0..=LONGEST {
            let mut array = Tensor::<usize, 1>::from_shape_fn([len], |[at]| at);
            let of = |entry: &Kind| select(std::slice::from_ref(entry), &[len]);
            let is_right = match (of(&first), of(&second)) {
                (Some((_, of_first)), Some((_, of_second))) => {
                    of_first.iter().all(|element| !of_second.contains(element))
                }
                _ => false,
            };
            let parts = array.try_multi_slice_mut((&a, &b));
            assert_eq!(parts.is_ok(), is_right, "{first} and {second} of {len}");
        }
    }
}

/// The entries that the tokens of a spec in brackets are: a few of each kind, alone and in pairs.
fn entries_of(tokens: &str) -> Vec<Kind> {
    let plain = |text: &str| {
        text.chars()
            .filter(|char| !char.is_whitespace())
            .collect::<String>()
    };
    let mut known = few()
        .into_iter()
        .map(|entry| vec![entry])
        .chain(pairs().into_iter().map(Vec::from));
    let is_meant = |entries: &Vec<Kind>| plain(&format!("[{}]", text(entries))) == plain(tokens);
    known
        .find(is_meant)
        .unwrap_or_else(|| panic!("{tokens} has other entries"))
}

/// The unit tests of the macros cross every kind with signatures; here are a few that are constants
/// of a program.
#[test]
fn entry_kinds_have_the_shapes_of_signatures() {
    let mut kinds = few();
    macro_rules! signatures {
        ($($from:tt => $to:tt = $spec:tt;)*) => {$({
            tslice::spec! { const SPEC: $from => $to = $spec; }
            let entries = entries_of(stringify!($spec));
            let picked = numbered(&$from).pick(SPEC);
            let shown = (picked.shape().to_vec(), picked.to_vec());
            assert_eq!(Some(shown), select(&entries, &$from), "{}", stringify!($spec));
            assert_eq!(SPEC.shape(), picked.shape(), "{}", stringify!($spec));
            kinds.retain(|kind| !entries.contains(kind));
        })*};
    }
    signatures! {
        [2, 3] => [2, 3] = [..];
        [4] => [1, 4] = [newaxis];
        [6, 2] => [2] = [0];
        [6, 4] => [6] = [.., 3];
        [6, 4] => [4] = [-1, ::-1];
        [6, 4] => [6, 3] = [:, 1:4];
        [6, 4] => [2, 2] = [-2:, 0:+2];
        [6, 9] => [3, 2] = [5:-7:-2, -2:+2];
        [6, 4] => [3, 2] = [1:+3, -3:+2];
        [5, 4] => [3, 2] = [[0, 2, -1], [1, 1]];
        [5, 4, 3] => [5, 2] = [[::2, -2, 0:+1], ([0, 1], [1, -1])];
        [4, 2, 7] => [3, 7] = [([-1], [0, 0, 1]), ..];
    }
    // What always selects nothing has no signature.
    assert_eq!(kinds, [Kind::Window(0, 0), Kind::List(Vec::new())]);
}

/// Pairs that are disjoint for every length, each on every length.
#[test]
fn entry_kinds_split_as_selected() {
    macro_rules! splits {
        ($($first:tt, $second:tt;)*) => {$(for len in 0..=LONGEST {
            let mut array = Tensor::<usize, 1>::from_shape_fn([len], |[at]| at);
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                let (mut first, mut second) = split_mut!(array, $first, $second);
                first.fill(100);
                second.fill(200);
            }));
            let of = |tokens: &str| select(&entries_of(tokens), &[len]).map(|(_, elements)| elements);
            let case = format!("{}, {} of {len}", stringify!($first), stringify!($second));
            let both = of(stringify!($first)).zip(of(stringify!($second)));
            assert_eq!(outcome.is_ok(), both.is_some(), "{case}");
            let Some((of_first, of_second)) = both else { continue };
            for (at, element) in array.to_vec().into_iter().enumerate() {
                let filled = match (of_first.contains(&at), of_second.contains(&at)) {
                    (true, _) => 100,
                    (_, true) => 200,
                    _ => at,
                };
                assert_eq!(element, filled, "{case}");
            }
        })*};
    }
    splits! {
        [0], [3];
        [0], [1:4];
        [1:+3], [0];
        [0:+2], [3];
        [0:+0], [..];
        [newaxis], [0:+0];
        [-1], [[]];
        [[]], [:];
        [::-1], [0:+0];
        [[]], [-2:];
        [5:-7:-2], [[]];
        [-2:+2], [[]];
        [0:+0], [-3:+2];
        [0:+0], [[0, 2, -1]];
        [[::2, -2, 0:+1]], [[]];
    }
}
