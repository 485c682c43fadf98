//! Threads that write and copy the parts of one tensor at once, for a tool that watches every access: ThreadSanitizer, helgrind.
//!
//! `threads scalar` leaves out the vector kernels. Helgrind counts their loads of whole vectors as races, which the kernels drop.

use std::thread;

use tslice::__private::Level;
use tslice::{Tensor, s};

fn main() {
    if std::env::args().nth(1).as_deref() == Some("scalar") {
        Level::force(Level::Scalar);
    }
    for round in 0_u8..20 {
        parts(round);
    }
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
        // A join is what such a tool sees; the end of a scope is not.
        [first, second, third, fourth].into_iter().for_each(|part| part.join().expect("nobody else writes"));
    });
    for (at, &element) in t.iter().enumerate() {
        let column = at % (3 * 70 + 1);
        assert!(
            element == if column == 3 * 70 { 9 } else { round + u8::try_from(column % 3).expect("small") }
        );
    }
    #[cfg(feature = "rayon")]
    {
        let copy = t.slice(s![::-1, ::2]).par_to_tensor();
        assert!(copy == t.slice(s![::-1, ::2]));
        let mut memory = vec![0; t.len()];
        t.t().par_copy_to_slice(&mut memory);
        assert!(t.t().to_vec() == memory);
        let tuples: Vec<[usize; 1]> = (0..4000).map(|i| [i % 40]).collect();
        assert!(t.par_gather_nd(&tuples) == t.gather_nd(&tuples));
    }
}
