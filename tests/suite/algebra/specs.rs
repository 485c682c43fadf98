//! Whole specs: what canonical forms and compositions look like, in `const` items too.

use tslice::{
    AxisError, DynSpec, Encoding, InlineSpec, PickError, ShapeError, SliceError, Tensor, s,
    traits::AsEncoding,
};
use tslice_algebra::{Algebra, ChunkGrid, CutError, DynRegion, Region, then};

fn spec(text: &str) -> DynSpec {
    text.parse().expect("a spec")
}

#[track_caller]
fn canonical(text: &str) -> String {
    spec(text).canonical().expect("no stride is 0").to_string()
}

#[test]
fn entries_that_may_change_places_do() {
    for (same, other) in [
        ("1, newaxis", "newaxis, 1"),
        ("1, newaxis, 2, newaxis", "newaxis, newaxis, 1, 2"),
        ("..., :", ":, ..."),
        ("..., :, :, 1", ":, ..., :, 1"),
        ("1, ...", "1"),
        ("...", ""),
        ("..., newaxis, 0", "..., 0, newaxis"),
        ("0:-1, ::1", ":-1, :"),
    ] {
        assert_eq!(canonical(same), canonical(other), "{same} and {other}");
    }
    for (one, other) in [
        ("1", "1, :"),
        ("newaxis, ...", "..., newaxis"),
        ("0, :", ":, 0"),
        ("..., 0, :", "..., :, 0"),
    ] {
        assert_ne!(canonical(one), canonical(other), "{one} and {other}");
    }
}

#[test]
fn empty_specs_are_compared_by_shape() {
    for (same, other) in [
        ("5:2, ::-1", ":0, :"),
        (":0, 1:", ":0, :-1"),
        (":0, 2:7", ":0, -7:-2"),
        (":0, 3", ":0, -4"),
        (":0, -5:3", ":0, -3:5"),
        (":0, -5:2:2", ":0, -6:1"),
    ] {
        assert_eq!(canonical(same), canonical(other), "{same} and {other}");
    }
    assert_ne!(canonical(":0, ::2"), canonical(":0, :"));
}

#[test]
fn canonical_form_holds_extreme_numbers() {
    let [least, most] = [i64::MIN, i64::MAX];
    for (same, other) in [
        (format!("{least}:{most}"), ":".to_owned()),
        (format!("{most}:{least}:-1"), "::-1".to_owned()),
        (format!("{most}:"), ":0".to_owned()),
        (format!("5::{most}"), "5:6".to_owned()),
        (format!("::{least}"), "-1:".to_owned()),
        (format!(":{least}"), ":0".to_owned()),
    ] {
        assert_eq!(canonical(&same), canonical(&other), "{same}");
    }
}

#[test]
fn two_specs_are_one_whatever_the_rank() {
    for (first, next, both) in [
        ("1:, ...", "1:", "2:"),
        ("0", "1", "0, 1"),
        (":, 0", "..., 1", ""),
        (":, 0", "1, ...", "1, 0"),
        ("newaxis, 2:", "0, 3", "5"),
        ("newaxis, 2:", ":, 3:", "newaxis, 5:"),
        ("..., ::2", "..., 1", "..., 2"),
        ("..., ::-1, 3", ":, ..., newaxis", "..., ::-1, newaxis, 3"),
        (":, :", "..., 0", ":, ..., 0"),
        (":, newaxis, ::2", "1, 0, -3:", ""),
        ("2:, 1:, ...", "3, ..., 4", ""),
        ("2:, ..., 1:", "3, ..., 4", "5, ..., 5"),
        ("..., 2:", ":2", ""),
        ("2:, 1:", "..., 0", ""),
        ("newaxis", "1:", ""),
        ("newaxis", "1", ""),
    ] {
        let expected = (!both.is_empty()).then(|| canonical(both));
        let found = spec(first).then(spec(next)).map(|both| both.to_string());
        // `..., 2:` and then `:2`: on rank 1, both are for the one axis.
        assert_eq!(found, expected, "{first} and then {next}");
    }
}

#[test]
fn more_entries_than_31_are_no_spec() {
    let indices = ["0"; 20].join(", ");
    assert_eq!(spec(&indices).then(spec(&indices)), None);
    assert!(spec(&indices).then(spec(&["0"; 11].join(", "))).is_some());
    let new = ["newaxis"; 31].join(", ");
    assert_eq!(canonical(&new), new);
    assert_eq!(
        canonical(&format!("0, {}", ["newaxis"; 30].join(", ")))
            .matches("newaxis")
            .count(),
        30
    );
}

