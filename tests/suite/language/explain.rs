//! What is said and drawn about a spec.

use proptest::prelude::*;
use tslice::{DynSpec, Encoding, Masks, PickError, ShapeError, SliceError, Tensor, s};
use tslice_explain::Explain;
use tslice_explain::ExplainError;

#[test]
fn table_has_a_line_for_each_entry() {
    let report = s![1, 2:4, newaxis, .., ::-1]
        .explain([3, 5, 2, 4])
        .expect("fits")
        .of::<f32>();
    let expected = "\
[1, 2:4, newaxis, .., ::-1] on shape [3, 5, 2, 4]

entry    axis  first  last  length  what it does
1        0     1      1     -       takes element 1 and drops the axis
2:4      1     2      3     2       walks forwards
newaxis  -     -      -     1       adds an axis of length 1
..       2     0      1     2       keeps the axis whole
::-1     3     3      0     4       walks backwards

result shape   [2, 1, 2, 4], 16 of 120 elements
bytes touched  64 of 480, 4 for each element
view or copy   a view: slicing copies nothing
contiguous     no: `to_tensor` or `copy_to_slice` gathers the elements in order";
    assert_eq!(report.to_string(), expected);
    assert!(
        report.drawing().is_none() && report.svg().is_none(),
        "four axes"
    );
}

#[test]
fn table_tells_whole_axes_and_empty_choices() {
    let report = s![4:2].explain([5, 2, 3]).expect("fits").to_string();
    assert!(
        report.contains("4:2    0     -      -     0       chooses nothing"),
        "{report}"
    );
    assert!(
        report.contains("(..)   1,2   0,0    1,2   2,3     keeps 2 axes whole"),
        "{report}"
    );
    assert!(s![1].explain([5, 2, 3]).expect("fits").is_contiguous());
    let report = s![0, ..].explain([5]).expect("fits").to_string();
    assert!(report.contains("stands for no axis here"), "{report}");
}

#[test]
fn chosen_elements_are_numbered_in_reading_order() {
    let draw = |spec: &str, shape: &[usize]| {
        let spec: DynSpec = spec.parse().expect("a spec");
        spec.explain(shape).expect("fits").drawing().expect("small")
    };
    assert_eq!(draw("::-2", &[5]), "3 · 2 · 1\n");
    assert_eq!(draw("1, 1:", &[2, 3]), "· · ·\n· 1 2\n");
    assert_eq!(draw("::-1, 0", &[2, 1, 2]), "[0]\n3 4\n[1]\n1 2\n");
    assert_eq!(draw("..", &[]), "1\n");
    assert_eq!(draw(":, 9:", &[2, 0]), "");
    assert!(
        s![..]
            .explain([usize::MAX >> 1, 0])
            .expect("fits")
            .svg()
            .is_none(),
        "no cells, yet too high"
    );
}

#[test]
fn picture_has_a_cell_for_each_element() {
    let svg = s![1, ::2]
        .explain([2, 5])
        .expect("fits")
        .svg()
        .expect("two axes");
    assert_eq!(
        (svg.matches("<rect").count(), svg.matches("#2f6fde").count()),
        (10, 3)
    );
    assert!(
        !svg.contains("\n\n") && svg.contains("<title>s![1, ::2]</title>"),
        "{svg}"
    );
}

#[test]
fn lists_have_a_line_each_and_are_copied() {
    let mask = [true, false, true, true];
    let report = s![[2, 0, 2], &mask, newaxis, ([1, 3], [-1]), ..]
        .explain([3, 4, 5, 2, 6])
        .expect("fits")
        .of::<u8>();
    let expected = "\
[[2, 0, 2], &[true, false, true, true], newaxis, ([1, 3], [-1]), ..] on shape [3, 4, 5, 2, 6]

entry                       axis  first  last  length  what it does
[2, 0, 2]                   0     2      2     3       picks 3 positions
&[true, false, true, true]  1     0      3     3       picks 3 positions
newaxis                     -     -      -     1       adds an axis of length 1
([1, 3], [-1])              2,3   1,1    3,1   2       picks 2 points of 2 axes
..                          4     0      5     6       keeps the axis whole

result shape   [3, 3, 1, 2, 6], 108 of 720 elements
bytes touched  108 of 720, 1 for each element
view or copy   a copy: `pick` makes it, and `pick_mut` writes to the elements";
    assert_eq!(report.to_string(), expected);
    assert!(!report.is_contiguous());
    let report = s![[], [7:]].explain([0, 5, 2]).expect("fits");
    assert!(
        report
            .to_string()
            .contains("[]     0     -      -     0       chooses nothing"),
        "{report}"
    );
    assert_eq!(report.entries()[2].text, "(..)");
    let long = vec![1_usize; 5000];
    let report = s![&long].explain([2]).expect("fits");
    assert_eq!(
        report.entries()[0].text,
        "&[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, .."
    );
    assert_eq!(
        (report.result_shape(), report.drawing()),
        (&[5000][..], None)
    );
}

