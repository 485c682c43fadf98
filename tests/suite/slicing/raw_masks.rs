//! The raw operation under every combination of mask bits, against an oracle of its own.

use tslice::{DynSpec, DynTensor, Encoding, Masks};
use tslice_ops as ops;
use tslice_tests::algebra::Random;
use tslice_tests::counting::counting;
use tslice_tests::faults::fault;
use tslice_tests::raw_oracle::{Call, select};

fn masks_of(masks: [u32; 5]) -> Masks {
    let [
        begin_mask,
        end_mask,
        ellipsis_mask,
        new_axis_mask,
        shrink_axis_mask,
    ] = masks;
    Masks {
        begin_mask,
        end_mask,
        ellipsis_mask,
        new_axis_mask,
        shrink_axis_mask,
    }
}

fn check(tensor: &DynTensor<usize>, call: &Call) {
    let masks = masks_of(call.masks);
    let answer = ops::strided_slice(&tensor.view(), &call.begin, &call.end, &call.strides, masks);
    let answer = answer.map(|view| (view.shape().to_vec(), view.to_vec()));
    assert_eq!(
        answer.map_err(|error| fault(&error)),
        select(call, tensor.shape()),
        "{call:?} on {:?}",
        tensor.shape()
    );
}

/// The five masks of `entries` entries, one after the other: every value of 5 bits for each entry.
fn masks(entries: u32) -> impl Iterator<Item = [u32; 5]> {
    (0..1_u32 << (5 * entries)).map(move |all| {
        std::array::from_fn(|mask| all >> (entries * mask as u32) & ((1 << entries) - 1))
    })
}

fn call(bounds: &[[i64; 3]], masks: [u32; 5]) -> Call {
    let list = |i: usize| bounds.iter().map(|bound| bound[i]).collect();
    Call {
        begin: list(0),
        end: list(1),
        strides: list(2),
        masks,
    }
}

const SHAPES: [&[usize]; 7] = [&[], &[3], &[0], &[4, 3], &[2, 0], &[3, 4, 2], &[2, 3, 1, 2]];

#[test]
fn masks_of_one_entry_match_oracle() {
    let bounds = [i64::MIN, -4, -1, 0, 1, 3, 5, i64::MAX];
    for tensor in SHAPES.map(|shape| counting(0_usize, shape)) {
        for masks in masks(1) {
            for (b, e) in bounds.into_iter().flat_map(|b| bounds.map(|e| (b, e))) {
                for stride in [i64::MIN, -2, -1, 0, 1, 2, i64::MAX] {
                    check(&tensor, &call(&[[b, e, stride]], masks));
                }
            }
        }
    }
}

#[test]
fn every_mask_of_two_entries_matches_the_oracle() {
    let bounds = [
        [1, 3, 1],
        [-1, 0, -1],
        [2, -9, -2],
        [0, 0, 0],
        [i64::MAX, i64::MIN, i64::MIN],
    ];
    for tensor in SHAPES.map(|shape| counting(0_usize, shape)) {
        for masks in masks(2).step_by(3) {
            for (first, second) in bounds.into_iter().flat_map(|f| bounds.map(|s| (f, s))) {
                check(&tensor, &call(&[first, second], masks));
            }
        }
    }
}

#[test]
fn every_mask_of_three_entries_matches_the_oracle() {
    let lists = [
        [[0, 2, 1], [-1, 0, -1], [1, 9, 2]],
        [[-1, 9, 1], [1, -1, 1], [0, 1, 1]],
        [[1, 0, -1], [0, 3, 0], [5, 1, -2]],
    ];
    for tensor in SHAPES.map(|shape| counting(0_usize, shape)) {
        // 7 has no divisor in common with 32: each bit of each entry takes part with each list.
        for (bounds, masks) in lists.iter().cycle().zip(masks(3).step_by(7)) {
            check(&tensor, &call(bounds, masks));
        }
    }
}

#[test]
fn masks_past_the_last_entry_change_nothing() {
    let tensor = counting(0_usize, &[3, 4, 2]);
    for masks in masks(2) {
        for extra in 0..32_u32 {
            let beyond = std::array::from_fn(|mask| masks[mask] | (extra >> mask & 1) << 2);
            check(&tensor, &call(&[[1, 3, 1], [-1, 0, -1]], beyond));
            check(
                &tensor,
                &call(&[[1, 3, 1], [-1, 0, -1]], masks.map(|m| m | u32::MAX << 31)),
            );
        }
    }
}

/// Up to 32 entries with any bits of the masks, in the raw operation and as a spec that is made of
/// an encoding.
#[test]
fn calls_of_any_number_of_entries_match_the_oracle() {
    let random = &mut Random(25);
    let mut selected = 0;
    for case in 0..20_000 {
        let entries = 1 + random.below(32);
        let rank = random.below(33);
        let mut shape = vec![1; rank];
        for _ in 0..6.min(rank) {
            shape[random.below(rank)] = 1 + random.below(3);
        }
        let tensor = counting(0_usize, &shape);
        // Many bounds are inside of short axes, so that many calls select an element.
        let bounds: Vec<[i64; 3]> = (0..entries)
            .map(|_| {
                let begin = [0, -1][random.below(2)];
                let stride = [1, 1, 1, 2, -1][random.below(5)];
                [begin, random.around(4), stride]
            })
            .collect();
        let below = u32::MAX >> (32 - entries as u32);
        let mut mask = |likely: bool| {
            let bits = [random.bits() as u32, random.bits() as u32];
            if likely {
                bits[0] | bits[1]
            } else {
                bits[0] & bits[1]
            }
        };
        let masks = [mask(true), mask(true), 0, mask(false), mask(false)];
        let ellipsis = 1 << random.below(entries) & [0, u32::MAX][random.below(2)];
        let mut masks = masks.map(|mask| mask & below);
        masks[2] = ellipsis;
        let call = call(&bounds, masks);
        check(&tensor, &call);
        let encoding = Encoding {
            begin: call.begin.clone(),
            end: call.end.clone(),
            strides: call.strides.clone(),
            masks: masks_of(masks),
        };
        // A spec that has not seen the shape names another axis in its errors.
        let answer = DynSpec::try_from(encoding)
            .and_then(|spec| Ok(tensor.try_slice(&spec)?.to_tensor()))
            .map(|slice| (slice.shape().to_vec(), slice.to_vec()));
        let expected = select(&call, &shape);
        selected += usize::from(expected.is_ok());
        let shown = format!("case {case}: {call:?} on {shape:?}");
        assert_eq!(answer.ok(), expected.ok(), "{shown}");
    }
    assert!(selected > 2000, "{selected} of 20000 select elements");
}
