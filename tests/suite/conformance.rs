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
    assert_eq!(report.passed + report.deliberate.len(), text.lines().count());
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
fn where_the_references_disagree_the_first_one_is_followed() {
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
fn gathers_along_an_axis_answer_as_openvino_tensorflow_numpy_and_onnx() {
    for file in
        ["gather", "gather_elements", "peers/gather_elements", "scatter_elements", "peers/scatter_elements"]
    {
        run(file);
    }
}

#[test]
fn diagonals_and_triangles_answer_as_tensorflow_and_onnx() {
    for file in ["matrix_diag", "matrix_set_diag", "matrix_band_part", "trilu", "peers/trilu"] {
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