#[test]
fn picture_of_a_list_numbers_each_element() {
    let draw = |spec: &str, shape: &[usize]| {
        let spec: DynSpec = spec.parse().expect("a spec");
        spec.explain(shape).expect("fits").drawing().expect("small")
    };
    assert_eq!(draw("[2, 0, -1]", &[3]), "2 · 3\n");
    assert_eq!(draw("[1, 0], [3, 0:2]", &[2, 4]), "5 6 · 4\n2 3 · 1\n");
    assert_eq!(draw("([1, 0], [2, 1])", &[2, 3]), "· 2 ·\n· · 1\n");
    assert_eq!(
        draw("0, ([0, 1], [1])", &[2, 2, 2]),
        "[0]\n· 1\n· 2\n[1]\n· ·\n· ·\n"
    );
    assert_eq!(draw("1:, [], :", &[2, 0, 2]), "");
}

#[test]
fn mistakes_are_errors() {
    let error = s![[0, 9], 1].explain([5, 2]).expect_err("outside");
    assert_eq!(
        error,
        ExplainError::Pick(PickError::IndexOutOfBounds {
            at: 1,
            index: 9,
            axis: 0,
            len: 5
        })
    );
    assert_eq!(
        error.to_string(),
        "index 9, at position 1 of its list, is out of bounds for axis 0 with length 5"
    );
    let error = s![7].explain([5]).expect_err("outside");
    assert_eq!(
        error,
        ExplainError::Slice(SliceError::IndexOutOfBounds {
            axis: 0,
            index: 7,
            len: 5
        })
    );
    let error = s![..].explain([usize::MAX, 2]).expect_err("too large");
    assert!(
        matches!(error, ExplainError::Shape(ShapeError::Overflow { .. })),
        "{error}"
    );
    let odd = Encoding {
        begin: vec![1],
        end: vec![],
        strides: vec![1],
        masks: Masks::default(),
    };
    assert!(matches!(
        odd.explain([5]),
        Err(ExplainError::Slice(SliceError::LengthMismatch { .. }))
    ));
    assert!(
        s![::i64::MIN]
            .explain([usize::MAX >> 1])
            .expect("fits")
            .of::<u128>()
            .to_string()
            .contains("touched")
    );
}

/// Neither time nor memory is taken for each position.
#[test]
#[cfg(target_pointer_width = "64")]
fn lists_of_long_ranges_are_explained() {
    let spec: DynSpec = "[2:, 5, ::-2], [1, 0]".parse().expect("a spec");
    let report = spec.explain([1 << 40, 2]).expect("fits");
    let list = &report.entries()[0];
    assert_eq!(
        (&list.first[..], &list.last[..]),
        (&[Some(2)][..], &[Some(1)][..])
    );
    assert_eq!(report.result_shape(), [(1 << 40) - 1 + (1 << 39), 2]);
    assert_eq!(report.drawing(), None);
}

proptest! {
    #[test]
    fn the_explanation_is_what_slicing_does(
        shape in prop::collection::vec(0..5_usize, 3),
        b in any::<(i8, i8)>(),
        step in prop_oneof![-3..0_i64, 1..4_i64],
        at in -3..3_i64,
    ) {
        let t = Tensor::from_shape_fn([shape[0], shape[1], shape[2]], |[i, j, k]| (i, j, k));
        let spec = s![(b.0):(b.1):step, newaxis, at];
        match (t.try_slice(spec), spec.explain(&shape)) {
            (Ok(view), Ok(report)) => {
                prop_assert_eq!(&view.shape()[..], report.result_shape());
                prop_assert_eq!(view.as_slice().is_some(), report.is_contiguous());
                let range = &report.entries()[0];
                prop_assert_eq!(range.lengths.clone(), [view.shape()[0]]);
                if let Some(first) = view.iter().next() {
                    prop_assert_eq!(range.first[0], Some(first.0));
                    prop_assert_eq!(range.last[0], view.iter().last().map(|last| last.0));
                }
            }
            (Err(ours), Err(ExplainError::Slice(theirs))) => prop_assert_eq!(ours, theirs),
            (ours, theirs) => prop_assert!(false, "{ours:?} {theirs:?}"),
        }
    }
}
