//! MatrixDiagPart and diagonals: the documented examples by name, alignments, empty matrices, every
//! error.

use proptest::prelude::*;
use tslice::diag::Align;
use tslice::{DynTensor, Tensor, View, diag, s};
use tslice_ops::prelude::*;
use tslice_ops::{self as ops, DiagError};
use tslice_tests::counting::counting;

const TWO: [[[i32; 4]; 3]; 2] = [
    [[1, 2, 3, 4], [5, 6, 7, 8], [9, 8, 7, 6]],
    [[5, 4, 3, 2], [1, 2, 3, 4], [5, 6, 7, 8]],
];

fn two() -> View<'static, i32, 3> {
    View::from(&TWO)
}

#[track_caller]
fn example(k: &[i32], padding: i32, align: Align, shape: &[usize], expected: &[i32]) {
    let part = ops::matrix_diag_part(&two().into_dyn(), k, padding, align).expect("valid");
    assert_eq!((part.shape(), &part.to_vec()[..]), (shape, expected));
}

#[test]
fn the_example_of_the_main_diagonals() {
    example(&[0], 0, Align::LeftLeft, &[2, 3], &[1, 6, 7, 5, 2, 7]);
}

#[test]
fn the_example_of_a_superdiagonal() {
    example(&[1], 0, Align::LeftLeft, &[2, 3], &[2, 7, 6, 4, 3, 8]);
}

#[test]
fn the_example_of_a_tridiagonal_band() {
    let expected = [2, 7, 6, 1, 6, 7, 5, 8, 0, 4, 3, 8, 5, 2, 7, 1, 6, 0];
    example(&[-1, 1], 0, Align::LeftLeft, &[2, 3, 3], &expected);
}

#[test]
fn the_example_of_a_band_padded_with_9() {
    let expected = [4, 9, 9, 3, 8, 9, 2, 7, 6, 2, 9, 9, 3, 4, 9, 4, 3, 8];
    example(&[1, 3], 9, Align::LeftLeft, &[2, 3, 3], &expected);
}

#[test]
fn alignment_right_left_is_the_default() {
    let expected = [
        0, 3, 8, 2, 7, 6, 1, 6, 7, 5, 8, 0, 0, 3, 4, 4, 3, 8, 5, 2, 7, 1, 6, 0,
    ];
    example(&[-1, 2], 0, Align::RightLeft, &[2, 4, 3], &expected);
    example(&[-1, 2], 0, Align::default(), &[2, 4, 3], &expected);
}

#[test]
fn the_example_of_v3_left_right() {
    let expected = [
        3, 8, 0, 2, 7, 6, 1, 6, 7, 0, 5, 8, 3, 4, 0, 4, 3, 8, 5, 2, 7, 0, 1, 6,
    ];
    example(&[-1, 2], 0, Align::LeftRight, &[2, 4, 3], &expected);
}

#[test]
fn band_beside_the_main_diagonal_is_shorter() {
    example(
        &[-2, -1],
        0,
        Align::default(),
        &[2, 2, 2],
        &[5, 8, 9, 0, 1, 6, 5, 0],
    );
}

#[test]
fn the_example_of_v3_padded_with_9() {
    let expected = [9, 9, 4, 9, 3, 8, 2, 7, 6, 9, 9, 2, 9, 3, 4, 4, 3, 8];
    example(&[1, 3], 9, Align::default(), &[2, 3, 3], &expected);
}

#[test]
fn alignments_left_left_and_right_right() {
    let left = [
        3, 8, 0, 2, 7, 6, 1, 6, 7, 5, 8, 0, 3, 4, 0, 4, 3, 8, 5, 2, 7, 1, 6, 0,
    ];
    example(&[-1, 2], 0, Align::LeftLeft, &[2, 4, 3], &left);
    let right = [
        0, 3, 8, 2, 7, 6, 1, 6, 7, 0, 5, 8, 0, 3, 4, 4, 3, 8, 5, 2, 7, 0, 1, 6,
    ];
    example(&[-1, 2], 0, Align::RightRight, &[2, 4, 3], &right);
}

