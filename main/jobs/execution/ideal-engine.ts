import { engineFor } from '../../simulation/engine-choice'
import type { Simulator } from '../../simulation/model/simulator'
import type { StabilizerSimulator } from '../../simulation/model/stabilizer'
import { stabilizerProgram } from '../../simulation/stabilizer/program'
import type { Json } from '../../worker/json'
import { direct, type Runner } from '../../worker/runner'
import {
  type CircuitRequest,
  circuitFactsOf,
  type ExecutionOptions,
  type ExecutionRequest,
  type ExecutionResult,
} from '../model/executor'
import { type JobTasks, jobTasks } from '../tasks/registry'
import { type CircuitEngine, callbacksOf, jsonOf, packedOf, shotsOf, tableauOf, wholeBuffer } from './circuit-engine'

export interface Engines {
  readonly simulator: Simulator
  readonly stabilizer: StabilizerSimulator
}

/** Noiseless: Clifford circuits by stabilizers, all others by the state vector. */
export function idealEngine(
  { simulator, stabilizer }: Engines,
  background: Runner<JobTasks> = direct(jobTasks),
): CircuitEngine {
  const most = ({ precision }: ExecutionOptions): number =>
    precision === 'float32' ? (simulator.max_qubits_float32 ?? simulator.max_qubits) : simulator.max_qubits
  const choose = (request: CircuitRequest) =>
    engineFor(circuitFactsOf(request), {
      statevector_qubits: most(request.options),
      stabilizer_qubits: stabilizer.max_qubits,
    })

  /** `transfer` hands bytes of the circuit over to the thread: the request has none afterwards. */
  const encode = (request: ExecutionRequest, transfer: (json: Json) => readonly ArrayBuffer[] = () => []) => {
    const { shots, seed, options, signal, owner } = request
    const json = jsonOf(request)
    const input = { json, shots, seed, max_qubits: most(options) }
    return background.run('encodeIdeal', input, { size: json.length, transfer: transfer(json), signal, owner })
  }

  /** Engines of typed arrays get the circuit in these, encoded wherever there is time for it. */
  async function runEncoded(request: ExecutionRequest): Promise<ExecutionResult> {
    const { shots, seed, options } = request
    const encoded = await encode(request, wholeBuffer)
    if (encoded.engine === 'stabilizer') return { ...(await tableauOf(stabilizer, request, encoded)), ...IDEAL }
    const { precision } = options
    const packed = await simulator.runEncoded!(encoded, shots, seed, { ...callbacksOf(request), precision })
    return { ...IDEAL, shots, packed, engine: simulator.statevector_engine }
  }

  /** The reference engines take the circuit as it is. */
  async function runRead(request: ExecutionRequest): Promise<ExecutionResult> {
    const { circuit, shots, seed, signal, onProgress } = request
    const { precision } = request.options
    await request.onStart?.()
    if (choose(request).engine === 'stabilizer') {
      const counts = await stabilizer.countOutcomes(stabilizerProgram(circuit), shots, seed, { signal, onProgress })
      return { ...IDEAL, shots, counts, engine: stabilizer.stabilizer_engine }
    }
    const counts = await simulator.runCircuit(circuit, shots, seed, { signal, onProgress, precision })
    return { ...IDEAL, shots, counts, engine: simulator.statevector_engine }
  }

  return {
    refuse(request, at) {
      const { engine, why } = choose(request)
      return engine === 'none' ? [{ pointer: `${at}/num_qubits`, message: why }] : []
    },
    run: simulator.runEncoded && stabilizer.countEncoded ? runEncoded : runRead,
    async rerunShots(request, { engine }) {
      if (engine !== stabilizer.stabilizer_engine) return null
      if (!stabilizer.packEncoded) return shotsOf(stabilizer, request, stabilizerProgram(request.circuit))
      const encoded = await encode(request)
      return encoded.engine === 'stabilizer' ? packedOf(stabilizer, request, encoded) : null
    },
  }
}

const IDEAL = { noise: 'none', calibration_id: null, transpiled: null } as const
