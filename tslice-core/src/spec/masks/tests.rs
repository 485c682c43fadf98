//! Unit tests of `spec::masks`.

use tslice_syntax::{Form, Forms};

use super::Masks;

/// Masks whose bits are those of `kinds`, in the order of the fields, all at `entry`.
fn at(entry: u32, kinds: u32) -> Masks {
    let mask = |kind: u32| (kinds >> kind & 1) << entry;
    Masks {
        begin_mask: mask(0),
        end_mask: mask(1),
        ellipsis_mask: mask(2),
        new_axis_mask: mask(3),
        shrink_axis_mask: mask(4),
    }
}

#[test]
fn masks_ellipsis_beats_new_axis_beats_shrink() {
    for (bit, kinds) in [0, 1, 17, 31].into_iter().flat_map(|bit| (0..32).map(move |kinds| (bit, kinds))) {
        let forms = at(bit, kinds).forms(32);
        for entry in 0..32 {
            let has = |kind: u32| entry == bit as usize && kinds >> kind & 1 == 1;
            let expected = match (has(2), has(3), has(4)) {
                (true, ..) => Form::Ellipsis,
                (_, true, _) => Form::NewAxis,
                (.., true) => Form::Index,
                _ => Form::Range { begin: !has(0), end: !has(1) },
            };
            assert_eq!(forms.get(entry), expected, "{kinds:b} at {bit}: {entry}");
        }
        // The one bit that has a meaning comes back.
        assert_eq!(Masks::of(forms).forms(32), forms);
    }
}

#[test]
fn masks_behind_the_last_entry_count_ellipses_alone() {
    let masks = Masks {
        begin_mask: u32::MAX,
        end_mask: u32::MAX,
        ellipsis_mask: 1 << 31 | 1,
        new_axis_mask: u32::MAX,
        shrink_axis_mask: u32::MAX,
    };
    assert_eq!(masks.forms(1).count(Form::Ellipsis, 32), 2);
    let few = Masks { ellipsis_mask: 0, ..masks };
    assert_eq!(few.forms(2), Forms(0x55));
}