#[test]
fn band_is_aligned_as_the_raw_one() {
    for align in [
        Align::RightLeft,
        Align::LeftRight,
        Align::LeftLeft,
        Align::RightRight,
    ] {
        let raw = ops::matrix_diag_part(&two().into_dyn(), [-1, 2], 0, align).expect("valid");
        assert_eq!(
            two().diag_part(diag![-1..=2].align(align), 0).to_vec(),
            raw.to_vec(),
            "{align}"
        );
        assert_eq!(Align::from_name(&align.to_string()), Some(align));
    }
    assert_eq!(Align::LeftRight.to_string(), "LEFT_RIGHT");
    assert_eq!(Align::from_name("LEFT"), None);
}

#[test]
fn band_of_one_drops_the_axis() {
    let m = counting(1_i32, &[3, 4]);
    for part in [
        ops::matrix_diag_part(&m.view(), 0_u8, 0, Align::default()),
        ops::matrix_diag_part(&m.view(), [0], 0, Align::default()),
        ops::matrix_diag_part(&m.view(), [0, 0], 0, Align::default()),
    ] {
        let part = part.expect("valid");
        assert_eq!((part.shape(), part.to_vec()), (&[3][..], vec![1, 6, 11]));
    }
}

#[test]
fn band_is_as_wide_as_its_longest_diagonal() {
    let width = |k: [i64; 2]| {
        let part = ops::matrix_diag_part(&counting(1_i32, &[3, 4]).view(), k, 0, Align::default())
            .expect("valid");
        part.shape().to_vec()
    };
    assert_eq!(width([-2, 3]), [6, 3]);
    assert_eq!(width([3, 3]), [1]);
    assert_eq!(width([-2, -2]), [1]);
    assert_eq!(width([-2, -1]), [2, 2]);
}

#[test]
fn empty_matrices_have_empty_diagonals() {
    let shape = |shape: &[usize], k: &[i64]| {
        ops::matrix_diag_part(&counting(1_i32, shape).view(), k, 0, Align::default())
            .map(|part| part.shape().to_vec())
    };
    assert_eq!(shape(&[3, 0], &[0]), Ok(vec![0]));
    assert_eq!(shape(&[0, 0], &[0]), Ok(vec![0]));
    assert_eq!(shape(&[0, 4], &[1]), Ok(vec![0]));
    assert_eq!(shape(&[0, 4], &[0, 3]), Ok(vec![4, 0]));
    assert_eq!(shape(&[3, 0], &[-1, 0]), Ok(vec![2, 0]));
    assert_eq!(shape(&[2, 0, 0], &[0]), Ok(vec![2, 0]));
    assert_eq!(shape(&[0, 2, 2], &[0, 1]), Ok(vec![0, 2, 2]));
    assert!(shape(&[0, 4], &[-1]).is_err() && shape(&[3, 0], &[1]).is_err());
}

/// A loop over the matrices of such a batch would not end.
#[cfg(target_pointer_width = "64")]
#[test]
fn empty_matrices_of_any_number_have_empty_diagonals_at_once() {
    for [batch, rows, columns] in [[1 << 50, 0, 3], [1 << 50, 3, 0], [1 << 60, 0, 0]] {
        let input = DynTensor::<i32>::zeros([batch, rows, columns]);
        let (least, most) = (-(rows as i64), columns as i64);
        for k in [[0, 0], [(least + 1).min(0), 0], [0, (most - 1).max(0)]] {
            let part = ops::matrix_diag_part(&input.view(), &k[..], 7, Align::default());
            let part = part.expect("a band of the matrix");
            let width = (k[1] - k[0] + 1) as usize;
            let band = [batch, width, 0];
            let expected = if width > 1 { &band[..] } else { &[batch, 0] };
            assert_eq!(part.shape(), expected, "{k:?} of {:?}", input.shape());
        }
    }
}

