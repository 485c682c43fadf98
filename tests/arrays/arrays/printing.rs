//! `Display` and `Debug`, against what NumPy 2 prints of the same numbers.

use std::fmt::{Debug, Display};

use tslice::{DynTensor, DynView, Tensor, View, s};
use tslice_tests::counting::counting;

/// The elements of a case, by the formula that its kind names.
fn values(kind: &str, count: i64) -> Vec<i64> {
    (0..count)
        .map(|n| if kind == "count" { n } else { n * 37 % 101 })
        .collect()
}

fn printed(trait_name: &str, kind: &str, shape: &[usize]) -> String {
    fn by<T: Display + Debug + Clone>(
        trait_name: &str,
        values: Vec<T>,
        shape: &[usize],
        fixed: bool,
    ) -> String {
        let t = DynTensor::from_shape_vec(shape, values).expect("as many");
        match (trait_name, fixed) {
            ("Display", false) => format!("{t}"),
            ("Display", true) => format!("{t:.2}"),
            ("Debug", false) => format!("{t:?}"),
            _ => format!("{t:.2?}"),
        }
    }
    let count = i64::try_from(shape.iter().product::<usize>()).expect("small");
    let numbers = values(kind, count);
    match kind {
        "fixed" => {
            let numbers = numbers
                .into_iter()
                .map(|n| (n - 50) as f64 * 1.375)
                .collect();
            by(trait_name, numbers, shape, true)
        }
        "signed" => by(
            trait_name,
            numbers.iter().zip(0..).map(|(n, i)| n * i - 50).collect(),
            shape,
            false,
        ),
        _ => by(trait_name, numbers, shape, false),
    }
}

#[test]
fn numbers_are_printed_as_numpy_prints_them() {
    let mut cases = 0;
    for case in include_str!("printed.txt").split("@ ").skip(1) {
        let (head, expected) = case.split_once('\n').expect("a line that names the case");
        let (trait_name, rest) = head.split_once(' ').expect("a trait");
        let (kind, shape) = rest.split_once(' ').expect("a kind");
        let shape: Vec<usize> = shape
            .trim_matches(['[', ']'])
            .split(", ")
            .map(|len| len.parse().expect("a length"))
            .collect();
        let mut expected = expected.trim_end_matches('\n').to_owned();
        let (count, empty) = (shape.iter().product::<usize>(), shape.contains(&0));
        if trait_name == "Debug" && empty && shape.len() > 1 {
            expected += &format!(", shape={shape:?}");
        }
        if trait_name == "Debug" && count > 1000 {
            // NumPy elides in `repr`, too.
            let all = printed(trait_name, kind, &shape);
            let elements = all.split([' ', ',', '[', ']', '\n']);
            assert_eq!(
                elements.filter(|text| !text.is_empty()).count(),
                count,
                "{head}"
            );
            assert!(!all.contains("..."), "{head}");
            continue;
        }
        assert_eq!(printed(trait_name, kind, &shape), expected, "{head}");
        cases += 1;
    }
    assert!(cases > 70, "{cases} cases");
}

fn displayed<T: Display + Clone>(shape: &[usize], values: Vec<T>, plus: bool) -> String {
    let count = shape.iter().product();
    let elements = values.into_iter().cycle().take(count).collect();
    let t = DynTensor::from_shape_vec(shape, elements).expect("as many");
    if plus {
        format!("{t:+}")
    } else {
        t.to_string()
    }
}

#[test]
fn floats_are_printed_as_numpy_prints_them() {
    let mut cases = 0;
    for line in include_str!("../../peers/printing.ndjson").lines() {
        let case: serde_json::Value = serde_json::from_str(line).expect("a case");
        let list = |name: &str| -> Vec<u64> {
            serde_json::from_value(case[name].clone()).expect("a list")
        };
        let shape = list("shape").into_iter().map(usize::try_from);
        let shape: Vec<_> = shape.collect::<Result<_, _>>().expect("lengths");
        let (bits, plus) = (list("bits"), case["plus"] == true);
        let text = if case["type"] == "f64" {
            displayed(&shape, bits.into_iter().map(f64::from_bits).collect(), plus)
        } else {
            let bits = bits.into_iter().map(u32::try_from);
            let bits: Vec<_> = bits.collect::<Result<_, _>>().expect("32 bits");
            displayed(&shape, bits.into_iter().map(f32::from_bits).collect(), plus)
        };
        assert_eq!(text, case["text"], "{line}");
        cases += 1;
    }
    assert_eq!(cases, 800);
}

