//! Gradients beside finite differences.

use candle_core::{DType, Device, Tensor, Var};
use tslice::{DynSpec, s};
use tslice_candle::TSlice;
use tslice_cases::EVERY_ENTRY;

fn numbers(shape: &[usize], from: f64) -> Tensor {
    let len = shape.iter().product::<usize>();
    let list: Vec<f64> = (0..len).map(|i| from + (i as f64 * 0.7).sin()).collect();
    Tensor::from_vec(list, shape, &Device::Cpu).expect("a shape")
}

/// A sum of squares with a weight of its own for each place, so that an element at a wrong place is
/// noticed.
fn judged(t: &Tensor) -> Tensor {
    let weights = numbers(t.dims(), 2.0);
    t.sqr()
        .and_then(|t| t.mul(&weights))
        .and_then(|t| t.sum_all())
        .expect("a number")
}

/// Compares the gradient of a function with its finite differences.
fn check(what: &str, at: &Tensor, function: impl Fn(&Tensor) -> Tensor) {
    let var = Var::from_tensor(at).expect("a variable");
    let gradients = function(&var).backward().expect("a graph");
    let gradient = gradients.get(&var).expect("the variable takes part");
    assert_eq!(gradient.dims(), at.dims(), "{what}");
    let list = |t: &Tensor| {
        t.flatten_all()
            .and_then(|t| t.to_vec1::<f64>())
            .expect("f64")
    };
    let (elements, gradient) = (list(at), list(gradient));
    for (place, got) in gradient.into_iter().enumerate() {
        let value = |change: f64| {
            let mut changed = elements.clone();
            changed[place] += change;
            let changed = Tensor::from_vec(changed, at.dims(), &Device::Cpu).expect("a shape");
            function(&changed).to_scalar::<f64>().expect("a number")
        };
        let expected = (value(1e-4) - value(-1e-4)) / 2e-4;
        assert!(
            (got - expected).abs() < 1e-6,
            "{what}, element {place}: {got}, not {expected}"
        );
    }
}

#[test]
fn gradients_of_every_entry_are_finite_differences() {
    let at = numbers(&[4, 3, 5], 0.3);
    for text in EVERY_ENTRY {
        let spec: DynSpec = text.parse().expect("a spec");
        check(text, &at, |x| judged(&x.tslice(&spec)));
        check(
            text,
            &at.t()
                .expect("a matrix at least")
                .contiguous()
                .expect("a copy"),
            |x| judged(&x.t().expect("a matrix at least").tslice(&spec)),
        );
    }
}

#[test]
fn gradients_of_several_slices_add_up() {
    let at = numbers(&[4, 3, 5], 0.3);
    check("two slices that overlap", &at, |x| {
        let (a, b) = (x.tslice(s![::2, .., ::-1]), x.tslice(s![:2, .., 0:5]));
        judged(&(a + b).expect("one shape"))
    });
    check("a slice of a slice", &at, |x| {
        judged(
            &x.tslice(s![::-2, 1:])
                .tslice(s![.., ::2])
                .tslice(s![0, ::-1]),
        )
    });
    check("a slice taken twice", &at, |x| {
        let slice = x.tslice(s![1:, 1, ::-2]);
        judged(&(&slice + &slice.sqr().expect("numbers")).expect("one shape"))
            .affine(1.0, 0.0)
            .expect("a number")
    });
}

#[test]
fn gradients_of_an_assignment_reach_both_sides() {
    let (at, values) = (numbers(&[4, 3, 5], 0.3), numbers(&[2, 1], 0.9));
    for spec in ["..., ::2, ::-2", "1, :2", "-1, ::2, newaxis, ::3"] {
        let spec: DynSpec = spec.parse().expect("a spec");
        let values = if spec.to_string().contains("newaxis") {
            values.unsqueeze(1).expect("an axis")
        } else {
            values.clone()
        };
        check("the tensor", &at, |x| {
            judged(&x.tslice_assign(&spec, &values))
        });
        check("the values", &values, |v| {
            judged(&at.tslice_assign(&spec, v))
        });
    }
}

#[test]
fn gradient_of_an_unfolded_step_is_refused() {
    let var = Var::from_tensor(&numbers(&[6], 0.1)).expect("a variable");
    let gradients = judged(&var.tslice(s![1::2])).backward().expect("a graph");
    let zeros = gradients
        .get(&var)
        .expect("a gradient")
        .to_vec1::<f64>()
        .expect("6 numbers");
    assert!(
        zeros.iter().step_by(2).all(|&g| g == 0.0)
            && zeros.iter().skip(1).step_by(2).all(|&g| g != 0.0)
    );
    assert_eq!(var.dtype(), DType::F64);
}

#[test]
fn gradients_of_picks_are_finite_differences() {
    let at = numbers(&[4, 3, 5], 0.3);
    for text in [
        "[2, 0, 2, -1]",
        ":, [0, 0], ::-2",
        "([0, 0, 3], [1, 1, -1]), [4, 4, 0]",
        "[1, 1], newaxis, -1, [3, 0, 3]",
    ] {
        let spec: DynSpec = text.parse().expect("a spec");
        check(text, &at, |x| judged(&x.tpick(&spec)));
        let values = numbers(at.tpick(&spec).dims(), 0.9);
        check(text, &at, |x| judged(&x.tpick_assign(&spec, &values)));
        check(text, &values, |v| judged(&at.tpick_assign(&spec, v)));
    }
}
