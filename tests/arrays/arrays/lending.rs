//! Memory that is lent without any feature: slices, vectors, strides.

use std::collections::BTreeSet;

use tslice::interop::{Lend, LendMut};
use tslice::{DynView, DynViewMut, ShapeError, Tensor, View, ViewMut, s};

#[test]
fn slices_and_vectors_are_views_of_rank_one() {
    let mut numbers = vec![1, 2, 3, 4];
    assert_eq!(View::from(&numbers).slice(s![::-2]).to_vec(), [4, 2]);
    assert_eq!(View::from(&numbers[1..]).slice(s![0]).to_vec(), [2]);
    ViewMut::from(&mut numbers).slice_mut(s![1:3]).fill(0);
    ViewMut::from(&mut numbers[3..]).fill(9);
    assert_eq!(Tensor::from(numbers).to_vec(), [1, 0, 0, 9]);
}

#[test]
fn nested_arrays_become_tensors() {
    assert_eq!(Tensor::<_, 1>::from([1, 2]).shape(), &[2]);
    assert_eq!(
        Tensor::<_, 2>::from([[1, 2, 3], [4, 5, 6]])
            .slice(s![:, 1])
            .to_vec(),
        [2, 5]
    );
    assert_eq!(Tensor::<_, 3>::from([[["a"], ["b"]]]).shape(), &[1, 2, 1]);
}

#[test]
fn rows_of_one_length_are_a_tensor() {
    let rows = vec![vec![1, 2, 3], vec![4, 5, 6]];
    let tensor = Tensor::<_, 2>::try_from(rows).expect("even rows");
    assert_eq!(tensor.slice(s![:, ::-1]).to_vec(), [3, 2, 1, 6, 5, 4]);
    assert_eq!(
        Tensor::<u8, 2>::try_from(Vec::<Vec<u8>>::new())
            .expect("no rows")
            .shape(),
        &[0, 0]
    );
    assert_eq!(
        Tensor::<u8, 2>::try_from(vec![vec![]; 3])
            .expect("empty rows")
            .shape(),
        &[3, 0]
    );
}

#[test]
fn arrays_become_vectors_of_their_elements() {
    let t = Tensor::<_, 2>::from([[1, 2], [3, 4]]);
    assert_eq!(Vec::from(t.t()), [1, 3, 2, 4]);
    assert_eq!(Vec::from(t), [1, 2, 3, 4]);
}

#[test]
fn ragged_rows_error_names_the_row() {
    let error =
        Tensor::<_, 2>::try_from(vec![vec![1, 2], vec![3, 4], vec![5]]).expect_err("ragged");
    assert!(matches!(error, ShapeError::RaggedList { .. }));
    assert_eq!(
        error.to_string(),
        "vector 2 of axis 1 has 1 element, those before it have 2"
    );
}

#[test]
fn strides_of_any_sign_view_a_slice() {
    let data = [0, 1, 2, 3, 4, 5];
    let backwards = View::from_strided([2, 3], [-3, -1], 5, &data).expect("inside");
    assert_eq!(backwards.to_vec(), [5, 4, 3, 2, 1, 0]);
    let windows = View::from_strided([4, 3], [1, 1], 0, &data).expect("inside");
    assert_eq!(windows.slice(s![3]).to_vec(), [3, 4, 5]);
    let repeated = DynView::from_strided([2, 2], &[0, 1], 4, &data).expect("inside");
    assert_eq!(repeated.to_vec(), [4, 5, 4, 5]);
    let empty = View::from_strided([0, 9], [isize::MIN, isize::MAX], 6, &data).expect("no element");
    assert!(empty.is_empty());
}

#[cfg(target_pointer_width = "64")]
#[test]
fn strides_that_leave_the_slice_are_an_error() {
    let data = [0; 6];
    for (shape, strides, first) in [
        ([2, 3], [3, 1], 1),
        ([2, 3], [-3, 1], 2),
        ([1, 1], [0, 0], 6),
        ([0, 1], [0, 0], 7),
        ([2, 2], [isize::MAX, isize::MAX], 0),
        ([2, 2], [isize::MIN, isize::MIN], 5),
        ([usize::MAX, 1], [0, 0], 0),
        ([1 << 40, 1 << 40], [0, 0], 0),
    ] {
        assert!(
            View::from_strided(shape, strides, first, &data).is_err(),
            "{shape:?} {strides:?} {first}"
        );
    }
    let error = View::from_strided([2, 3], [3, 1], 1, &data)
        .map(|_| ())
        .expect_err("outside");
    assert_eq!(
        error.to_string(),
        "shape [2, 3] with strides [3, 1] from element 1 reaches outside the slice of 6 elements"
    );
    assert!(DynView::from_strided([2], &[1, 1], 0, &data).is_err());
}

#[test]
fn an_exclusive_view_reaches_no_element_twice() {
    let mut data = [0, 1, 2, 3, 4, 5];
    assert!(ViewMut::from_strided([4, 3], [1, 1], 0, &mut data).is_err());
    assert!(ViewMut::from_strided([2, 1], [0, 1], 0, &mut data).is_err());
    assert!(DynViewMut::from_strided([2, 3], &[2, 1], 0, &mut data).is_err());
    let mut columns = ViewMut::from_strided([3, 2], [1, -3], 3, &mut data).expect("distinct");
    columns.slice_mut(s![:, 1]).fill(9);
    assert_eq!(data, [9, 9, 9, 3, 4, 5]);
}

