import { qubitsWithin, stateBudget } from './addon/memory-budget'
import { runCircuitSlowly } from './statevector/reference'
import { sampleFramesSlowly } from './frames/reference'
import type { Simulator } from './model/simulator'

/** A gate on more qubits than this would hold the event loop for longer than 20 ms. */
const MOST_QUBITS = 20

/** The slow, obvious engine in plain TypeScript; it runs on the calling thread and yields every few milliseconds. */
export function createReference(): Simulator {
  const max_qubits = Math.min(MOST_QUBITS, qubitsWithin(stateBudget()))
  return {
    kind: 'reference',
    frames_engine: 'reference-frames/1',
    statevector_engine: 'reference-statevector/1',
    max_qubits,
    sampleFrames: sampleFramesSlowly,
    runCircuit: (circuit, shots, seed, options) => runCircuitSlowly(circuit, shots, seed, max_qubits, options),
  }
}
