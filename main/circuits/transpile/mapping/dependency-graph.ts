/** Dependencies between operations: those that share a qubit or a classical bit keep their order. */
import { clbitsUsed, type Op, qubitsOfOp } from '../model/operations'

export interface DependencyGraph {
  readonly successors: readonly (readonly number[])[]
  /** How many operations each one directly follows: it is in the `successors` of so many. */
  readonly waits: Int32Array
  /** The two qubits that must be neighbours, null where none must. */
  readonly pairs: readonly (readonly [number, number] | null)[]
  /** 1 for each two-qubit gate and all operations on which one depends; the others may wait until these are routed. */
  readonly needed: Uint8Array
}

/** Numbers of the wires that an operation uses: qubit q is wire q, classical bit c is wire -1 - c. */
const wiresOf = (op: Op): number[] => [...new Set([...qubitsOfOp(op), ...clbitsUsed(op).map(bit => -1 - bit)])]

const pairOf = (op: Op): readonly [number, number] | null => (op.kind === 'cz' ? [op.a, op.b] : null)

/** Reads of one classical bit are kept in order too: simpler, and harmless. */
export function dependencyGraphOf(ops: readonly Op[], checkpoint: () => void): DependencyGraph {
  const last = new Map<number, number>()
  const successors: number[][] = ops.map(() => [])
  const waits = new Int32Array(ops.length)
  for (const [index, op] of ops.entries()) {
    checkpoint()
    const wires = wiresOf(op)
    const before = new Set(wires.flatMap(wire => last.get(wire) ?? []))
    for (const earlier of before) successors[earlier]!.push(index)
    waits[index] = before.size
    for (const wire of wires) last.set(wire, index)
  }
  const pairs = ops.map(pairOf)
  return { successors, waits, pairs, needed: neededOf(successors, pairs) }
}

function neededOf(successors: readonly (readonly number[])[], pairs: DependencyGraph['pairs']): Uint8Array {
  const needed = new Uint8Array(pairs.length)
  for (let index = pairs.length - 1; index >= 0; index--)
    if (pairs[index] || successors[index]!.some(next => needed[next] === 1)) needed[index] = 1
  return needed
}
