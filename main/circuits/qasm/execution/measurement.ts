import { measureToScratch } from '../evaluation/expression'
import { type Place, semantic } from '../model/diagnostics'
import { classicalBits, quantumBits, rootOf } from '../evaluation/operands'
import type { Program } from '../state/program'
import type { Expression } from '../model/ast'

/** `measure of -> into`, `into = measure of`, and `measure of;`, whose outcomes go to bits of their own. */
export function measureInto(program: Program, at: Place, of: Expression, into: Expression | null): void {
  if (into === null) {
    measureToScratch(program, of)
    return
  }
  const qubits = quantumBits(program, of)
  const cells = cellsOf(program, into)
  if (cells.length !== qubits.length)
    semantic(at, `${qubits.length} qubits cannot be measured into ${cells.length} classical bits`)
  needOnce(at, qubits)
  for (const [i, qubit] of qubits.entries())
    program.recorder.emit(at, { name: 'measure', qubits: [qubit], clbits: [cells[i]!] })
}

function needOnce(at: Place, qubits: readonly number[]): void {
  if (new Set(qubits).size !== qubits.length) semantic(at, 'measure names one qubit twice')
}

/** The classical cells to write. */
export function cellsOf(program: Program, target: Expression): readonly number[] {
  const cells = classicalBits(program, target)
  if (cells) return cells
  const root = rootOf(target)
  program.need(target, root)
  return semantic(target, `${root} is no register of bits`)
}
