//! Any encoding on any small shape: the raw operation answers as the oracle does, on a view of a
//! view too.
#![no_main]

use arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use tslice::{DynTensor, Masks};
use tslice_ops as ops;
use tslice_tests::raw_oracle::{Call, select};

#[derive(Debug)]
struct Input {
    shape: Vec<usize>,
    calls: [Call; 2],
}

fn number(u: &mut Unstructured<'_>) -> Result<i64> {
    Ok(match u.int_in_range(0..=9)? {
        0 => i64::arbitrary(u)?,
        1 => i64::MIN + i64::from(u8::arbitrary(u)? % 3),
        2 => i64::MAX - i64::from(u8::arbitrary(u)? % 3),
        _ => u.int_in_range(-7..=7)?,
    })
}

fn list(u: &mut Unstructured<'_>, len: usize) -> Result<Vec<i64>> {
    (0..len).map(|_| number(u)).collect()
}

fn call(u: &mut Unstructured<'_>) -> Result<Call> {
    let len = if u.ratio(1, 50)? {
        u.int_in_range(0..=40)?
    } else {
        u.int_in_range(0..=6)?
    };
    let other = if u.ratio(1, 50)? { len + 1 } else { len };
    let wide = u.ratio(1, 20)?;
    let mut mask = || {
        Ok(if wide {
            u32::arbitrary(u)?
        } else {
            u32::from(u8::arbitrary(u)? % 64)
        })
    };
    let masks = [mask()?, mask()?, mask()?, mask()?, mask()?];
    Ok(Call {
        begin: list(u, len)?,
        end: list(u, other)?,
        strides: list(u, len)?,
        masks,
    })
}

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let rank = u.int_in_range(0..=5)?;
        let shape = (0..rank)
            .map(|_| u.int_in_range(0..=5))
            .collect::<Result<_>>()?;
        Ok(Self {
            shape,
            calls: [call(u)?, call(u)?],
        })
    }
}

fuzz_target!(|input: Input| {
    let len = input.shape.iter().product();
    let tensor = DynTensor::from_shape_vec(&input.shape, (0..len).collect()).expect("as many");
    let (mut shape, mut elements): (Vec<usize>, Vec<usize>) = (input.shape, (0..len).collect());
    let mut view = tensor.view();
    for call in &input.calls {
        let [
            begin_mask,
            end_mask,
            ellipsis_mask,
            new_axis_mask,
            shrink_axis_mask,
        ] = call.masks;
        let masks = Masks {
            begin_mask,
            end_mask,
            ellipsis_mask,
            new_axis_mask,
            shrink_axis_mask,
        };
        let answer = ops::strided_slice(&view, &call.begin, &call.end, &call.strides, masks);
        match (answer, select(call, &shape)) {
            (Ok(slice), Ok((sliced, chosen))) => {
                elements = chosen.into_iter().map(|at| elements[at]).collect();
                shape = sliced;
                assert_eq!(
                    (slice.shape(), slice.to_vec()),
                    (&shape[..], elements.clone())
                );
                assert!(slice.iter().eq(&elements));
                view = slice;
            }
            (Err(_), Err(_)) => return,
            (answer, expected) => panic!("{answer:?}, expected {expected:?}"),
        }
    }
});
