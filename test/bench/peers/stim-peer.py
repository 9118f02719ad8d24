"""Stim's samplers: https://github.com/quantumlib/Stim"""

import os
import time

from peer import serve


def ways_of(sampler, shots, **options):
    return {
        # Shot after shot, in memory.
        "b8": lambda: sampler.sample(shots, bit_packed=True, **options),
        # Bit after bit, 64 shots to a word, which spares Stim the turn; shots are a multiple of 64.
        "ptb64": lambda: sampler.sample_write(shots, filepath=os.devnull, format="ptb64", **options),
    }


def seconds(way):
    way()
    start = time.process_time()
    way()
    return time.process_time() - start


def build(stim, job):
    circuit = stim.Circuit(job["text"])
    shots = job["shots"]
    if job["format"] == "detect":
        sampler = circuit.compile_detector_sampler()
        return min(ways_of(sampler, shots, append_observables=True).values(), key=seconds)
    ways = ways_of(circuit.compile_sampler(), shots)
    return min(ways.values(), key=seconds) if job["format"] == "fastest" else ways[job["format"]]


serve("stim", build)
