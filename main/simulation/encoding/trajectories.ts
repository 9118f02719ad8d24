import type { Condition } from '../model/circuit'
import { bitsInUse, numbering } from './statevector'
import type { Matrix2 } from '../gates'
import { LOGIC, type TrajectoryProgram, type TrajectoryStep } from '../model/trajectory'

/** A program as the addon takes it; see native/addon_trajectory.cc. */
export interface EncodedTrajectories {
  readonly qubits: number
  readonly slots: number
  /** Six integers an op: code, a (of logic which one), b (of logic the slot it reads), c, matrix or slot, condition; -1 for none. */
  readonly ops: Int32Array
  /** Three numbers an op. */
  readonly rates: Float64Array
  /** Eight numbers a matrix. */
  readonly matrices: Float64Array
  /** For each condition its number of terms, then 2 × slot + value of each. */
  readonly conditions: Int32Array
}

/** With the width of the result, and the classical bit that each slot stands for. */
export type EncodedCounting = EncodedTrajectories & { readonly clbit_of: readonly number[]; readonly clbits: number }

/** Position = TrajectoryCode in native/trajectory.h. */
const CODES: readonly TrajectoryStep['kind'][] = ['gate', 'measure', 'reset', 'pauli1', 'pauli2', 'damp', 'logic']

/** Qubits a, b and c; of logic what stands in their places. */
function places(step: TrajectoryStep, slot: ReadonlyMap<number, number>): readonly number[] {
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
  const clbit_of = bitsInUse(steps)
  const slot = new Map(clbit_of.map((clbit, at) => [clbit, at]))
  const matrices = numbering<Matrix2>()
  const conditions = numbering<Condition>()
  const ops = new Int32Array(6 * steps.length)
  const rates = new Float64Array(3 * steps.length)
  steps.forEach((step, i) => {
    const [a, b = -1, c = -1] = places(step, slot) as [number, number?, number?]
    const index = step.kind === 'gate' ? matrices.of(step.matrix) : 'clbit' in step ? slot.get(step.clbit)! : 0
    const condition = step.condition === null ? -1 : conditions.of(step.condition)
    ops.set([CODES.indexOf(step.kind), a, b, c, index, condition], 6 * i)
    rates.set(ratesOf(step), 3 * i)
  })
  const terms = conditions
    .all()
    .flatMap(condition => [condition.length, ...condition.map(({ clbit, value }) => 2 * slot.get(clbit)! + value)])
  return {
    ...{ qubits, slots: clbit_of.length, ops, rates, clbit_of },
    matrices: Float64Array.from(matrices.all().flat()),
    conditions: Int32Array.from(terms),
  }
}
