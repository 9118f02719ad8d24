/** Which qubit each bit of a circuit's counts is read from. */
import type { Circuit } from '../../contract/jobs/circuit'
import { MAX_MITIGATED_BITS } from '../../contract/jobs/observables'
import type { Fault } from '../../contract/model/errors'

export interface Readouts {
  /** Measured classical bits in ascending order, and the qubit that each is read from. */
  readonly clbits: readonly number[]
  readonly qubits: readonly number[]
}

/** Which readout stands behind each bit of the counts, if that is one and the same in every shot; else the faults. */
export function measuredReadouts({ instructions }: Circuit, at: string): Readouts | Fault[] {
  const qubitOf = new Map<number, number>()
  const read = new Set<number>()
  const faults: Fault[] = []
  for (const [index, { name, qubits, clbits = [], condition }] of instructions.entries()) {
    const pointer = `${at}/instructions/${index}`
    if (condition) faults.push({ pointer, message: `${WHY}: this instruction has a condition` })
    else if (name === 'measure') for (const [k, qubit] of qubits.entries()) measured(pointer, qubit, clbits[k]!)
    if (faults.length > 0) return faults
  }
  if (qubitOf.size <= MAX_MITIGATED_BITS) return sorted(qubitOf)
  const message = `readout is inverted for the counts of at most ${MAX_MITIGATED_BITS} measured bits, not ${qubitOf.size}; measure fewer, or ask for observables`
  return [{ pointer: `${at}/instructions`, message }]

  function measured(pointer: string, qubit: number, clbit: number): void {
    if (qubitOf.has(clbit)) faults.push({ pointer, message: `${WHY}: classical bit ${clbit} is written twice` })
    if (read.has(qubit)) faults.push({ pointer, message: `${WHY}: qubit ${qubit} is measured twice` })
    qubitOf.set(clbit, qubit)
    read.add(qubit)
  }
}

const WHY = 'the readout of counts is inverted where each qubit is measured once, without conditions'

function sorted(qubitOf: ReadonlyMap<number, number>): Readouts {
  const clbits = [...qubitOf.keys()].sort((a, b) => a - b)
  return { clbits, qubits: clbits.map(clbit => qubitOf.get(clbit)!) }
}
