/** The routed circuit on sites, its SWAPs merged with a CZ on the same pair where there is one, then written as CZ. */
import { GATES } from '../../../contract/gates/gate-table'
import { type CzOp, type Op, onQubits, qubitsOfOp, type SwapOp } from '../model/operations'
import { rotationOf } from '../model/rotation'
import type { Routed } from './sabre'

/** The operations in routed order, each on the sites where its qubits then are. */
export function onSites(
  ops: readonly Op[],
  { order, start, sites }: { readonly order: readonly Routed[]; readonly start: Int32Array; readonly sites: number },
): Op[] {
  const site = start.slice()
  const qubitAt = new Int32Array(sites).fill(-1)
  start.forEach((at, qubit) => {
    qubitAt[at] = qubit
  })
  return order.map(routed => {
    if (typeof routed === 'number') return onQubits(ops[routed]!, qubit => site[qubit]!)
    const [p, q] = routed
    const [one, other] = [qubitAt[p]!, qubitAt[q]!]
    qubitAt[p] = other
    qubitAt[q] = one
    if (one >= 0) site[one] = q
    if (other >= 0) site[other] = p
    return { kind: 'swap', a: p, b: q }
  })
}

/** Last operations of a site: the pair operation (index, -1 for none) and the one-qubit gates since. */
interface Trail {
  readonly pair: number
  readonly rotations: number[]
}
const NO_TRAIL: Trail = { pair: -1, rotations: [] }

class Fuser {
  readonly ops: (Op | null)[] = []
  private readonly trails = new Map<number, Trail>()

  take(op: Op): void {
    if (op.kind === 'rotation') {
      this.trail(op.qubit).rotations.push(this.ops.length)
      this.ops.push(op)
    } else if (op.kind === 'swap' || op.kind === 'cz') this.pair(op)
    else {
      for (const qubit of qubitsOfOp(op)) this.trails.delete(qubit)
      this.ops.push(op)
    }
  }

  private trail(qubit: number): Trail {
    const trail = this.trails.get(qubit) ?? { pair: NO_TRAIL.pair, rotations: [] }
    this.trails.set(qubit, trail)
    return trail
  }

  /** One-qubit gates between the two slide through the SWAP and change qubits: swap·(U ⊗ V) = (V ⊗ U)·swap. */
  private pair(op: CzOp | SwapOp): void {
    const { a, b } = op
    const [one, other] = [this.trail(a), this.trail(b)]
    const earlier = one.pair >= 0 && one.pair === other.pair ? this.ops[one.pair]! : null
    if (earlier && fuses(earlier, op)) {
      this.move(one.rotations, b)
      this.move(other.rotations, a)
      if (op.kind === 'swap') {
        // The SWAP goes back to the CZ: what came between now follows both.
        this.ops[one.pair] = { kind: 'czswap', a, b }
        this.trails.set(a, { pair: one.pair, rotations: other.rotations })
        this.trails.set(b, { pair: one.pair, rotations: one.rotations })
        return
      }
      // The SWAP comes forward to the CZ: what came between now precedes both.
      this.ops[one.pair] = null
    }
    for (const qubit of [a, b]) this.trails.set(qubit, { pair: this.ops.length, rotations: [] })
    this.ops.push(earlier && fuses(earlier, op) ? { kind: 'czswap', a, b } : op)
  }

  private move(rotations: readonly number[], qubit: number): void {
    for (const index of rotations) this.ops[index] = { ...(this.ops[index] as Op & { kind: 'rotation' }), qubit }
  }
}

const fuses = (earlier: Op, later: Op): boolean =>
  (earlier.kind === 'swap' && later.kind === 'cz' && later.condition === null) ||
  (earlier.kind === 'cz' && earlier.condition === null && later.kind === 'swap')

/** A CZ and a SWAP of the same pair take two CZ together, four apart. */
export function mergeSwapsWithCz(ops: readonly Op[], checkpoint: () => void): Op[] {
  const fuser = new Fuser()
  for (const op of ops) {
    checkpoint()
    fuser.take(op)
  }
  return fuser.ops.filter(op => op !== null)
}

const HADAMARD = rotationOf(GATES.h!.rotations!([]))

/** CZ that an operation takes. */
export const czCount = ({ kind }: Op): number => ({ cz: 1, czswap: 2, swap: 3 })[kind as string] ?? 0

/** swap = (h ⊗ h) cz, three times over; one cz less and it is swap·cz. */
export function expandSwaps(ops: readonly Op[]): Op[] {
  return ops.flatMap((op): Op[] => {
    if (op.kind !== 'swap' && op.kind !== 'czswap') return [op]
    const { a, b } = op
    const rotations = [a, b].map((qubit): Op => ({ kind: 'rotation', qubit, rotations: [HADAMARD], condition: null }))
    const cz: Op = { kind: 'cz', a, b, condition: null }
    return [...rotations, cz, ...rotations, cz, ...rotations, ...(op.kind === 'swap' ? [cz] : [])]
  })
}
