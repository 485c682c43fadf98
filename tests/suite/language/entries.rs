//! Every form of an entry, and every place a spec may stand.

use std::cell::RefCell;

use tslice::{DynSpec, DynView, Rank, SliceError, Slices, SpecType, Tensor, View, s};

#[track_caller]
fn same(spec: impl Into<DynSpec>, text: &str) {
    assert_eq!(spec.into(), text.parse().expect("a spec"), "{text}");
}

const N: usize = 3;

struct Size;

impl Size {
    const N: i64 = 4;

    fn own() -> DynSpec {
        s![Self::N:, ::Self::N, Self::N].into()
    }
}

trait Sized2 {
    const M: u8 = 2;
}

impl Sized2 for Size {}

#[test]
fn every_form_of_an_entry_is_read() {
    same(s![], "");
    same(s![1], "1");
    same(s![1,], "1");
    same(s![-1, -2], "-1, -2");
    same(s![:], ":");
    same(s![1:, :2, 1:2], "1:, :2, 1:2");
    same(
        s![::2, ::-1, 1::2, :2:3, 1:2:3],
        "::2, ::-1, 1::2, :2:3, 1:2:3",
    );
    same(s![1:2:, ::, :2:], "1:2, :, :2");
    same(s![.., newaxis], "..., None");
    same(s![None, ..., 1], "newaxis, .., 1");
    same(s![1 => 2:4, -1 => ::-1], ":, 2:4, .., ::-1");
    same(s![-2 => 0, 0 => 1:3], "1:3, .., 0, :");
    same(s![0x10, 0b11:0o7, 1_000], "16, 3:7, 1000");
    same(s![1u8, 2i128:3usize], "1, 2:3");
    same(
        s![-9223372036854775808:9223372036854775807:-9223372036854775808],
        &format!("{}:{}:{}", i64::MIN, i64::MAX, i64::MIN),
    );
}

#[test]
fn entries_give_the_shapes_that_numpy_gives() {
    let t = Tensor::from_shape_fn([4, 5, 6], |i| i[0]).into_dyn();
    let gives = |spec: DynSpec, text: &str, shape: &[usize]| {
        assert_eq!(text.parse(), Ok(spec.clone()), "{text}");
        assert_eq!(t.slice(&spec).shape(), shape, "{text}");
    };
    gives(s![].into(), "", &[4, 5, 6]);
    gives(s![1].into(), "1", &[5, 6]);
    gives(s![-1].into(), "-1", &[5, 6]);
    gives(s![1:3].into(), "1:3", &[2, 5, 6]);
    gives(s![1:].into(), "1:", &[3, 5, 6]);
    gives(s![:-1].into(), ":-1", &[3, 5, 6]);
    gives(s![1:100].into(), "1:100", &[3, 5, 6]);
    gives(s![::2].into(), "::2", &[2, 5, 6]);
    gives(s![::-1].into(), "::-1", &[4, 5, 6]);
    gives(s![:-3:-1].into(), ":-3:-1", &[2, 5, 6]);
    gives(s![:, 2:4].into(), ":, 2:4", &[4, 2, 6]);
    gives(s![.., 0].into(), "..., 0", &[4, 5]);
    gives(s![0, ..., 0].into(), "0, .., 0", &[5]);
    gives(s![newaxis, ..].into(), "None, ..", &[1, 4, 5, 6]);
    gives(s![.., None].into(), ".., newaxis", &[4, 5, 6, 1]);
    gives(s![-1 => 2:4].into(), "-1 => 2:4", &[4, 5, 2]);
    gives(s![0 => 1, -1 => ::2].into(), "0 => 1, -1 => ::2", &[5, 3]);
}

#[test]
fn colons_separate_unless_part_of_a_path() {
    let (n, m) = (2, 3);
    same(s![::n], "::2");
    same(s![n::2], "2::2");
    same(s![n::-1], "2::-1");
    same(s![n::], "2:");
    same(s![(n)::2, (n)::m], "2::2, 2::3");
    same(s![1::n, [5, 6][0]::m], "1::2, 5::3");
    same(s![n: :m], "2::3");
    same(s![i8::MAX:], "127:");
    same(s![:u64::MAX], &format!(":{}", i64::MAX));
    same(s![u8::MIN:u8::MAX:i8::MAX], "0:255:127");
    same(
        s![Size::N, <Size as Sized2>::M:, ::<Size as Sized2>::M],
        "4, 2:, ::2",
    );
    same(
        s![std::cmp::max(1, n)::m, size_of::<[u16; 4]>()::2],
        "2::3, 8::2",
    );
    same(s![::std::mem::size_of::<u32>()], "::4");
    same(
        s![(::std::mem::size_of::<u32>()), (::core::primitive::u8::MAX):],
        "4, 255:",
    );
    same(Size::own(), "4:, ::4, 4");
}

