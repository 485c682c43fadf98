//! What every exclusive view and tensor offers to a writer, written once; `exclusive()` gives the raw view.

macro_rules! writes {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> $type {
            /// Assigns every element from `source`, broadcast by NumPy's rule: axes align at the end, one of length 1 repeats.
            ///
            /// # Panics
            ///
            /// When the source's shape does not broadcast; the message names both shapes.
            #[track_caller]
            pub fn assign(&mut self, source: &impl crate::view::AsView<T>)
            where
                T: Clone,
            {
                if let Err(error) = self.try_assign(source) {
                    crate::error::fail(&error);
                }
            }

            /// As [`assign`](Self::assign).
            ///
            /// # Errors
            ///
            /// When the source's shape does not broadcast; nothing is written then.
            pub fn try_assign(&mut self, source: &impl crate::view::AsView<T>) -> Result<(), crate::error::ShapeError>
            where
                T: Clone,
            {
                let source = source.as_view().raw.broadcast(self.shape())?;
                self.exclusive().assign(&source);
                Ok(())
            }

            /// Sets every element to `value`.
            pub fn fill(&mut self, value: T)
            where
                T: Clone,
            {
                self.exclusive().fill(&value);
            }
        }
    };
}

macro_rules! index_mut {
    ([$($generics:tt)*] $index:ty, $type:ty) => {
        impl<$($generics)*> core::ops::IndexMut<$index> for $type {
            /// # Panics
            ///
            /// When the index is outside the shape; the message names both.
            #[track_caller]
            fn index_mut(&mut self, index: $index) -> &mut T {
                if self.get(index).is_none() {
                    crate::error::fail(&format_args!("index {index:?} is out of bounds for shape {:?}", self.shape()));
                }
                match self.get_mut(index) {
                    Some(element) => element,
                    None => unreachable!("the index was just checked"),
                }
            }
        }
    };
}

pub(crate) use {index_mut, writes};
