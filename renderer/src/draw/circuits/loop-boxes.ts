/** Loops that measurements decide, as the boxes that a drawing puts around their bodies. */
import { beginsLoop } from '../../../../main/contract/jobs/circuit'
import { conditionText, type DrawnInstruction, type PlacedGate } from './grid'
import type { WireNames } from './wire-names'

export interface LoopBox {
  /** Index of the instruction that begins it. */
  readonly index: number
  /** Moments of the instructions that begin and end it. */
  readonly first: number
  readonly last: number
  /** Loops around it. */
  readonly depth: number
  readonly mark: DrawnInstruction
}

/** Outer loops first. One whose end is not among the gates, because these are cut off, ends with the last of them. */
export function loopBoxes(gates: readonly PlacedGate[]): LoopBox[] {
  const boxes: LoopBox[] = []
  const open: number[] = []
  const deepest = gates.reduce((most, { moment }) => Math.max(most, moment), 0)
  for (const { instruction, index, moment } of gates) {
    if (beginsLoop(instruction)) {
      open.push(boxes.length)
      boxes.push({ index, first: moment, last: deepest, depth: open.length - 1, mark: instruction })
    } else if (instruction.name === 'end') {
      const at = open.pop()
      if (at !== undefined) boxes[at] = { ...boxes[at]!, last: moment }
    }
  }
  return boxes
}

/** Lines in the column that begins it: `while`, `c0=0`, `≤ 50`. */
export const loopLines = ({ name, condition, max_iterations }: DrawnInstruction, names: WireNames): string[] => [
  name,
  ...(condition ? [conditionText(condition, names)] : []),
  ...(max_iterations === undefined ? [] : [`≤ ${max_iterations}`]),
]