/// Each layout of two axes with lengths below 4 and strides from -3 to 3, and where its elements
/// lie.
fn layouts() -> impl Iterator<Item = ([usize; 2], [isize; 2], Vec<isize>)> {
    (0..4 * 4 * 7 * 7).map(|n: usize| {
        let (shape, strides) = (
            [n % 4, n / 4 % 4],
            [n / 16 % 7, n / 112].map(|s| s.cast_signed() - 3),
        );
        let rows = (0..shape[0].cast_signed()).map(|i| i * strides[0]);
        let elements =
            rows.flat_map(|row| (0..shape[1].cast_signed()).map(move |j| row + j * strides[1]));
        (shape, strides, elements.collect())
    })
}

#[test]
fn strides_reach_every_element_or_are_an_error() {
    let data = [0_u8; 16];
    for (shape, strides, elements) in layouts() {
        for (first, len) in
            (0..8_usize).flat_map(|first| (0..16_usize).map(move |len| (first, len)))
        {
            let inside = |at: &isize| (0..len.cast_signed()).contains(&(at + first.cast_signed()));
            let reached = if elements.is_empty() {
                first <= len
            } else {
                elements.iter().all(inside)
            };
            let elements = if len == 1 { "element" } else { "elements" };
            let text = format!(
                "shape {shape:?} with strides {strides:?} from element {first} reaches outside the \
                 slice of {len} {elements}"
            );
            let refused = ShapeError::OutOfReach(text.into());
            let view = View::from_strided(shape, strides, first, &data[..len]);
            assert_eq!(
                view.map(|_| ()),
                if reached { Ok(()) } else { Err(refused) }
            );
        }
    }
}

#[cfg(target_pointer_width = "64")]
#[test]
fn distances_beyond_any_memory_are_out_of_reach() {
    for stride in [isize::MIN, isize::MAX] {
        let far = View::from_strided([2, 2, 2], [stride; 3], 0, &[(); usize::MAX]);
        assert!(matches!(far, Err(ShapeError::OutOfReach { .. })));
        assert!(View::from_strided([1, 1], [stride; 2], 0, &[0]).is_ok());
    }
    let overflow = View::from_strided([usize::MAX; 2], [0, 0], 0, &[0]);
    assert!(matches!(overflow, Err(ShapeError::Overflow { .. })));
}

#[test]
fn exclusive_strides_that_repeat_an_element_are_an_error() {
    for (shape, strides, elements) in layouts() {
        let distinct = elements.iter().collect::<BTreeSet<_>>().len() == elements.len();
        let [rows, columns] =
            [0, 1].map(|axis| (shape[axis].max(1) - 1) * strides[axis].unsigned_abs());
        let apart = columns < strides[0].unsigned_abs() || rows < strides[1].unsigned_abs();
        match ViewMut::from_strided(shape, strides, 12, &mut [0_u8; 25]) {
            Ok(_) => assert!(distinct, "{shape:?} {strides:?}"),
            Err(error) => {
                let text = format!(
                    "shape {shape:?} with strides {strides:?} may give one element two indices, \
                     which an exclusive view must not"
                );
                assert_eq!(error, ShapeError::Aliased(text.into()));
                assert!(!(distinct && apart), "{shape:?} {strides:?}");
            }
        }
    }
}

/// A picture whose rows are padded, as video decoders hand them out.
struct Frame {
    width: usize,
    pitch: usize,
    bytes: Vec<u8>,
}

impl Lend for Frame {
    type View<'a> = View<'a, u8, 2>;

    fn lend(&self) -> View<'_, u8, 2> {
        let shape = [self.bytes.len() / self.pitch, self.width];
        View::from_strided(shape, [self.pitch.cast_signed(), 1], 0, &self.bytes)
            .expect("rows are whole")
    }
}

impl LendMut for Frame {
    type ViewMut<'a> = ViewMut<'a, u8, 2>;

    fn lend_mut(&mut self) -> ViewMut<'_, u8, 2> {
        let shape = [self.bytes.len() / self.pitch, self.width];
        ViewMut::from_strided(shape, [self.pitch.cast_signed(), 1], 0, &mut self.bytes)
            .expect("rows are whole")
    }
}

fn last_row<'a>(picture: &'a impl Lend<View<'a> = View<'a, u8, 2>>) -> Vec<u8> {
    picture.lend().slice(s![-1]).to_vec()
}

#[test]
fn lend_impl_gives_foreign_types_all_methods() {
    let mut frame = Frame {
        width: 3,
        pitch: 4,
        bytes: (0..8).collect(),
    };
    assert_eq!(frame.lend().slice(s![:, ::-1]).to_vec(), [2, 1, 0, 6, 5, 4]);
    assert_eq!(last_row(&frame), [4, 5, 6]);
    frame.lend_mut().slice_mut(s![:, 1:]).fill(0);
    assert_eq!(frame.bytes, [0, 0, 0, 3, 4, 0, 0, 7]);
}

#[test]
fn lend_impl_gives_foreign_types_conversions() {
    let mut frame = Frame {
        width: 2,
        pitch: 3,
        bytes: (0..6).collect(),
    };
    assert_eq!(View::from(&frame), [[0, 1], [3, 4]]);
    ViewMut::from(&mut frame).slice_mut(s![0]).fill(9);
    assert_eq!(frame.bytes, [9, 9, 2, 3, 4, 5]);
    let tensor = Tensor::<_, 2>::from([[1, 2], [3, 4]]);
    assert_eq!(last_row(&tensor), [3, 4]);
}
