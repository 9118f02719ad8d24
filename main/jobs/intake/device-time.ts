/** Whether a submit keeps a device for longer than a job may. */
import type { Backend } from '../../contract/backends/catalogue'
import type { Fault } from '../../contract/model/errors'
import type { CheckedCircuit } from '../model/executor'
import type { SubmittedCircuit } from '../model/job'
import { shotsPointer } from '../tasks/submission'

type Submitted = Pick<SubmittedCircuit, 'at' | 'is_text' | 'shots' | 'sweep' | 'estimate'>
type Check = Pick<CheckedCircuit, 'device_time_s' | 'most_shots'>

/** Maximum device seconds of all rows, played one after the other; null without a device. `check` is for one row. */
export const secondsOf = ({ sweep }: Submitted, { device_time_s }: Check): number | null =>
  device_time_s === null ? null : device_time_s * (sweep?.rows ?? 1)

interface RuntimeLimit {
  readonly backend: Backend
  /** Shots of every circuit of the submit that has none of its own. */
  readonly common: number
}

/** Faults of a valid circuit that would exceed `max_runtime`. */
export function runtimeFaults(circuit: Submitted, check: Check, { backend, common }: RuntimeLimit): Fault[] {
  const { backend_id, limits } = backend
  const { max_runtime_s: most } = limits
  const seconds = secondsOf(circuit, check)
  if (most === undefined || seconds === null || seconds <= most) return []
  const message = `${backend_id} would be kept for up to ${Math.ceil(seconds)} s, more than the ${most} s that a job may take: ${remedyOf(circuit, check, most)}`
  const { sweep } = circuit
  return [{ pointer: sweep ? `${sweep.at}/rows` : shotsPointer(circuit, common), message }]
}

function remedyOf({ sweep, shots }: Submitted, { device_time_s, most_shots }: Check, most: number): string {
  const rows = Math.floor(most / device_time_s!)
  if (sweep && rows > 0) return `at most ${rows} rows, or fewer shots of each, would do`
  if (sweep || most_shots === undefined) return 'take fewer shots'
  if (most_shots > 0 && most_shots < shots) return `at most ${most_shots} shots would do`
  return 'take a shorter circuit, or fewer turns of its loops'
}