#[test]
fn wrong_encodings_are_errors_and_not_composed() {
    let uneven = Encoding {
        begin: vec![0],
        ..Encoding::default()
    };
    assert!(matches!(
        uneven.canonical(),
        Err(SliceError::LengthMismatch { .. })
    ));
    assert_eq!(uneven.then(s![]), None);
    let n = 0;
    assert_eq!(
        s![1, ::n].canonical(),
        Err(SliceError::ZeroStride { axis: 1 })
    );
    assert_eq!(s![::n].then(s![]), None);
    assert_eq!(
        Region::of(&s![1, ::n], [2, 2]),
        Err(SliceError::ZeroStride { axis: 1 })
    );
}

const ROWS: Region<3, 3> = match Region::of(&s![::-2, newaxis, .., 1], [7, 5, 3]) {
    Ok(region) => region,
    Err(_) => panic!("it fits"),
};
const PART: Region<3, 2> = match ROWS.then(&s![1:, 0, 2:]) {
    Ok(region) => region,
    Err(_) => panic!("it fits"),
};
const SHAPE: [usize; 2] = PART.result_shape();
const BOX: Option<Region<3, 3>> = PART.hull();
const INDEX: Option<[usize; 3]> = PART.to_source([2, 0]);
const BACK: Option<[usize; 2]> = PART.to_result([0, 2, 1]);
const INVERSE: Option<Region<2, 3>> = PART.inverse();
const SHARED: bool =
    matches!(ROWS.contains(&PART), Ok(true)) && matches!(PART.is_disjoint(&ROWS), Ok(false));
const COMMON: Option<Region<3, 2>> = match PART.intersect(&ROWS) {
    Ok(common) => common,
    Err(_) => None,
};
const LAST: Option<Region<3, 2>> = match PART.split(0, 2) {
    Ok(parts) => parts.part(1),
    Err(_) => None,
};
const CANONICAL: Option<InlineSpec> =
    then(s![::-1, newaxis].as_encoding(), s![1:, 0].as_encoding());
const ROW_COUNT: usize = match PART.chunks([
    ChunkGrid::Regular(2),
    ChunkGrid::Edges(&[0, 4, 5]),
    ChunkGrid::Regular(1),
]) {
    Ok([mut table, ..]) => {
        let mut count = 0;
        while table.next_chunk().is_some() {
            count += 1;
        }
        count
    }
    Err(_) => 0,
};

#[test]
fn typed_regions_are_constants() {
    assert_eq!(SHAPE, [3, 3]);
    let lengths = [[0_u8; SHAPE[1]]; SHAPE[0]];
    assert_eq!(lengths.as_flattened().len(), 9);
    assert_eq!(
        PART.to_spec().map(|spec| spec.to_string()),
        Ok("4::-2, 2:5, 1".to_owned())
    );
    assert_eq!(
        BOX.and_then(|hull| hull.to_spec().ok())
            .map(|s| s.to_string()),
        Some("0:5, 2:5, 1:2".into())
    );
    assert_eq!((INDEX, BACK), (Some([0, 2, 1]), Some([2, 0])));
    let ordered = PART
        .then_region(&INVERSE.expect("not empty"))
        .expect("of this result");
    assert_eq!(
        ordered.to_spec().map(|spec| spec.to_string()),
        Ok("0:5:2, 2:5, newaxis, 1".to_owned())
    );
    const { assert!(SHARED) };
    assert_eq!(COMMON, Some(PART));
    assert_eq!(LAST.map(|part| part.result_shape()), Some([1, 3]));
    assert_eq!(
        CANONICAL.map(|spec| spec.to_string()),
        Some("-2::-1".to_owned())
    );
    assert_eq!(ROW_COUNT, 3);
}

#[test]
fn typed_and_dynamic_regions_are_the_same() {
    let dynamic = DynRegion::new(spec("::-2, newaxis, ..., 1"), &[7, 5, 3]).expect("it fits");
    assert_eq!(DynRegion::from(ROWS), dynamic);
    let part = dynamic.then(s![1:, 0, 2:]).expect("it fits");
    assert_eq!(DynRegion::from(PART), part);
    assert_eq!(part.inverse(), INVERSE.map(DynRegion::from));
    assert_eq!(part.origins(), [Some(0), Some(1)]);
    assert_eq!(
        (ROWS.origins(), dynamic.origins()),
        ([Some(0), None, Some(1)], vec![Some(0), None, Some(1)])
    );
}

