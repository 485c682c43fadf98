//! Views of every form: strided, reversed, permuted, with repeated elements, empty.

use proptest::prelude::*;
use tslice::{DynTensor, DynView, DynViewMut, Encoding, Masks};

use tslice_tests::counting::counting;
use tslice_tests::indices::indices;

/// How a view is cut out of a tensor.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    shape: Vec<usize>,
    strides: Vec<i64>,
    axes: Vec<usize>,
    /// The lengths of axes in front, along which the view repeats.
    repeated: Vec<usize>,
}

/// Forms of at most `rank` axes, and one more along which elements repeat.
pub(crate) fn forms(rank: usize) -> impl Strategy<Value = Form> {
    let shape = prop::collection::vec(
        prop::sample::select(vec![0, 1, 1, 2, 2, 3, 3, 4, 4, 5]),
        0..=rank,
    );
    shape.prop_flat_map(|shape| {
        let rank = shape.len();
        let strides =
            prop::collection::vec(prop::sample::select(vec![-2_i64, -1, 1, 1, 1, 2]), rank);
        let axes = prop_oneof![
            Just((0..rank).collect::<Vec<_>>()),
            Just((0..rank).collect::<Vec<_>>()).prop_shuffle()
        ];
        let repeated = prop::collection::vec(0..4_usize, 0..2);
        (Just(shape), strides, axes, repeated).prop_map(|(shape, strides, axes, repeated)| Form {
            shape,
            strides,
            axes,
            repeated,
        })
    })
}

impl Form {
    /// A tensor to cut it out of, whose elements are all different.
    pub(crate) fn tensor(&self) -> DynTensor<usize> {
        counting(0, &self.shape)
    }

    fn encoding(&self) -> Encoding {
        let masks = Masks {
            begin_mask: u32::MAX,
            end_mask: u32::MAX,
            ..Masks::default()
        };
        let zeros = vec![0; self.shape.len()];
        Encoding::new(zeros.clone(), zeros, self.strides.clone(), masks).expect("no stride is 0")
    }

    /// The view of a tensor.
    pub(crate) fn of<'a>(&self, tensor: &'a DynTensor<usize>) -> DynView<'a, usize> {
        let view = tensor.view().slice(self.encoding()).permute(&self.axes);
        let shape = [&self.repeated, view.shape()].concat();
        view.broadcast_to(&shape[..])
    }

    /// The exclusive view of a tensor, in which nothing repeats.
    pub(crate) fn with<R>(
        &self,
        tensor: &mut DynTensor<usize>,
        visit: impl FnOnce(DynViewMut<'_, usize>) -> R,
    ) -> R {
        visit(tensor.slice_mut(self.encoding()).permute_mut(&self.axes))
    }
}

/// The elements of a view, one index tuple after the other.
pub(crate) fn elements(view: &DynView<'_, usize>) -> Vec<usize> {
    indices(view.shape())
        .iter()
        .map(|index| *view.get(index).expect("inside the shape"))
        .collect()
}
