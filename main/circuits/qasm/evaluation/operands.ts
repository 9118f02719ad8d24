import type { Expression, IndexItem, RangeItem } from '../model/ast'
import { limitExceeded, type SourceLocation, semanticError, unsupportedError } from '../model/diagnostics'
import { MAX_BITS } from '../model/limits'
import type { ProgramState } from '../state/program'
import { evaluateInteger } from './expression'

/**
 * The integers of a range, both ends included. Ends left out are those of `size` elements; null: none may be left out.
 */
export function rangeOf(program: ProgramState, range: RangeItem, size: number | null): number[] {
  const step = range.step ? evaluateInteger(program, range.step, 'the step of a range') : 1
  const [first, last] = step > 0 ? [0, (size ?? 0) - 1] : [(size ?? 0) - 1, 0]
  if (size === null && (!range.start || !range.stop)) return semanticError(range, 'this range needs a start and an end')
  const bound = (end: Expression | null, otherwise: number) =>
    end ? fromEnd(evaluateInteger(program, end, 'an end of a range'), size) : otherwise
  return rangeIndices(program, range, { start: bound(range.start, first), stop: bound(range.stop, last), step })
}

/** A negative index counts from the end. */
export const fromEnd = (index: number, size: number | null) => (size !== null && index < 0 ? index + size : index)

export function rangeIndices(
  program: ProgramState,
  at: SourceLocation,
  { start, stop, step }: { readonly start: number; readonly stop: number; readonly step: number },
): number[] {
  if (step === 0) return semanticError(at, 'a range with step 0 never ends')
  const count = Math.max(0, Math.floor((stop - start) / step) + 1)
  program.budget.spend(at, count)
  return Array.from({ length: count }, (_, i) => start + i * step)
}

/**
 * The positions that an index names in a register of that size. Hot loop: for each operation that a program's loops
 * evaluate, up to millions.
 */
export function positionsOf(
  program: ProgramState,
  at: SourceLocation,
  items: readonly IndexItem[],
  size: number,
): number[] {
  const positions = items.flatMap(item =>
    item.kind === 'range' ? rangeOf(program, item, size) : [fromEnd(evaluateInteger(program, item, 'an index'), size)],
  )
  checkBounds(at, positions, size)
  if (positions.length > MAX_BITS) limitExceeded(at, `more than ${MAX_BITS} indices`)
  return positions
}

/** Refuses positions outside of the size; messages name an index from the end as it was written. */
export function checkBounds(at: SourceLocation, positions: readonly number[], size: number): void {
  const outside = positions.find(position => position < 0 || position >= size)
  if (outside !== undefined)
    semanticError(at, `index ${outside < 0 ? outside - size : outside} is outside of 0..${size - 1}`)
}

/** The elements of a register, which `pick` finds by name, or of a part of one; null if the name is no such register. */
function elements(
  program: ProgramState,
  operand: Expression,
  pick: (name: string, at: SourceLocation) => readonly number[] | null,
): readonly number[] | null {
  if (operand.kind === 'name') return pick(operand.name, operand)
  if (operand.kind !== 'index') return null
  const of = elements(program, operand.of, pick)
  if (of === null) return null
  const positions = positionsOf(program, operand, operand.items, of.length)
  if (positions.length === 0)
    semanticError(
      operand,
      'this index names nothing: ranges count up, as in 0:2, unless their step is negative, as in 2:-1:0',
    )
  const seen = new Set<number>()
  for (const position of positions)
    if (seen.size === seen.add(position).size)
      semanticError(operand, `index ${position} is listed twice in a set of indices`)
  return positions.map(position => of[position]!)
}

/** The cells of a classical register or of a part of one; null for any other operand. */
export const classicalBits = (program: ProgramState, operand: Expression): readonly number[] | null =>
  elements(program, operand, name => {
    const binding = program.names.find(name)
    return binding?.kind === 'bits' ? binding.cells : null
  })

/** The qubits that an operand names. */
export function quantumBits(program: ProgramState, operand: Expression): readonly number[] {
  if (operand.kind === 'hardware') return [physical(program, operand, operand.index)]
  const found = elements(program, operand, (name, at) => {
    const binding = program.names.need(at, name)
    return binding.kind === 'qubits' ? binding.indices : semanticError(at, `${name} is no qubit or register of qubits`)
  })
  const qubits = found ?? semanticError(operand, 'expected a qubit or a register of qubits')
  program.budget.spend(operand, qubits.length)
  return qubits
}

/** Qubit n for `$n`, in a program that declares no qubits. */
function physical(program: ProgramState, at: SourceLocation, index: number): number {
  const { recorder } = program
  if (index >= MAX_BITS) limitExceeded(at, `physical qubits end at $${MAX_BITS - 1}`)
  if (recorder.qubits > recorder.physical)
    unsupportedError(at, 'physical qubits beside declared ones are not supported')
  recorder.physical = Math.max(recorder.physical, index + 1)
  recorder.qubits = recorder.physical
  return index
}

/**
 * Operands side by side: registers of one length element by element, single elements with each of them.
 * `[[0, 1, 2], [5]]` gives `[[0, 5], [1, 5], [2, 5]]`.
 */
export function broadcast(at: SourceLocation, operands: readonly (readonly number[])[]): number[][] {
  const lengths = new Set(operands.map(({ length }) => length).filter(length => length !== 1))
  if (lengths.size > 1) semanticError(at, `registers of different lengths: ${[...lengths].join(', ')}`)
  const [length = 1] = lengths
  return Array.from({ length }, (_, i) => operands.map(operand => operand[operand.length === 1 ? 0 : i]!))
}

/** Name of the variable or register to which the target of an assignment belongs. */
export function rootOf(target: Expression): string {
  if (target.kind === 'index') return rootOf(target.of)
  return target.kind === 'name' ? target.name : semanticError(target, 'only a variable can be assigned')
}
