//! Axes by name, against the axis form by number: every kind of entry, in every order of the names,
//! in every macro.

use std::fmt::Debug;

use tslice::{
    Array, Dims, Dyn, DynSpec, DynView, Rank, Ref, Shape, Slices, SpecType, Tensor, View, axes,
    checked, s, spec, split_mut,
};

axes! {
    Ijk = i, j, k;
    Ikj = i, k, j;
    Jik = j, i, k;
    Jki = j, k, i;
    Kij = k, i, j;
    Kji = k, j, i;
    /// A video.
    pub(crate) Video = time, y, x, #[doc = "Red, green, blue."] channel;
    /// One picture of it.
    pub(super) Frame = Video - time;
    pub(crate) Plane = Video - channel - time;
    Twelve = a, b, c, d, e, f, g, h, i, j, k, l,;
    Raw = r#type, r#match, union;
    Rest = Raw - r#type;
}

/// An array whose elements say where they are.
fn numbered() -> Tensor<usize, 3> {
    Tensor::from_shape_fn([5, 6, 7], |[i, j, k]| 100 * i + 10 * j + k)
}

/// Compares two specs by what they select.
fn same<P, Q, O>(by_name: P, by_number: Q)
where
    P: Slices<Rank<3>, Output = O> + Debug + Copy,
    Q: Slices<Rank<3>, Output = O>,
    O: Dims,
{
    let array = numbered();
    let slices = [
        array.slice(by_name).into_dyn(),
        array.slice(by_number).into_dyn(),
    ];
    assert_eq!(slices[0], slices[1], "{by_name:?}");
}

/// Compares two specs on every form of array, and what is written through them.
fn same_on_every_form<P, Q, O>(by_name: P, by_number: Q)
where
    P: Slices<Rank<3>, Output = O> + Slices<Dyn, Output = Dyn> + Into<DynSpec> + Copy + Debug,
    Q: Slices<Rank<3>, Output = O> + Copy + Debug,
    O: Dims,
{
    let mut array = numbered();
    let slice = numbered();
    let slice = slice.slice(by_number);
    assert_eq!(array.view().slice(by_name), slice, "{by_name:?}");
    assert_eq!(array.view_mut().slice(by_name), slice, "{by_name:?}");
    assert_eq!(array.slice(by_name).strides(), slice.strides());
    let dynamic: DynView<usize> = array.view().into_dyn();
    assert_eq!(dynamic.slice(by_name), slice, "{by_name:?}");
    let spec: DynSpec = by_name.into();
    assert_eq!(array.slice(&spec), slice, "{by_name:?}");
    array.slice_mut(by_name).fill(1000);
    let mut by_hand = numbered();
    by_hand.slice_mut(by_number).fill(1000);
    assert_eq!(array, by_hand, "{by_name:?}");
}

#[test]
fn a_global_path_names_the_type_of_the_axes() {
    let grid = Tensor::from_shape_fn([5, 6], |[y, x]| 10 * y + x);
    assert_eq!(
        grid.slice(s![::tslice_tests::indices::Grid: column = 1:3, row = -1]),
        [41, 42]
    );
    let spec = checked![::tslice_tests::indices::Grid: row = 1];
    assert_eq!(grid.slice(spec), grid.row(1));
}

#[test]
fn constants_that_look_like_types_are_bounds() {
    struct Parts;
    #[allow(non_upper_case_globals, reason = "written like a type")]
    impl Parts {
        const First: usize = 1;
    }
    const MOST: usize = 3;
    let t = Tensor::<usize, 1>::from([0, 1, 2, 3, 4, 5]);
    assert_eq!(t.slice(s![Parts::First: 4]), [1, 2, 3]);
    assert_eq!(t.slice(s![Parts::First: MOST]), [1, 2]);
    assert_eq!(t.slice(s![Parts::First: -2: 2]), [1, 3]);
    assert_eq!(t.slice(s![Parts::First: (MOST + 1)]), [1, 2, 3]);
    assert_eq!(t.slice(s![Parts::First:]), [1, 2, 3, 4, 5]);
    let end = 4;
    #[allow(non_upper_case_globals, reason = "written like a type")]
    const Axis_First: usize = 2;
    assert_eq!(t.slice(s![Parts::First: end]), [1, 2, 3]);
    assert_eq!(t.slice(s![Axis_First: end]), [2, 3]);
}

