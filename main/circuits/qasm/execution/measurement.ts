import { countedNoun } from '../../../contract/numbers/number-text'
import { measureToScratch } from '../evaluation/expression'
import { classicalBits, quantumBits, rootOf } from '../evaluation/operands'
import type { Expression } from '../model/ast'
import { type SourceLocation, semanticError } from '../model/diagnostics'
import type { ProgramState } from '../state/program'

/** `measure of -> into`, `into = measure of`, and `measure of;`, whose outcomes go to bits of their own. */
export function measureInto(
  program: ProgramState,
  at: SourceLocation,
  { of, into }: { readonly of: Expression; readonly into: Expression | null },
): void {
  if (into === null) {
    measureToScratch(program, of)
    return
  }
  const qubits = quantumBits(program, of)
  const cells = cellsOf(program, into)
  if (cells.length !== qubits.length) refuseMeasured(at, qubits.length, cells.length)
  needOnce(at, qubits)
  for (const [i, qubit] of qubits.entries())
    program.recorder.emit(at, { name: 'measure', qubits: [qubit], clbits: [cells[i]!] })
}

export const refuseMeasured = (at: SourceLocation, qubits: number, bits: number): never =>
  semanticError(at, `${countedNoun(qubits, 'qubit')} cannot be measured into ${countedNoun(bits, 'classical bit')}`)

function needOnce(at: SourceLocation, qubits: readonly number[]): void {
  if (new Set(qubits).size !== qubits.length) semanticError(at, 'measure names one qubit twice')
}

/** The classical cells that the target names. */
export function cellsOf(program: ProgramState, target: Expression): readonly number[] {
  const cells = classicalBits(program, target)
  if (cells) return cells
  const root = rootOf(target)
  program.names.need(target, root)
  return semanticError(target, `${root} is no register of bits`)
}
