import { clbitsOf } from '../circuits/validate'
import type { Backend } from '../contract/backends'
import type { Fault } from '../contract/errors'
import type { Circuit, TranspiledCircuit } from '../contract/jobs'
import type { CircuitEngine } from './engines'
import type { Executor, Planned } from './executor'

/** Fits circuits to the backend's chiplets. */
export interface Transpiler {
  /** Why no chiplet can take it, as far as that is quick to tell; empty when one can. */
  refuse(planned: Planned, at: string): Fault[]
  /** Throws AppError where none has room after all. */
  fit(circuit: Circuit, backend: Backend): TranspiledCircuit | Promise<TranspiledCircuit>
}

export interface SimulatedParts {
  readonly ideal: CircuitEngine
  /** With the noise of the backend's current calibration; null while there is none: it is then refused on mocks. */
  readonly noisy: CircuitEngine | null
}

/** Bits of all shots that the engines count in memory. */
const MAX_OUTCOME_BITS = 2 ** 28

/** The free counterpart of a device: the circuit as it was submitted, noiseless unless calibrated noise is asked for. */
export function mockExecutor({ ideal, noisy }: SimulatedParts): Executor {
  return {
    refuse: (planned, at) => [...outcomeFaults(planned, at), ...engineFaults(planned, at, ideal, noisy)],
    execute: order => (order.options.noise === 'calibrated' && noisy ? noisy : ideal).run(order),
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
      return [...outcomeFaults(planned, at), ...(unfit.length > 0 ? unfit : engine.refuse(planned, at))]
    },
    async execute(order) {
      const transpiled = (await transpiler?.fit(order.circuit, order.backend)) ?? null
      order.signal.throwIfAborted()
      const placed = transpiled ? { ...order, circuit: transpiled.circuit } : order
      const outcome = await engine.run(placed)
      return { ...outcome, transpiled }
    },
  }
}

function engineFaults(planned: Planned, at: string, ideal: CircuitEngine, noisy: CircuitEngine | null): Fault[] {
  if (planned.options.noise === 'none') return ideal.refuse(planned, at)
  if (noisy) return noisy.refuse(planned, at)
  return [{ pointer: '/options/noise', message: 'calibrated noise is not available here: no engine for it is loaded' }]
}

function outcomeFaults({ circuit, shots }: Planned, at: string): Fault[] {
  const clbits = clbitsOf(circuit)
  if (clbits * shots <= MAX_OUTCOME_BITS) return []
  const most = Math.floor(MAX_OUTCOME_BITS / clbits)
  return [{ pointer: '/shots', message: `${clbits} classical bits (${at}) allow at most ${most} shots` }]
}
