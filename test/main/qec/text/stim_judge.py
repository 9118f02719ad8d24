"""Stim on an exported circuit: a job as JSON on stdin, what it found as JSON on stdout."""

import json
import sys

import numpy as np
import stim

job = json.load(sys.stdin)
circuit, noiseless = stim.Circuit(job["text"]), stim.Circuit(job["noiseless"])
# Both throw where a detector or the observable is random without noise.
circuit.detector_error_model()
noiseless.detector_error_model()
quiet = noiseless.compile_detector_sampler().sample(256, append_observables=True)

events, logical = circuit.compile_detector_sampler().sample(job["shots"], separate_observables=True)
times = {at: place[2] for at, place in circuit.get_detector_coordinates().items()}
checks = np.array([job["attempts"] > 0 and times[at] == 0 for at in range(circuit.num_detectors)])
kept = ~events[:, checks].any(axis=1)
all_bits = np.hstack([events, logical])[kept].astype(np.float32)
json.dump(
    {
        "noiseless_flips": int(quiet.sum()),
        "shots": job["shots"],
        "kept": int(kept.sum()),
        # Of the detectors and, last, the observable: how often each pair flips together, singles on the diagonal.
        "together": (all_bits.T @ all_bits).astype(int).tolist(),
    },
    sys.stdout,
)
