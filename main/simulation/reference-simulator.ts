import { sampleFramesReference } from './frames/reference'
import { qubitsWithin, stateBudget } from './model/memory'
import type { Simulator } from './model/simulator'
import { runCircuitReference } from './statevector/reference'

/** A gate on more qubits than this would hold the event loop for longer than 20 ms. */
const MAX_REFERENCE_QUBITS = 20

/** The slow, obvious engine in plain TypeScript; it runs on the calling thread and yields every few milliseconds. */
export function createReferenceSimulator(): Simulator {
  const max_qubits = Math.min(MAX_REFERENCE_QUBITS, qubitsWithin(stateBudget()))
  return {
    kind: 'reference',
    frames_engine: 'reference-frames/2',
    statevector_engine: 'reference-statevector/2',
    max_qubits,
    sampleFrames: sampleFramesReference,
    runCircuit: (circuit, shots, seed, options) =>
      runCircuitReference(circuit, shots, seed, { ...options, max_qubits }),
  }
}
