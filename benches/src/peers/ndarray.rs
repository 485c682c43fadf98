//! ndarray: `assign` into an array that is there. (`to_owned` of a reversed array keeps its
//! negative stride, so it is no row-major copy.)

use ndarray::{Array, Dimension};

use crate::contest::{Entrant, Output};
use crate::data::{Digest, Element};

/// The entrant that writes into the array.
pub(crate) fn into<T: Element, D: Dimension + 'static>(
    buffer: Array<T, D>,
    run: impl FnMut(&mut Array<T, D>) + 'static,
) -> Entrant {
    let digest = |buffer: &Array<T, D>| Digest::of(buffer.as_slice().expect("row-major"));
    Entrant::new("ndarray", Output::Reused, buffer, run, digest)
}

pub(crate) mod words {
    //! The words of the table's slices.

    use std::ops::Range;

    pub(crate) fn by(step: isize) -> ndarray::Slice {
        ndarray::Slice::new(0, None, step)
    }

    pub(crate) fn back(range: Range<isize>) -> ndarray::Slice {
        ndarray::Slice::new(range.start, Some(range.end), -1)
    }
}

macro_rules! copy {
    ($slicing:ident, $shape:ident, $($theirs:expr),*) => {{
        #[allow(unused_imports, reason = "not every slice has these words")]
        use $crate::peers::ndarray::words::{back, by};
        let data = $slicing.data.clone();
        let view = ndarray::ArrayView::from_shape($shape, &data).expect("shape");
        let sliced = view.slice(ndarray::s![$($theirs),*]);
        let buffer = ndarray::Array::from_elem(sliced.raw_dim(), data[0]);
        let data = data.clone();
        $crate::peers::ndarray::into(buffer, move |buffer| {
            let view = ndarray::ArrayView::from_shape($shape, &data).expect("shape");
            buffer.assign(&std::hint::black_box(view).slice(ndarray::s![$($theirs),*]));
        })
    }};
}
pub(crate) use copy;
