//! Zips on several threads give what one thread gives.

use std::sync::atomic::{AtomicUsize, Ordering};

use tslice::{Tensor, View, s, zip};

/// Large enough for several parts.
fn numbers(shape: [usize; 3]) -> Tensor<u32, 3> {
    Tensor::from_shape_fn(shape, |[i, j, k]| (i * 7919 + j * 104_729 + k * 31) as u32)
}

#[test]
fn parts_are_written_in_their_places() {
    for axes in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
        let (a, b) = (numbers([60, 90, 70]), numbers([60, 90, 1]));
        let (a, b) = (a.permute(axes), b.permute(axes));
        let a = a.slice(s![::-1, :, ::2]);
        let b = if axes[2] == 2 {
            b
        } else {
            b.slice(s![.., ::2])
        };
        let one = zip((a, b)).map(|(a, b)| a ^ b.rotate_left(3));
        assert_eq!(zip((a, b)).par_map(|(a, b)| a ^ b.rotate_left(3)), one);

        let mut target = numbers([a.shape()[0], a.shape()[1], 2 * a.shape()[2]]);
        let mut expected = target.clone();
        let write = |(to, from): (&mut u32, &u32)| *to = to.wrapping_mul(5) ^ from;
        zip((&mut expected.slice_mut(s![.., ::2]), a)).for_each(write);
        zip((&mut target.slice_mut(s![.., ::2]), a)).par_for_each(write);
        assert_eq!(target, expected);
    }
}

#[test]
fn parts_are_combined_in_their_order() {
    let a = numbers([80, 90, 100]);
    let joined = zip((&a,)).par_fold(
        Vec::new,
        |mut all, (x,)| {
            all.push(*x);
            all
        },
        |low, high| [low, high].concat(),
    );
    assert_eq!(joined, a.to_vec());
    assert_eq!(
        zip((&a.slice(s![:0]),)).par_fold(|| 7, |_, _| 8, |_, _| 9),
        7
    );
}

#[test]
fn small_and_repeated_elements_are_visited_once_each() {
    let calls = AtomicUsize::new(0);
    let one = [7_u8];
    let many = View::<_, 1>::from(&one).broadcast_to([3, 700_000]);
    zip((many,)).par_for_each(|(x,)| {
        assert_eq!(*x, 7);
        calls.fetch_add(1, Ordering::Relaxed);
    });
    zip((&Tensor::<u8, 0>::full([], 7),)).par_for_each(|_| {
        calls.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(calls.into_inner(), 2_100_001);
    assert_eq!(zip((many,)).par_map(|_| ()).shape(), &[3, 700_000]);
    assert_eq!(
        zip((many.to_tensor(), Tensor::from(one))).par_map(|(a, b): (&u8, &u8)| a + b),
        many.map(|x| x + 7)
    );
}
