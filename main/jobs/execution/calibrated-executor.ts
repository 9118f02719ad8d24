import type { DeviceState } from '../../backends/backends'
import { unrollLoops } from '../../circuits/model/unroll'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import type { Fault } from '../../contract/model/errors'
import type { CircuitFacts } from '../../simulation/circuit-facts'
import type { SimulationEngines } from '../../simulation/engines'
import { noiseParametersOf } from '../../simulation/noise/calibration'
import { noisyCliffordProgram } from '../../simulation/noise/clifford-program'
import { noisyTrajectoryProgram } from '../../simulation/noise/trajectory-program'
import { direct, type Runner } from '../../worker/runner'
import {
  type CircuitRequest,
  callbacksOf,
  circuitFactsOf,
  type DeviceOf,
  type ExecutionRequest,
  type Executor,
  encodingWork,
  jsonOf,
} from '../model/execution'
import { type ExecutionOrigin, type ExecutionResult, finishedMap, finishedOf } from '../model/execution-result'
import { timeWithin } from '../model/shots-within'
import { type JobTasks, jobTasks } from '../tasks/registry'
import { MAX_SECONDS, refuseTooLong, sizeFaults, timeFaults, widthFaults } from './calibration/calibrated-limits'
import { publishedReadout } from './calibration/published-readout'
import { noisyExactValues } from './exact-values'
import { countClifford, packClifford, sampleShots } from './ideal-executor'

/** Simulators, calibrations and task runners of the noisy engine. */
interface NoisyParts extends Pick<SimulationEngines, 'stabilizer' | 'trajectories'> {
  readonly deviceOf: DeviceOf
  readonly background: Runner<JobTasks>
  readonly interactive: Runner<JobTasks>
}

/**
 * Executes with the noise of the backend's current calibration: Clifford circuits by Pauli frames with twirled decay, all
 * others by trajectories on the state vector with exact decay.
 */
export function calibratedExecutor(
  { stabilizer, trajectories }: Pick<SimulationEngines, 'stabilizer' | 'trajectories'>,
  {
    deviceOf,
    background = direct(jobTasks),
    interactive = background,
  }: {
    readonly deviceOf: DeviceOf
    readonly background?: Runner<JobTasks> | undefined
    readonly interactive?: Runner<JobTasks> | undefined
  },
): Executor {
  const parts: NoisyParts = { stabilizer, trajectories, deviceOf, background, interactive }
  return {
    validate: (request, at) => validate(parts, request, at),
    async execute(request) {
      const device = deviceOf(request.backend.backend_id)
      const facts = await factsIn(parts, request)
      return facts.first_non_clifford === null
        ? runFrames(parts, request, device)
        : runTrajectories(parts, request, { facts, device })
    },
    async runtime(request) {
      const facts = circuitFactsOf(request)
      if (facts.first_non_clifford === null || !trajectories.countEncoded) return null
      const { profile, current: snapshot } = deviceOf(request.backend.backend_id)
      const { shots, owner, signal } = request
      const input = { json: jsonOf(request), profile, snapshot, shots, most_s: Number.POSITIVE_INFINITY }
      return (await interactive.run('exactTime', input, { size: workOf(facts), owner, signal })).seconds
    },
    exact: noisyExactValues(deviceOf, background),
    readout: publishedReadout(deviceOf),
    rerunShots: (request, executed) => rerunFrames(parts, request, executed),
  }
}

function validate(
  { trajectories, deviceOf, interactive }: NoisyParts,
  request: CircuitRequest,
  at: string,
): Fault[] | Promise<Fault[]> {
  const facts = circuitFactsOf(request)
  const { profile, current } = deviceOf(request.backend.backend_id)
  const wide = widthFaults(profile, request, at)
  const first = facts.first_non_clifford
  if (wide.length > 0 || first === null) return wide
  const faults = sizeFaults(trajectories, {
    request,
    why: `instruction ${first.index} (${first.name}) is not Clifford`,
    at,
  })
  if (faults.length > 0) return faults
  const { json, shots, owner, signal } = request
  if (trajectories.countEncoded && json !== undefined) {
    const input = { json, profile, snapshot: current, shots, most_s: MAX_SECONDS }
    const time = interactive.run('exactTime', input, { size: workOf(facts), owner, signal })
    return time.then(found => timeFaults(found, { request, at }))
  }
  const program = noisyTrajectoryProgram(unrollLoops(request.circuit).circuit, noiseParametersOf(profile, current))
  const secondsOf = (count: number) => trajectories.estimateSeconds(program, count)
  return timeFaults(timeWithin(secondsOf, shots, MAX_SECONDS), { request, at })
}

