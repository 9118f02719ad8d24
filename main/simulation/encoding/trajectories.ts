import type { RequiredBits } from '../model/condition'
import type { EncodedTrajectories } from '../model/encoded'
import type { Matrix2 } from '../model/gates'
import { LOGIC, type TrajectoryProgram, type TrajectoryStep } from '../model/trajectory'
import { indexer, usedClbits } from './statevector'

/** Position = TrajectoryCode in native/trajectories/sample.h. */
const TRAJECTORY_CODES: readonly TrajectoryStep['kind'][] = [
  'gate',
  'measure',
  'reset',
  'pauli1',
  'pauli2',
  'damp',
  'logic',
]

/** Qubits a, b and c; for a logic step the number of its operation and the slot that it reads. */
function operands(step: TrajectoryStep, slot: ReadonlyMap<number, number>): readonly number[] {
  if (step.kind !== 'logic') return [step.target, ...others(step)]
  return [LOGIC.indexOf(step.logic), ...(step.from === null ? [] : [slot.get(step.from)!])]
}

function others(step: TrajectoryStep): readonly number[] {
  if (step.kind === 'gate') return step.controls
  return step.kind === 'pauli2' ? [step.other] : []
}

function ratesOf(step: TrajectoryStep): readonly number[] {
  switch (step.kind) {
    case 'measure':
      return step.flips
    case 'pauli1':
      return [step.px, step.py, step.pz]
    case 'pauli2':
      return [step.p]
    case 'damp':
      return [step.gamma]
    default:
      return []
  }
}

/** `clbit_of[slot]` is the classical bit that a slot stands for. */
export function encodeTrajectories({ qubits, steps }: TrajectoryProgram): EncodedTrajectories & { clbit_of: number[] } {
  const clbit_of = usedClbits(steps)
  const slot = new Map(clbit_of.map((clbit, at) => [clbit, at]))
  const matrices = indexer<Matrix2>()
  const conditions = indexer<RequiredBits>()
  const ops = new Int32Array(6 * steps.length)
  const rates = new Float64Array(3 * steps.length)
  steps.forEach((step, i) => {
    const [a, b = -1, c = -1] = operands(step, slot) as [number, number?, number?]
    const index = step.kind === 'gate' ? matrices.of(step.matrix) : 'clbit' in step ? slot.get(step.clbit)! : 0
    const condition = step.condition === null ? -1 : conditions.of(step.condition)
    ops.set([TRAJECTORY_CODES.indexOf(step.kind), a, b, c, index, condition], 6 * i)
    rates.set(ratesOf(step), 3 * i)
  })
  const terms = conditions
    .all()
    .flatMap(condition => [condition.length, ...condition.map(({ clbit, value }) => 2 * slot.get(clbit)! + value)])
  return {
    qubits,
    slots: clbit_of.length,
    ops,
    rates,
    clbit_of,
    matrices: Float64Array.from(matrices.all().flat()),
    conditions: Int32Array.from(terms),
  }
}
