"""Runs converted slices through ONNX Runtime and OpenVINO and compares with the recorded answers.

Reads the lines that `cargo run -p tslice-programs --bin convert` prints.
"""

import json
import sys

import numpy as np
import onnxruntime
import openvino
from onnx import TensorProto, helper, numpy_helper
from openvino import opset8

LEAST = 500
INTEGERS = {"i32": np.int32, "i64": np.int64}


def operations(case):
    """Slice, Squeeze and Unsqueeze with their lists; those without a list are left out."""
    lists = {"Slice": ["starts", "ends", "axes", "steps"], "Squeeze": ["squeeze"], "Unsqueeze": ["unsqueeze"]}
    integer = INTEGERS[case["idx"]]
    for operation, fields in lists.items():
        operands = {field: np.array(case[field], integer) for field in fields}
        if operands[fields[0]].size:
            yield operation, operands


def by_onnx(case, data):
    nodes, constants, name = [], [], "x"
    for operation, operands in operations(case):
        # Squeeze and Unsqueeze take int64 only.
        if operation != "Slice":
            operands = {field: values.astype(np.int64) for field, values in operands.items()}
        constants += [numpy_helper.from_array(values, field) for field, values in operands.items()]
        nodes.append(helper.make_node(operation, [name, *operands], [operation]))
        name = operation
    nodes.append(helper.make_node("Identity", [name], ["y"]))
    x = helper.make_tensor_value_info("x", TensorProto.INT32, data.shape)
    y = helper.make_tensor_value_info("y", TensorProto.INT32, None)
    graph = helper.make_graph(nodes, "slice", [x], [y], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, {"x": data})[0]


def by_openvino(case, data):
    x = opset8.parameter(list(data.shape), np.int32)
    result = x
    for operation, operands in operations(case):
        if operation == "Slice":
            result = opset8.slice(result, operands["starts"], operands["ends"], operands["steps"], operands["axes"])
        elif operation == "Squeeze":
            result = opset8.squeeze(result, operands["squeeze"])
        else:
            result = opset8.unsqueeze(result, operands["unsqueeze"])
    compiled = openvino.compile_model(openvino.Model([result], [x]), "CPU")
    return compiled([data])[0]


def main():
    cases = [json.loads(line) for line in sys.stdin]
    assert len(cases) >= LEAST, f"{len(cases)} cases, at least {LEAST} are wanted"
    differ = 0
    for runtime in (by_onnx, by_openvino):
        passed = 0
        for case in cases:
            size = int(np.prod(case["shape"]))
            data = np.array(case.get("data", range(size)), np.int32).reshape(case["shape"])
            expected = np.array(case["out"], np.int32).reshape(case["out_shape"])
            got = runtime(case, data)
            if got.shape == expected.shape and (got == expected).all():
                passed += 1
            else:
                print(f"{case['id']}: [{case['spec']}] expected {expected.shape}, got {got.shape} {got.tolist()}")
        print(f"{runtime.__name__}: {passed} passed, {len(cases) - passed} failed")
        differ += len(cases) - passed
    sys.exit(differ > 0)


main()
