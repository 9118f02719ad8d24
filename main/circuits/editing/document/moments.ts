import type { DrawnStep } from './model'

/** Steps in columns: each stands in the earliest moment in which all wires between its outermost ones are free. */
export interface Moments {
  /** Moment of each step, from 0. */
  readonly moments: ReadonlyMap<DrawnStep, number>
  readonly depth: number
}

/**
 * The moment of each step; a step also waits for the bits that it reads or writes. `width`: columns that a step takes.
 */
export function stepMoments(
  steps: readonly DrawnStep[],
  numQubits: number,
  width: (step: DrawnStep) => number = () => 1,
): Moments {
  const free = new Array<number>(numQubits).fill(0)
  const bits = new Map<number, number>()
  const moments = new Map<DrawnStep, number>()
  let depth = 0
  for (const step of steps) {
    const [top, bottom] = crossed(step, numQubits)
    let moment = 0
    for (const bit of step.clbits) moment = Math.max(moment, bits.get(bit) ?? 0)
    for (let wire = top; wire <= bottom; wire++) moment = Math.max(moment, free[wire]!)
    const end = moment + width(step)
    free.fill(end, top, bottom + 1)
    for (const bit of step.clbits) bits.set(bit, end)
    moments.set(step, moment)
    depth = Math.max(depth, end)
  }
  return { moments, depth }
}

/** Wires from the first to the last that the drawing of the step crosses; one on no wires crosses all. */
export function crossed({ qubits }: DrawnStep, numQubits: number): readonly [top: number, bottom: number] {
  return qubits.length === 0 ? [0, numQubits - 1] : [qubits[0]!, qubits.at(-1)!]
}
