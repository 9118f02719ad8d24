import type { Backend } from '../contract/backends/catalogue'
import type { Fault } from '../contract/model/errors'
import type { Circuit, TranspiledCircuit } from '../contract/jobs'
import { MAX_OUTCOME_BITS } from '../simulation/model/circuit'
import type { CircuitEngine } from './engines'
import { type Executor, knownOf, type Order, type Outcome, orderOf, type Planned } from './model/executor'

/** Fits circuits to the backend's chiplets. */
export interface Transpiler {
  /** Why no chiplet can take it, as far as that is quick to tell; empty when one can. */
  refuse(planned: Planned, at: string): Fault[]
  /** Throws AppError where none has room after all. */
  fit(circuit: Circuit, backend: Backend): TranspiledCircuit | Promise<TranspiledCircuit>
  /** The same for a circuit that is too large to be read here; left out: all are read. */
  fitLarge?(json: Uint8Array, backend: Backend, signal: AbortSignal): Promise<FittedJson>
}

/** JSON of the TranspiledCircuit, and of the circuit in it. */
export interface FittedJson {
  readonly transpiled: Uint8Array
  readonly circuit: Uint8Array
}

export interface SimulatedParts {
  readonly ideal: CircuitEngine
  /** With the noise of the backend's current calibration; null while there is none: it is then refused on mocks. */
  readonly noisy: CircuitEngine | null
}

/** Bytes of bitstrings that counts may come to: they are counted, stored and sent in one piece. */
export const MAX_RESULT_BYTES = 2 ** 26

/** The free counterpart of a device: the circuit as it was submitted, noiseless unless calibrated noise is asked for. */
export function mockExecutor({ ideal, noisy }: SimulatedParts): Executor {
  return {
    refuse: (planned, at) => joined(outcomeFaults(planned, at), engineFaults(planned, at, ideal, noisy)),
    execute: order => (order.options.noise === 'calibrated' && noisy ? noisy : ideal).run(order),
    repeat: async (order, executed) =>
      (executed.noise === 'calibrated' ? noisy : ideal)?.repeat?.(order, executed) ?? null,
  }
}

export interface SimulatedDeviceParts extends SimulatedParts {
  /** null while there is none: the circuit runs as submitted, and the job shows no transpiled one. */
  readonly transpiler: Transpiler | null
}

/**
 * Stands for a device in a lab that says so; jobs and results are labelled simulated. Its noise is the calibration's
 * where there is an engine for it, and the result names what was applied.
 */
export function simulatedDevice({ ideal, noisy, transpiler }: SimulatedDeviceParts): Executor {
  const engine = noisy ?? ideal
  return {
    refuse: (planned, at) => {
      const unfit = transpiler?.refuse(planned, at) ?? []
      return joined(outcomeFaults(planned, at), unfit.length > 0 ? unfit : engine.refuse(planned, at))
    },
    async execute(order) {
      if (transpiler === null) return engine.run(order)
      const { placed, transpiled } = await place(transpiler, order)
      order.signal.throwIfAborted()
      return { ...(await engine.run(placed)), transpiled }
    },
    repeat: async (order, executed) => engine.repeat?.(order, executed) ?? null,
  }
}

const joined = (faults: Fault[], more: Fault[] | Promise<Fault[]>): Fault[] | Promise<Fault[]> =>
  more instanceof Promise ? more.then(found => [...faults, ...found]) : [...faults, ...more]

type Placement = Pick<Outcome, 'transpiled'> & { readonly placed: Order }

async function place(transpiler: Transpiler, order: Order): Promise<Placement> {
  const { backend, shots, seed, options, signal, onProgress, json } = order
  const rest = { backend, shots, seed, options, signal, onProgress }
  if (transpiler.fitLarge && json instanceof Uint8Array) {
    const { transpiled, circuit } = await transpiler.fitLarge(json, backend, signal)
    return { transpiled, placed: orderOf(circuit, rest) }
  }
  const transpiled = await transpiler.fit(order.circuit, backend)
  return { transpiled, placed: { ...rest, circuit: transpiled.circuit } }
}

function engineFaults(planned: Planned, at: string, ideal: CircuitEngine, noisy: CircuitEngine | null) {
  if (planned.options.noise === 'none') return ideal.refuse(planned, at)
  if (noisy) return noisy.refuse(planned, at)
  return [{ pointer: '/options/noise', message: 'calibrated noise is not available here: no engine for it is loaded' }]
}

/** Bitstrings are as long as the highest classical bit says, and there are as many as the measured bits can make. */
function outcomeFaults(planned: Planned, at: string): Fault[] {
  const { shots } = planned
  const { clbits: length, written_clbits: written } = knownOf(planned)
  const bytes = Math.min(shots, 2 ** written) * length
  if (length * shots <= MAX_OUTCOME_BITS && bytes <= MAX_RESULT_BYTES) return []
  const few = 2 ** written * length <= MAX_RESULT_BYTES ? Math.floor(MAX_OUTCOME_BITS / length) : 0
  const most = Math.max(Math.floor(MAX_RESULT_BYTES / length), few)
  const message = `bitstrings of ${length} classical bits (${at}) can be counted for at most ${most} shots`
  return [{ pointer: '/shots', message }]
}