#[track_caller]
fn fails(shape: &[usize], k: &[i64], error: &DiagError, message: &str) {
    let part = ops::matrix_diag_part(&counting(1_i32, shape).view(), k, 0, Align::default());
    assert_eq!(part.as_ref(), Err(error));
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_vector_has_no_diagonals() {
    let message = "a diagonal needs two axes, the tensor has rank 1";
    fails(
        &[3],
        &[0, 1, 2],
        &DiagError::RankTooSmall { rank: 1 },
        message,
    );
}

#[test]
fn three_numbers_or_none_are_no_diagonals() {
    let message = "k is one number or a list of one or two, this one has shape [3]";
    fails(
        &[3, 4],
        &[0, 1, 2],
        &DiagError::BadIndexShape { shape: [3].into() },
        message,
    );
    let message = "k is one number or a list of one or two, this one has shape [0]";
    fails(
        &[3, 4],
        &[],
        &DiagError::BadIndexShape { shape: [0].into() },
        message,
    );
}

#[test]
fn a_matrix_of_numbers_is_no_diagonal() {
    let k = DynTensor::from_shape_vec([1, 2], vec![0, 1]).expect("two elements");
    let part = ops::matrix_diag_part(
        &counting(1_i32, &[3, 4]).view(),
        &k.view(),
        0,
        Align::default(),
    );
    assert_eq!(
        part,
        Err(DiagError::BadIndexShape {
            shape: [1, 2].into()
        })
    );
}

#[test]
fn band_outside_the_matrix_is_refused() {
    for k in [4, -3, i64::MAX, i64::MIN] {
        let message = format!(
            "diagonal {k} is out of bounds for 3 rows and 4 columns: k is 0, or above -3 and below 4"
        );
        fails(
            &[3, 4],
            &[k],
            &DiagError::OutOfBounds {
                k,
                rows: 3,
                columns: 4,
            },
            &message,
        );
        fails(
            &[3, 4],
            &[0, k],
            &DiagError::OutOfBounds {
                k,
                rows: 3,
                columns: 4,
            },
            &message,
        );
    }
    let part = ops::matrix_diag_part(
        &counting(1_i32, &[3, 4]).view(),
        u128::MAX,
        0,
        Align::default(),
    );
    assert_eq!(
        part,
        Err(DiagError::OutOfBounds {
            k: i64::MAX,
            rows: 3,
            columns: 4
        })
    );
}

#[test]
fn a_band_upside_down_is_refused() {
    let message = "the band goes from diagonal 1 to 0: lower is above upper";
    fails(
        &[3, 4],
        &[1, 0],
        &DiagError::NotOrdered { lower: 1, upper: 0 },
        message,
    );
    let m = Tensor::<i32, 2>::zeros([3, 4]);
    let (lower, upper) = (2, -1);
    let part = m.try_diag_part(diag![lower..=upper], 0);
    assert_eq!(
        part,
        Err(DiagError::NotOrdered {
            lower: 2,
            upper: -1
        })
    );
}

#[test]
fn padding_is_an_element_or_its_tensor() {
    let m = counting(1_i32, &[2, 2]);
    let padded = |shape: &[usize]| {
        let padding = counting(1_i32, shape);
        ops::matrix_diag_part(&m.view(), [0, 1], &padding.view(), Align::LeftLeft)
            .map(DynTensor::into_vec)
    };
    assert_eq!(padded(&[]), Ok(vec![2, 1, 1, 4]));
    assert_eq!(padded(&[1, 1]), Ok(vec![2, 1, 1, 4]));
    assert_eq!(
        padded(&[2]),
        Err(DiagError::PaddingNotScalar { shape: [2].into() })
    );
    assert_eq!(
        padded(&[0]),
        Err(DiagError::PaddingNotScalar { shape: [0].into() })
    );
}

#[test]
fn rank_follows_from_the_form_of_diagonals() {
    let one: Tensor<i32, 2> = two().diag_part(diag![1], 0);
    assert_eq!(one.to_vec(), [2, 7, 6, 4, 3, 8]);
    let band: Tensor<i32, 3> = two().diag_part(diag![1..=1], 0);
    assert_eq!(
        (band.shape(), band.to_vec()),
        (&[2, 1, 3], vec![2, 7, 6, 4, 3, 8])
    );
    let ends = (-1_i8, 2_u64);
    let band: Tensor<i32, 3> = two().diag_part(diag![ends.0..=ends.1], 9);
    assert_eq!(band.shape(), &[2, 4, 3]);
}

#[test]
fn any_element_that_clones_has_diagonals() {
    let m = Tensor::from_shape_fn([2, 3], |[i, j]| format!("{i}{j}"));
    let band = m.diag_part(diag![-1..=1], String::from("-"));
    assert_eq!(band.into_vec(), ["01", "12", "00", "11", "10", "-"]);
}

#[test]
fn diagonal_is_a_view_of_the_elements() {
    let diagonal = two().diagonal(1);
    assert_eq!(diagonal.shape(), &[2, 3]);
    assert_eq!(diagonal.strides(), &[12, 5]);
    assert!(std::ptr::eq(&diagonal[[1, 2]], &TWO[1][2][3]));
}

#[test]
fn diagonal_outside_the_matrix_is_empty() {
    for k in [4, -3, i128::MAX, i128::MIN] {
        assert_eq!(two().diagonal(k).shape(), &[2, 0]);
        assert_eq!(two().into_dyn().diagonal(k).shape(), [2, 0]);
    }
    assert!(Tensor::<u8, 2>::zeros([0, 3]).diagonal(1).is_empty());
    assert!(Tensor::<u8, 2>::zeros([3, 0]).diagonal(-1).is_empty());
}

#[test]
fn writing_through_a_diagonal_leaves_the_rest() {
    let mut m = Tensor::<i32, 3>::zeros([2, 2, 3]);
    m.diagonal_mut(1)
        .assign(&View::<_, 2>::from(&[[1, 2], [3, 4]]));
    assert_eq!(m.to_vec(), [0, 1, 0, 0, 0, 2, 0, 3, 0, 0, 0, 4]);
    m.slice_mut(s![0, ::-1, 1:]).diagonal_mut(0).fill(7);
    assert_eq!(m.slice(s![0]).to_vec(), [0, 1, 7, 0, 7, 2]);
}

#[test]
fn diagonal_of_one_row_or_column() {
    let wide = Tensor::from_shape_fn([1, 5], |i| i[1]);
    assert_eq!(wide.diagonal(3).to_vec(), [3]);
    assert_eq!(wide.view().slice(s![::-1, ::-2]).diagonal(1).to_vec(), [2]);
}

fn element(m: &Tensor<i32, 2>, k: i64, n: usize) -> Option<i32> {
    let down = usize::try_from((-k).max(0)).expect("small");
    let right = usize::try_from(k.max(0)).expect("small");
    m.get([n + down, n + right]).copied()
}

proptest! {
    #[test]
    fn bands_match_the_defining_equation(
        rows in 0_usize..6, columns in 0_usize..6, lower in -6_i64..6, upper in -6_i64..6, align in 0..4_usize
    ) {
        let align = [Align::RightLeft, Align::LeftRight, Align::LeftLeft, Align::RightRight][align];
        let m = Tensor::from_shape_fn([rows, columns], |[i, j]| i32::try_from(10 * i + j).expect("small"));
        let Ok(part) = m.try_diag_part(diag![lower..=upper].align(align), -1) else { return Ok(()) };
        let inside = |k: i64| (0..).map_while(|n| element(&m, k, n)).collect::<Vec<_>>();
        let width = (lower..=upper).map(|k| inside(k).len()).max().expect("a diagonal");
        let mut expected = Vec::new();
        for k in (lower..=upper).rev() {
            let (row, padding) = (inside(k), vec![-1; width - inside(k).len()]);
            let left = match align {
                Align::RightLeft => k <= 0,
                Align::LeftRight => k >= 0,
                Align::LeftLeft => true,
                Align::RightRight => false,
            };
            expected.extend(if left { [row, padding] } else { [padding, row] }.concat());
        }
        prop_assert_eq!(part.into_vec(), expected);
    }

    #[test]
    fn diagonals_of_any_slice_match_its_elements(k in -5_i64..5, row in -3_i64..4, column in -3_i64..4) {
        prop_assume!(row != 0 && column != 0);
        let m = Tensor::from_shape_fn([4, 5], |[i, j]| i32::try_from(10 * i + j).expect("small"));
        let slice = m.slice(s![::(row), ::(column)]).to_tensor();
        let expected: Vec<_> = (0..).map_while(|n| element(&slice, k, n)).collect();
        prop_assert_eq!(m.slice(s![::(row), ::(column)]).diagonal(k).to_vec(), expected);
    }
}
