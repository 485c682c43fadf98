//! The tables in the documentation: for NumPy and TensorFlow users, the second column gives the
//! result in the third; the page of `Array` lists every method.

use std::collections::BTreeSet;

use tslice::{DynSpec, DynView, Tensor};

/// The cells of the rows below a table's header.
fn rows(page: &'static str, header: &str) -> Vec<Vec<&'static str>> {
    let below = page
        .lines()
        .skip_while(|line| !line.starts_with(header))
        .skip(2);
    let rows = below.take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect()
}

/// The result as Python prints it, or `an error`.
fn outcome(view: &DynView<'_, i64>, spec: &str) -> String {
    let Ok(spec) = spec.parse::<DynSpec>() else {
        return "an error".to_owned();
    };
    view.try_slice(&spec)
        .map_or("an error".to_owned(), |result| {
            format!("`{}`", nested(&result))
        })
}

fn nested(view: &DynView<'_, i64>) -> String {
    let Some(&len) = view.shape().first() else {
        return view[&[]].to_string();
    };
    let inner: Vec<String> = (0..len)
        .map(|i| nested(&view.slice(tslice::s![i])))
        .collect();
    format!("[{}]", inner.join(", "))
}

/// The array that a line slices: what it begins with, or the first argument of a function.
fn array_of(expression: &str) -> Option<char> {
    let argument = expression
        .starts_with("tf.")
        .then(|| expression.split('(').nth(1));
    argument.unwrap_or(Some(expression))?.chars().next()
}

#[track_caller]
fn check(page: &'static str, header: &str, least: usize) {
    let v = Tensor::from_shape_vec([10], (0..10).collect())
        .expect("10 elements")
        .into_dyn();
    let a = Tensor::from_shape_vec([2, 3, 4], (0..24).collect())
        .expect("24 elements")
        .into_dyn();
    let m = Tensor::from_shape_vec([3, 4], (0..12).collect())
        .expect("12 elements")
        .into_dyn();
    let rows = rows(page, header);
    assert!(rows.len() >= least, "{} rows", rows.len());
    for cells in rows {
        let array = match array_of(cells[0].trim_matches('`')) {
            Some('v') => &v,
            Some('a') => &a,
            _ => &m,
        };
        let spec = cells[1]
            .trim_matches('`')
            .strip_prefix("s![")
            .and_then(|rest| rest.strip_suffix(']'));
        assert_eq!(
            outcome(&array.view(), spec.expect("a spec")),
            cells[2],
            "{}",
            cells[0]
        );
    }
}

#[test]
fn the_numpy_page_is_right() {
    check(
        include_str!("../../../tslice/docs/numpy.md"),
        "| NumPy | tslice | gives |",
        25,
    );
}

#[test]
fn the_tensorflow_page_is_right() {
    check(
        include_str!("../../../tslice/docs/tensorflow.md"),
        "| TensorFlow | tslice | gives |",
        15,
    );
}

/// Whether a table names a method, or the method of which it is another form.
fn is_listed(table: &str, method: &str) -> bool {
    let other_forms = ["try_", "par_"].map(|form| method.strip_prefix(form));
    let other_forms = other_forms
        .into_iter()
        .chain(["_mut", "_into"].map(|form| method.strip_suffix(form)));
    table.contains(&format!("`{method}`"))
        || other_forms.flatten().any(|base| is_listed(table, base))
}

#[test]
fn array_page_lists_every_method() {
    let page = include_str!("../../../crates/tslice-core/src/array/raw.rs");
    let (_, below) = page.split_once("/// # Methods by task").expect("a heading");
    let (table, _) = below.split_once("/// # Size").expect("the next heading");
    // Methods of traits, which have pages of their own.
    let of_traits = [
        "as_view",
        "clone",
        "default",
        "eq",
        "fmt",
        "from",
        "from_iter",
        "hash",
        "index",
        "index_mut",
        "into_iter",
        "serialize",
        "deserialize",
        "try_from",
    ];
    let methods: BTreeSet<&str> = include_str!("../../../crates/tslice-core/public-api.txt")
        .lines()
        .filter(|line| line.contains("fn tslice_core::Array<"))
        .filter_map(|line| line.split(">::").nth(1)?.split_once(['(', '<']))
        .map(|(name, _)| name)
        .filter(|name| {
            name.bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'_' || byte.is_ascii_digit())
        })
        .collect();
    assert!(methods.len() > 100, "{} methods", methods.len());
    let missing = methods
        .into_iter()
        .filter(|name| !of_traits.contains(name) && !is_listed(table, name));
    assert_eq!(missing.collect::<Vec<_>>(), [""; 0]);
}
