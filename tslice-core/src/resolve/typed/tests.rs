//! Unit tests of `resolve::typed`.

use super::fast_path;
use crate::layout::Fixed;

macro_rules! s {
    ($($spec:tt)*) => { tslice_macros::s! { $crate; $($spec)* } };
}

#[test]
fn inside_specs_take_the_fast_path() {
    let layout = Fixed { shape: [4, 3, 6], strides: [18, 6, 1] };
    let mut to = Fixed { shape: [1; 3], strides: [0; 3] };
    assert_eq!(fast_path(&s![-1, newaxis, .., 1:-1:2], &layout, &mut to), (55, true));
    assert_eq!(to, Fixed { shape: [1, 3, 2], strides: [0, 6, 2] });
    assert_eq!(fast_path(&s![:2, :, ::-1], &layout, &mut to), (5, true));
    assert_eq!(to, Fixed { shape: [2, 3, 6], strides: [18, 6, -1] });
    assert!(!fast_path(&s![4, newaxis, .., :], &layout, &mut to).1);
    assert!(!fast_path(&s![:, :, 6:], &layout, &mut to).1);
}
