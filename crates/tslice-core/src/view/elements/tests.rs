//! Each element is looked up in the data by arithmetic.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::{axis_as_elements, axis_as_elements_mut, elements_as_axis, elements_as_axis_mut};
use crate::layout::Const;
use crate::{Array, AxisError, DynView, Ref, ShapeError, Tensor, View, ViewMut};

/// Shapes, strides and first elements of views of a list of 24 elements.
const VIEWS: [([usize; 2], [isize; 2], usize); 9] = [
    ([4, 6], [6, 1], 0),
    ([4, 6], [-6, -1], 23),
    ([2, 3], [12, -2], 5),
    ([6, 4], [1, 6], 0),
    ([3, 5], [0, 2], 1),
    ([1, 7], [isize::MAX, 3], 2),
    ([0, 5], [isize::MIN, 4], 0),
    ([5, 0], [7, isize::MAX], 24),
    ([1, 1], [isize::MIN, isize::MAX], 23),
];

/// Data of 24 arrays, no two elements of which are equal.
fn arrays<const N: usize>() -> Vec<[u16; N]> {
    let array = |i: usize| core::array::from_fn(|k| (100 * i + k) as u16);
    (0..24).map(array).collect()
}

fn place(first: usize, strides: [isize; 2], index: [usize; 2]) -> usize {
    let offset = strides[0] * index[0] as isize + strides[1] * index[1] as isize;
    first.checked_add_signed(offset).expect("inside the data")
}

fn each(shape: [usize; 2], mut call: impl FnMut([usize; 2])) {
    for i in 0..shape[0] {
        (0..shape[1]).for_each(|j| call([i, j]));
    }
}

fn elements_of_arrays_match_oracle<const N: usize>() {
    let data = arrays::<N>();
    for (shape, strides, first) in VIEWS {
        let view = View::<[u16; N], 2>::from_strided(shape, strides, first, &data).expect("inside");
        let elements: View<u16, 3> = elements_as_axis(view);
        assert_eq!(elements.shape(), &[shape[0], shape[1], N]);
        each(shape, |[i, j]| {
            for (k, expected) in data[place(first, strides, [i, j])].iter().enumerate() {
                let seen = elements.get([i, j, k]).expect("inside");
                assert!(core::ptr::eq(seen, expected));
            }
        });
        let dynamic: DynView<u16> = elements_as_axis(view.into_dyn());
        assert_eq!(dynamic, elements);
        let back: View<[u16; N], 2> = axis_as_elements(elements).expect("arrays");
        assert_eq!(back.shape(), &shape);
        each(shape, |index| {
            let expected = &data[place(first, strides, index)];
            assert!(core::ptr::eq(back.get(index).expect("inside"), expected));
        });
    }
}

#[test]
fn elements_of_arrays_are_a_last_axis() {
    elements_of_arrays_match_oracle::<1>();
    elements_of_arrays_match_oracle::<3>();
    elements_of_arrays_match_oracle::<4>();
}

#[test]
fn elements_of_exclusive_arrays_are_written_at_their_places() {
    for (shape, strides, first) in VIEWS {
        if shape[0] > 1 && strides[0] == 0 {
            continue;
        }
        let (mut data, mut expected) = (arrays::<3>(), arrays::<3>());
        let view = ViewMut::<_, 2>::from_strided(shape, strides, first, &mut data).expect("inside");
        let gaps = view.gaps();
        let mut elements: ViewMut<u16, 3> = elements_as_axis_mut(view);
        assert_eq!(elements.gaps(), gaps);
        for (number, x) in elements.iter_mut().enumerate() {
            *x = 5000 + number as u16;
        }
        let mut pixels: ViewMut<[u16; 3], 2> = axis_as_elements_mut(elements).expect("arrays");
        for pixel in &mut pixels {
            pixel.swap(0, 2);
        }
        let mut number = 5000;
        each(shape, |index| {
            expected[place(first, strides, index)] = [number + 2, number + 1, number];
            number += 3;
        });
        assert_eq!(data, expected);
    }
}

#[test]
fn elements_of_ranks_and_static_shapes_are_an_axis() {
    let pixel = [7, 8, 9];
    let scalar: View<i32, 1> = elements_as_axis(View::new([], core::slice::from_ref(&pixel)));
    assert_eq!(scalar, [7, 8, 9]);
    let back: View<[i32; 3], 0> = axis_as_elements(scalar).expect("an array");
    assert_eq!(back[[]], pixel);

    let data = arrays::<2>();
    let known: Array<Ref<[u16; 2]>, (Const<4>, Const<6>)> =
        View::new([4, 6], &data).into_static().expect("this shape");
    let elements: View<u16, 3> = elements_as_axis(known);
    assert_eq!(elements.to_vec(), data.as_flattened());
    let known: Array<Ref<u16>, (Const<4>, Const<6>, Const<2>)> =
        elements.into_static().expect("this shape");
    let back: View<[u16; 2], 2> = axis_as_elements(known).expect("arrays");
    assert_eq!(back.to_vec(), data);

    let deep = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]];
    let twice: View<i32, 3> = elements_as_axis(elements_as_axis(View::new([2], &deep)));
    assert_eq!(twice, deep);
}

