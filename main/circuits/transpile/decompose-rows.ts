/** The circuits of a sweep's rows, whose angles alone differ, as one list of operations. */
import { type Decomposed, decompose } from './decompose'
import type { Op, RotationOp, SourceCircuit } from './model/operations'

/** Requires circuits that are alike but for the params of their gates; throws as `decompose` does. */
export function decomposeRows(circuits: readonly SourceCircuit[], checkpoint: () => void): Decomposed {
  const differs = circuits[0]!.instructions.map(({ params }, at) =>
    circuits.some(({ instructions }) => !same(instructions[at]!.params, params)),
  )
  const rows = circuits.map(circuit => decompose(circuit, checkpoint, index => differs[index]!))
  const first = rows[0]!
  if (rows.length === 1) return first
  const ops = first.ops.map((op, at): Op => {
    checkpoint()
    if (op.kind !== 'rotation') return op
    const rotations = rows.map(row => (row.ops[at] as RotationOp).rotations[0]!)
    return rotations.every(rotation => same(rotation, rotations[0]!)) ? op : { ...op, rotations }
  })
  return { ops, renamed: first.renamed }
}

const same = (one: readonly number[] = [], other: readonly number[] = []): boolean =>
  one === other || one.every((value, at) => value === other[at])