/// NumPy 2.4's text on both sides of each number that decides between two forms.
#[test]
fn forms_of_floats_begin_where_those_of_numpy_do() {
    for (numbers, expected) in [
        (&[1e100, 1.0][..], "[1.e+100 1.e+000]"),
        (&[9e99, 1.0], "[9.e+99 1.e+00]"),
        (&[1e-99, 1.0], "[1.e-99 1.e+00]"),
        (&[9e-100, 1.0], "[9.e-100 1.e+000]"),
        (&[-1e100, 1.0], "[-1.e+100  1.e+000]"),
        (&[f64::INFINITY, 1e100], "[    inf 1.e+100]"),
        (&[1000.0, 1.0], "[1000.    1.]"),
        (&[1001.0, 1.0], "[1.001e+03 1.000e+00]"),
        (&[1e-4], "[0.0001]"),
        (&[0.0, 1e-4], "[0.     0.0001]"),
        (&[9e-5], "[9.e-05]"),
        (&[1e8], "[1.e+08]"),
        (&[99_999_999.0], "[99999999.]"),
    ] {
        assert_eq!(View::from(numbers).to_string(), expected, "{numbers:?}");
    }
}

/// Where two texts of the fewest digits are equally near, NumPy 2.4 takes the even one.
#[test]
fn floats_without_axes_round_ties_to_even() {
    for (number, expected) in [
        (2_f64.powi(-25), "2.9802322387695312e-08"),
        (4_591_049_966_552_813.0 / 4.0, "1147762491638203.2"),
        (4_591_049_966_552_815.0 / 4.0, "1147762491638203.8"),
        (-4_586_917_855_327_505.0 / 4.0, "-1146729463831876.2"),
        (5e-324, "5e-324"),
        (f64::MAX, "1.7976931348623157e+308"),
        (0.1, "0.1"),
        (1e16, "1e+16"),
        (-0.0, "-0.0"),
    ] {
        assert_eq!(Tensor::full([], number).to_string(), expected);
    }
    for (number, expected) in [(524_288.06_f32, "524288.06"), (1e-4, "1e-04"), (3.0, "3.0")] {
        assert_eq!(Tensor::full([], number).to_string(), expected);
    }
    assert_eq!(format!("{:+}", Tensor::full([], 1.5)), "+1.5");
}

#[test]
fn every_form_prints_alike() {
    let mut t = Tensor::<_, 2>::from([[1, -2, 3], [40, 5, 6]]);
    let text = "[[ 1 -2  3]\n [40  5  6]]";
    assert_eq!(t.to_string(), text);
    assert_eq!(t.view().to_string(), text);
    assert_eq!(t.view().into_dyn().to_string(), text);
    assert_eq!(t.view_mut().to_string(), text);
    assert_eq!(t.view_mut().into_dyn().to_string(), text);
    assert_eq!(t.slice(s![::-1, 1:]).to_string(), "[[ 5  6]\n [-2  3]]");
    assert_eq!(t.into_dyn().to_string(), text);
}

#[test]
fn options_go_to_each_element() {
    let t = Tensor::<_, 2>::from([[1.0, -2.5], [0.125, 30.0]]);
    assert_eq!(format!("{t:.1}"), "[[ 1.0 -2.5]\n [ 0.1 30.0]]");
    assert_eq!(format!("{t:+.1?}"), "[[ +1.0,  -2.5],\n [ +0.1, +30.0]]");
    assert_eq!(
        format!("{t:7.2}"),
        "[[   1.00   -2.50]\n [   0.12   30.00]]"
    );
    assert_eq!(
        format!("{t:07.2}"),
        "[[0001.00 -002.50]\n [0000.12 0030.00]]"
    );
    assert_eq!(format!("{t:*<6}"), "[[1***** -2.5**]\n [0.125* 30****]]");
    let t = Tensor::<_, 1>::from([1, 30, 255]);
    assert_eq!(format!("{t:02x?}"), "[01, 1e, ff]");
    assert_eq!(format!("{t:#?}"), "[  1,  30, 255]");
}

