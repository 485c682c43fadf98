//! Unit tests of `spec::entry`.

use super::{Form, Masks};

#[test]
fn ellipsis_beats_new_axis_beats_shrink_at_the_entry_of_the_bit_alone() {
    for (bit, kinds) in [0, 1, 17, 31].into_iter().flat_map(|bit| (0..32).map(move |kinds| (bit, kinds))) {
        let mask = |kind: u32| (kinds >> kind & 1) << bit;
        let masks = Masks {
            begin_mask: mask(0),
            end_mask: mask(1),
            ellipsis_mask: mask(2),
            new_axis_mask: mask(3),
            shrink_axis_mask: mask(4),
        };
        for entry in [0, 1, 2, 17, 30, 31, 32, 33, usize::MAX] {
            let has = |kind: u32| entry == bit as usize && kinds >> kind & 1 == 1;
            let expected = match (has(2), has(3), has(4)) {
                (true, ..) => Form::Ellipsis,
                (_, true, _) => Form::NewAxis,
                (.., true) => Form::Index,
                _ => Form::Range { begin: !has(0), end: !has(1) },
            };
            assert_eq!(masks.form(entry), expected, "{masks:?} {entry}");
        }
    }
}