#[test]
#[allow(
    clippy::redundant_closure_call,
    clippy::never_loop,
    reason = "any expression is meant"
)]
fn bounds_are_any_expression() {
    let (n, list, name) = (2_usize, [3_i8, 4], "abc");
    same(s![n - 1:n + 1, n as i16:, list[1]], "1:3, 2:, 4");
    same(
        s![name.len(), if n > 1 { 5 } else { 6 }:, loop { break n }],
        "3, 5:, 2",
    );
    same(s![match n { 2 => 7, _ => 8 }, (|| n + 1)():], "7, 3:");
    same(s![:n << 1, n.pow(2)::n * 2, !0_i32], ":4, 4::4, -1");
    same(
        s![(1, 2).0, (n..9).len():, name.find('c').unwrap_or(0)],
        "1, 7:, 2",
    );
    same(
        s![u64::from(1_u8)::i128::from(n as u8), i64::MIN:],
        &format!("1::2, {}:", i64::MIN),
    );
    same(
        s![b'a' as usize, -b'a', b'\n':b'\x41':b'\'', ::-7 + b'\0'],
        "97, -97, 10:65:39, ::-7",
    );
    same(
        s![('found: loop { break 'found 3 }):, ((|n: i8| n)(4))],
        "3:, 4",
    );
    let (slice, range) = (|n: usize| n + 1, usize::min);
    same(s![slice(n), (range(n, 1)):], "3, 1:");
}

#[test]
fn expressions_run_once_and_in_order() {
    let seen = RefCell::new(Vec::new());
    let note = |n: i64| {
        seen.borrow_mut().push(n);
        n
    };
    same(
        s![note(1):note(2):note(3), note(4), .., note(5):],
        "1:2:3, 4, .., 5:",
    );
    assert_eq!(seen.take(), [1, 2, 3, 4, 5]);
    same(s![-1 => note(1):note(2), 0 => note(3)], "3, .., 1:2");
    assert_eq!(seen.take(), [1, 2, 3]);
}

tslice::spec! {
    /// The inner part.
    pub(super) const INNER = [1:-1, 1:-1];
    #[allow(dead_code, reason = "attributes are kept")]
    pub(crate) static EVERY_SECOND = [::2, ..];
    const NOTHING = [];
    const BY_AXIS = [-1 => 0];
    const BY_NUMBER = [N:, ::N];
}

const PLAIN: tslice::SpecType![_:] = s![1:];

#[test]
fn specs_stand_in_constants() {
    same(INNER, "1:-1, 1:-1");
    same(EVERY_SECOND, "::2, ..");
    same(NOTHING, "");
    same(BY_AXIS, ".., 0");
    same(BY_NUMBER, "3:, ::3");
    same(PLAIN, "1:");
    const LENGTH: usize = s![:, 1].masks().end_mask as usize;
    assert_eq!([0; LENGTH].len(), 1);
    static TABLE: [u8; 6] = [1, 2, 3, 4, 5, 6];
    const ROW: View<'_, u8, 1> = View::new([2, 3], &TABLE).const_slice(s![N - 2, ::-1]);
    assert_eq!(ROW.to_vec(), [6, 5, 4]);
}

macro_rules! middle {
    ($view:expr, $from:literal, $to:expr, $step:ident) => {
        $view.slice(s![$from:$to:$step, ..])
    };
    (tokens $view:ident $($spec:tt)*) => { $view.slice(s![$($spec)*]) };
}

#[test]
fn specs_stand_inside_other_macros_and_closures() {
    let t = Tensor::from_shape_fn([6, 2], |[row, _]| row);
    let step = 2;
    assert_eq!(middle!(t, 1, 2 + 3, step).shape(), &[2, 2]);
    assert_eq!(middle!(t, 1, -1, step).slice(s![:, 0]).to_vec(), [1, 3]);
    assert_eq!(middle!(tokens t -1, ::-1).to_vec(), [5, 5]);
    let rows = |n: usize| t.slice(s![:n]).shape()[0];
    assert_eq!((rows(4), vec![t.slice(s![0]).len()]), (4, vec![2]));
    assert_eq!(format!("{:?}", t.slice(s![1, :])), "[1, 1]");
}

/// Generic over element and rank, with the bound that the result's rank is one less.
fn first<T, const R: usize, const M: usize>(view: View<'_, T, R>) -> View<'_, T, M>
where
    SpecType![_]: Slices<Rank<R>, Output = Rank<M>>,
{
    view.slice(s![0])
}

#[test]
fn specs_stand_in_generic_functions() {
    let t = Tensor::from_shape_fn([2, 3, 4], |i| i[2]);
    let row: View<'_, usize, 1> = first(first(t.view()));
    assert_eq!(row.to_vec(), [0, 1, 2, 3]);
}

#[test]
fn expressions_do_not_see_names_of_the_expansion() {
    #[allow(
        non_snake_case,
        reason = "the names that a careless expansion would catch"
    )]
    mod shadow {
        pub(crate) struct Spec;
        pub(crate) const BEGIN_MASK: u32 = 7;
    }
    use shadow::{BEGIN_MASK, Spec};
    let (begin_0, end_0, core, std, tslice, bound) = (1, 2, 3, 4, 5, 6);
    same(
        s![begin_0:end_0:core, std, tslice, bound, BEGIN_MASK],
        "1:2:3, 4, 5, 6, 7",
    );
    let _ = Spec;
}

