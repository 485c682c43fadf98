//! Threads that write and copy the parts of one tensor at once, for a tool that watches every
//! access: ThreadSanitizer, helgrind.
//!
//! `threads scalar` leaves out the vector kernels. Helgrind counts their loads of whole vectors as
//! races, which the kernels drop.

use std::thread;

use tslice::__private::Level;
#[cfg(feature = "rayon")]
use tslice::zip;
use tslice::{Tensor, s};
#[cfg(feature = "rayon")]
use tslice_ops::prelude::*;

fn main() {
    if std::env::args().nth(1).as_deref() == Some("scalar") {
        Level::force(Level::Scalar);
    }
    for round in 0_u8..20 {
        parts(round);
    }
    #[cfg(feature = "rayon")]
    forms();
    println!("ok");
}

/// Three interleaved parts and the rest, each written and read by a thread of its own.
fn parts(round: u8) {
    let mut t = Tensor::<u8, 2>::zeros([40, 3 * 70 + 1]);
    let (mut a, mut b, mut c, mut rest) =
        t.multi_slice_mut((s![:, :-1:3], s![:, 1:-1:3], s![::-1, 2:-1:3], s![:, -1]));
    thread::scope(|scope| {
        let first = scope.spawn(move || {
            a.fill(round);
            assert!(a.to_vec() == [round; 40 * 70]);
        });
        let second = scope.spawn(move || {
            let source = Tensor::full([40, 70], round + 1);
            b.assign(&source);
            assert!(b.to_tensor() == source);
        });
        let third = scope.spawn(move || {
            c.iter_mut().for_each(|element| *element = round + 2);
            assert!(c.iter().all(|&element| element == round + 2));
        });
        let fourth = scope.spawn(move || rest.fill(9));
        // Race detectors see a join; they do not see the end of a scope.
        [first, second, third, fourth]
            .into_iter()
            .for_each(|part| part.join().expect("no other thread writes"));
    });
    for (at, &element) in t.iter().enumerate() {
        let column = at % (3 * 70 + 1);
        assert!(
            element
                == if column == 3 * 70 {
                    9
                } else {
                    round + u8::try_from(column % 3).expect("small")
                }
        );
    }
}

/// Work that is large enough for rayon's threads.
#[cfg(feature = "rayon")]
fn forms() {
    let t =
        Tensor::<u32, 3>::from_shape_fn([97, 83, 84], |[i, j, k]| (i * 7919 + j * 331 + k) as u32);
    let (reversed, turned) = (t.slice(s![::-1, 1:, ::2]), t.permute([2, 0, 1]));
    assert!(reversed.par_to_tensor() == reversed.to_tensor());
    let mut memory = vec![0; t.len()];
    turned.par_copy_to_slice(&mut memory);
    assert!(turned.to_vec() == memory);
    let tuples: Vec<[usize; 2]> = (0..60_000).map(|n| [n * 31 % 97, n * 17 % 83]).collect();
    assert!(t.par_gather_nd(&tuples) == t.gather_nd(&tuples));
    let mut target = t.clone();
    let (mut even, odd) = target.multi_slice_mut((s![.., ::2], s![.., 1::2]));
    zip((&mut even, &odd)).par_for_each(|(to, from)| *to ^= from.rotate_left(3));
    let expected =
        zip((t.slice(s![.., ::2]), t.slice(s![.., 1::2]))).par_map(|(a, b)| a ^ b.rotate_left(3));
    assert!(even == expected);
    let add = |sum: u32, (x,): (&u32,)| sum.wrapping_add(*x);
    let sum = zip((&turned,)).par_fold(|| 0, add, u32::wrapping_add);
    assert!(sum == zip((&turned,)).fold(0, add));
}
