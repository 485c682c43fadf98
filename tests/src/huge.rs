//! Static shapes of more elements than can be counted, and axes as long as they can be: refused in
//! words, in builds with and without overflow checks.

use tslice::{Array, Const, Owned, Ref, Shape, Tensor, View};

use crate::faults::message;
use crate::invariants::{check, check_tensor, memory};

/// Makes arrays of shapes that are too large, and of some that are not.
///
/// # Panics
///
/// If one is made that cannot be, or the message does not name shape and limit, or an invariant
/// does not hold.
pub fn shapes() {
    const SIDE: usize = 1 << (usize::BITS / 2);
    type Square = (Const<SIDE>, Const<SIDE>);
    type Units = (Const<{ usize::MAX }>,);
    let many = usize::MAX.to_string();
    let limit = isize::MAX.to_string();
    for said in [
        message(Array::<Owned<u8>, Square>::default),
        message(|| Array::<Owned<u8>, Square>::full([SIDE; 2], 0)),
        message(|| Array::<Owned<u8>, Square>::from_shape_fn([SIDE; 2], |_| 0)),
    ] {
        assert!(
            said.contains(&format!("[{SIDE}, {SIDE}]")) && said.contains("isize::MAX"),
            "{said}"
        );
    }
    for said in [
        message(Array::<Owned<()>, Units>::default),
        message(|| Array::<Owned<()>, Units>::full([usize::MAX], ())),
        message(|| Tensor::<(), 1>::from(vec![(); usize::MAX])),
        message(|| View::<(), 1>::from(&vec![(); usize::MAX]).len()),
    ] {
        assert!(
            said.contains(&many) && (said.contains(&limit) || said.contains("isize::MAX")),
            "{said}"
        );
    }
    assert!(Array::<Owned<u8>, Square>::from_shape_vec([SIDE; 2], Vec::new()).is_err());
    assert!(Array::<Ref<'_, u8>, Square>::from_shape([SIDE; 2], &[]).is_err());
    assert!(Array::<Ref<'_, ()>, Units>::from_shape([usize::MAX], &[(); usize::MAX]).is_err());
    assert!(Array::<Ref<'_, u8>, Square>::from_strided([SIDE; 2], [0, 0], 0, &[7]).is_err());

    let known = Array::<Owned<u8>, Shape![3, 5]>::default();
    assert_eq!(known, [[0; 5]; 3]);
    check_tensor(&known);
    let part = Array::<Owned<u8>, Shape![3, _]>::default();
    assert_eq!(part.shape(), &[3, 0]);
    check_tensor(&part);
    let single = Tensor::<u8, 0>::default();
    assert_eq!(single.len(), 1);
    check_tensor(&single);
    let units = vec![(); isize::MAX.unsigned_abs()];
    check(&View::from(&units), memory(&units));
}
