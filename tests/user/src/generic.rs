//! Functions that are generic over what the methods of arrays take.

use slicing::traits::{
    Addend, ArrayList, AsPositions, InsertAxis, IntoBorder, IntoOperands, ItemsOf, Levels, Nested,
    Operands, PadWidths, Picks, Ranked, StaticShape, TakeBy,
};
use slicing::typed_spec::{Kind, NoLists};
use slicing::{Array, Dims, DynView, Owned, Rank, Read, Slices, Spec};

/// The sum of a part.
pub fn sum_of_part<S: Read<Elem: Addend>, D: Dims>(
    array: &Array<S, D>,
    spec: impl Slices<D>,
) -> S::Elem {
    array.slice(spec).sum()
}

/// The part by a spec of any entries without lists.
pub fn part_of_any<'a, T, const N: usize, K: Kind, L: NoLists>(
    view: &DynView<'a, T>,
    spec: &Spec<N, K, L>,
) -> DynView<'a, T> {
    view.slice(spec)
}

/// What a spec picks, with a border.
pub fn framed<S: Read<Elem: Clone>, D: Dims, P: Picks<D>>(
    array: &Array<S, D>,
    spec: P,
    widths: impl PadWidths<<P::Output as Dims>::Ranked>,
    border: impl IntoBorder<S::Elem>,
) -> Array<Owned<S::Elem>, <P::Output as Dims>::Ranked> {
    array.pick(spec).pad(widths, border)
}

/// The rows of a list.
pub fn rows<S: Read<Elem: Clone>, D: Dims<Ranked: TakeBy<Rank<1>, Taken = E>>, E: Ranked>(
    array: &Array<S, D>,
    rows: impl AsPositions,
) -> Array<Owned<S::Elem>, E> {
    array.take(0, rows)
}

/// Arrays, joined along their first axis.
pub fn joined<T: Clone, D: Dims, X: ?Sized>(
    arrays: impl ArrayList<T, X, Dims = D>,
) -> Array<Owned<T>, D::Ranked> {
    slicing::concatenate(0, arrays)
}

/// Arrays, stacked along a new first axis.
pub fn stacked<T: Clone, D: InsertAxis, X: ?Sized>(
    arrays: impl ArrayList<T, X, Dims = D>,
) -> Array<Owned<T>, D::Output> {
    slicing::stack(0, arrays)
}

/// How often a function of the items of operands is true.
pub fn count<O: Operands<N>, const N: usize>(
    operands: impl IntoOperands<N, Operands = O>,
    mut is: impl for<'i> FnMut(<O as ItemsOf<'i>>::Items) -> bool,
) -> usize
where
    O::Dims: slicing::traits::BroadcastAll,
{
    slicing::zip(operands).fold(0, |count, items| count + usize::from(is(items)))
}

/// A nested array of the elements of another one, through an array of dims D.
pub fn renested<T: Clone, D: StaticShape, N, M: Levels<T, D::List>>(nested: N) -> M
where
    N: Nested<T, D>,
    Array<Owned<T>, D>: From<N>,
{
    Array::from(nested).to_nested()
}

/// The first row, by the names of the prelude.
#[must_use]
pub fn first_row<T: Clone>(array: &slicing::View<'_, T, 2>) -> Vec<T> {
    use slicing::prelude::*;

    let row: Tensor<T, 1> = array.slice(s![0]).to_tensor();
    row.into_vec()
}

#[cfg(test)]
mod tests {
    use super::{
        count, first_row, framed, joined, part_of_any, renested, rows, stacked, sum_of_part,
    };
    use slicing::{Border, Shape, Tensor, View, s};

    #[test]
    fn functions_generic_over_arguments_of_methods_do_what_these_do() {
        let t = Tensor::<i32, 2>::from([[1, 2, 3], [4, 5, 6]]);
        assert_eq!(sum_of_part(&t, s![:, 1:]), 16);
        assert_eq!(part_of_any(&t.view().into_dyn(), &s![1, ::2]), [4, 6]);
        assert_eq!(framed(&t, s![[1, 0], 0], [(1, 0)], Border::Edge), [4, 4, 1]);
        assert_eq!(rows(&t, [-1]), [[4, 5, 6]]);
        assert_eq!(first_row(&t.view()), [1, 2, 3]);
        assert_eq!(
            joined((&t, t.slice(s![:1]))),
            [[1, 2, 3], [4, 5, 6], [1, 2, 3]]
        );
        assert_eq!(stacked([&t, &t]), [[[1, 2, 3], [4, 5, 6]]; 2]);
        assert_eq!(count((&t, 3), |(x, y)| x > y), 3);
        let back: [[i32; 2]; 1] = renested::<_, Shape![1, 2], _, _>([[7, 8]]);
        assert_eq!(back, [[7, 8]]);
        let v = View::<i32, 1>::from(&[1, 2]);
        assert_eq!(sum_of_part(&v, s![::-1]), 3);
    }
}
