import fc from 'fast-check'
import { type Device, syntheticDevice } from './devices'

const error = fc.double({ min: 1e-5, max: 3e-2, noNaN: true })
const lifetime = fc.double({ min: 15, max: 300, noNaN: true })
const ns = fc.double({ min: 10, max: 1_500, noNaN: true })
const qubit = fc.record({
  f1: error,
  ro: error,
  reset: error,
  t1: lifetime,
  t2: lifetime,
  gate: ns,
  read: ns,
  clear: ns,
})
const edge = fc.record({ cz: error, ns: fc.double({ min: 20, max: 200, noNaN: true }) })

/** Any figures, all different, on a topology. */
export const anyFigures = (size: number, couplings: [number, number][]): fc.Arbitrary<Device> =>
  fc
    .tuple(
      fc.array(qubit, { minLength: size, maxLength: size }),
      fc.array(edge, { minLength: couplings.length, maxLength: couplings.length }),
    )
    .map(([qubits, edges]) => {
      let next = 0
      return syntheticDevice(size, couplings, {
        qubit: q => ({
          fidelity_1q: 1 - qubits[q]!.f1 / 10,
          readout_fidelity: 1 - qubits[q]!.ro,
          reset_fidelity: 1 - qubits[q]!.reset,
          t1_us: qubits[q]!.t1,
          t2_us: qubits[q]!.t2,
          gate_1q_length_ns: qubits[q]!.gate / 15,
          readout_length_ns: qubits[q]!.read,
          reset_length_ns: qubits[q]!.clear,
        }),
        edge: () => {
          const { cz, ns } = edges[next++]!
          return { fidelity: 1 - cz, duration_ns: ns }
        },
      })
    })
