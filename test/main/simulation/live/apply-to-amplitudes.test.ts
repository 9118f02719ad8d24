import fc from 'fast-check'
import { expect, it } from 'vitest'
import { GATES } from '../../../../main/contract/gates/gate-table'
import { applyToAmplitudes } from '../../../../main/simulation/live/apply-to-amplitudes'
import { applyGate } from '../../../../main/simulation/statevector/reference'

const QUBITS = 4
const number = fc.double({ min: -2, max: 2, noNaN: true })
const amplitudes = fc.array(number, { minLength: 2 ** QUBITS, maxLength: 2 ** QUBITS })
/** Of a gate that leaves amplitudes as they are, exchanges them, is real, or is none of these. */
const ofTable = fc
  .tuple(
    fc.constantFrom('id', 'x', 'y', 'z', 'h', 's', 't', 'sx', 'rx', 'ry', 'rz', 'p', 'u'),
    fc.tuple(number, number, number),
  )
  .map(([name, angles]) => GATES[name]!.matrix!(angles.slice(0, GATES[name]!.params)).flat(2))
const matrix = fc.oneof(ofTable, fc.array(number, { minLength: 8, maxLength: 8 }))
const wires = fc.uniqueArray(fc.nat(QUBITS - 1), { minLength: 1, maxLength: QUBITS })

it('does to amplitudes what the reference does, for any matrix and controls', () => {
  fc.assert(
    fc.property(amplitudes, amplitudes, matrix, wires, (re, im, matrix, [target, ...controls]) => {
      const [quick, slow] = [0, 1].map(() => ({ re: Float64Array.from(re), im: Float64Array.from(im) }))
      applyToAmplitudes(quick!, { matrix, target: target!, controls })
      applyGate(slow!, { matrix, target: target!, controls })
      for (const part of ['re', 'im'] as const)
        for (const [i, value] of slow![part].entries()) expect(quick![part][i]).toBeCloseTo(value, 12)
    }),
  )
})
