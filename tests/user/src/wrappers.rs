//! Types and functions that are generic over arrays, and macros that hand specs on.

use slicing::{Array, Dims, DynSpec, Read, Slices, Tensor, View, ViewMut, Write};

use crate::prelude::part;

/// An array with a name.
#[derive(Clone)]
#[allow(missing_debug_implementations, reason = "an array prints itself")]
pub struct Named<S, D: Dims> {
    /// The name.
    pub name: &'static str,
    /// The array.
    pub array: Array<S, D>,
}

impl<S: Read, D: Dims> Named<S, D> {
    /// A part with the same name.
    pub fn part<P: Slices<D>>(&self, spec: P) -> Named<S::Shared<'_>, P::Output> {
        Named {
            name: self.name,
            array: self.array.slice(spec),
        }
    }
}

impl<S: Write<Elem: Clone>, D: Dims> Named<S, D> {
    /// Writes one value to all elements.
    pub fn clear(&mut self, value: S::Elem) {
        self.array.fill(value);
    }
}

/// Lines of a log, which become arrays in every way.
#[derive(Clone, Copy, Debug)]
pub struct Log<T>(pub [T; 2]);

impl<T> From<Log<T>> for Tensor<T, 1> {
    fn from(log: Log<T>) -> Self {
        Vec::from(log.0).into()
    }
}

impl<'a, T> From<&'a Log<T>> for View<'a, T, 1> {
    fn from(log: &'a Log<T>) -> Self {
        log.0.as_slice().into()
    }
}

impl<'a, T> From<&'a mut Log<T>> for ViewMut<'a, T, 1> {
    fn from(log: &'a mut Log<T>) -> Self {
        log.0.as_mut_slice().into()
    }
}

impl TryFrom<Log<&str>> for Tensor<i32, 2> {
    type Error = core::num::ParseIntError;

    fn try_from(Log([first, second]): Log<&str>) -> Result<Self, Self::Error> {
        Ok([[first.parse()?], [second.parse()?]].into())
    }
}

impl From<Log<isize>> for DynSpec {
    fn from(Log([begin, end]): Log<isize>) -> Self {
        part![begin:end].into()
    }
}

/// The parts of a matrix that a macro of another one names.
#[macro_export]
macro_rules! corners {
    ($array:expr, $size:expr) => {
        [
            $crate::cut!($array, :$size, :$size),
            $crate::cut!($array, -$size:, -$size:),
        ]
    };
}

/// A part.
#[macro_export]
macro_rules! cut {
    ($array:expr, $($spec:tt)*) => {
        $array.slice($crate::prelude::part![$($spec)*])
    };
}

/// The sums of two corners.
#[must_use]
pub fn corners(t: &Tensor<i32, 2>, size: usize) -> [i32; 2] {
    corners!(t, size).map(|corner: View<'_, i32, 2>| corner.sum())
}

#[cfg(test)]
mod tests {
    use slicing::{DynSpec, Tensor, View, ViewMut};

    use super::{Log, Named, corners};
    use crate::prelude::{Owned, Seen, part, together};

    #[test]
    fn wrappers_and_macros_slice_as_their_arrays_do() {
        let t = Owned::from([[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
        assert_eq!(corners(&t, 2), [12, 28]);
        let mut named = Named {
            name: "t",
            array: t,
        };
        let column = named.part(part![:, 1]);
        assert_eq!((column.name, column.array.sum()), ("t", 15));
        assert_eq!(together((&named.array, 1)).sum(|(a, b)| a * b), 45);
        named.clear(0);
        assert_eq!(named.array, Seen::from(&[[0; 3]; 3]));
    }
    #[test]
    fn types_of_a_user_become_arrays_and_specs() {
        let mut log = Log([1, 2]);
        ViewMut::from(&mut log).map_inplace(|x| *x += 1);
        assert_eq!(View::from(&log), [2, 3]);
        assert_eq!(Tensor::<i32, 1>::from(log), [2, 3]);
        let numbers: Result<Tensor<_, 2>, _> = Log(["4", "5"]).try_into();
        assert_eq!(numbers.as_ref().map(Tensor::len), Ok(2));
        assert_eq!(DynSpec::from(Log([1, -1])).to_string(), "1:-1");
    }
}
