/** When the fault-tolerant logical measurement is repeated: flags, or outcomes that differ by more than the references say. */
import { STABILIZERS } from '../../qec/code/five-qubit'
import { equal, multiply } from '../../qec/code/pauli'
import type { MemoryExperiment } from '../../qec/experiment/memory'
import type { Pauli5 } from '../../qec/model/fault'
import { turnedChecks } from '../../qec/spam/measurement-ops'
import type { ProgramStep } from '../program/program'
import { type Expected, or, orSlot, REGISTER, set, xor, xorSlot } from './logic'

/** The generators whose product is this stabilizer. */
function generatorsOf(p: Pauli5): number[] {
  const member = STABILIZERS.findIndex(stabilizer => equal(stabilizer, p))
  return [0, 1, 2, 3].filter(k => (member >> k) & 1)
}

/** Sets PENDING. `slot` gives the slot of a0..a2 and f0..f2. */
export function readoutTrigger(
  { measurement, state }: Pick<MemoryExperiment, 'measurement' | 'state'>,
  slot: (name: string) => number,
  expected: Expected,
): ProgramStep[] {
  const { PENDING, SCRATCH } = REGISTER
  const checks = turnedChecks(state)
  const [first, ...others] = measurement!.centres.map(i => checks[i]!)
  const differs = (other: Pauli5, j: number): ProgramStep[] => {
    const [one, two] = [slot('a0'), slot(`a${j + 1}`)]
    const usual = (expected(one) ^ expected(two)) as 0 | 1
    const references = generatorsOf(multiply(first!, other)).map(k => xor(SCRATCH, k))
    return [set(SCRATCH, usual), xorSlot(SCRATCH, one), xorSlot(SCRATCH, two), ...references, or(PENDING, SCRATCH)]
  }
  return [set(PENDING, 0), ...[0, 1, 2].map(j => orSlot(PENDING, slot(`f${j}`))), ...others.flatMap(differs)]
}
