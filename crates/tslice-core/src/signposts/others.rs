//! Methods of arrays that values of other types are asked for.

use super::absent;
use crate::array::sealed::Value;
use crate::interop::{Lend, LendMut};

/// No type has this.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an array of tslice",
    label = "a list is `View::from(&list)`; `rows()` and `axis_iter(0)` iterate over parts of an \
             array instead of its elements",
    note = "an array or an image of another crate is `array.lend()` or `array.lend_mut()`, by `use \
            tslice::interop::{{Lend, LendMut}};` and a feature: `ndarray-0_17`, `image-0_25`, \
            `nalgebra-0_35`",
    note = "`tslice` and `tpick` of arrays of `ndarray` are methods of \
            `tslice::interop::ndarray::TSlice`, with the feature `ndarray-0_17`",
    note = "a loop or an `iter()` of an array visits its elements, `rows()` and `axis_iter(0)` its \
            parts, such as the windows of `v.windows(3)`; an array in an `Option`, a `RefCell` or \
            a `Vec` is borrowed first: `x.as_ref().unwrap()`, `x.borrow()`, `x[0]`"
)]
pub trait UseViewFromOrRows {}

macro_rules! missing {
    ($($name:ident)+) => {
        $(
            #[doc(hidden)]
            fn $name(&mut self) {}
        )+
    };
}

/// The methods of arrays that values of other types do not have.
pub trait NotAnArray {
    missing! { slice slice_mut pick pick_mut view lend lend_mut reshape permute shape }
    missing! { to_tensor rows row axis_iter index_axis map_axis sum mean sum_axis mean_axis }
    missing! { to_vec fill }
    #[cfg(not(feature = "ndarray-0_17"))]
    missing! { tslice tslice_mut tpick tpick_mut }
}

impl<A: UseViewFromOrRows + ?Sized> NotAnArray for A {}

/// The method of arrays that iterators have, too: of a number, the compiler would speak of both.
pub trait NotAnIterator {
    #[doc(hidden)]
    fn sum<T>(&mut self) -> T
    where
        Self: UseViewFromOrRows,
    {
        absent()
    }
}

impl<T: Value> NotAnIterator for T {}

#[doc(hidden)]
impl<A: UseViewFromOrRows + ?Sized> Lend for A {
    type View<'a>
        = &'a A
    where
        A: 'a;

    fn lend(&self) -> &A {
        unreachable!()
    }
}

#[doc(hidden)]
impl<A: UseViewFromOrRows + ?Sized> LendMut for A {
    type ViewMut<'a>
        = &'a mut A
    where
        A: 'a;

    fn lend_mut(&mut self) -> &mut A {
        unreachable!()
    }
}
