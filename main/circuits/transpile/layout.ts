/** Where each qubit starts, and the routed circuit that follows: an embedding if there is one, else the best of trials. */
import { AppError } from '../../contract/model/errors'
import { type Dag, dagOf } from './mapping/dependency-graph'
import { type Distances, distancesOf } from './mapping/distance'
import { embed, siteCost } from './mapping/subgraph-embedding'
import type { Interaction } from './interaction'
import type { Lattice } from './model/coupling-graph'
import type { Op } from './model/result'
import { place } from './mapping/greedy-layout'
import { type Random, seededRandom } from './mapping/seeded-random'
import { type Routing, route, type Style } from './mapping/sabre'
import { czUses, fuse, onSites } from './mapping/swap-synthesis'

export interface LaidOut {
  /** Site of each qubit at the start. */
  readonly start: Int32Array
  readonly end: Int32Array
  /** On sites; SWAPs not yet written as CZ. */
  readonly ops: readonly Op[]
  readonly swaps: number
  readonly optimal: boolean
}

/** Trials differ in how much errors count against the number of SWAPs. */
const ERROR_SHARES = [0.5, 0.9, 0]
/** A negative share rewards SWAPs beside a CZ of the same pair: good where every pair meets, as in a QFT. */
const STYLES: readonly Style[] = [
  { own: 1, fused: 1 / 3 },
  { own: 0.5, fused: -1 },
  { own: 0.5, fused: 1 / 3 },
]
const MOST_TRIALS = 24
/** Operations times qubits in all trials together, about: large circuits get fewer trials. */
const TRIAL_WORK = 800_000
const REFINEMENTS = 2

export function* layOut(
  ops: readonly Op[],
  use: Interaction,
  lattice: Lattice,
  seed: number,
): Generator<void, LaidOut> {
  refuseTooLarge(use, lattice)
  const dag = yield* dagOf(ops)
  const embedding = yield* embed(use, lattice)
  if (embedding.best) {
    const start = withAlone(embedding.best.sites, use, lattice)
    const routing = yield* route(dag, start, lattice, distancesOf(lattice, 0), seededRandom(seed), STYLES[0]!)
    return { ...(yield* laidOut(ops, start, routing, lattice)), optimal: embedding.complete }
  }
  return yield* bestTrial(ops, dag, use, lattice, seed)
}

function* bestTrial(
  ops: readonly Op[],
  dag: Dag,
  use: Interaction,
  lattice: Lattice,
  seed: number,
): Generator<void, LaidOut> {
  const part = partFor(use, lattice)
  const distances = ERROR_SHARES.map(share => distancesOf(lattice, share))
  const meetings = ops.filter(op => op.kind === 'cz')
  const forward = yield* dagOf(meetings)
  const backward = yield* dagOf(meetings.toReversed())
  const trials = Math.max(1, Math.min(MOST_TRIALS, Math.floor(TRIAL_WORK / (ops.length * use.size))))
  let best: { laid: LaidOut; cost: number } | null = null
  for (let trial = 0; trial < trials; trial++) {
    const random = seededRandom(seed + trial * 7_919)
    const ways = distances[trial % distances.length]!
    const style = STYLES[(trial + Math.floor(trial / distances.length)) % STYLES.length]!
    const grown = yield* place(use, lattice, ways, part, random)
    const start = yield* refine(withAlone(grown, use, lattice), forward, backward, lattice, ways, random, style)
    const routing = yield* route(dag, start, lattice, ways, random, style)
    const laid = { ...(yield* laidOut(ops, start, routing, lattice)), optimal: false }
    const cost = costOf(laid.ops, lattice)
    if (best === null || cost < best.cost) best = { laid, cost }
  }
  return best!.laid
}

/** Routing there and back again leaves the qubits where the first gates want them (SABRE, section 4.3). */
function* refine(
  start: Int32Array,
  forward: Dag,
  backward: Dag,
  lattice: Lattice,
  ways: Distances,
  random: Random,
  style: Style,
): Generator<void, Int32Array> {
  let sites = start
  for (let round = 0; round < REFINEMENTS; round++) {
    const there = yield* route(forward, sites, lattice, ways, random, style)
    const back = yield* route(backward, there.sites, lattice, ways, random, style)
    sites = back.sites
  }
  return sites
}

function* laidOut(ops: readonly Op[], start: Int32Array, routing: Routing, lattice: Lattice) {
  const placed = onSites(ops, routing.order, start, lattice.qubits.length)
  return { start, end: routing.sites, ops: yield* fuse(placed), swaps: routing.swaps }
}

/** -ln of what the two-qubit gates and readouts leave; one-qubit gates hardly differ between trials. */
function costOf(ops: readonly Op[], lattice: Lattice): number {
  return ops.reduce((sum, op) => {
    if (op.kind === 'measure') return sum + lattice.readoutCost[op.qubit]!
    return 'a' in op ? sum + czUses(op) * lattice.cz(op.a, op.b)! : sum
  }, 0)
}

/** Qubits that meet nobody take what is best for them among the free sites, the most measured first. */
function withAlone(placed: Int32Array, use: Interaction, lattice: Lattice): Int32Array {
  const sites = placed.slice()
  const free = new Set(lattice.qubits.keys())
  for (const site of sites) free.delete(site)
  const alone = use.alone.toSorted((a, b) => use.readouts[b]! - use.readouts[a]! || use.turns[b]! - use.turns[a]!)
  for (const qubit of alone) {
    const cost = (site: number) => siteCost(use, lattice, qubit, site)
    const site = [...free].reduce((best, one) => (cost(one) < cost(best) ? one : best))
    sites[qubit] = site
    free.delete(site)
  }
  return sites
}

const refuse = (message: string, details: Record<string, unknown>) =>
  new AppError('invalid_request', message, details, [{ pointer: '/circuit/num_qubits', message }])

function refuseTooLarge({ size }: Interaction, { qubits, target }: Lattice): void {
  if (size <= qubits.length) return
  throw refuse(
    `The circuit acts on ${size} qubits; ${target.device_id} has ${qubits.length} that work under calibration ${target.calibration_id}.`,
    { qubits: size, usable_qubits: qubits.length },
  )
}

/** The part of the device that holds all qubits which meet; states cannot cross from one part to another. */
function partFor({ size, alone }: Interaction, { parts, target }: Lattice): readonly number[] {
  const meeting = size - alone.length
  const largest = parts[0]!
  if (meeting <= largest.length) return largest
  throw refuse(
    `The circuit entangles ${meeting} qubits; the largest connected region of ${target.device_id} has ${largest.length} that work under calibration ${target.calibration_id} (its working qubits form ${parts.length} regions).`,
    { qubits: meeting, connected_qubits: largest.length, regions: parts.length },
  )
}