#[test]
fn a_region_slices_as_its_spec_does() {
    let t = Tensor::from_shape_fn([7, 5, 3], |i| i);
    let stepwise = t.slice(s![::-2, newaxis, .., 1]);
    let stepwise = stepwise.slice(s![1:, 0, 2:]);
    assert_eq!(t.slice(PART.to_spec().expect("a spec")), stepwise);
    assert_eq!(Some(&stepwise[[2, 0]]), INDEX.as_ref());
}

#[test]
fn a_strict_check_refuses_what_clamping_would_move() {
    for (text, bound) in [
        ("0:11", 11),
        ("-11:", -11),
        ("11:", 11),
        ("10::-1", 10),
        (":-12:-1", -12),
    ] {
        let strict = spec(text).as_encoding().check_strictly(&[10]);
        assert_eq!(
            strict,
            Err(SliceError::BoundOutOfBounds {
                axis: 0,
                bound,
                len: 10
            }),
            "{text}"
        );
    }
    for text in [
        "0:10", "-10:", "10:", "9::-1", ":-11:-1", "7:3", "::5", "::-20",
    ] {
        assert_eq!(
            spec(text).as_encoding().check_strictly(&[10]),
            Ok(()),
            "{text}"
        );
    }
    let error = Err(SliceError::BoundOutOfBounds {
        axis: 3,
        bound: -3,
        len: 2,
    });
    assert_eq!(
        s![newaxis, 1, .., -3:]
            .as_encoding()
            .check_strictly(&[2, 3, 4, 2]),
        error
    );
    let error = Err(SliceError::IndexOutOfBounds {
        axis: 1,
        index: 3,
        len: 3,
    });
    assert_eq!(s![:, 3].as_encoding().check_strictly(&[2, 3]), error);
}

#[test]
fn errors_name_axis_value_and_limit() {
    let (a, b) = (
        Region::of(&s![1:], [4]).expect("it fits"),
        Region::of(&s![1:], [5]).expect("it fits"),
    );
    let error = a.intersect(&b).expect_err("other shapes");
    assert_eq!(error.to_string(), "axis 0 has length 5, expected 4");
    assert_eq!(
        a.split(1, 2).map(|_| ()),
        Err(CutError::Axis(AxisError::OutOfRange { axis: 1, rank: 1 }))
    );
    let parts = a.split(0, 0).map(|_| ()).expect_err("no parts");
    assert_eq!(
        parts.to_string(),
        "axis 0 with length 3 cannot be split into 0 parts"
    );
    let chunks = |grid| {
        a.chunks([grid])
            .map(|_| ())
            .expect_err("a wrong grid")
            .to_string()
    };
    assert_eq!(
        chunks(ChunkGrid::Regular(0)),
        "axis 0 with length 4 cannot be cut into chunks of length 0"
    );
    assert_eq!(
        chunks(ChunkGrid::Edges(&[0, 2, 2])),
        "edge 2 of the chunks of axis 0 is 2: edges ascend from 0"
    );
    assert_eq!(
        chunks(ChunkGrid::Edges(&[1, 4])),
        "edge 0 of the chunks of axis 0 is 1: edges ascend from 0"
    );
    assert_eq!(
        chunks(ChunkGrid::Edges(&[0, 3])),
        "the chunks of axis 0 with length 4 end at 3"
    );
    assert_eq!(
        chunks(ChunkGrid::Edges(&[])),
        "the chunks of axis 0 with length 4 end at 0"
    );
    let dynamic = DynRegion::from(a);
    assert_eq!(
        dynamic.chunks(&[]).map(|_| ()),
        Err(CutError::Axis(AxisError::RankMismatch {
            expected: 1,
            rank: 0
        }))
    );
}

