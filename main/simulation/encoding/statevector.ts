import type { CircuitStep, PreparedCircuit } from '../model/circuit'
import type { RequiredBits } from '../model/condition'
import type { EncodedStatevector } from '../model/encoded'
import type { Matrix2 } from '../model/gates'

/** Position = CircuitCode in native/statevector/circuit.h. */
const CIRCUIT_CODES: readonly CircuitStep['kind'][] = ['gate', 'measure', 'reset']

/** Numbers things in the order in which they first come. */
export function indexer<Thing>() {
  const numbers = new Map<Thing, number>()
  return {
    of(thing: Thing): number {
      const known = numbers.get(thing)
      if (known !== undefined) return known
      numbers.set(thing, numbers.size)
      return numbers.size - 1
    },
    all: () => [...numbers.keys()],
  }
}

/** A step that writes a bit, or reads some. */
interface BitUser {
  readonly kind: string
  readonly clbit?: number
  readonly from?: number | null
  readonly condition: RequiredBits | null
}

/** Classical bits in use, ascending; each is a slot. A bit that is only read has a slot too, and stays 0. */
export function usedClbits(steps: readonly BitUser[]): number[] {
  const used = new Set<number>()
  for (const step of steps) {
    if (step.clbit !== undefined) used.add(step.clbit)
    if (typeof step.from === 'number') used.add(step.from)
    for (const { clbit } of step.condition ?? []) used.add(clbit)
  }
  return [...used].sort((a, b) => a - b)
}

/** Measurements write into slots. */
export function encodeCircuit({ qubits, clbits, steps }: PreparedCircuit): EncodedStatevector {
  const clbit_of = usedClbits(steps)
  const slot = new Map(clbit_of.map((clbit, at) => [clbit, at]))
  const matrices = indexer<Matrix2>()
  const conditions = indexer<RequiredBits>()
  const ops = new Int32Array(6 * steps.length)
  steps.forEach((step, i) => {
    const [first = -1, second = -1] = step.kind === 'gate' ? step.controls : []
    const index = step.kind === 'gate' ? matrices.of(step.matrix) : step.kind === 'measure' ? slot.get(step.clbit)! : 0
    const condition = step.condition === null ? -1 : conditions.of(step.condition)
    ops.set([CIRCUIT_CODES.indexOf(step.kind), step.target, first, second, index, condition], 6 * i)
  })
  const terms = conditions
    .all()
    .flatMap(condition => [condition.length, ...condition.map(({ clbit, value }) => 2 * slot.get(clbit)! + value)])
  return {
    engine: 'statevector',
    qubits,
    slots: clbit_of.length,
    ops,
    clbit_of,
    clbits,
    matrices: Float64Array.from(matrices.all().flat()),
    conditions: Int32Array.from(terms),
  }
}
