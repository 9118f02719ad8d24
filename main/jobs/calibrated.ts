import { clbitsOf } from '../circuits/model/validate'
import type { CalibrationSnapshot, DeviceProfile } from '../contract/calibration/snapshot'
import { AppError, type Fault } from '../contract/model/errors'
import type { CircuitFacts } from '../simulation/circuit-facts'
import { noisyProgram } from '../simulation/noise/clifford-program'
import { circuitFigures } from '../simulation/noise/calibration'
import { noisyTrajectories } from '../simulation/noise/trajectory-program'
import type { StabilizerSimulator } from '../simulation/model/stabilizer'
import type { TrajectorySimulator } from '../simulation/model/trajectory'
import { direct, type Runner } from '../worker/runner'
import { type CircuitEngine, type DeviceOf, jsonOf, packedOf, shotsOf, tableauOf, widened } from './engines'
import { type ExactTime, exactTimeOf } from './tasks/trajectory-time'
import { knownOf, type Order, type Outcome, type Planned } from './model/executor'
import { bytesOf } from './json'
import { type JobTasks, jobTasks } from './tasks/registry'

export interface NoisyEngines {
  readonly stabilizer: StabilizerSimulator
  readonly trajectories: TrajectorySimulator
}

/** Beyond it a circuit is not simulated by trajectories: its program would not fit beside the rest of the service. */
const MOST_INSTRUCTIONS = 2 ** 15
/** Of estimated simulation at submit; fitting to a device adds gates, so that more is let pass when the job runs. */
const MOST_SECONDS = 600
const MOST_SECONDS_FITTED = 3_000

/**
 * With the noise of the backend's current calibration: Clifford circuits by Pauli frames, decay twirled; all others by
 * trajectories on the state vector, decay exact.
 */
export function calibratedEngine(
  { stabilizer, trajectories }: NoisyEngines,
  deviceOf: DeviceOf,
  heavy: Runner<JobTasks> = direct(jobTasks),
): CircuitEngine {
  const told = ({ calibration_id }: CalibrationSnapshot) =>
    ({ noise: 'calibrated', calibration_id, transpiled: null }) as const

  /** What is asked of a circuit before it runs; a large one is not read here. */
  const factsIn = async (order: Order): Promise<CircuitFacts> => {
    const { json, signal } = order
    return json instanceof Uint8Array ? heavy.run('facts', { json }, { size: json.length, signal }) : knownOf(order)
  }

  const encode = (order: Order, profile: DeviceProfile, snapshot: CalibrationSnapshot) => {
    const json = jsonOf(order)
    return heavy.run('encodeNoisy', { json, profile, snapshot }, { size: bytesOf(json), signal: order.signal })
  }

  /** Engines of typed arrays get the circuit in these, encoded wherever there is time for it. */
  async function frames(order: Order, { profile, current }: ReturnType<DeviceOf>): Promise<Outcome> {
    const { shots, seed, signal, onProgress } = order
    if (stabilizer.countEncoded) {
      const encoded = await encode(order, profile, current)
      return { ...(await tableauOf(stabilizer, order, encoded)), ...told(current) }
    }
    const { circuit } = order
    const program = noisyProgram(circuit, circuitFigures(profile, current))
    const counts = await stabilizer.countOutcomes(program, shots, seed, { signal, onProgress })
    return { ...told(current), shots, counts: widened(counts, clbitsOf(circuit)), engine: stabilizer.stabilizer_engine }
  }

  async function exact(
    order: Order,
    facts: CircuitFacts,
    { profile, current }: ReturnType<DeviceOf>,
  ): Promise<Outcome> {
    const { shots, seed, signal, onProgress } = order
    const { precision } = order.options
    const engine = trajectories.trajectory_engine
    if (trajectories.countEncoded) {
      const json = jsonOf(order)
      const input = { json, profile, snapshot: current, shots, seed, max_qubits: trajectories.max_qubits }
      const { program, seconds } = await heavy.run('encodeExact', input, { size: workOf(facts), signal })
      needTime(seconds)
      const packed = await trajectories.countEncoded(program, shots, seed, { signal, onProgress, precision })
      return { ...told(current), shots, packed, engine }
    }
    const { circuit } = order
    const program = noisyTrajectories(circuit, circuitFigures(profile, current))
    needTime(trajectories.estimateSeconds(program, shots))
    const counts = await trajectories.countOutcomes(program, shots, seed, { signal, onProgress, precision })
    return { ...told(current), shots, counts: widened(counts, clbitsOf(circuit)), engine }
  }

  return {
    refuse(planned, at) {
      const facts = knownOf(planned)
      const { profile, current } = deviceOf(planned.backend.backend_id)
      const wide = widthFaults(profile, planned, at)
      const first = facts.first_non_clifford
      if (wide.length > 0 || first === null) return wide
      const faults = sizeFaults(trajectories, planned, `instruction ${first.index} (${first.name}) is not Clifford`, at)
      if (faults.length > 0) return faults
      const { json, shots } = planned
      if (trajectories.countEncoded && json !== undefined) {
        const input = { json, profile, snapshot: current, shots, most_s: MOST_SECONDS }
        return heavy.run('exactTime', input, { size: workOf(facts) }).then(time => timeFaults(time, planned, at))
      }
      const program = noisyTrajectories(planned.circuit, circuitFigures(profile, current))
      const secondsOf = (count: number) => trajectories.estimateSeconds(program, count)
      return timeFaults(exactTimeOf(secondsOf, shots, MOST_SECONDS), planned, at)
    },
    async run(order) {
      const device = deviceOf(order.backend.backend_id)
      const facts = await factsIn(order)
      return facts.first_non_clifford === null ? frames(order, device) : exact(order, facts, device)
    },
    async repeat(order, { engine, calibration_id }) {
      if (engine !== stabilizer.stabilizer_engine) return null
      const { profile, current, snapshots = [current] } = deviceOf(order.backend.backend_id)
      const snapshot = snapshots.find(each => each.calibration_id === calibration_id)
      if (!snapshot) return null
      if (stabilizer.packEncoded) return packedOf(stabilizer, order, await encode(order, profile, snapshot))
      return shotsOf(stabilizer, order, noisyProgram(order.circuit, circuitFigures(profile, snapshot)))
    },
  }
}

