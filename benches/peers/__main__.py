"""python benches/peers LIBRARY: runs the tasks of the report with one library, on one thread.

The report writes one JSON value a line and reads one: {"prepare": TASK} -> {"ready": "reused" | "allocated" | "view"} or
{"cannot": WHY}; {"sample": N} -> {"nanos": TOTAL}; "digest" -> {"digest": SHA-256 of the output}. A library is a file
`with_LIBRARY.py` with NAME, VERSION and `entrant(task)`, which gives an Entrant or None.
"""

import os

for variable in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = "1"

import gc
import hashlib
import importlib
import json
import sys
import timeit


def main():
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the libraries print is no answer

    def answer(value):
        print(json.dumps(value), file=answers, flush=True)

    try:
        library = importlib.import_module("with_" + sys.argv[1])
    except ImportError as error:
        return answer({"missing": str(error)})
    answer({"here": {"name": library.NAME, "version": library.VERSION}})
    gc.disable()
    entrant = None
    for line in sys.stdin:
        request = json.loads(line)
        if request == "digest":
            exec(entrant.statement, entrant.names)
            output = eval(entrant.result, entrant.names)
            answer({"digest": hashlib.sha256(output.tobytes()).hexdigest()})
        elif "sample" in request:
            timer = timeit.Timer(entrant.statement, globals=entrant.names)
            answer({"nanos": timer.timeit(request["sample"]) * 1e9})
        else:
            entrant = None  # its memory goes first
            gc.collect()
            entrant = library.entrant(request["prepare"])
            answer({"ready": entrant.output} if entrant else {"cannot": "no such operation"})


main()