#[test]
fn new_axis_that_was_emptied_is_an_error() {
    let region = Region::of(&s![newaxis, :], [5])
        .expect("it fits")
        .then(&s![1:])
        .expect("a range fits");
    assert_eq!(region.result_shape(), [0, 5]);
    assert!(region.is_empty() && region.hull().is_none() && region.inverse().is_none());
    assert_eq!(region.to_spec(), Err(SliceError::EmptyNewAxis { axis: 0 }));
    let tables = DynRegion::from(region)
        .chunks(&[ChunkGrid::Regular(2)])
        .expect("a grid");
    assert_eq!(tables.projections().count(), 0);
    let scalar = DynRegion::new(s![newaxis], &[])
        .and_then(|region| region.then(s![1:]))
        .expect("a range fits");
    assert_eq!(scalar.chunks(&[]).expect("a grid").projections().count(), 0);
}

/// What plain loops over the lists give: the length of each axis of the result.
#[test]
fn lists_masks_runs_and_groups_have_a_shape() {
    let (rows, mask, none) = (vec![2_u8, 2, 0, 1], [true, false, true, true], [false; 4]);
    let shape = [3, 4, 5];
    let ok = |shape: &[usize]| Ok(shape.to_vec());
    assert_eq!(s![&rows, &mask].result_shape(shape), ok(&[4, 3, 5]));
    assert_eq!(
        s![.., [0:2, 3, -1:, :9:3]].result_shape(shape),
        ok(&[3, 4, 6])
    );
    assert_eq!(
        s![newaxis, 1, ([0, 1, 2], [4])].result_shape(shape),
        ok(&[1, 3])
    );
    assert_eq!(s![(&mask, [-1])].result_shape([4, 4]), ok(&[3]));
    assert_eq!(s![::2, ..].is_empty_on(shape), Ok(false));
    assert_eq!(s![.., &none, 0].is_empty_on(shape), Ok(true));
    assert_eq!(s![[], 1].is_empty_on([0, 2]), Ok(true));
    for (text, expected) in [
        ("[0, 0, -1], ..., [1:3]", vec![3, 4, 2]),
        ("([0], [1]), ::2", vec![1, 3]),
    ] {
        assert_eq!(
            spec(text).result_shape(shape).as_ref(),
            Ok(&expected),
            "{text}"
        );
        assert_eq!(
            Tensor::<u8, 3>::zeros(shape)
                .into_dyn()
                .pick(spec(text))
                .shape(),
            expected,
            "{text}"
        );
    }
}

#[test]
fn list_that_does_not_fit_is_an_error() {
    let outside = PickError::IndexOutOfBounds {
        at: 1,
        index: -4,
        axis: 1,
        len: 3,
    };
    assert_eq!(
        spec(":, [0, -4]").result_shape([2, 3]),
        Err(outside.clone())
    );
    assert_eq!(
        s![[1:, 0], [0, -4]].is_empty_on([0, 3]),
        Err(PickError::IndexOutOfBounds {
            at: 1,
            index: 0,
            axis: 0,
            len: 0
        })
    );
    assert_eq!(
        s![&[true]].result_shape([2]),
        Err(PickError::MaskLength {
            mask: 1,
            axis: 0,
            len: 2
        })
    );
    let long = SliceError::AxisTooLong {
        axis: 1,
        len: usize::MAX,
    };
    assert_eq!(
        s![[0], [0]].result_shape([2, usize::MAX]),
        Err(PickError::Slice(long))
    );
    let wide = s![[0, 1], .., 0].result_shape([2, usize::MAX >> 1, 1]);
    assert!(
        matches!(wide, Err(PickError::Shape(ShapeError::Overflow { .. }))),
        "{wide:?}"
    );
    let taken = SliceError::TooManyIndices { taken: 3, rank: 2 };
    assert_eq!(
        s![[0], ([0], [0])].result_shape([2, 2]),
        Err(PickError::Slice(taken))
    );
}

#[test]
fn list_is_refused_in_regions_and_canonical_forms() {
    let lists = spec("0, :, [0, 2]");
    let error = SliceError::List { entry: 2 };
    assert_eq!(lists.on(&[2, 3, 4]).unwrap_err(), error);
    assert_eq!(lists.canonical().unwrap_err(), error);
    assert_eq!((lists.then(s![0]), s![..].then(&lists)), (None, None));
    assert_eq!(
        error.to_string(),
        "entry 2 of the spec is a list, which no view and no region of ranges holds: `pick` takes it; text in brackets, \"[1:, 0]\", is one list, and without them, \"1:, 0\", two entries"
    );
}
