//! Every conversion of a view, both ways, shared and exclusive, on empty, reversed, stepped,
//! repeated and one-element layouts.

use tslice::{DynSpec, Tensor, View};

/// Slices of a matrix of 4 rows and 5 columns.
const SPECS: [&str; 16] = [
    "..",
    ":, 2:2",
    "2:2",
    "2:2, 2:2",
    "4:, 5:",
    "::-1",
    "::-1, ::-1",
    ":, ::-2",
    "1:2",
    ":, 1:2",
    "1:2, 1:2",
    "3:2:-1, ::-3",
    "1:2, ::-1",
    "::-1, 3:3",
    "3:1, ::-3",
    "::3, 4:0:-4",
];

fn matrix() -> Tensor<u32, 2> {
    Tensor::from_shape_fn([4, 5], |[i, j]| u32::try_from(10 * i + j).expect("small"))
}

fn specs() -> impl Iterator<Item = DynSpec> {
    SPECS.iter().map(|text| text.parse().expect("a spec"))
}

/// Calls with every slice of the matrix, and with views that repeat elements.
fn each_view(mut check: impl FnMut(View<'_, u32, 2>)) {
    let t = matrix();
    for spec in specs() {
        check(t.slice(&spec).into_rank().expect("two axes"));
    }
    check(t.t());
    let one = Tensor::full([1, 1], 7);
    for shape in [[1, 1], [3, 1], [1, 4], [3, 4], [0, 3], [3, 0], [0, 0]] {
        check(one.broadcast_to(shape));
    }
    check(t.slice(tslice::s![2]).broadcast_to([3, 5]));
    check(t.slice(tslice::s![:, 2:2]).broadcast_to([4, 0]));
}

/// What a plain loop finds.
fn walked(view: &View<'_, u32, 2>) -> Vec<u32> {
    let &[rows, columns] = view.shape();
    (0..rows)
        .flat_map(|i| (0..columns).map(move |j| [i, j]))
        .map(|at| view[at])
        .collect()
}

#[cfg(feature = "ndarray")]
mod of_ndarray {
    use ndarray::{Array2, ArrayView2, ArrayViewD, ArrayViewMut2, ArrayViewMutD, Axis, s};
    use tslice::{DynView, DynViewMut, Tensor, View, ViewMut};

    use super::{each_view, matrix, specs, walked};

    #[test]
    fn shared_views_go_there_and_back() {
        each_view(|view| {
            let (elements, &[rows, columns]) = (walked(&view), view.shape());
            let there = ArrayView2::from(view);
            assert_eq!(
                (there.dim(), there.iter().copied().collect()),
                ((rows, columns), elements.clone())
            );
            let back = View::from(there);
            assert!(back.shape() == view.shape() && walked(&back) == elements);
            let there = ArrayViewD::from(view.into_dyn());
            assert!(there.shape() == view.shape() && there.iter().eq(&elements));
            assert!(DynView::from(there).to_vec() == elements);
            let owned = Array2::from(view.to_tensor());
            assert!(owned.dim() == (rows, columns) && owned.iter().eq(&elements));
            let tensor = Tensor::from(owned);
            assert!(tensor == view);
        });
    }

    #[test]
    fn exclusive_views_go_there_and_back() {
        for spec in specs() {
            let (mut ours, mut expected) = (matrix(), matrix());
            let chosen = ours.slice(&spec).to_vec();
            let view: ViewMut<'_, u32, 2> = ours
                .view_mut()
                .into_slice_mut(&spec)
                .into_rank()
                .expect("two axes");
            let shape = *view.shape();
            let mut there = ArrayViewMut2::from(view);
            assert_eq!(there.dim(), (shape[0], shape[1]), "{spec}");
            there.iter_mut().for_each(|element| *element += 100);
            let mut back = ViewMut::from(there);
            assert!(back.shape() == &shape);
            back.iter_mut().for_each(|element| *element += 100);
            for element in expected
                .iter_mut()
                .filter(|element| chosen.contains(element))
            {
                *element += 200;
            }
            assert!(ours == expected, "{spec}");
            let there = ArrayViewMutD::from(ours.slice_mut(&spec));
            assert!(DynViewMut::from(there).shape() == shape);
        }
    }

    #[test]
    fn arrays_of_any_layout_come_here() {
        let a = Array2::from_shape_fn((4, 5), |(i, j)| 10 * i + j);
        let mut arrays = vec![
            a.view(),
            a.t(),
            a.slice(s![.., 2..2]),
            a.slice(s![2..2, ..]),
            a.slice(s![..;-1, ..;-2]),
        ];
        arrays.extend([
            a.slice(s![1..2, 1..2]),
            a.slice(s![3..3, ..;-1]),
            a.slice(s![..;3, 4..;-1]),
        ]);
        let (row, none) = (a.row(1), a.slice(s![1, 2..2]));
        arrays.extend([
            row.broadcast((3, 5)).expect("a row"),
            none.broadcast((3, 0)).expect("nothing"),
        ]);
        for array in arrays {
            let view = View::from(array);
            assert!(view.shape() == array.shape() && view.iter().eq(array.iter()));
            let mut copy = array.to_owned();
            copy.invert_axis(Axis(1));
            let mut exclusive = ViewMut::from(copy.view_mut());
            exclusive.iter_mut().for_each(|element| *element += 1);
            let moved: Vec<usize> = array
                .rows()
                .into_iter()
                .flat_map(|r| r.to_vec().into_iter().rev())
                .collect();
            assert!(
                exclusive.shape() == array.shape() && exclusive.iter().map(|e| e - 1).eq(moved)
            );
            assert!(Tensor::from(copy).shape() == array.shape());
        }
    }
}

#[cfg(feature = "nalgebra")]
#[test]
fn nalgebra_takes_and_lends_every_layout() {
    use nalgebra::DMatrix;
    use tslice::interop::{Lend, LendMut};

    each_view(|view| {
        let (elements, &[rows, columns]) = (walked(&view), view.shape());
        let mut m = DMatrix::from(view);
        assert_eq!(m.shape(), (rows, columns));
        assert!(m.lend().shape() == &[rows, columns] && walked(&m.lend()) == elements);
        m.lend_mut().iter_mut().for_each(|element| *element += 1);
        assert!(m.lend().iter().map(|element| element - 1).eq(elements));
        let steps = (usize::from(rows > 2), usize::from(columns > 2));
        let part = (rows.div_ceil(steps.0 + 1), columns.div_ceil(steps.1 + 1));
        let stepped = m.view_with_steps((0, 0), part, steps);
        let expected: Vec<u32> = (0..part.0)
            .flat_map(|i| stepped.row(i).iter().copied().collect::<Vec<_>>())
            .collect();
        assert!(stepped.lend().shape() == &[part.0, part.1] && stepped.lend().to_vec() == expected);
        m.view_mut((0, 0), part).lend_mut().fill(0);
    });
}

#[cfg(feature = "bytemuck")]
#[test]
fn casts_keep_every_layout() {
    use tslice::interop::bytemuck::{cast, cast_mut};

    each_view(|view| {
        let cast = cast::<_, i32, _>(view).expect("one size");
        assert!(cast.shape() == view.shape() && cast.strides() == view.strides());
        assert!(
            cast.iter()
                .map(|element| element.cast_unsigned())
                .eq(walked(&view))
        );
    });
    for spec in specs() {
        let mut t = matrix();
        let shape = t.slice(&spec).shape().to_vec();
        let mut cast = cast_mut::<_, i32, _>(t.slice_mut(&spec)).expect("one size");
        assert!(cast.shape() == shape);
        cast.fill(-1);
        assert!(t.slice(&spec).iter().all(|&element| element == u32::MAX));
    }
}

#[cfg(feature = "image")]
#[test]
fn images_take_and_lend_every_layout() {
    use image::{ImageBuffer, Rgb};
    use tslice::interop::{Lend, LendMut};

    let t = Tensor::from_shape_fn([4, 5, 3], |[y, x, c]| {
        u16::try_from(100 * y + 10 * x + c).expect("small")
    });
    for spec in specs() {
        let view: View<'_, u16, 3> = t.slice(&spec).into_rank().expect("three axes");
        let mut image = ImageBuffer::<Rgb<u16>, Vec<u16>>::try_from(view).expect("three channels");
        assert!(image.lend() == view && image.as_raw()[..] == view.to_vec());
        image.lend_mut().fill(1);
        assert!(image.as_raw().iter().all(|&sample| sample == 1));
        assert!(
            ImageBuffer::<Rgb<u16>, Vec<u16>>::try_from(view.to_tensor())
                .is_ok_and(|i| i.lend() == view)
        );
    }
    let one = Tensor::full([1, 1, 1], 7_u16);
    let repeated = one.broadcast_to([2, 4, 3]);
    assert!(
        ImageBuffer::<Rgb<u16>, Vec<u16>>::try_from(repeated).is_ok_and(|i| i.lend() == repeated)
    );
}

#[cfg(all(feature = "safetensors", feature = "half"))]
#[test]
fn file_tensors_may_be_empty_or_scalar() {
    use safetensors::{Dtype, tensor::TensorView};
    use tslice::DynView;

    for shape in [
        vec![],
        vec![0],
        vec![1],
        vec![0, 3],
        vec![3, 0],
        vec![1, 1],
        vec![2, 3],
    ] {
        let bytes: Vec<u8> = (0..6).take(shape.iter().product()).collect();
        let tensor = TensorView::new(Dtype::U8, shape.clone(), &bytes).expect("as many");
        let view: DynView<'_, u8> = DynView::try_from(&tensor).expect("bytes");
        assert!(view.shape() == shape && view.to_vec() == bytes);
    }
}
