import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import tensorflow as tf

from task import Entrant, python, source, tuples

NAME, VERSION = "TensorFlow eager", tf.__version__
tf.config.threading.set_intra_op_parallelism_threads(1)
tf.config.threading.set_inter_op_parallelism_threads(1)


def entrant(task):
    if task["op"] not in ("copy", "gather_nd", "diag_part"):
        return None  # every slice is a copy, and no tensor is written
    expression = {"copy": sliced, "gather_nd": gather_nd, "diag_part": diag_part}[task["op"]](task)
    if not expression:
        return None
    names = {"a": tf.constant(source(task)), "tf": tf}
    if task["op"] == "gather_nd":
        names["index"] = tf.constant(tuples(task))
    return Entrant(f"out = {expression}", names, "allocated", f"({expression}).numpy()")


def sliced(task):
    spec = python(task["spec"])
    # The whole tensor shares its memory: no copy.
    whole = all(entry.strip() in (":", "...") for entry in spec.split(","))
    return None if whole else f"a[{spec}]"


def gather_nd(task):
    return "tf.gather_nd(a, index)"


def diag_part(task):
    lower, upper = task["lower"], task["upper"]
    return f"tf.linalg.diag_part(a, k={lower if lower == upper else (lower, upper)})"
