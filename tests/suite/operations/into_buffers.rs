//! The `_into` forms write what the others return, and nothing where there is an error.

use proptest::prelude::*;
use tslice::diag::Align;
use tslice::{DynTensor, Tensor, View, diag, s};
use tslice_ops as ops;
use tslice_ops::prelude::*;
use tslice_tests::counting::counting;

proptest! {
    #[test]
    fn gathering_into_a_buffer_is_gathering(
        shape in prop::collection::vec(1..4_usize, 1..4),
        numbers in prop::collection::vec(-1..4_i32, 24),
        (depth, batch, count) in (0..4_usize, 0..2_usize, 0..3_usize),
        strided in any::<bool>(),
    ) {
        let all = counting(0_i32, &[&shape[..], &[2]].concat());
        let (packed, mut params) = (counting(0_i32, &shape), all.slice(s![.., 1]));
        if !strided {
            params = packed.view();
        }
        let outer = [&shape[..batch], &[count]].concat();
        let len = outer.iter().product::<usize>() * depth;
        let indices = DynTensor::from_shape_vec([&outer[..], &[depth]].concat(), numbers[..len].to_vec()).expect("as many");
        let gathered = ops::gather_nd(&params, &indices.view(), batch);
        let slice = shape.get(batch + depth..).map_or(0, |axes| axes.iter().product::<usize>());
        let untouched = vec![-7; outer.iter().product::<usize>() * slice];
        let mut buffer = untouched.clone();
        match (gathered, ops::gather_nd_into(&params, &indices.view(), batch, &mut buffer)) {
            (Ok(gathered), Ok(())) => prop_assert_eq!(gathered.as_slice(), Some(&buffer[..])),
            (Err(error), Err(again)) => prop_assert_eq!((error, buffer), (again, untouched)),
            (gathered, written) => prop_assert!(false, "{:?}, {:?}", gathered, written),
        }
    }
}

#[test]
fn gathering_rows_and_elements_into_buffers() {
    let t = Tensor::from_shape_fn([3, 2], |[i, j]| 10 * i + j);
    let mut rows = [9; 4];
    t.try_gather_nd_into(&[[2], [0]], &mut rows).unwrap();
    assert_eq!(rows, [20, 21, 0, 1]);
    let mut elements = [9; 3];
    t.slice(s![::-1])
        .try_gather_nd_into(&[[0, 1], [2, 0], [1, 1]], &mut elements)
        .unwrap();
    assert_eq!(elements, [21, 0, 11]);
}

#[test]
fn buffer_takes_few_rows_of_large_views() {
    let all = counting(0_i32, &[8, 4, 2]);
    let params = all.slice(s![::-1, :, 1]);
    let mut elements = [-7; 2];
    ops::gather_nd_into(
        &params,
        &View::<_, 2>::from(&[[7, 3], [0, 1]]).into_dyn(),
        0,
        &mut elements,
    )
    .unwrap();
    assert_eq!(elements, [7, 59]);
    let mut row = [-7; 4];
    ops::gather_nd_into(&params, &View::<_, 2>::from(&[[6]]).into_dyn(), 0, &mut row).unwrap();
    assert_eq!(row, [9, 11, 13, 15]);
}

#[test]
fn buffer_error_names_the_shape_of_one_diagonal() {
    let error = ops::matrix_diag_part_into(
        &counting(0_i32, &[2, 3, 4]).view(),
        0,
        0,
        Align::default(),
        &mut [0; 5],
    );
    assert_eq!(
        error.unwrap_err().to_string(),
        "shape [2, 3] needs 6 elements, there are 5"
    );
}

#[test]
fn buffer_error_for_empty_params_is_the_same() {
    let (params, indices) = (
        counting(0_i32, &[0, 3]),
        View::<_, 2>::from(&[[5]]).into_dyn(),
    );
    let error = ops::gather_nd_into(&params.view(), &indices, 0, &mut [0; 3]).unwrap_err();
    assert_eq!(
        error,
        ops::IndicesError::EmptyParams {
            shape: [0, 3].into(),
            slices: 1
        }
    );
    assert_eq!(ops::gather_nd(&params.view(), &indices, 0), Err(error));
}

#[test]
fn buffer_is_unchanged_after_an_error() {
    let t = Tensor::from_shape_fn([3, 2], |[i, j]| 10 * i + j);
    let mut rows = [9; 4];
    let error = t.try_gather_nd_into(&[[2], [3]], &mut rows).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("3 is out of bounds for axis 0 with length 3"),
        "{error}"
    );
    assert!(t.try_gather_nd_into(&[[2]], &mut rows).is_err());
    assert!(
        t.try_gather_nd_into(&[[2, 0], [0, 2], [0, 0], [0, 0]], &mut rows)
            .is_err()
    );
    assert!(
        t.try_diag_part_into(diag![0..=1], 7, &mut rows[..3])
            .is_err()
    );
    assert!(t.try_diag_part_into(diag![5], 7, &mut rows).is_err());
    assert_eq!(rows, [9; 4]);
}

#[test]
fn buffer_takes_every_band_of_small_matrices() {
    for (rows, columns) in [(1, 1), (2, 3), (3, 2), (4, 4), (0, 3), (3, 0)] {
        let batch = counting(0_i32, &[2, rows, columns]);
        let strided = counting(0_i32, &[2, rows, columns, 2]);
        for input in [batch.view(), strided.slice(s![.., 1])] {
            for (lower, upper) in (-4..=4).flat_map(|l| (-4..=4).map(move |u| (l, u))) {
                for align in [
                    Align::LeftLeft,
                    Align::RightLeft,
                    Align::LeftRight,
                    Align::RightRight,
                ] {
                    let band = ops::matrix_diag_part(&input, [lower, upper], -1, align);
                    let len = band.as_ref().map_or(0, DynTensor::len);
                    let mut buffer = vec![-2; len];
                    let written =
                        ops::matrix_diag_part_into(&input, [lower, upper], -1, align, &mut buffer);
                    match (band, written) {
                        (Ok(band), Ok(())) => assert_eq!(band.as_slice(), Some(&buffer[..])),
                        (Err(band), Err(written)) => assert_eq!(band, written),
                        (band, written) => panic!("{lower}..={upper}: {band:?}, {written:?}"),
                    }
                }
            }
        }
    }
}
