//! What every view and tensor offers to a reader, written once.

/// The slicing methods of one typed view: `$source` gives the raw view to slice.
macro_rules! slicing {
    ([$($const:tt)?] $try_name:ident, $name:ident, ($self:ident: $this:ty), $result:ident<$life:lifetime, T>, |$it:ident| $source:expr, $ctor:ident) => {
        /// Slices by a spec from [`s!`](crate::s): no copy, no allocation. The result's rank is R - C + P for a spec
        /// that takes C axes and gives P.
        ///
        /// The semantics are those of NumPy's basic slicing and TensorFlow's StridedSlice.
        ///
        /// # Errors
        ///
        /// When an index is out of bounds, or a run-time stride is 0.
        #[inline]
        pub $($const)? fn $try_name<
            const N: usize,
            const BEGIN: u32,
            const END: u32,
            const ELLIPSIS: u32,
            const NEW_AXIS: u32,
            const SHRINK: u32,
            const C: usize,
            const P: usize,
            const M: usize,
            const O: usize,
        >(
            $self: $this,
            spec: Spec<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>,
        ) -> Result<$result<$life, T, O>, SliceError>
        where
            Rank<R>: Minus<C, Output = Rank<M>>,
            Rank<M>: Plus<P, Output = Rank<O>>,
        {
            const { Spec::<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>::CONSISTENT };
            let $it = $self;
            match $source.try_slice(&spec) {
                Ok(raw) => Ok($ctor { raw }),
                Err(error) => Err(error),
            }
        }

        /// Slices by a spec from [`s!`](crate::s), as
        #[doc = concat!("[`", stringify!($try_name), "`](Self::", stringify!($try_name), ").")]
        ///
        /// # Panics
        ///
        /// When an index is out of bounds, or a run-time stride is 0; the message names axis, index and length.
        #[inline]
        #[track_caller]
        pub fn $name<
            const N: usize,
            const BEGIN: u32,
            const END: u32,
            const ELLIPSIS: u32,
            const NEW_AXIS: u32,
            const SHRINK: u32,
            const C: usize,
            const P: usize,
            const M: usize,
            const O: usize,
        >(
            $self: $this,
            spec: Spec<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>,
        ) -> $result<$life, T, O>
        where
            Rank<R>: Minus<C, Output = Rank<M>>,
            Rank<M>: Plus<P, Output = Rank<O>>,
        {
            const { Spec::<N, BEGIN, END, ELLIPSIS, NEW_AXIS, SHRINK, C, P>::CONSISTENT };
            let $it = $self;
            $ctor { raw: $source.slice(&spec) }
        }
    };
}

/// Reading that does not depend on how the rank is known; `raw` is a field with a layout and `shared()` a raw view.
macro_rules! common_reads {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> $type {
            /// The number of elements.
            #[must_use]
            pub fn len(&self) -> usize {
                crate::layout::len(self.shape())
            }

            /// Whether there are no elements.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.shape().contains(&0)
            }

            /// The elements in row-major order.
            pub fn iter(&self) -> crate::view::Iter<'_, T> {
                crate::view::Iter::new(self.view().raw)
            }

            /// Clones the elements into a vector, row-major.
            ///
            /// # Panics
            ///
            /// When the elements take more than `isize::MAX` bytes, which a view that repeats elements may count.
            #[must_use]
            pub fn to_vec(&self) -> alloc::vec::Vec<T>
            where
                T: Clone,
            {
                self.view().raw.to_vec()
            }

            /// Clones the elements into the caller's buffer, row-major.
            ///
            /// # Panics
            ///
            /// When `target` has another length.
            #[track_caller]
            pub fn copy_to_slice(&self, target: &mut [T])
            where
                T: Clone,
            {
                if let Err(error) = crate::layout::check_len(self.shape(), target.len()) {
                    crate::error::fail(&error);
                }
                self.view().raw.clone_to_slice(target);
            }
        }
    };
}

macro_rules! typed_reads {
    ($type:ty) => {
        crate::view::read::common_reads! { [T, const R: usize] $type }

        impl<T, const R: usize> $type {
            /// The lengths of the axes.
            #[inline(always)]
            #[must_use]
            pub fn shape(&self) -> &[usize; R] {
                &self.raw.layout().shape
            }

            /// The distance in elements between neighbours on each axis.
            #[inline(always)]
            #[must_use]
            pub fn strides(&self) -> &[isize; R] {
                &self.raw.layout().strides
            }

            /// Clones the elements into a row-major tensor.
            #[must_use]
            pub fn to_tensor(&self) -> crate::view::Tensor<T, R>
            where
                T: Clone,
            {
                crate::view::Tensor::from_parts(*self.shape(), self.to_vec())
            }
        }

        crate::view::read::index! { [T, const R: usize] [usize; R], $type }
    };
}

macro_rules! dyn_reads {
    ($type:ty) => {
        crate::view::read::common_reads! { [T] $type }

        impl<T> $type {
            /// The lengths of the axes.
            #[inline(always)]
            #[must_use]
            pub fn shape(&self) -> &[usize] {
                &self.raw.layout().shape
            }

            /// The distance in elements between neighbours on each axis.
            #[inline(always)]
            #[must_use]
            pub fn strides(&self) -> &[isize] {
                &self.raw.layout().strides
            }

            /// Clones the elements into a row-major tensor.
            #[must_use]
            pub fn to_tensor(&self) -> crate::view::DynTensor<T>
            where
                T: Clone,
            {
                crate::view::DynTensor::from_parts(self.shape(), self.to_vec())
            }
        }
    };
}

macro_rules! index {
    ([$($generics:tt)*] $index:ty, $type:ty) => {
        impl<$($generics)*> core::ops::Index<$index> for $type {
            type Output = T;

            /// # Panics
            ///
            /// When the index is outside the shape; the message names both.
            #[track_caller]
            fn index(&self, index: $index) -> &T {
                match self.get(index) {
                    Some(element) => element,
                    None => crate::error::fail(&format_args!("index {index:?} is out of bounds for shape {:?}", self.shape())),
                }
            }
        }
    };
}

pub(crate) use {common_reads, dyn_reads, index, slicing, typed_reads};