#[test]
fn print_aligns_decimal_points_and_words() {
    let t = Tensor::<_, 1>::from([1.0, 2.5, -10.25]);
    assert_eq!(format!("{t}"), "[  1.     2.5  -10.25]");
    assert_eq!(format!("{t:?}"), "[  1.0 ,   2.5 , -10.25]");
    let t = Tensor::<_, 1>::from([f32::NAN, 0.5, f32::NEG_INFINITY]);
    assert_eq!(format!("{t}"), "[ nan  0.5 -inf]");
    assert_eq!(
        Tensor::<_, 1>::from([true, false]).to_string(),
        "[ true false]"
    );
    // NumPy's column is as wide as `False`, apart from that of a scalar.
    assert_eq!(Tensor::<_, 1>::from([true]).to_string(), "[ true]");
    assert_eq!(Tensor::full([], true).to_string(), "true");
    assert_eq!(format!("{:?}", Tensor::from([true])), "[true]");
}

#[test]
fn text_and_structs_are_not_aligned() {
    #[derive(Debug)]
    #[expect(dead_code, reason = "it is printed")]
    struct Point {
        x: i32,
    }
    assert_eq!(
        Tensor::<_, 2>::from([["a", "bbb"], ["", "…"]]).to_string(),
        "[[a bbb]\n [ …]]"
    );
    assert_eq!(
        format!("{:?}", Tensor::<_, 1>::from(["a", "bbb"])),
        "[\"a\", \"bbb\"]"
    );
    let points = tslice::tensor![Point { x: 1 }, Point { x: 20 }];
    assert_eq!(format!("{points:?}"), "[Point { x: 1 }, Point { x: 20 }]");
    assert_eq!(
        format!("{points:#?}"),
        "[Point {\n    x: 1,\n}, Point {\n    x: 20,\n}]"
    );
}

#[test]
fn print_of_scalars_and_of_empty_arrays() {
    let scalar = Tensor::<f32, 0>::full([], 2.5);
    assert_eq!(
        format!("{scalar} {scalar:?} {scalar:8.3} {scalar:+}"),
        "2.5 2.5    2.500 +2.5"
    );
    let none = Tensor::<u8, 3>::zeros([2, 0, 3]);
    assert_eq!(format!("{none} {none:?}"), "[] [], shape=[2, 0, 3]");
    let none = Tensor::<u8, 1>::zeros([0]);
    assert_eq!(format!("{none} {none:?} {none:#?}"), "[] [] []");
    let units = Tensor::<_, 2>::from([[(), ()]]);
    assert_eq!(format!("{units:?}"), "[[(), ()]]");
}

/// The texts of NumPy 2.5.
#[test]
fn scalars_have_exponents_from_the_same_powers_of_ten_on_as_numpy() {
    let double = |x: f64| Tensor::<f64, 0>::full([], x).to_string();
    let single = |x: f32| Tensor::<f32, 0>::full([], x).to_string();
    for (x, text) in [
        (1e-4, "0.0001"),
        (9.999e-5, "9.999e-05"),
        (1e15, "1000000000000000.0"),
        (9_999_999_999_999_998.0, "9999999999999998.0"),
        (1e16, "1e+16"),
        (1e100, "1e+100"),
    ] {
        assert_eq!(
            [double(x), double(-x)],
            [text.to_owned(), format!("-{text}")]
        );
    }
    for (x, text) in [
        (1.001e-4, "0.0001001"),
        (1e-4, "1e-04"),
        (999_999.9, "999999.9"),
        (1e6, "1e+06"),
    ] {
        assert_eq!(
            [single(x), single(-x)],
            [text.to_owned(), format!("-{text}")]
        );
    }
}