#[test]
fn names_slice_every_form_of_array() {
    let (n, m) = (2_u8, 3_i64);
    same_on_every_form(s![Kij: i = ::2], s![1 => ::2]);
    same_on_every_form(s![Kij: j = -1, k = n:+2], s![0 => n:+2, 2 => -1]);
    same_on_every_form(s![Kij: k = 0, i = m, j = ::-1], s![0, m, ::-1]);
}

/// Entries of each kind, by names in both orders and alone, against numbers.
macro_rules! slices {
    ($axes:ident, $i:tt $j:tt $k:tt; $([$($entry:tt)*] [$($other:tt)*])*) => {$(
        same(s![$axes: i = $($entry)*], s![$i => $($entry)*]);
        same(s![$axes: k = $($entry)*, j = $($other)*], s![$k => $($entry)*, $j => $($other)*]);
        same(
            s![$axes: j = $($other)*, i = $($other)*, k = $($entry)*],
            s![$i => $($other)*, $j => $($other)*, $k => $($entry)*],
        );
    )*};
}

macro_rules! every_order {
    ($cases:ident $($entries:tt)*) => {
        $cases!(Ijk, 0 1 2; $($entries)*);
        $cases!(Ikj, 0 2 1; $($entries)*);
        $cases!(Jik, 1 0 2; $($entries)*);
        $cases!(Jki, 2 0 1; $($entries)*);
        $cases!(Kij, 1 2 0; $($entries)*);
        $cases!(Kji, 2 1 0; $($entries)*);
    };
}

#[test]
fn entries_by_name_slice_as_by_number() {
    let (n, m) = (2_u8, 3_i64);
    every_order!(slices
        [1] [::2]
        [-1] [:]
        [1:4] [-1]
        [::-1] [1:+2]
        [-2:0:-1] [n]
        [1:+3] [1:]
        [:-1] [::-2]
        [n] [-n:]
        [n: :m] [n:+2]
        [::n] [:m]
        [n + 1:] [-n]
        [n:+m] [m]
    );
}

macro_rules! picks {
    ($axes:ident, $i:tt $j:tt $k:tt; $([$($entry:tt)*] [$($other:tt)*])*) => {$(
        let (array, dynamic) = (numbered(), numbered().into_dyn());
        let expected = array.pick(s![$i => $($entry)*, $k => $($other)*]);
        let picked: Tensor<usize, 3> = array.pick(s![$axes: k = $($other)*, i = $($entry)*]);
        assert_eq!(picked, expected);
        assert_eq!(dynamic.pick(s![$axes: i = $($entry)*, k = $($other)*]), expected);
        let (mut array, mut by_hand) = (numbered(), numbered());
        array.pick_mut(s![$axes: k = $($other)*, i = $($entry)*]).fill(1000);
        by_hand.pick_mut(s![$i => $($entry)*, $k => $($other)*]).fill(1000);
        assert_eq!(array, by_hand);
    )*};
}

#[test]
fn lists_by_name_pick_as_by_number() {
    let (rows, columns, n) = (vec![4_u8, 0, 2], [-1_i64, 1], 3_usize);
    let masks = |len| Tensor::<bool, 1>::from_shape_fn([len], |[at]| at % 2 == 1);
    every_order!(picks
        [[0, 2, -1]] [&columns]
        [&rows] [1:3]
        [[n, 0:2, 1:+2]] [&rows]
        [::-1] [[1]]
        [&columns] [[3, n]]
    );
    let array = numbered();
    let (of_i, of_k) = (masks(5), masks(7));
    let expected = array.pick(s![&of_i, :, &of_k]);
    assert_eq!(array.pick(s![Ijk: k = &of_k, i = &of_i]), expected);
}

#[test]
fn bounds_by_name_are_evaluated_in_the_order_of_the_text() {
    let array = numbered();
    let order = std::cell::RefCell::new(Vec::new());
    let said = |number: usize| {
        order.borrow_mut().push(number);
        number
    };
    let slice = array.slice(s![Kji: i = said(3):, j = said(1), k = :said(4)]);
    assert_eq!(slice, array.slice(s![:4, 1, 3:]));
    assert_eq!(order.into_inner(), [3, 1, 4]);
}

const LAST: SpecType![Video: channel = _, time = ::_] = s![Video: channel = -1, time = ::2];

