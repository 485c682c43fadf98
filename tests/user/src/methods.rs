//! Traits of the user's for arrays. Their methods have names that other libraries have, which tslice
//! answers with what it calls them: the user's come first.

use slicing::{Array, Dims};

/// Makes a trait whose methods give their own names, and a test that calls each.
macro_rules! methods {
    ($($test:ident: $(#[$doc:meta])* $trait:ident, $receiver:ty, $($name:ident)+;)+) => {
        $(
            $(#[$doc])*
            pub trait $trait: Sized {
                $(
                    /// The name.
                    #[must_use]
                    fn $name(self: $receiver) -> &'static str {
                        stringify!($name)
                    }
                )+
            }

            impl<S, D: Dims> $trait for Array<S, D> {}
        )+

        #[cfg(test)]
        mod tests {
            use super::{$($trait),+};
            use slicing::{DynTensor, Tensor, View, ViewMut};

            $(
                #[test]
                fn $test() {
                    $(
                        let mut written = [[1_u8, 2], [3, 4]];
                        assert_eq!(Tensor::<f32, 2>::zeros([2, 3]).$name(), stringify!($name));
                        assert_eq!(DynTensor::<bool>::full(&[2], true).$name(), stringify!($name));
                        assert_eq!(View::from(&[1_i64, 2]).$name(), stringify!($name));
                        assert_eq!(ViewMut::from(&mut written).$name(), stringify!($name));
                    )+
                }
            )+
        }
    };
}

methods! {
    methods_by_exclusive_reference_are_the_users:
    /// Methods that write.
    InPlace, &mut Self,
        sort sort_axis roll shift set put copy_from push append delete retain resize reverse
        transpose swap_axes invert_axis mapv_inplace column_mut diag_mut par_map_inplace dot norm
        nrows abs sqrt;
    methods_by_reference_are_the_users:
    /// Methods that read.
    Named, &Self,
        size numel ndim dims nrows ncols flip fliplr unsqueeze squeeze ravel expand narrow column
        diag item at unique argsort cast astype dot std var clip cumsum norm sqrt median outer
        filter fold count rev transposed;
    methods_by_value_are_the_users:
    /// Methods that consume.
    Consuming, Self,
        flatten reversed_axes repeat tile rot90 abs contiguous into_owned zip enumerate reduce last;
}

/// Functions that make arrays.
pub trait Make: Sized {
    /// The numbers below one.
    #[must_use]
    fn arange(end: u8) -> Self;

    /// An identity matrix or a unit vector.
    #[must_use]
    fn eye(size: usize) -> Self;

    /// All ones.
    #[must_use]
    fn ones(size: usize, more: usize) -> Self;
}

impl Make for slicing::Tensor<f64, 1> {
    fn arange(end: u8) -> Self {
        (0..end).map(f64::from).collect()
    }

    fn eye(size: usize) -> Self {
        Self::from_shape_fn([size], |[i]| f64::from(u8::from(i == 0)))
    }

    fn ones(size: usize, more: usize) -> Self {
        Self::full([size + more], 1.0)
    }
}

#[cfg(test)]
mod receivers {
    use super::{Make, Named};
    use slicing::Tensor;

    #[test]
    fn methods_of_an_exclusive_reference_are_the_users() {
        let mut t = Tensor::<f64, 2>::zeros([2, 3]);
        let exclusive = &mut t;
        assert_eq!(
            [exclusive.dot(), exclusive.nrows(), exclusive.transposed()],
            ["dot", "nrows", "transposed"]
        );
        let boxed = Box::new(t);
        assert_eq!(boxed.norm(), "norm");
    }

    #[test]
    fn functions_of_a_named_type_are_the_users() {
        assert_eq!(Tensor::<f64, 1>::arange(3), [0.0, 1.0, 2.0]);
        assert_eq!(Tensor::<f64, 1>::eye(2), [1.0, 0.0]);
        assert_eq!(Tensor::<f64, 1>::ones(1, 1), [1.0, 1.0]);
    }
}