/// As many as a rank can have, and more, which are resolved another way.
#[test]
fn many_entries_are_as_few() {
    let t = Tensor::from_shape_fn([2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 3], |i| {
        i.iter().fold(0, |n, i| n * 3 + i)
    });
    let dynamic = t.clone().into_dyn();
    let same = |text: &str, found: DynView<'_, usize>| {
        let spec: DynSpec = text.parse().expect("a spec");
        assert_eq!(found, dynamic.slice(&spec), "{text}");
    };
    let twelve = t.slice(s![0, 0, 1, 0, ::-1, :, -1, 0, 0:1, 0, :, 2:0:-1]);
    same(
        "0, 0, 1, 0, ::-1, :, -1, 0, 0:1, 0, :, 2:0:-1",
        twelve.into_dyn(),
    );
    let thirteen = t.slice(s![0, 0, 1, 0, ::-1, :, -1, 0, 0:1, 0, :, 2:0:-1, newaxis]);
    same(
        "0, 0, 1, 0, ::-1, :, -1, 0, 0:1, 0, :, 2:0:-1, newaxis",
        thirteen.into_dyn(),
    );
    let fifteen = t.slice(s![newaxis, 0, 0, None, 1, 0, 0, :, -1, .., 0, 0:1, 0, :, ::2]);
    same(
        "newaxis, 0, 0, None, 1, 0, 0, :, -1, .., 0, 0:1, 0, :, ::2",
        fifteen.into_dyn(),
    );
    let error = t
        .try_slice(s![newaxis, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, None])
        .unwrap_err();
    assert_eq!(
        error,
        SliceError::IndexOutOfBounds {
            axis: 11,
            index: 3,
            len: 3
        }
    );
}

/// Whether the type of a cast keeps the sign and the size of a negated number or not.
#[test]
fn casts_behind_a_minus_are_those_of_rust() {
    macro_rules! of {
        ($n:expr; $($($ty:ident)+;)+) => {{
            let n = $n;
            $(
                let m = -n $(as $ty)+;
                same(s![-n $(as $ty)+, :-n $(as $ty)+], &format!("{m}, :{m}"));
                let m = -n $(as $ty)+ * 1;
                same(s![-n $(as $ty)+ * 1:], &format!("{m}:"));
            )+
        }};
        ($($n:expr),+) => {$(of! { $n;
            i8; i16; i32; i64; i128; isize; u8; u16; u32;
            i8 i64; i16 i32; i64 u8; i64 i16; i64 isize i128; u8 i64; u32 i32; u16 i8; u8 i8 isize;
            i128 i64 u16; isize u32 i64;
        })+};
    }
    of! { 1_i64, 5_i32, 127_i16, 128_i32, 255_i64, 256_i32, 40_000_i64, -129_i32 }
    // On 32 bits a cast to `isize` loses the sign of this number alone.
    if cfg!(target_pointer_width = "64") {
        of! { 2_147_483_648_i64 }
    }
}

/// Each term of a sum is an `i64` before the minus acts, whatever its type is.
#[test]
fn minus_before_a_sum_takes_unsigned_terms() {
    const CONSTANT: SpecType![_:_] = s![-N - 1:-2 * N];
    let (n, m, i): (usize, u8, i32) = (3, 2, -5);
    let v = [7_usize];
    same(CONSTANT, "-4:-6");
    same(s![:-n - 1, -n + 1:, -2 * n:], ":-4, -2:, -6:");
    same(s![-n - m:-n * 2 + 5:-m + 1, -n / 2 % 2], "-5:-1:-1, -1");
    same(
        s![-1 + n, -1 - n, -i - 5000000000, -i as i64 - 1],
        "2, -4, -4999999995, 4",
    );
    same(s![-v[0] + v.len(), -(n + 1) - Size::N], "-6, -8");
    same(
        s![-u64::MAX - 1:-i64::MIN + 1],
        "-9223372036854775808:9223372036854775807",
    );
    same(s![-n.pow(2) - 1], "-10");
    // Casts that keep the sign and the size; parentheses and fragments of a macro are what they hold.
    same(
        s![-n as i64:, -v.len() as isize + 1, -2 * m as usize - 2 * m as usize],
        "-3:, 0, -8",
    );
    same(
        s![(-n)::2, (-n - 1):, ((-n)):-1, -(m - 1) as i64],
        "-3::2, -4:, -3:-1, -1",
    );
    macro_rules! from {
        ($bound:expr) => {
            s![$bound:, 1 - $bound]
        };
    }
    same(from!(-i), "5:, -4");
    macro_rules! last {
        ($bound:expr) => {
            s![$bound:]
        };
    }
    same(last!(-n - 1), "-4:");
}
