/** How long a submit keeps a device. */
import type { Backend } from '../../contract/backends/catalogue'
import type { Fault } from '../../contract/model/errors'
import type { CallOwner } from '../../worker/runner'
import { type ExecutionOptions, type Executor, requestFor } from '../model/executor'
import type { Submission, SubmittedCircuit } from '../tasks/submission'

type Asker = CallOwner & { readonly backend: Backend; readonly options: ExecutionOptions }

/** Of all its circuits; null where no device is kept. Rows of a sweep are played one after the other. */
export async function deviceSeconds(
  { circuits }: Submission,
  executor: Executor,
  asker: Asker,
): Promise<number | null> {
  if (!executor.deviceTime) return null
  let seconds = 0
  for (const circuit of circuits) seconds += (await secondsOfRow(circuit, executor, asker)) * (circuit.sweep?.rows ?? 1)
  return seconds
}

/** Of one row, or of a circuit alone: with estimates, of all circuits that are played for them. */
async function secondsOfRow(circuit: SubmittedCircuit, executor: Executor, asker: Asker): Promise<number> {
  const { json, facts, shots, sweep, estimate, at } = circuit
  const request = requestFor(sweep?.sample ?? json, { ...asker, shots, facts })
  if (estimate && executor.checkEstimate)
    return (await executor.checkEstimate(request, estimate.request, at)).device_time_s ?? 0
  return (await executor.deviceTime!(request)) ?? 0
}

/** Of a sound circuit: a sweep or estimates that would be ended as `max_runtime`. `known`: seconds of a row, where they are known. */
export async function runtimeFaults(
  circuit: SubmittedCircuit,
  known: number | null,
  executor: Executor,
  asker: Asker,
): Promise<Fault[]> {
  const { sweep, estimate } = circuit
  const { backend_id, limits } = asker.backend
  const { max_runtime_s: most } = limits
  if (!executor.deviceTime || most === undefined || (!sweep && !estimate)) return []
  const each = known ?? (await secondsOfRow(circuit, executor, asker))
  const seconds = each * (sweep?.rows ?? 1)
  if (seconds <= most) return []
  const rows = Math.floor(most / each)
  const remedy = sweep && rows > 0 ? `at most ${rows} rows, or fewer shots of each, would do` : 'take fewer shots'
  const message = `${backend_id} would be kept for ${Math.ceil(seconds)} s, more than the ${most} s that a job may take: ${remedy}`
  return [{ pointer: sweep ? `${sweep.at}/rows` : '/shots', message }]
}
