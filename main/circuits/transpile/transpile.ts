/** A circuit for a device, step by step. */
import type { RoutingChoice } from '../../contract/jobs/submit'
import { clbitsOf } from '../model/classical-bits'
import type { Decomposed } from './decompose'
import { decomposeRows } from './decompose-rows'
import { emit } from './emit'
import { givenLayout } from './mapping/given-layout'
import { interactionOf } from './mapping/interaction-graph'
import { type LayoutOptions, layoutAndRoute, type RoutedCircuit, refuseTooLarge } from './mapping/layout'
import { expandSwaps } from './mapping/swap-synthesis'
import { couplingGraphOf } from './model/coupling-graph'
import { type Op, onQubits, type SourceCircuit } from './model/operations'
import type { NativeGates, NativeInstruction, Transpiled } from './model/result'
import type { Target } from './model/target'
import { durationsOn, predictSuccess } from './predict-success'
import { alap, scheduleDepth, sortedByStart } from './schedule'
import { simplify } from './simplify'

export interface TranspileOptions {
  /** 0 .. 2^53 - 1; the same circuit, target and seed give the same result. 0 unless given. */
  readonly seed?: number | undefined
  /**
   * Device qubit of each qubit of the circuit; those of unused qubits are ignored. Left out: the circuit's own qubits
   * if they are physical, else chosen by the calibration.
   */
  readonly layout?: readonly number[] | undefined
  /** Left out: `swaps`; `none` for physical qubits without a `layout`. */
  readonly routing?: RoutingChoice | undefined
  /** Called once in a bounded number of steps; throws where the work is to end. */
  readonly checkpoint?: (() => void) | undefined
}

/**
 * The circuit on the target's qubits and couplings, in native gates, with start times. `circuit` is validated before,
 * and its loops are unrolled (`unrollLoops`). Throws `invalid_request` at /circuit/num_qubits when it acts on more
 * qubits than work, or entangles more than any connected region has; at /options/routing when it is `none` and no
 * layout without SWAPs is found; where the layout is given, at a qubit that does not work, and at a gate whose qubits
 * have no coupling or, with SWAPs, are in different regions.
 */
export const transpile = (circuit: SourceCircuit, target: Target, options: TranspileOptions = {}): Transpiled =>
  transpileRows([circuit], target, options)

/**
 * The same for circuits that differ in their angles only: all get the same layout, SWAPs, pulses and times. An rz whose
 * angle differs has one param for each circuit, see `instructionsOfRow`.
 */
export function transpileRows(
  circuits: readonly SourceCircuit[],
  target: Target,
  { seed = 0, layout, routing, checkpoint = () => undefined }: TranspileOptions = {},
): Transpiled {
  const circuit = circuits[0]!
  const graph = couplingGraphOf(target)
  const decomposed = decomposeRows(circuits, checkpoint)
  const compacted = compact({ ...decomposed, ops: simplify(decomposed.ops, checkpoint) }, circuit)
  const use = interactionOf(compacted.ops, compacted.size)
  const { physical_qubits } = circuit
  const how = routing ?? (physical_qubits && !layout ? 'none' : 'swaps')
  refuseTooLarge(use, graph)
  const start = layout || physical_qubits ? givenLayout(circuit, compacted, { graph, layout, routing: how }) : null
  const laid = layoutAndRoute(compacted.ops, use, { graph, seed, start, routing: how, checkpoint })
  const simplified = { ...laid, ops: simplify(expandSwaps(laid.ops), checkpoint) }
  return finished(simplified, compacted, { graph, seed, checkpoint })
}

interface Compacted {
  readonly ops: readonly Op[]
  readonly size: number
  /** Qubit of the source for each compacted qubit. */
  readonly used: readonly number[]
  /** Per qubit of the source: which compacted qubit is it at the start and at the end; null if never used. */
  readonly first: readonly (number | null)[]
  readonly last: readonly (number | null)[]
  readonly num_clbits: number
}

/** Only qubits that an instruction names (barriers aside) need a site of the device. */
function compact({ ops, renamed }: Decomposed, circuit: SourceCircuit): Compacted {
  const named = new Set<number>()
  for (const { name, qubits } of circuit.instructions)
    if (name !== 'barrier') for (const qubit of qubits) named.add(qubit)
  // A SWAP may carry a state on the name of a qubit that nothing else uses.
  const used = [...named].sort((a, b) => a - b)
  const index = new Map(used.map((qubit, at) => [qubit, at]))
  const at = (qubit: number) => index.get(qubit) ?? null
  const moved = ops.flatMap((op): Op[] => {
    if ('qubits' in op) {
      const qubits = op.qubits.flatMap(q => index.get(q) ?? [])
      return qubits.length > 0 ? [{ ...op, qubits }] : []
    }
    return [onQubits(op, qubit => index.get(qubit)!)]
  })
  const [first, last] = [renamed.map((_, qubit) => at(qubit)), renamed.map(at)]
  return { ops: moved, size: used.length, used, first, last, num_clbits: clbitsOf(circuit) }
}

/** The native gates of the CZs where the device makes them of other gates; nothing where every CZ is native. */
function nativeGates(instructions: readonly NativeInstruction[], { couplings }: Target): NativeGates {
  const made = new Map(
    couplings.map(({ a, b, native_gate, native_uses }) => [`${a} ${b}`, { native_gate, native_uses }]),
  )
  const czs = instructions.filter(({ name }) => name === 'cz')
  const used = czs.map(({ qubits }) => made.get(`${Math.min(...qubits)} ${Math.max(...qubits)}`)!)
  const names = [...new Set(used.flatMap(({ native_gate }) => native_gate ?? []))].sort()
  if (names.length === 0) return {}
  return {
    native_two_qubit_count: used.reduce((sum, { native_uses = 1 }) => sum + native_uses, 0),
    native_two_qubit_gates: used.some(({ native_gate }) => native_gate === undefined) ? ['cz', ...names] : names,
  }
}

function finished(
  laid: RoutedCircuit,
  { first, last, num_clbits }: Compacted,
  { graph, seed, checkpoint }: Pick<LayoutOptions, 'graph' | 'seed' | 'checkpoint'>,
): Transpiled {
  const emitted = emit(laid.ops, graph, checkpoint)
  const schedule = alap(emitted, { length: durationsOn(graph), latency_ns: graph.target.feedforward_ns }, checkpoint)
  const { instructions, start_ns } = sortedByStart(emitted, schedule)
  const predicted = predictSuccess(instructions, { schedule: { start_ns }, device: graph, checkpoint })
  const physical = (sites: Int32Array) => (qubit: number | null) =>
    qubit === null ? null : graph.qubits[sites[qubit]!]!.qubit
  return {
    circuit: { num_qubits: graph.target.num_qubits, num_clbits, instructions },
    initial_layout: first.map(physical(laid.start)),
    final_layout: last.map(physical(laid.end)),
    swap_count: laid.swaps,
    cz_count: instructions.filter(({ name }) => name === 'cz').length,
    ...nativeGates(instructions, graph.target),
    ...(graph.target.t2_is_limit ? { success_is_bound: true as const } : {}),
    depth: scheduleDepth(instructions, checkpoint),
    duration_ns: schedule.duration_ns,
    expected_success: Object.values(predicted).reduce((product, factor) => product * factor, 1),
    predicted,
    start_ns,
    calibration_id: graph.target.calibration_id,
    layout_is_optimal: laid.optimal,
    seed,
  }
}
