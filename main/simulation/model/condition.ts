import { fits, valueBits } from '../../circuits/model/condition-value'
import type { Instruction } from '../../contract/jobs/circuit'
import { AppError } from '../../contract/model/errors'

/** A classical bit and the value that it is to hold. */
interface RequiredBit {
  readonly clbit: number
  readonly value: 0 | 1
}

/** All of it must hold; never empty. Bits that were never written hold 0. */
export type RequiredBits = readonly RequiredBit[]

export const conditionHolds = (condition: RequiredBits | null, memory: ReadonlyMap<number, number>): boolean =>
  condition === null || condition.every(({ clbit, value }) => (memory.get(clbit) ?? 0) === value)

/** kMaxSlots in native/base/slots.h. */
const MAX_CLBITS = 2 ** 20

/** AppError `invalid_request` that names the instruction and the field. */
export function refuseInstruction(i: number, field: string, message: string): never {
  const pointer = `/circuit/instructions/${i}${field}`
  throw new AppError('invalid_request', `Instruction ${i}: ${message}`, {
    details: { instruction: i },
    faults: [{ pointer, message }],
  })
}

export function checkClbit(i: number, field: string, clbit: number): void {
  if (!Number.isSafeInteger(clbit) || clbit < 0 || clbit >= MAX_CLBITS)
    refuseInstruction(i, field, `classical bit ${clbit} is not an integer from 0 to ${MAX_CLBITS - 1}`)
}

/** The condition of instruction `i`: bit k of a register's value is what its bit k must hold. */
export function conditionOf({ condition }: Instruction, i: number): RequiredBits | null {
  if (!condition) return null
  const { value } = condition
  const clbits = 'clbit' in condition ? [condition.clbit] : condition.clbits
  for (const clbit of clbits) checkClbit(i, '/condition', clbit)
  if (!fits(value, clbits.length))
    refuseInstruction(i, '/condition/value', `${value} is no value of ${clbits.length} classical bits`)
  return literalsOf(condition)
}

/** Bits and values of a condition that has been checked. */
export function literalsOf(condition: NonNullable<Instruction['condition']>): RequiredBits {
  const clbits = 'clbit' in condition ? [condition.clbit] : condition.clbits
  const values = valueBits(condition.value, clbits.length)
  return clbits.map((clbit, at) => ({ clbit, value: values[at]! }))
}
