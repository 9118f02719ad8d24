/** Reads the physical qubits of a module as its logical readout does, from a state in which every bit should be 0. */
import type { TemplateText } from '../contract/jobs/circuit-template'
import type { LayoutFields } from '../contract/modules/layout'
import { LOGICAL_X, LOGICAL_Y, LOGICAL_Z } from '../qec/code/five-qubit'
import { readoutFor } from '../qec/code/logical-readout'
import { pauliString } from '../qec/code/pauli'
import { basisChange, eigenstateGates, templateProgram } from './program-text'

const LOGICALS = { X: LOGICAL_X, Y: LOGICAL_Y, Z: LOGICAL_Z } as const

interface ReadoutModule extends LayoutFields {
  readonly backend_id: string
  readonly logical_qubit: string
  readonly calibration_id: string
}

/** `logical`: the logical operator that is read out destructively. Qubits are `$n`, as the backend numbers them. */
export function moduleReadout(module: ReadoutModule, logical: keyof typeof LOGICALS): TemplateText {
  const { basis, representative, check } = readoutFor(LOGICALS[logical])
  const data = Object.values(module.data_qubits).map(site => `$${site}`)
  const helpers = [`$${module.syndrome_ancilla}`, `$${module.flag_qubit}`]
  const all = [...data, ...helpers]
  const text = templateProgram(
    [
      `Readout of the module ${module.logical_qubit} of ${module.backend_id}, calibration ${module.calibration_id}.`,
      ...data.map((qubit, i) => `${qubit} is D${i}, measured in ${basis[i]} into c[${i}]`),
      `${helpers[0]} is the ancilla, measured into c[5]`,
      `${helpers[1]} is the flag qubit, measured into c[6]`,
      `Each qubit starts in the state for which its bit reads 0 without noise. The parity of the bits of ${pauliString(representative)} is`,
      `the outcome of the logical ${logical}, that of ${pauliString(check)} its check.`,
      `A job on ${module.backend_id} plays it on these qubits; it is refused where the calibration then has one of them not working.`,
    ],
    [
      'bit[7] c;',
      ...all.map(qubit => `reset ${qubit};`),
      ...data.flatMap((qubit, i) => eigenstateGates(basis[i]!, qubit)),
      `barrier ${all.join(', ')};`,
      ...data.flatMap((qubit, i) => basisChange(basis[i]!, qubit)),
      ...all.map((qubit, i) => `c[${i}] = measure ${qubit};`),
    ],
  )
  return { name: `Readout of ${module.logical_qubit}`, text }
}