spec! {
    /// The first picture.
    const FIRST = [Video: time = 0];
    static ROWS = [Frame: x = [0, 2], channel = 0];
    const SHAPED: [8, 9, 10, 3] => [9, 5, 3] = [Video: x = ::2, time = -1];
    #[cfg(any())]
    const ABSENT = [Missing: time = 0];
}

fn video() -> Tensor<usize, 4> {
    Tensor::from_shape_fn([8, 9, 10, 3], |[time, y, x, channel]| {
        ((time * 9 + y) * 10 + x) * 3 + channel
    })
}

#[test]
fn constants_by_name_are_those_by_number() {
    let video = video();
    assert_eq!(LAST, s![::2, :, :, -1]);
    assert_eq!(video.slice(LAST), video.slice(s![::2, .., -1]));
    assert_eq!(FIRST, s![0, :, :, :]);
    let frame = video.slice(FIRST);
    assert_eq!(frame.pick(&ROWS), frame.pick(s![:, [0, 2], 0]));
    assert_eq!(SHAPED.shape(), [9, 5, 3]);
    assert_eq!(video.slice(SHAPED), video.slice(s![-1, :, ::2]));
}

#[test]
fn checked_specs_by_name_keep_static_shapes() {
    let video = video();
    let fixed = video.view().into_static::<Shape![8, 9, 10, 3]>();
    let fixed = fixed.expect("of this shape");
    let row = fixed.slice(checked![Video: x = 2:5, time = -1, channel = 0]);
    let row: Array<Ref<'_, usize>, Shape![9, _]> = row.into_static().expect("of this shape");
    assert_eq!(row, video.slice(s![-1, :, 2:5, 0]));
    let nested: [[usize; 9]; 2] = fixed
        .pick(checked![Video: time = [0, 7], channel = 1, x = -1])
        .to_nested();
    assert_eq!(video.pick(s![[0, 7], :, -1, 1]), nested);
}

#[test]
fn parts_by_name_are_disjoint() {
    let (mut array, mut by_hand) = (video(), video());
    let (mut even, odd) = split_mut!(array, [Video: x = ::2], [Video: y = :, x = 1::2]);
    even.assign(&odd);
    let (mut even, odd) = split_mut!(by_hand, [:, :, ::2], [:, :, 1::2]);
    even.assign(&odd);
    assert_eq!(array, by_hand);
    let at = by_hand.shape()[Video::time] / 2;
    let (mut early, late) = split_mut!(array, [Video: time = :at], [at:]);
    early.assign(&late);
    by_hand.slice_mut(s![:at]).assign(&video_from(&array, at));
    assert_eq!(array, by_hand);
    let (mut picked, row) = split_mut!(array, [Video: time = [3, 0, 1]], [Video: time = 4:7]);
    picked.assign(&row);
    assert_eq!(array.slice(s![3]), array.slice(s![4]));
}

fn video_from(array: &Tensor<usize, 4>, at: usize) -> Tensor<usize, 4> {
    array.slice(s![at:]).to_tensor()
}

