"""qsim (float32) through qsimcirq: https://quantumai.google/qsim"""

import time

from peer import serve


def circuit_of(cirq, job):
    qubits = cirq.LineQubit.range(job["circuit"]["num_qubits"])
    gates = {
        "h": lambda _: cirq.H,
        "rz": lambda angle: cirq.rz(angle),
        "rx": lambda angle: cirq.rx(angle),
        "cx": lambda _: cirq.CNOT,
    }
    return cirq.Circuit(
        gates[one["name"]](*(one.get("params") or [None])).on(*(qubits[q] for q in one["qubits"]))
        for one in job["circuit"]["instructions"]
        if one["name"] != "measure"
    )


def build(qsimcirq, job):
    import cirq

    circuit = circuit_of(cirq, job)

    def run_with(fused):
        options = {"t": job["threads"], "f": fused}
        return lambda: qsimcirq.QSimSimulator(options).simulate_into_1d_array(circuit)

    def seconds(fused):
        start = time.perf_counter()
        run_with(fused)()
        return time.perf_counter() - start

    # How many qubits to fuse is up to its user: the best of them.
    return run_with(min((2, 3, 4), key=seconds))


serve("qsimcirq", build)