/** Facts of a circuit before its execution; a large circuit is read on a thread. */
async function factsIn({ background }: NoisyParts, request: ExecutionRequest): Promise<CircuitFacts> {
  const { json, signal, owner } = request
  if (!(json instanceof Uint8Array)) return circuitFactsOf(request)
  return background.run('facts', { json }, { size: json.length, signal, owner })
}

/** Executes a Clifford circuit by Pauli frames, encoded as arrays where the engine is native. */
async function runFrames(
  { stabilizer, background }: NoisyParts,
  request: ExecutionRequest,
  { profile, current }: DeviceState,
): Promise<ExecutionResult> {
  const { shots, seed, signal, onProgress } = request
  if (stabilizer.countEncoded) {
    const encoded = await encodeFrames(background, request, { profile, snapshot: current })
    return { ...(await countClifford(stabilizer, request, encoded)), ...calibratedBy(current) }
  }
  const { circuit, loops } = unrollLoops(request.circuit)
  const program = noisyCliffordProgram(circuit, noiseParametersOf(profile, current))
  await request.onStart?.()
  const counts = await stabilizer.countOutcomes(program, { shots, seed, signal, onProgress })
  return { ...calibratedBy(current), ...finishedMap(counts, shots, loops), engine: stabilizer.stabilizer_engine }
}

interface CalibratedDevice {
  readonly profile: DeviceProfile
  readonly snapshot: CalibrationSnapshot
}

function encodeFrames(
  background: Runner<JobTasks>,
  request: ExecutionRequest,
  { profile, snapshot }: CalibratedDevice,
) {
  const json = jsonOf(request)
  const { signal, owner } = request
  return background.run('encodeNoisy', { json, profile, snapshot }, { size: encodingWork(request), signal, owner })
}

interface TrajectoryRun {
  readonly facts: CircuitFacts
  readonly device: DeviceState
}

async function runTrajectories(
  { trajectories, background }: NoisyParts,
  request: ExecutionRequest,
  { facts, device: { profile, current } }: TrajectoryRun,
): Promise<ExecutionResult> {
  const { shots, seed, signal, owner } = request
  const options = { ...callbacksOf(request), precision: request.options.precision }
  const engine = trajectories.trajectory_engine
  if (trajectories.countEncoded) {
    const json = jsonOf(request)
    const input = { json, profile, snapshot: current, shots, seed, max_qubits: trajectories.max_qubits }
    const asked = { size: workOf(facts), signal, owner }
    const { program, seconds, loops } = await background.run('encodeExact', input, asked)
    refuseTooLong(seconds)
    const packed = await trajectories.countEncoded(program, { shots, seed, ...options })
    return { ...calibratedBy(current), ...finishedOf(packed, shots, loops), engine }
  }
  const { circuit, loops } = unrollLoops(request.circuit)
  const program = noisyTrajectoryProgram(circuit, noiseParametersOf(profile, current))
  refuseTooLong(trajectories.estimateSeconds(program, shots))
  await request.onStart?.()
  const counts = await trajectories.countOutcomes(program, { shots, seed, ...options })
  return { ...calibratedBy(current), ...finishedMap(counts, shots, loops), engine }
}

/**
 * Single shots of an execution, by its calibration; null if another engine executed it, the circuit has loops, or the
 * calibration is no longer stored.
 */
async function rerunFrames(
  { stabilizer, deviceOf, background }: NoisyParts,
  request: ExecutionRequest,
  { engine, calibration_id }: ExecutionOrigin,
) {
  if (engine !== stabilizer.stabilizer_engine || circuitFactsOf(request).has_loops) return null
  const { profile, snapshots } = deviceOf(request.backend.backend_id)
  const snapshot = snapshots.find(each => each.calibration_id === calibration_id)
  if (!snapshot) return null
  if (stabilizer.packEncoded)
    return packClifford(stabilizer, request, await encodeFrames(background, request, { profile, snapshot }))
  const program = noisyCliffordProgram(request.circuit, noiseParametersOf(profile, snapshot))
  return sampleShots(stabilizer, request, program)
}

const calibratedBy = ({ calibration_id }: CalibrationSnapshot) =>
  ({ noise: 'calibrated', calibration_id, transpiled: null }) as const

/**
 * Work of building a trajectory program, in bytes of JSON that take as long to read: an instruction becomes many steps, so
 * that beyond about a hundred instructions a thread does it.
 */
const workOf = ({ instructions }: CircuitFacts): number => instructions * 512
