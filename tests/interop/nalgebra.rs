//! Matrices of `nalgebra`, sliced by both crates.

use nalgebra::{
    DMatrix, DMatrixView, DMatrixViewMut, Dyn, Matrix2x3, Matrix3, MatrixView, MatrixViewMut,
    Vector4,
};
use tslice::interop::{Lend, LendMut};
use tslice::s;
use tslice_tests::faults::message;

#[test]
fn matrix_is_rows_by_columns_with_its_strides() {
    let m = Matrix2x3::new(1, 2, 3, 4, 5, 6);
    let view = m.lend();
    assert_eq!((view.shape(), view.strides()), (&[2, 3], &[1, 2]));
    assert_eq!(view.to_vec(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(
        Vector4::new(1, 2, 3, 4).lend().slice(s![::-1, 0]).to_vec(),
        [4, 3, 2, 1]
    );
}

#[test]
fn slices_agree_with_nalgebras_own() {
    let m = DMatrix::from_fn(6, 7, |i, j| i * 10 + j);
    let view = m.lend();
    assert_eq!(
        DMatrix::from(view.slice(s![1:4, 2:6])),
        m.view((1, 2), (3, 4))
    );
    assert_eq!(
        DMatrix::from(view.slice(s![::2, ::3])),
        m.view_with_steps((0, 0), (3, 3), (1, 2))
    );
    assert_eq!(
        view.slice(s![2]).to_vec(),
        m.row(2).iter().copied().collect::<Vec<_>>()
    );
    assert_eq!(
        view.slice(s![:, -1]).to_vec(),
        m.column(6).iter().copied().collect::<Vec<_>>()
    );
}

#[test]
fn views_of_matrices_lend_too() {
    let m = DMatrix::from_fn(6, 7, |i, j| i * 10 + j);
    let steps = m.view_with_steps((1, 1), (2, 3), (1, 1));
    assert_eq!(steps.lend().to_vec(), [11, 13, 15, 31, 33, 35]);
    assert_eq!(steps.lend().slice(s![::-1, 1]).to_vec(), [33, 13]);
    let tensor = steps.lend().to_tensor();
    assert_eq!(DMatrix::from(&tensor), steps);
    assert_eq!(DMatrix::from(tensor), steps);
}

#[test]
fn writing_goes_into_the_matrix() {
    let mut m = Matrix3::<i32>::zeros();
    m.lend_mut()
        .slice_mut(s![1, ::-1])
        .assign(&tslice::Tensor::<_, 1>::from([1, 2, 3]));
    assert_eq!(m, Matrix3::new(0, 0, 0, 3, 2, 1, 0, 0, 0));
    m.view_mut((0, 1), (2, 2)).lend_mut().fill(9);
    assert_eq!(m, Matrix3::new(0, 9, 9, 3, 9, 9, 0, 0, 0));
}

#[test]
fn empty_and_repeating_matrices_lend() {
    assert_eq!(DMatrix::<f32>::zeros(0, 4).lend().shape(), &[0, 4]);
    let one = [5];
    let repeated: DMatrixView<'_, i32, Dyn, Dyn> =
        MatrixView::from_slice_with_strides_generic(&one, Dyn(2), Dyn(3), Dyn(0), Dyn(0));
    assert_eq!(repeated.lend().to_vec(), [5; 6]);
}

/// Rows and columns interleave: no two indices share an element, but this is not found out.
#[test]
fn matrix_that_cannot_be_lent_panics() {
    let mut elements = [0; 11];
    let mut m: DMatrixViewMut<'_, i32, Dyn, Dyn> = MatrixViewMut::from_slice_with_strides_generic(
        &mut elements,
        Dyn(3),
        Dyn(3),
        Dyn(2),
        Dyn(3),
    );
    assert_eq!(m.lend().strides(), &[2, 3]);
    let text = "shape [3, 3] with strides [2, 3] may give one element two indices, which an \
                exclusive view must not";
    assert_eq!(message(|| m.lend_mut()), text);
    let mut m = Matrix3::<i32>::zeros();
    m.lend_mut().slice_mut(s![0]).fill(7);
    assert_eq!(m, Matrix3::new(7, 7, 7, 0, 0, 0, 0, 0, 0));
    let one = [7];
    type Repeated<'a> = MatrixView<'a, i32, Dyn, Dyn, Dyn, Dyn>;
    let many = Repeated::from_slice_with_strides_generic(
        &one,
        Dyn(usize::MAX / 2),
        Dyn(4),
        Dyn(0),
        Dyn(0),
    );
    assert!(message(|| many.lend()).contains("isize::MAX"));
}

/// One element, seen more often than can be counted.
#[test]
#[should_panic(expected = "has more elements than isize::MAX")]
fn a_matrix_of_strides_0_is_counted() {
    let one = [7];
    type Repeated<'a> = MatrixView<'a, i32, Dyn, Dyn, Dyn, Dyn>;
    let _ = Repeated::from_slice_with_strides_generic(
        &one,
        Dyn(usize::MAX / 2),
        Dyn(4),
        Dyn(0),
        Dyn(0),
    )
    .lend();
}