/**
 * The work of building a program of trajectories, as bytes whose reading takes as long: an instruction becomes many steps,
 * and beyond some hundred of them (10 ms and more for a body of 64 kB) that is for a thread.
 */
const workOf = ({ instructions }: CircuitFacts): number => instructions * 512

function needTime(seconds: number): void {
  if (seconds <= MOST_SECONDS_FITTED) return
  const message = `Fitted to the device, the circuit would take about ${minutes(seconds)} to simulate with noise, more than ${minutes(MOST_SECONDS_FITTED)}; use fewer shots, qubits or gates`
  throw new AppError('invalid_request', message, { estimated_s: Math.round(seconds), most_s: MOST_SECONDS_FITTED })
}

/** A simulator holds more qubits than the device has. */
function widthFaults({ qubits }: DeviceProfile, planned: Planned, at: string): Fault[] {
  const { num_qubits } = knownOf(planned)
  if (num_qubits <= qubits.length) return []
  const message = `${num_qubits} qubits are more than the ${qubits.length} whose noise is calibrated; leave out options.noise, or use fewer`
  return [{ pointer: `${at}/num_qubits`, message }]
}

const minutes = (seconds: number): string => `${Math.ceil(seconds / 60)} minutes`

/** What trajectories cannot hold, and what would do. */
function sizeFaults({ max_qubits }: TrajectorySimulator, planned: Planned, why: string, at: string): Fault[] {
  const { used_qubits: used, instructions: count } = knownOf(planned)
  if (used > max_qubits) {
    const message = `${why}, so calibrated noise needs a state vector: the ${used} qubits in use exceed the ${max_qubits} that it can hold here; use fewer, or Clifford gates alone`
    return [{ pointer: `${at}/num_qubits`, message }]
  }
  if (count > MOST_INSTRUCTIONS) {
    const message = `${why}, and with calibrated noise such circuits have at most ${MOST_INSTRUCTIONS} instructions, not ${count}`
    return [{ pointer: `${at}/instructions`, message }]
  }
  return []
}

function timeFaults({ seconds, most_shots: most }: ExactTime, { shots }: Planned, at: string): Fault[] {
  if (seconds <= MOST_SECONDS) return []
  const remedy = most > 0 ? `at most ${most} shots would do` : 'use fewer qubits or gates'
  const message = `${shots} shots of the circuit (${at}) with calibrated noise would take about ${minutes(seconds)} to simulate, more than ${minutes(MOST_SECONDS)}: ${remedy}`
  return [{ pointer: '/shots', message }]
}
