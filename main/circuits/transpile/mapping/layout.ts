/**
 * Where each qubit starts, and the routed circuit from there: an embedding if one is found, else the best of trials.
 */
import type { RoutingChoice } from '../../../contract/jobs/submit'
import { AppError } from '../../../contract/model/errors'
import { seededRandom } from '../../model/seeded-random'
import type { CouplingGraph } from '../model/coupling-graph'
import type { Op } from '../model/operations'
import { type DependencyGraph, dependencyGraphOf } from './dependency-graph'
import { distancesOf } from './distance'
import { greedyLayout } from './greedy-layout'
import type { Interaction } from './interaction-graph'
import { type Routing, type RoutingWeights, routeBySabre, type SabreOptions } from './sabre'
import { embedSubgraph, siteCost } from './subgraph-embedding'
import { czCount, mergeSwapsWithCz, onSites } from './swap-synthesis'

export interface RoutedCircuit {
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
/** A negative `fused` rewards SWAPs after a CZ of the same pair: good where every pair has a gate, as in a QFT. */
const ROUTING_WEIGHTS: readonly RoutingWeights[] = [
  { own: 1, fused: 1 / 3 },
  { own: 0.5, fused: -1 },
  { own: 0.5, fused: 1 / 3 },
]
const MAX_TRIALS = 24
/** About the operations times qubits of all trials together: large circuits get fewer trials, at least one. */
const TRIAL_WORK = 800_000
const REFINEMENTS = 2

export interface LayoutOptions {
  readonly graph: CouplingGraph
  readonly seed: number
  /** Site of each qubit; null: to be found. */
  readonly start: Int32Array | null
  readonly routing: RoutingChoice
  readonly checkpoint: () => void
}

export function layoutAndRoute(ops: readonly Op[], use: Interaction, options: LayoutOptions): RoutedCircuit {
  const { graph, seed, start: given, routing: how, checkpoint } = options
  if (given && how === 'none') return unrouted(ops, given, graph)
  const dag = dependencyGraphOf(ops, checkpoint)
  if (given) return bestTrial({ ops, dag, use }, options)
  const embedding = embedSubgraph(use, graph, checkpoint)
  if (embedding.best) {
    const start = withIsolated(embedding.best.sites, use, graph)
    const [distances, random] = [distancesOf(graph, 0), seededRandom(seed)]
    const routing = routeBySabre(dag, start, { graph, distances, random, weights: ROUTING_WEIGHTS[0]!, checkpoint })
    return { ...laidOut(ops, { start, routing }, options), optimal: embedding.complete }
  }
  if (how === 'none') throw refuseUnrouted(graph)
  return bestTrial({ ops, dag, use }, options)
}

/** The operations on the sites that the caller gives; they need no SWAPs there. */
function unrouted(ops: readonly Op[], start: Int32Array, { qubits }: CouplingGraph): RoutedCircuit {
  const placed = onSites(ops, { order: [...ops.keys()], start, sites: qubits.length })
  return { start, end: start, ops: placed, swaps: 0, optimal: false }
}

function refuseUnrouted({ target }: CouplingGraph): AppError {
  const message = `no layout on ${target.device_id} was found that needs no SWAPs under calibration ${target.calibration_id}; leave options.routing out to have them inserted`
  return new AppError('invalid_request', message, { faults: [{ pointer: '/options/routing', message }] })
}

/** Operations, what each of them waits for, and which qubits meet. */
interface OpsToRoute {
  readonly ops: readonly Op[]
  readonly dag: DependencyGraph
  readonly use: Interaction
}

function bestTrial({ ops, dag, use }: OpsToRoute, options: LayoutOptions): RoutedCircuit {
  const { graph, seed, checkpoint } = options
  const part = options.start ? [] : partFor(use, graph)
  const distances = ERROR_SHARES.map(share => distancesOf(graph, share))
  const meetings = ops.filter(op => op.kind === 'cz')
  const directions = {
    forward: dependencyGraphOf(meetings, checkpoint),
    backward: dependencyGraphOf(meetings.toReversed(), checkpoint),
  }
  const trials = Math.max(1, Math.min(MAX_TRIALS, Math.floor(TRIAL_WORK / (ops.length * use.size))))
  let best: { laid: RoutedCircuit; cost: number } | null = null
  for (let trial = 0; trial < trials; trial++) {
    const routed: SabreOptions = {
      graph,
      distances: distances[trial % distances.length]!,
      random: seededRandom(seed + trial * 7_919),
      weights: ROUTING_WEIGHTS[(trial + Math.floor(trial / distances.length)) % ROUTING_WEIGHTS.length]!,
      checkpoint,
    }
    const start = options.start ?? refine(withIsolated(greedyLayout(use, part, routed), use, graph), directions, routed)
    const laid = { ...laidOut(ops, { start, routing: routeBySabre(dag, start, routed) }, options), optimal: false }
    const cost = costOf(laid.ops, graph)
    if (best === null || cost < best.cost) best = { laid, cost }
  }
  return best!.laid
}

/** Routing there and back again leaves the qubits where the first gates want them (SABRE, section 4.3). */
function refine(
  start: Int32Array,
  { forward, backward }: { readonly forward: DependencyGraph; readonly backward: DependencyGraph },
  options: SabreOptions,
): Int32Array {
  let sites = start
  for (let round = 0; round < REFINEMENTS; round++) {
    const there = routeBySabre(forward, sites, options)
    sites = routeBySabre(backward, there.sites, options).sites
  }
  return sites
}

function laidOut(
  ops: readonly Op[],
  { start, routing }: { readonly start: Int32Array; readonly routing: Routing },
  { graph, checkpoint }: LayoutOptions,
) {
  const placed = onSites(ops, { order: routing.order, start, sites: graph.qubits.length })
  return { start, end: routing.sites, ops: mergeSwapsWithCz(placed, checkpoint), swaps: routing.swaps }
}

/** -ln of the fidelity of all two-qubit gates and readouts; one-qubit gates hardly differ between trials. */
function costOf(ops: readonly Op[], graph: CouplingGraph): number {
  return ops.reduce((sum, op) => {
    if (op.kind === 'measure') return sum + graph.readoutCost[op.qubit]!
    return 'a' in op ? sum + czCount(op) * graph.cz(op.a, op.b)! : sum
  }, 0)
}

/** Each qubit without a CZ takes the free site that costs it least; the most measured qubits choose first. */
function withIsolated(placed: Int32Array, use: Interaction, graph: CouplingGraph): Int32Array {
  const sites = placed.slice()
  const free = new Set(graph.qubits.keys())
  for (const site of sites) free.delete(site)
  const isolated = use.isolated.toSorted(
    (a, b) => use.readouts[b]! - use.readouts[a]! || use.rotations[b]! - use.rotations[a]!,
  )
  for (const qubit of isolated) {
    const cost = (site: number) => siteCost(use, graph, qubit, site)
    const site = [...free].reduce((best, one) => (cost(one) < cost(best) ? one : best))
    sites[qubit] = site
    free.delete(site)
  }
  return sites
}

const refuse = (message: string, details: Record<string, unknown>) =>
  new AppError('invalid_request', message, { details, faults: [{ pointer: '/circuit/num_qubits', message }] })

export function refuseTooLarge({ size }: Interaction, { qubits, target }: CouplingGraph): void {
  if (size <= qubits.length) return
  throw refuse(
    `The circuit acts on ${size} qubits; ${target.device_id} has ${qubits.length} that work under calibration ${target.calibration_id}.`,
    { qubits: size, usable_qubits: qubits.length },
  )
}

/** The part of the device that holds all qubits with a CZ; states cannot cross from one part to another. */
function partFor({ size, isolated }: Interaction, { parts, target }: CouplingGraph): readonly number[] {
  const meeting = size - isolated.length
  const largest = parts[0]!
  if (meeting <= largest.length) return largest
  throw refuse(
    `The circuit entangles ${meeting} qubits; the largest connected region of ${target.device_id} has ${largest.length} that work under calibration ${target.calibration_id} (its working qubits form ${parts.length} regions).`,
    { qubits: meeting, connected_qubits: largest.length, regions: parts.length },
  )
}
