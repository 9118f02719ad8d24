/** A circuit for a device, step by step. */
import { clbitsOf } from '../model/validate'
import { type Decomposed, decompose } from './decompose'
import { emit } from './emit'
import { interactionOf } from './interaction'
import { type Lattice, latticeOf } from './model/coupling-graph'
import { type LaidOut, layOut } from './layout'
import type { Op, SourceCircuit, Transpiled } from './model/result'
import { lengthsOn, predict } from './predict-success'
import { alap, depthOf, inTime } from './schedule'
import { simplify } from './simplify'
import { expandSwaps } from './mapping/swap-synthesis'
import type { Target } from './model/target'

export interface TranspileOptions {
  /** 0 .. 2^53 - 1; the same circuit, target and seed give the same result. 0 unless given. */
  readonly seed?: number | undefined
}

/**
 * The circuit on the target's qubits and couplings, in native gates, with start times. `circuit` is validated before.
 * Throws `invalid_request` at /circuit/num_qubits when it acts on more qubits than work, or entangles more than any
 * connected region has. Runs to the end at once: `transpiling` is the same in pieces.
 */
export function transpile(circuit: SourceCircuit, target: Target, options: TranspileOptions = {}): Transpiled {
  const work = transpiling(circuit, target, options)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** As `transpile`; yields every millisecond or so of work, for a caller that must let others run. */
export function* transpiling(
  circuit: SourceCircuit,
  target: Target,
  { seed = 0 }: TranspileOptions = {},
): Generator<void, Transpiled> {
  const lattice = latticeOf(target)
  const decomposed = yield* decompose(circuit)
  const compacted = compact({ ...decomposed, ops: yield* simplify(decomposed.ops) }, circuit)
  const use = interactionOf(compacted.ops, compacted.size)
  const laid = yield* layOut(compacted.ops, use, lattice, seed)
  const ops = yield* simplify(expandSwaps(laid.ops))
  return yield* finished(ops, laid, compacted, lattice, seed)
}

interface Compacted {
  readonly ops: readonly Op[]
  readonly size: number
  /** Per qubit of the source: which compacted qubit is it at the start and at the end; null if never used. */
  readonly first: readonly (number | null)[]
  readonly last: readonly (number | null)[]
  readonly num_clbits: number
}

/** Only qubits that an instruction names (barriers aside) need a place on the device. */
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
    if ('qubit' in op) return [{ ...op, qubit: index.get(op.qubit)! }]
    return [{ ...op, a: index.get(op.a)!, b: index.get(op.b)! }]
  })
  const [first, last] = [renamed.map((_, qubit) => at(qubit)), renamed.map(at)]
  return { ops: moved, size: used.length, first, last, num_clbits: clbitsOf(circuit) }
}

function* finished(
  ops: readonly Op[],
  laid: LaidOut,
  { first, last, num_clbits }: Compacted,
  lattice: Lattice,
  seed: number,
): Generator<void, Transpiled> {
  const emitted = yield* emit(ops, lattice)
  yield
  const schedule = yield* alap(emitted, lengthsOn(lattice))
  const { instructions, start_ns } = inTime(emitted, schedule)
  yield
  const predicted = yield* predict(instructions, { start_ns }, lattice)
  const physical = (sites: Int32Array) => (qubit: number | null) =>
    qubit === null ? null : lattice.qubits[sites[qubit]!]!.qubit
  yield
  return {
    circuit: { num_qubits: lattice.target.num_qubits, num_clbits, instructions },
    initial_layout: first.map(physical(laid.start)),
    final_layout: last.map(physical(laid.end)),
    swap_count: laid.swaps,
    cz_count: instructions.filter(({ name }) => name === 'cz').length,
    depth: yield* depthOf(instructions),
    duration_ns: schedule.duration_ns,
    expected_success: Object.values(predicted).reduce((product, factor) => product * factor, 1),
    predicted,
    start_ns,
    calibration_id: lattice.target.calibration_id,
    layout_is_optimal: laid.optimal,
    seed,
  }
}
