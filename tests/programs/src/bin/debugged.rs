//! Arrays for a debugger: `cargo test -p tslice-tests --test debugger` compares what gdb and
//! lldb print at `stop` with what this program prints.

use std::fmt::Display;
use std::mem::MaybeUninit;

use tslice::{DynView, Shape, Tensor, View, s};

/// The breakpoint.
#[inline(never)]
fn stop() {
    std::hint::black_box(());
}

fn show(name: &str, array: &dyn Display) {
    print!("{name}\u{1}{array}\u{2}");
}

/// Declares the arrays, prints them, and stops where they are in scope.
macro_rules! shown {
    ($($name:ident = $array:expr;)+) => {
        $(#[allow(unused_mut, reason = "one of them is exclusive")] let mut $name = $array;)+
        $(show(stringify!($name), &$name);)+
        let wild = MaybeUninit::<[usize; 64]>::new([0xAAAA_AAAA_AAAA_AAAA_u64 as usize; 64]);
        let zeros = MaybeUninit::<[usize; 64]>::new([0; 64]);
        let wild_view = wild.as_ptr().cast::<View<i32, 3>>();
        let wild_dyn = wild.as_ptr().cast::<DynView<f64>>();
        let zero_view = zeros.as_ptr().cast::<Tensor<String, 0>>();
        let null_view = std::ptr::null::<Tensor<i32, 2>>();
        let late: View<i32, 2>;
        stop();
        late = View::new([1, 1], &[7]);
        let _ = std::hint::black_box((late, wild_view, wild_dyn, zero_view, null_view));
        $(let _ = std::hint::black_box(&$name);)+
    };
}

fn main() {
    let data: Vec<i32> = (0..60).collect();
    let base = View::new([3, 4, 5], &data);
    let mut written = Tensor::from_shape_fn([4, 6], |[y, x]| (y * 100 + x * 7) as u16);
    let wave = Tensor::from_shape_fn([3, 4], |[y, x]| (y as f32 - 1.0) / 3.0 * x as f32);
    let words = ["a", "bcd", ""].map(String::from);
    let nine = Tensor::from_shape_fn([1, 1, 1, 2, 1, 1, 1, 2, 1], |i| i[3] * 10 + i[7]).into_dyn();
    shown! {
        owned = Tensor::<_, 2>::from([[1, -20], [300, 4]]);
        shared = base;
        reversed = base.slice(s![::-1, 1::2, ::-2]);
        columns = base.permute([2, 0, 1]);
        broadcast = View::new([3], &[1_u8, 2, 3]).broadcast_to([2, 3]);
        exclusive = written.slice_mut(s![::-1, ::3]);
        dynamic = base.slice(s![.., ::-1]).into_dyn();
        dynamic_owned = Tensor::<_, 1>::from([1_i64, -5]).into_dyn();
        high = nine;
        fixed = Tensor::<_, 2>::from([[1.5, -2.25], [1e10, f64::NAN]]).into_static::<Shape![2, 2]>().expect("this shape");
        part = wave.view().into_static::<Shape![3, _]>().expect("this shape");
        thirds = wave.slice(s![:, ::-1]);
        sizes = View::<_, 1>::from(&[1e-5_f64, 0.5, -f64::INFINITY, 123.456]);
        singles = View::<_, 1>::from(&[0.1_f32, 1e7, 3.0e-8]);
        whole = View::<_, 1>::from(&[1.0_f64, 2.0, -3.0]);
        tiny = View::<_, 1>::from(&[1e-200_f64, 1e200]);
        scalar = Tensor::<_, 0>::full([], 0.1_f32);
        large_scalar = Tensor::<_, 0>::full([], -1e17_f64);
        none = Tensor::<i32, 2>::zeros([0, 3]);
        flags = View::<_, 2>::from(&[[true, false], [false, true]]);
        letters = View::<_, 1>::from(&['a', 'ü', '!']);
        texts = View::<_, 1>::from(&words);
        strings = View::<_, 1>::from(&["one", "three"]);
        long = Tensor::from_shape_fn([60], |[i]| i * i * i);
        large = Tensor::from_shape_fn([40, 30, 2], |[i, j, k]| (i * j) as f64 / (k + 3) as f64);
        huge = View::new([1], &[-1_i8]).broadcast_to([1 << 30, 1 << 20]);
        wide = Tensor::from_shape_fn([2, 2000], |[i, j]| (i as i128 - 1) * j as i128);
    }
}
