/** Limits of the simulation of a circuit with calibrated noise: qubits, instructions, time. */
import type { DeviceProfile } from '../../../contract/calibration/device-profile'
import { AppError, type Fault } from '../../../contract/model/errors'
import type { TrajectorySimulator } from '../../../simulation/model/trajectory'
import { type CircuitRequest, circuitFactsOf } from '../../model/execution'
import type { TimeOfShots } from '../../model/shots-within'

/**
 * Maximum instructions of a circuit simulated by trajectories: a longer program would not fit in memory beside the rest of
 * the service.
 */
const MAX_INSTRUCTIONS = 2 ** 15
/**
 * Maximum estimated seconds of a simulation: at submit, and for a transpiled or executed circuit, which added gates or a
 * newer calibration may have made longer.
 */
export const MAX_SECONDS = 600
export const MAX_SECONDS_TRANSPILED = 3_000

export function refuseTooLong(seconds: number): void {
  if (seconds <= MAX_SECONDS_TRANSPILED) return
  const message = `Simulating the circuit with noise would take about ${minutes(seconds)}, more than ${minutes(MAX_SECONDS_TRANSPILED)}; use fewer shots, qubits or gates`
  throw new AppError('invalid_request', message, {
    details: { estimated_s: Math.round(seconds), most_s: MAX_SECONDS_TRANSPILED },
  })
}

/** Faults of a circuit that has more qubits than the device, as a simulator accepts but has no noise for. */
export function widthFaults({ qubits }: DeviceProfile, request: CircuitRequest, at: string): Fault[] {
  const { num_qubits } = circuitFactsOf(request)
  if (num_qubits <= qubits.length) return []
  const message = `${num_qubits} qubits are more than the ${qubits.length} whose noise is calibrated; leave out options.noise, or use fewer`
  return [{ pointer: `${at}/num_qubits`, message }]
}

const minutes = (seconds: number): string => `${Math.ceil(seconds / 60)} minutes`

/** Faults of circuits too large for trajectories, with alternatives. */
export function sizeFaults(
  { max_qubits }: Pick<TrajectorySimulator, 'max_qubits'>,
  { request, why, at }: { readonly request: CircuitRequest; readonly why: string; readonly at: string },
): Fault[] {
  const { used_qubits: used, instructions: count } = circuitFactsOf(request)
  if (used > max_qubits) {
    const message = `${why}, so calibrated noise needs a state vector: the ${used} qubits in use exceed the ${max_qubits} that it can hold here; use fewer, or Clifford gates alone`
    return [{ pointer: `${at}/num_qubits`, message }]
  }
  if (count > MAX_INSTRUCTIONS) {
    const message = `${why}, and with calibrated noise such circuits have at most ${MAX_INSTRUCTIONS} instructions, not ${count}`
    return [{ pointer: `${at}/instructions`, message }]
  }
  return []
}

export function timeFaults(
  { seconds, most_shots: most }: TimeOfShots,
  {
    request: { shots },
    at,
    most_s = MAX_SECONDS,
  }: { readonly request: CircuitRequest; readonly at: string; readonly most_s?: number },
): Fault[] {
  if (seconds <= most_s) return []
  const remedy = most > 0 ? `at most ${most} shots would do` : 'use fewer qubits or gates'
  const message = `${shots} shots of the circuit (${at}) with calibrated noise would take about ${minutes(seconds)} to simulate, more than ${minutes(most_s)}: ${remedy}`
  return [{ pointer: '/shots', message }]
}
