//! Lists as operands of a zip.

use alloc::vec::Vec;

use super::super::{Array, Mut, Ref};
use super::operand::{IntoOperand, sealed};
use crate::rank::Rank;

macro_rules! lists {
    ($([$($parameter:tt)*] $list:ty, $storage:ty;)+) => {$(
        impl<'a, T, $($parameter)*> sealed::IntoOperand for $list {}

        #[diagnostic::do_not_recommend]
        impl<'a, T, $($parameter)*> IntoOperand for $list {
            type Operand = Array<$storage, Rank<1>>;

            #[inline(always)]
            fn into_operand(self) -> Self::Operand {
                Array::<$storage, Rank<1>>::new([self.len()], self)
            }
        }
    )+};
}

lists! {
    [const N: usize] &'a [T; N], Ref<'a, T>;
    [] &'a [T], Ref<'a, T>;
    [] &'a Vec<T>, Ref<'a, T>;
    [const N: usize] &'a mut [T; N], Mut<'a, T>;
    [] &'a mut [T], Mut<'a, T>;
    [] &'a mut Vec<T>, Mut<'a, T>;
}
