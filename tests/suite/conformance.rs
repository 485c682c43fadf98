//! The recorded answers of the reference systems.

fn run(file: &str) {
    let path = format!("{}/data/{file}.ndjson", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the file ships with the project");
    let report = tslice_tests::conformance::run(file, &text).expect("every line is a case");
    assert!(
        report.failures.is_empty(),
        "{} cases differ, first {:?}",
        report.failures.len(),
        report.failures[0]
    );
    assert_eq!(
        report.passed + report.deliberate.len(),
        text.lines().count()
    );
}

#[test]
fn strided_slice_answers_as_tensorflow() {
    run("strided_slice");
}

#[test]
fn strided_slice_raw_answers_as_tensorflow() {
    run("strided_slice_raw");
}

#[test]
fn strided_slice_update_answers_as_tensorflow() {
    run("strided_slice_update");
}

#[test]
fn strided_slice_grad_answers_as_tensorflow() {
    run("strided_slice_grad");
}

#[test]
fn slice8_answers_as_openvino() {
    run("slice8");
}

#[test]
fn slice8_passes_the_node_tests_of_onnx() {
    run("peers/slice8");
}

#[test]
fn matrix_diag_part_answers_as_tensorflow() {
    run("matrix_diag_part");
}

#[test]
fn pads_answer_as_numpy_tensorflow_openvino_and_onnx() {
    run("pad");
}

#[test]
fn picks_are_outer_indexing() {
    run("pick");
}

#[test]
fn writes_through_lists_are_those_of_numpy() {
    run("pick_assign");
    run("pick_fill");
    run("pick_add");
}

#[test]
fn gather_nd_answers_as_tensorflow() {
    run("gather_nd");
}

#[test]
fn gather_nd_passes_the_node_tests_of_onnx() {
    run("peers/gather_nd");
}

#[test]
fn conformance_follows_the_first_reference() {
    run("disagreements");
}

#[test]
fn scatters_answer_as_tensorflow_openvino_and_onnx() {
    for file in [
        "scatter_nd",
        "scatter_nd_update",
        "peers/scatter_nd_update",
        "tensor_scatter",
        "peers/tensor_scatter",
    ] {
        run(file);
    }
}

#[test]
fn gather_answers_as_the_four_references() {
    for file in [
        "gather",
        "gather_elements",
        "peers/gather_elements",
        "scatter_elements",
        "peers/scatter_elements",
    ] {
        run(file);
    }
}

#[test]
fn diagonals_and_triangles_answer_as_tensorflow_and_onnx() {
    for file in [
        "matrix_diag",
        "matrix_set_diag",
        "matrix_band_part",
        "trilu",
        "peers/trilu",
    ] {
        run(file);
    }
}

#[test]
fn slice_scatter_answers_as_openvino() {
    run("slice_scatter");
}

#[test]
fn pads_pass_the_node_tests_of_onnx() {
    run("peers/pad");
}

#[test]
fn gradients_are_those_of_tensorflow() {
    run("gradients");
}

/// Operands of a rank that the operation does not take, asked of TensorFlow 2.21 and of ONNX
/// Runtime 1.32.
#[test]
fn operands_of_another_rank_are_refused() {
    let matrix_diag = r#""id": "", "op": "V3", "shape": [2], "num_cols": -1, "#;
    for (file, fields) in [
        (
            "matrix_diag",
            r#""k": 0, "num_rows": -1, "padding": [7], "error": "not_scalar""#,
        ),
        (
            "matrix_diag",
            r#""k": 0, "num_rows": [2], "padding": 7, "error": "not_scalar""#,
        ),
        (
            "matrix_diag",
            r#""k": [0, 1, 2], "num_rows": [2], "padding": [], "error": "k_bad_shape""#,
        ),
        (
            "matrix_diag",
            r#""k": [[0]], "num_rows": -1, "padding": 7, "error": "k_bad_shape""#,
        ),
    ] {
        passes(file, &format!("{{{matrix_diag}{fields}}}"));
    }
    for (file, fields) in [
        (
            "matrix_diag_part",
            r#""op": "V3", "k": 0, "padding": [[7]], "out_shape": [2], "out": [0, 4]"#,
        ),
        (
            "matrix_diag_part",
            r#""op": "V3", "k": [], "padding": 7, "error": "k_bad_shape""#,
        ),
        (
            "matrix_band_part",
            r#""num_lower": [1], "num_upper": 1, "error": "not_scalar""#,
        ),
        (
            "trilu",
            r#""k": [1], "upper": 1, "out_shape": [2, 3], "out": [0, 1, 2, 0, 0, 5]"#,
        ),
        (
            "trilu",
            r#""k": [1, 2], "upper": 1, "error": "k_bad_shape""#,
        ),
        ("trilu", r#""k": [[1]], "upper": 1, "error": "k_bad_shape""#),
        (
            "gather",
            r#""op": "tf.gather", "indices_shape": [1], "indices": [0], "axis": [1], "error": "not_scalar""#,
        ),
        (
            "strided_slice_raw",
            r#""begin": [[0]], "end": [[1]], "strides": [[1]], "masks": [0, 0, 0, 0, 0], "error": "length_mismatch""#,
        ),
        (
            "strided_slice_raw",
            r#""begin": 0, "end": 1, "strides": 1, "masks": [0, 0, 0, 0, 0], "error": "length_mismatch""#,
        ),
        (
            "pad",
            r#""op": "PadV2", "pads": [[1, 1], [0, 0]], "mode": "constant", "value": [1], "error": "not_scalar""#,
        ),
    ] {
        passes(file, &format!(r#"{{"id": "", "shape": [2, 3], {fields}}}"#));
    }
}

fn passes(file: &str, case: &str) {
    let report = tslice_tests::conformance::run(file, case).expect("a case");
    assert!(report.failures.is_empty(), "{case}: {:?}", report.failures);
}
