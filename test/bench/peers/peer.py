"""Serves one peer simulator to the benchmarks: a job as a line of JSON, then a line for each run."""

import importlib
import json
import sys
import time


def reply(**fields):
    print(json.dumps(fields), flush=True)


def serve(package, build):
    """`build(module, job)` returns what to call for one run; it is called once to warm up."""
    job = json.loads(sys.stdin.readline())
    try:
        module = importlib.import_module(package)
    except ImportError as error:
        return reply(missing=str(error))
    run = build(module, job)
    run()
    reply(version=getattr(module, "__version__", "of unknown version"))
    for _ in sys.stdin:
        # Of all threads of this process.
        start = time.process_time()
        run()
        reply(cpu_ms=1000 * (time.process_time() - start))