#[test]
fn names_are_numbers_of_axes() {
    assert_eq!(
        [Video::time, Video::y, Video::x, Video::channel],
        [0, 1, 2, 3]
    );
    assert_eq!(Video::NAMES, ["time", "y", "x", "channel"]);
    assert_eq!(Frame::NAMES, ["y", "x", "channel"]);
    assert_eq!(Plane::NAMES, ["y", "x"]);
    assert_eq!([Frame::y, Frame::x, Frame::channel], [0, 1, 2]);
    assert_eq!([Raw::r#match, Rest::r#match, Rest::union], [1, 0, 1]);
    assert_eq!(Raw::NAMES, ["type", "match", "union"]);
    let video = video();
    assert_eq!(video.sum_axis(Video::x), video.sum_axis(2));
    let of_channel = video.slice_axis(Video::channel, s![1]);
    assert_eq!(of_channel, video.slice(s![.., 1]));
    let spec = DynSpec::by_names("channel=0, time=::2", &Video::NAMES).expect("names");
    assert_eq!(
        video.slice(&spec),
        video.slice(s![Video: time = ::2, channel = 0])
    );
    let raw = Tensor::<u8, 3>::zeros([2, 3, 4]);
    assert_eq!(raw.slice(s![Raw: r#type = 0, union = 1]).shape(), &[3]);
}

#[test]
fn twelve_axes_have_names() {
    let array = Tensor::<u8, 12>::zeros([2; 12]);
    let slice: View<u8, 9> = array.slice(s![Twelve: l = 0, a = 1, f = 0, e = 1:]);
    assert_eq!(slice.shape(), &[2, 2, 2, 1, 2, 2, 2, 2, 2]);
}

/// Types of the same name elsewhere.
#[expect(
    unreachable_pub,
    reason = "what other crates may use is declared otherwise"
)]
mod elsewhere {
    /// One that other crates may use.
    pub mod public {
        tslice::axes! { pub Video = x, time; }
        pub const LAST: tslice::SpecType![Video: x = _] = tslice::s![Video: x = -1];
    }
    /// Before the item that declares it.
    pub fn early(pair: &tslice::Tensor<u8, 2>) -> usize {
        pair.slice(tslice::s![late::Late: second = 0]).len()
    }
    mod late {
        tslice::axes! { pub(super) Late = first, second; }
    }
}

macro_rules! declared {
    ($(#[$meta:meta])* $visibility:vis $name:ident, $($axis:ident)*) => {
        axes! { $(#[$meta])* $visibility $name = $($axis),*; }
    };
}

declared!(#[derive(Clone, Copy, Debug, PartialEq)] pub(crate) Made, p q);
declared!(Private, p q);

/// The same macro declares the same name twice.
macro_rules! module {
    ($name:ident) => {
        #[expect(
            unreachable_pub,
            reason = "what other crates may use is declared otherwise"
        )]
        mod $name {
            tslice::axes! { pub Twice = $name, other; }
    pub(super) const SECOND: tslice::SpecType![Twice: other = _] =
        tslice::s![Twice: other = 0];
        }
    };
}
module!(one);
module!(two);

macro_rules! sliced {
    ($array:expr, $axes:path, $axis:ident, $entry:expr) => {
        $array.slice(s![$axes: $axis = $entry])
    };
    ($array:expr, $entry:literal) => {
        $array.slice(s![$crate::language::named::Video: time = $entry])
    };
    ($array:expr, $axes:ident: $axis:ident = $begin:expr, $end:expr) => {
        $array.slice(s![$axes: $axis = $begin: :$end])
    };
}

#[test]
fn names_pass_through_macros_and_scopes() {
    use elsewhere::public;
    use tslice_tests::indices::Grid;
    axes! { Row = Grid - column; }
    let pair = Tensor::<u8, 2>::zeros([3, 4]);
    assert_eq!(elsewhere::early(&pair), 3);
    assert_eq!(pair.slice(s![Grid: column = 0]).shape(), &[3]);
    let row = pair.slice(s![tslice_tests::indices::Grid: row = Grid::row]);
    assert_eq!(row.slice(s![Row: row = 1:]).shape(), &[3]);
    assert_eq!(pair.slice(s![public::Video: time = 0]).shape(), &[3]);
    assert_eq!(
        pair.slice(s![elsewhere::public::Video: x = 0]).shape(),
        &[4]
    );
    assert_eq!(pair.slice(public::LAST).shape(), &[4]);
    {
        use public::Video as Renamed;
        assert_eq!(pair.slice(s![Renamed: x = 0]).shape(), &[4]);
        axes! { Local = row, column; }
        assert_eq!(pair.slice(s![Local: column = 0]).shape(), &[3]);
    }
    assert_eq!(pair.slice(s![Made: p = 0]).shape(), &[4]);
    assert_eq!(pair.slice(s![Private: q = 0]).shape(), &[3]);
    assert_eq!((Made, Made::q), (Made, 1));
    assert_eq!((one::SECOND, two::SECOND), (s![:, 0], s![:, 0]));
    assert_eq!(pair.slice(s![one::Twice: one = 0]).shape(), &[4]);
    let (video, n, m) = (video(), 2, 3);
    assert_eq!(sliced!(video, -1), video.slice(s![-1]));
    assert_eq!(sliced!(video, Video, x, n + 1), video.slice(s![:, :, 3]));
    assert_eq!(sliced!(video, self::Video, y, -n), video.slice(s![:, -2]));
    assert_eq!(
        sliced!(video, Video: x = n, m),
        video.slice(s![.., 2::3, :])
    );
}
