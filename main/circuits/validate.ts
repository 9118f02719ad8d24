import type { Fault } from '../contract/errors'
import type { Circuit, Instruction } from '../contract/jobs'
import { GATES, gateNamed } from './gates'

export const MAX_CLBITS = 10_000
/** A hostile circuit can hold a million faults; the caller needs the first ones. */
export const MAX_FAULTS = 100

/**
 * Every fault of the circuit, each with its JSON pointer below `base`; empty when it can run.
 * Stops listing after MAX_FAULTS.
 */
export function circuitFaults(circuit: Circuit, base = '/circuit'): Fault[] {
  const faults: Fault[] = []
  circuit.instructions.every((instruction, index) => {
    faults.push(...instructionFaults(instruction, circuit.num_qubits, `${base}/instructions/${index}`))
    return faults.length < MAX_FAULTS
  })
  if (faults.length === 0 && !circuit.instructions.some(({ name }) => name === 'measure')) {
    faults.push({
      pointer: `${base}/instructions`,
      message: 'nothing is measured, so there would be no counts; add a measure',
    })
  }
  return faults.slice(0, MAX_FAULTS)
}

function instructionFaults({ name, qubits, clbits = [] }: Instruction, numQubits: number, at: string): Fault[] {
  const shape = gateNamed(name)
  if (!shape)
    return [{ pointer: `${at}/name`, message: `unknown operation "${name}"; known: ${Object.keys(GATES).join(', ')}` }]
  return [
    ...countFault(qubits, shape.qubits, 'qubit', `${at}/qubits`, name),
    ...countFault(clbits, shape.clbits, 'clbit', `${at}/clbits`, name),
    ...rangeFaults(qubits, numQubits, 'qubit', `${at}/qubits`),
    ...rangeFaults(clbits, MAX_CLBITS, 'clbit', `${at}/clbits`),
    ...repeatFaults(qubits, `${at}/qubits`),
  ]
}

const countFault = (given: number[], wanted: number, what: string, pointer: string, name: string): Fault[] =>
  given.length === wanted
    ? []
    : [{ pointer, message: `${name} takes ${wanted} ${what}${wanted === 1 ? '' : 's'}, ${given.length} given` }]

const rangeFaults = (given: number[], limit: number, what: string, at: string): Fault[] =>
  given.flatMap((value, index) =>
    value < limit ? [] : [{ pointer: `${at}/${index}`, message: `${what} ${value} is out of range 0..${limit - 1}` }],
  )

const repeatFaults = (given: number[], at: string): Fault[] =>
  given.flatMap((value, index) =>
    given.indexOf(value) === index ? [] : [{ pointer: `${at}/${index}`, message: `qubit ${value} stands twice` }],
  )

/** Classical bits of the result: one more than the highest that a measurement writes; the rest read 0. */
export const clbitsOf = (circuit: Circuit): number =>
  circuit.instructions.reduce((most, { clbits = [] }) => clbits.reduce((high, bit) => Math.max(high, bit + 1), most), 0)