/// A row as its elements are printed, each filled up to the longest.
fn aligned(texts: &[String]) -> String {
    let width = texts.iter().map(String::len).max().expect("an element");
    let filled: Vec<_> = texts.iter().map(|text| format!("{text:>width$}")).collect();
    format!("[{}]", filled.join(", "))
}

#[test]
fn hexadecimal_numbers_are_aligned() {
    for start in 0..200_i16 {
        let numbers: [i16; 6] = std::array::from_fn(|i| {
            let i = i16::try_from(i).expect("small");
            (start * 37 + i * 1009) % (1 << (start % 12 + 2)) - start % 3
        });
        let t = Tensor::from(numbers);
        let case = |printed: String, each: &dyn Fn(&i16) -> String| {
            assert_eq!(
                printed,
                aligned(&numbers.iter().map(each).collect::<Vec<_>>())
            );
        };
        case(format!("{t:x?}"), &|n| format!("{n:x?}"));
        case(format!("{t:X?}"), &|n| format!("{n:X?}"));
        case(format!("{t:#x?}"), &|n| format!("{n:#x?}"));
        case(format!("{t:#X?}"), &|n| format!("{n:#X?}"));
        case(format!("{t:?}"), &|n| format!("{n:?}"));
    }
    let bytes = Tensor::from([0_u8, 255, 16, 9, 100]);
    assert_eq!(format!("{bytes:x?}"), "[ 0, ff, 10,  9, 64]");
    assert_eq!(format!("{bytes:02x?}"), "[00, ff, 10, 09, 64]");
}

#[test]
fn a_failed_assertion_shows_the_element_that_differs() {
    let mut t = Tensor::<u8, 2>::zeros([100, 100]);
    t[[50, 50]] = 7;
    assert!(format!("{t:?}").contains('7') && !t.to_string().contains('7'));
}

#[test]
fn what_is_elided_tells_its_shape() {
    let image = counting(0_usize, &[1080, 1920, 3]);
    let text = format!("{image:?}");
    assert!(
        text.starts_with("[[[      0,       1,       2],\n  [      3,"),
        "{text}"
    );
    assert!(
        text.ends_with("6220799]]], shape=[1080, 1920, 3]"),
        "{text}"
    );
    assert_eq!(image.to_string().lines().count(), 6 * 7 + 1 + 6);
}

#[test]
fn print_of_rank_30_000_needs_little_stack() {
    let shape = vec![1; 30_000];
    let brackets = |text: &str| [&"[".repeat(30_000), text, &"]".repeat(30_000)].concat();
    let t = DynTensor::from_shape_vec(&shape, vec![7]).expect("one element");
    let printed = std::thread::Builder::new()
        .stack_size(64 << 10)
        .spawn(move || format!("{t} {t:?}"));
    let printed = printed.expect("a thread").join().expect("no overflow");
    assert_eq!(printed, [brackets("7"), brackets("7")].join(" "));
    let row =
        DynTensor::from_shape_vec([&shape[2..], &[2]].concat(), vec![7, 8]).expect("two elements");
    assert!(
        row.to_string()
            .ends_with(&["7 8", &"]".repeat(29_999)].concat())
    );
}

#[cfg(target_pointer_width = "64")]
#[test]
fn repeated_elements_of_many_short_axes_end() {
    let one = [1_u8];
    let shape = [2; 60];
    let repeated = View::<_, 1>::from(&one).broadcast_to(&shape[..]);
    let text = repeated.to_string();
    assert!(text.len() < 10 << 20, "{} bytes", text.len());
    assert!(text.starts_with("[[[[[[[[") && text.contains("[1\n"));
    assert!(text.ends_with("...]"));
    let long: DynView<'_, u8> = View::<_, 1>::from(&one).broadcast_to(&[1 << 40, 1 << 20][..]);
    let rows = ["[1 1 1 ... 1 1 1]"; 3].join("\n ");
    assert_eq!(long.to_string(), format!("[{rows}\n ...\n {rows}]"));
}
