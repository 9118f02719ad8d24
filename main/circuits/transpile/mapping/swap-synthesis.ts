/** The routed circuit on sites, its SWAPs merged with a CZ on the same pair where there is one, then written as CZ. */
import { type CzOp, OPS_PER_PAUSE, type Op, qubitsOf, type SwapOp } from '../model/result'
import type { Routed } from './sabre'
import { TURNS } from '../model/rotation'

/** The operations in routed order, each on the sites where its qubits then are. */
export function onSites(ops: readonly Op[], order: readonly Routed[], start: Int32Array, sites: number): Op[] {
  const site = start.slice()
  const holder = new Int32Array(sites).fill(-1)
  start.forEach((at, qubit) => {
    holder[at] = qubit
  })
  return order.map(routed => {
    if (typeof routed === 'number') return placed(ops[routed]!, site)
    const [p, q] = routed
    const [one, other] = [holder[p]!, holder[q]!]
    holder[p] = other
    holder[q] = one
    if (one >= 0) site[one] = q
    if (other >= 0) site[other] = p
    return { kind: 'swap', a: p, b: q }
  })
}

function placed(op: Op, site: Int32Array): Op {
  if ('qubits' in op) return { ...op, qubits: op.qubits.map(q => site[q]!) }
  if ('qubit' in op) return { ...op, qubit: site[op.qubit]! }
  return { ...op, a: site[op.a]!, b: site[op.b]! }
}

/** What happened last on a site: the pair operation (index, -1 for none) and the one-qubit gates since. */
interface Trail {
  readonly pair: number
  readonly turns: number[]
}
const NO_TRAIL: Trail = { pair: -1, turns: [] }

class Fuser {
  readonly ops: (Op | null)[] = []
  private readonly trails = new Map<number, Trail>()

  take(op: Op): void {
    if (op.kind === 'turn') {
      this.trail(op.qubit).turns.push(this.ops.length)
      this.ops.push(op)
    } else if (op.kind === 'swap' || op.kind === 'cz') this.pair(op)
    else {
      for (const qubit of qubitsOf(op)) this.trails.delete(qubit)
      this.ops.push(op)
    }
  }

  private trail(qubit: number): Trail {
    const trail = this.trails.get(qubit) ?? { pair: NO_TRAIL.pair, turns: [] }
    this.trails.set(qubit, trail)
    return trail
  }

  /** One-qubit gates between the two slide through the SWAP and change qubits: swap·(U ⊗ V) = (V ⊗ U)·swap. */
  private pair(op: CzOp | SwapOp): void {
    const { a, b } = op
    const [one, other] = [this.trail(a), this.trail(b)]
    const earlier = one.pair >= 0 && one.pair === other.pair ? this.ops[one.pair]! : null
    if (earlier && fuses(earlier, op)) {
      this.move(one.turns, b)
      this.move(other.turns, a)
      if (op.kind === 'swap') {
        // The SWAP goes back to the CZ: what came between now follows both.
        this.ops[one.pair] = { kind: 'czswap', a, b }
        this.trails.set(a, { pair: one.pair, turns: other.turns })
        this.trails.set(b, { pair: one.pair, turns: one.turns })
        return
      }
      // The SWAP comes forward to the CZ: what came between now precedes both.
      this.ops[one.pair] = null
    }
    for (const qubit of [a, b]) this.trails.set(qubit, { pair: this.ops.length, turns: [] })
    this.ops.push(earlier && fuses(earlier, op) ? { kind: 'czswap', a, b } : op)
  }

  private move(turns: readonly number[], qubit: number): void {
    for (const index of turns) this.ops[index] = { ...(this.ops[index] as Op & { kind: 'turn' }), qubit }
  }
}

const fuses = (earlier: Op, later: Op): boolean =>
  (earlier.kind === 'swap' && later.kind === 'cz' && later.condition === null) ||
  (earlier.kind === 'cz' && earlier.condition === null && later.kind === 'swap')

/** A CZ and a SWAP of the same pair take two CZ together, four apart. */
export function* fuse(ops: readonly Op[]): Generator<void, Op[]> {
  const fuser = new Fuser()
  for (const [index, op] of ops.entries()) {
    if (index % OPS_PER_PAUSE === 0) yield
    fuser.take(op)
  }
  return fuser.ops.filter(op => op !== null)
}

/** CZ that an operation takes. */
export const czUses = ({ kind }: Op): number => ({ cz: 1, czswap: 2, swap: 3 })[kind as string] ?? 0

/** swap = (h ⊗ h) cz, three times over; one cz less and it is swap·cz. */
export function expandSwaps(ops: readonly Op[]): Op[] {
  return ops.flatMap((op): Op[] => {
    if (op.kind !== 'swap' && op.kind !== 'czswap') return [op]
    const { a, b } = op
    const turns = [a, b].map((qubit): Op => ({ kind: 'turn', qubit, turn: TURNS.h!.turn(), condition: null }))
    const cz: Op = { kind: 'cz', a, b, condition: null }
    return [...turns, cz, ...turns, cz, ...turns, ...(op.kind === 'swap' ? [cz] : [])]
  })
}
