/** The noiseless reference run of a frame program, which its bits are relative to. */
import type { Sign } from '../../qec/experiment/reference-signs'
import type { FrameOp } from '../../qec/program/frame'
import { PlainTableau } from '../stabilizer/tableau'

const ALWAYS_ZERO = { bit: () => 0, uniform: () => 0 }

/**
 * Follows a program without noise in which every random outcome is 0. Masks are ignored: ops that a shot may
 * skip repeat earlier ones, so skipping them leaves the reference as it is.
 */
export interface ReferenceRun {
  applySign(sign: Sign): void
  /** The outcome of a measurement; 0 for any other op. */
  step(op: FrameOp): number
}

export function referenceRun(qubits: number): ReferenceRun {
  const tableau = new PlainTableau(qubits, ALWAYS_ZERO)
  function applySign({ pauli, qubits }: Sign): void {
    for (const q of qubits) {
      if (pauli !== 'Z') tableau.x(q)
      if (pauli !== 'X') tableau.z(q)
    }
  }
  function step(op: FrameOp): number {
    switch (op.op) {
      case 'measure':
        return tableau.measure(op.q)
      case 'reset':
        if (tableau.measure(op.q) === 1) tableau.x(op.q)
        return 0
      case 'h':
        tableau.h(op.q)
        return 0
      case 's':
        tableau.s(op.q)
        if (op.inverse) tableau.z(op.q)
        return 0
      case 'cz':
        tableau.cz(op.a, op.b)
        return 0
      default:
        return 0
    }
  }
  return { applySign, step }
}
