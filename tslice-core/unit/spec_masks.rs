//! Unit tests of `spec::masks`.

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
fn the_ellipsis_is_found_among_the_entries() {
    for bit in [0, 1, 17, 31] {
        let masks = at(bit, 4);
        for entries in [0, 1, 2, 17, 18, 31, 32, 33, usize::MAX] {
            let inside = entries > bit as usize;
            assert_eq!(masks.has_ellipsis(entries), inside);
            if entries <= 32 {
                assert_eq!(masks.ellipsis(entries), if inside { bit as usize } else { entries });
            }
        }
    }
}

#[test]
fn entries_take_and_give_axes() {
    for bit in [0, 1, 30, 31] {
        for kinds in 0..32 {
            let (taken, given) = match kinds >> 2 {
                0 => (1, 1),
                1 | 3 | 5 | 7 => (0, 0),
                2 | 6 => (0, 1),
                _ => (1, 0),
            };
            for entries in [bit as usize, bit as usize + 1, 32, 40] {
                let others = if entries > bit as usize { entries - 1 } else { entries };
                let here = if entries > bit as usize { (taken, given) } else { (0, 0) };
                assert_eq!(at(bit, kinds).axes(entries), (others + here.0, others + here.1));
            }
        }
    }
    assert_eq!(Masks { shrink_axis_mask: u32::MAX, ..Masks::default() }.axes(32), (32, 0));
    assert_eq!(Masks { new_axis_mask: 0b1011, ..Masks::default() }.axes(4), (1, 4));
}
