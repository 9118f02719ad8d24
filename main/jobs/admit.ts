/** What a request must pass before a job exists: everything that can be known at submit is refused at submit. */
import { circuitFaults, clbitsOf } from '../circuits/validate'
import type { Backend } from '../contract/backends'
import { AppError, type Fault } from '../contract/errors'
import type { SubmitJob } from '../contract/jobs'
import { MAX_OUTCOME_BITS } from '../simulation/circuit'

/** Bytes of bitstrings that a result may come to; they are counted, stored and sent in one piece. */
export const MAX_RESULT_BYTES = 2 ** 26

/** Throws `invalid_request`, naming every fault, unless the circuit can run on the backend. */
export function refuseUnrunnable(request: SubmitJob, backend: Backend): void {
  const inCircuit = [...limitFaults(request, backend), ...circuitFaults(request.circuit)]
  const faults = inCircuit.length > 0 ? inCircuit : outcomeFaults(request)
  if (faults.length > 0)
    throw new AppError('invalid_request', `The circuit cannot run on ${request.backend}`, {}, faults)
}

/**
 * Throws `insufficient_tokens` where shots cost tokens, as no tokens can be bought yet, and `backend_offline` where
 * they are free but nothing executes them.
 */
export function refuseLive({ backend_id, mode, token_price_per_shot, offline_reason }: Backend, shots: number): void {
  if (mode === 'mock') return
  const required = token_price_per_shot * shots
  if (required > 0)
    throw new AppError(
      'insufficient_tokens',
      `${shots} shots on ${backend_id} cost ${required} compute tokens; this account has purchased none. ${backend_id}-mock is free.`,
      { required, available: 0 },
    )
  throw new AppError('backend_offline', `${backend_id} takes no circuit jobs in this lab`, {
    backend: backend_id,
    offline_reason: offline_reason ?? 'no sequencer is attached',
  })
}

function limitFaults({ shots, circuit }: SubmitJob, { limits, backend_id }: Backend): Fault[] {
  const over = (value: number, limit: number, pointer: string, what: string) =>
    value <= limit ? [] : [{ pointer, message: `${value} ${what} is more than the ${limit} of ${backend_id}` }]
  return [
    ...over(shots, limits.max_shots, '/shots', 'shots'),
    ...over(circuit.num_qubits, limits.max_qubits, '/circuit/num_qubits', 'qubits'),
    ...over(circuit.instructions.length, limits.max_instructions, '/circuit/instructions', 'instructions'),
  ]
}

/** Bitstrings are as long as the highest classical bit says, and there are as many as the measured bits can make. */
function outcomeFaults({ shots, circuit }: SubmitJob): Fault[] {
  const length = clbitsOf(circuit)
  const written = new Set(circuit.instructions.flatMap(({ clbits = [] }) => clbits)).size
  const bytes = Math.min(shots, 2 ** written) * length
  if (length * shots <= MAX_OUTCOME_BITS && bytes <= MAX_RESULT_BYTES) return []
  const most = Math.max(
    Math.floor(MAX_RESULT_BYTES / length),
    2 ** written * length <= MAX_RESULT_BYTES ? Math.floor(MAX_OUTCOME_BITS / length) : 0,
  )
  return [
    { pointer: '/shots', message: `bitstrings of ${length} classical bits can be counted for at most ${most} shots` },
  ]
}
