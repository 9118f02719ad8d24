import { unrollLoops } from '../../circuits/model/unroll'
import { engineFor } from '../../simulation/circuit-facts'
import type { EncodedJob } from '../../simulation/encode-job'
import type { SimulationEngines } from '../../simulation/engines'
import type { EncodedStabilizer, StabilizerProgram, StabilizerSimulator } from '../../simulation/model/stabilizer'
import { stabilizerProgram } from '../../simulation/stabilizer/program'
import type { Json } from '../../worker/json'
import { direct, type Runner } from '../../worker/runner'
import {
  type CircuitRequest,
  callbacksOf,
  circuitFactsOf,
  type ExecutionOptions,
  type ExecutionRequest,
  type Executor,
  encodingWork,
  jsonOf,
  type SweepRequest,
} from '../model/execution'
import { type ExecutionResult, finishedMap, finishedOf } from '../model/execution-result'
import { type JobTasks, jobTasks } from '../tasks/registry'
import { exactValues } from './exact-values'
import { executeIdealSweep, takesRows } from './sweeps/ideal-sweep'

/** Noiseless: Clifford circuits by stabilizers, all others by the state vector. */
export function idealExecutor(
  { simulator, stabilizer }: Pick<SimulationEngines, 'simulator' | 'stabilizer'>,
  background: Runner<JobTasks> = direct(jobTasks),
  /** Serves submits that wait for a validation. */
  interactive: Runner<JobTasks> = background,
): Executor {
  const max = ({ precision }: ExecutionOptions): number =>
    precision === 'float32' ? (simulator.max_qubits_float32 ?? simulator.max_qubits) : simulator.max_qubits
  const choose = (request: CircuitRequest) =>
    engineFor(circuitFactsOf(request), {
      statevector_qubits: max(request.options),
      stabilizer_qubits: stabilizer.max_qubits,
    })

  /** `transfer` moves the bytes of the circuit to the thread, so that the request no longer has them. */
  const encode = (request: ExecutionRequest, transfer: (json: Json) => readonly ArrayBuffer[] = () => []) => {
    const { shots, seed, options, signal, owner } = request
    const json = jsonOf(request)
    const input = { json, shots, seed, max_qubits: max(options) }
    return background.run('encodeIdeal', input, {
      size: encodingWork(request),
      transfer: transfer(json),
      signal,
      owner,
    })
  }

  /** Arrays in which the native engines take the circuit; a large one is encoded on a thread. */
  async function executeNative(request: ExecutionRequest): Promise<ExecutionResult> {
    const { shots, seed, options } = request
    const { program, loops } = await encode(request, wholeBuffer)
    if (program.engine === 'stabilizer')
      return { ...(await countClifford(stabilizer, request, { program, loops })), ...IDEAL }
    const { precision } = options
    const packed = await simulator.countEncoded!(program, { shots, seed, ...callbacksOf(request), precision })
    return { ...IDEAL, ...finishedOf(packed, shots, loops), engine: simulator.statevector_engine }
  }

  /** The reference engines take the circuit as it is. */
  async function executeByReference(request: ExecutionRequest): Promise<ExecutionResult> {
    const { shots, seed, signal, onProgress } = request
    const { circuit, loops } = unrollLoops(request.circuit)
    const { precision } = request.options
    await request.onStart?.()
    if (choose(request).engine === 'stabilizer') {
      const counts = await stabilizer.countOutcomes(stabilizerProgram(circuit), { shots, seed, signal, onProgress })
      return { ...IDEAL, ...finishedMap(counts, shots, loops), engine: stabilizer.stabilizer_engine }
    }
    const counts = await simulator.countOutcomes(circuit, { shots, seed, signal, onProgress, precision })
    return { ...IDEAL, ...finishedMap(counts, shots, loops), engine: simulator.statevector_engine }
  }

  return {
    validate(request, at) {
      const { engine, why } = choose(request)
      return engine === 'none' ? [{ pointer: `${at}/num_qubits`, message: why }] : []
    },
    exact: exactValues(simulator, background, interactive),
    execute: simulator.countEncoded && stabilizer.countEncoded ? executeNative : executeByReference,
    ...(takesRows({ simulator, stabilizer }) && {
      executeSweep: (request: SweepRequest) =>
        executeIdealSweep(request, { simulator, stabilizer, background, max_qubits: max(request.options) }),
    }),
    async rerunShots(request, { engine }) {
      // With loops, a rerun would include the unfinished shots that the counts leave out.
      if (engine !== stabilizer.stabilizer_engine || circuitFactsOf(request).has_loops) return null
      if (!stabilizer.packEncoded) return sampleShots(stabilizer, request, stabilizerProgram(request.circuit))
      const { program, loops } = await encode(request)
      return program.engine === 'stabilizer' ? packClifford(stabilizer, request, { program, loops }) : null
    },
  }
}

const IDEAL = { noise: 'none', calibration_id: null, transpiled: null } as const

/**
 * The buffer to transfer, as copying megabytes would hold the event loop; none where the bytes share it with others, as
 * Node's small ones do.
 */
const wholeBuffer = (json: Json): readonly ArrayBuffer[] =>
  typeof json !== 'string' && json.byteLength === json.buffer.byteLength ? [json.buffer as ArrayBuffer] : []

/** Counts of a Clifford circuit, with or without noise. */
export async function countClifford(
  stabilizer: StabilizerSimulator,
  request: ExecutionRequest,
  { program, loops }: EncodedJob<EncodedStabilizer>,
) {
  const { shots, seed, signal, onProgress } = request
  await request.onStart?.()
  const packed = await stabilizer.countEncoded!(program, { shots, seed, signal, onProgress })
  const finished = finishedOf(packed, shots, loops)
  return { ...finished, engine: stabilizer.stabilizer_engine, transpiled: null }
}

/** Single shots of an encoded Clifford circuit. */
export const packClifford = (
  stabilizer: StabilizerSimulator,
  { shots, seed, signal }: ExecutionRequest,
  { program }: EncodedJob<EncodedStabilizer>,
) => stabilizer.packEncoded!(program, { shots, seed, signal })

/** Single shots of a program that is not encoded. */
export const sampleShots = (
  stabilizer: StabilizerSimulator,
  { shots, seed, signal }: ExecutionRequest,
  program: StabilizerProgram,
) => stabilizer.sampleShots(program, { shots, seed, signal })