#[test]
fn elements_without_size_are_an_axis() {
    let nothing = [[(); 3]; 4];
    let view = View::<_, 1>::from_strided([4], [-1], 3, &nothing).expect("inside");
    let elements: View<(), 2> = elements_as_axis(view);
    assert_eq!((elements.shape(), elements.iter().count()), (&[4, 3], 12));
    let back: View<[(); 3], 1> = axis_as_elements(elements).expect("arrays");
    assert_eq!(back.to_vec(), nothing);

    let mut empty = [[0_u8; 0]; 5];
    let elements: ViewMut<u8, 2> = elements_as_axis_mut(ViewMut::new([5], &mut empty));
    assert_eq!((elements.shape(), elements.len()), (&[5, 0], 0));
    let mut back: ViewMut<[u8; 0], 1> = axis_as_elements_mut(elements).expect("arrays");
    assert_eq!(back.iter_mut().count(), 5);

    // Strides of elements without size may be any.
    let one = [(); 2];
    // SAFETY: four arrays without size are anywhere.
    let far = unsafe { View::<[(); 2], 2>::from_raw_parts(&one, [2, 2], [isize::MAX, -7]) };
    let far: View<(), 3> = elements_as_axis(far.expect("four arrays"));
    assert_eq!(far.iter().count(), 8);
    assert_eq!(far.strides(), &[4, 2, 1]);
}

#[test]
#[should_panic(expected = "has more elements than isize::MAX")]
fn elements_that_cannot_be_counted_are_refused() {
    let one = [[0_u8; 2]];
    let most = View::<_, 1>::from_strided([1], [1], 0, &one).expect("inside");
    let most = most.broadcast_to([isize::MAX.unsigned_abs()]);
    let _: View<u8, 2> = elements_as_axis(most);
}

/// The error of a view of 24 elements as arrays of N.
fn refused<const N: usize, const R: usize>(shape: [usize; R], strides: [isize; R]) -> ShapeError {
    let data: Vec<i32> = (0..24).collect();
    let view = DynView::from_strided(&shape[..], &strides, 0, &data).expect("inside");
    let error = axis_as_elements::<i32, N, _>(view).expect_err("an error");
    let mut data = data.clone();
    let view = ViewMut::<i32, R>::from_strided(shape, strides, 0, &mut data).expect("inside");
    let exclusive = axis_as_elements_mut::<i32, N, _>(view.into_dyn()).expect_err("an error");
    assert_eq!(error, exclusive);
    error
}

#[test]
fn elements_that_are_not_arrays_are_refused() {
    let expected = AxisError::LengthMismatch {
        axis: 1,
        expected: 3,
        len: 4,
    };
    assert_eq!(refused::<3, 2>([2, 4], [4, 1]), expected.into());
    assert_eq!(
        refused::<2, 2>([3, 2], [4, 2]).to_string(),
        "axis 1 has stride 2, the elements of arrays of 2 need 1; `to_tensor()` copies the elements"
    );
    assert_eq!(
        refused::<3, 3>([2, 2, 3], [12, 4, 1]).to_string(),
        "axis 1 has stride 4, which is not a multiple of 3: arrays of 3 elements need one; \
         `to_tensor()` copies the elements"
    );
    assert_eq!(
        refused::<3, 1>([4], [1]).to_string(),
        "axis 0 has length 4, expected 3"
    );
    assert_eq!(
        refused::<3, 0>([], []),
        AxisError::OutOfRange { axis: -1, rank: 0 }.into()
    );
    // A stride that is not used does not matter.
    let data = [1, 2, 3];
    let view = View::<_, 2>::from_strided([1, 3], [4, 1], 0, &data).expect("inside");
    let one: View<[i32; 3], 1> = axis_as_elements(view).expect("an array");
    assert_eq!(one.to_vec(), [data]);
    let view = View::<_, 2>::from_strided([0, 3], [4, 7], 0, &data).expect("inside");
    let none: View<[i32; 3], 1> = axis_as_elements(view).expect("nothing");
    assert_eq!(none.shape(), &[0]);
}

#[test]
fn elements_of_owned_arrays_do_not_move() {
    let pixels: Tensor<[u16; 3], 1> = Tensor::from_shape_vec([24], arrays()).expect("24");
    let (first, [len]) = (pixels.as_ptr(), *pixels.shape());
    let elements = pixels.into_vec().into_flattened();
    let elements = Tensor::<_, 2>::from_shape_vec([len, 3], elements).expect("72");
    assert_eq!(elements.as_ptr(), first.cast());
    assert_eq!(
        elements,
        elements_as_axis::<_, 3, _, _>(View::new([24], &arrays()))
    );
}
