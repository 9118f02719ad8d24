import { type JobStatus, jobStates } from '../../../contract/jobs/status'
import type { SubmitReply } from '../../../contract/jobs/submit'
import type { Caller } from '../../../contract/service/account'
import { BackendInUse, type MeasureQubits, NothingMeasured } from './qubit-feed'

interface MeasuringCircuit {
  readonly backend: string
  readonly shots: number
  readonly name: string
  readonly circuit: { readonly num_qubits: number; readonly instructions: NamedOperation[] }
}
type NamedOperation = { name: string; qubits: number[]; clbits?: number[] }

/** The part of the job service that is used here. */
interface MeasuringJobs {
  /** Number of open jobs on the backend. */
  queueLength(backend: string): number
  submit(job: MeasuringCircuit, caller: Caller): Promise<Pick<SubmitReply, 'job_uuid'>>
  /** Status of the job when it is over, or after a second. */
  status(job_uuid: string, caller: Caller): Promise<JobStatus>
  abort(job_uuid: string, caller: Caller): Promise<unknown>
  remove(job_uuid: string, caller: Caller): Promise<unknown>
  /** Each shot in whole bytes, bit 0 first. */
  shots(job_uuid: string, caller: Caller): Promise<Uint8Array>
}

interface MeasuringOptions {
  readonly jobs: MeasuringJobs
  readonly backend: string
  /** Owner of the jobs that measure the qubits, who pays for them. Throws with the reason where there is none. */
  readonly owner: () => Caller
}

const QUBITS = [0, 1, 2, 3, 4]
export const BITS_PER_SHOT = QUBITS.length

const CIRCUIT: MeasuringCircuit['circuit'] = {
  num_qubits: QUBITS.length,
  instructions: [
    ...QUBITS.map(qubit => ({ name: 'h', qubits: [qubit] })),
    ...QUBITS.map(qubit => ({ name: 'measure', qubits: [qubit], clbits: [qubit] })),
  ],
}

/**
 * Prepares |+⟩ on five qubits and measures them, as a job of the owner that the lab names; the job is deleted afterwards. It yields
 * to everybody: it submits nothing while a job is open on the backend, and takes its own job back if that still waits when another
 * comes. Rejects with NothingMeasured in both cases, and where there is no owner or the submit is refused.
 */
export function measuredQubits({ jobs, backend, owner }: MeasuringOptions): MeasureQubits {
  const inUse = () => new BackendInUse(`others use ${backend}; measuring goes on once it is free`)

  async function finished(job_uuid: string, caller: Caller): Promise<JobStatus> {
    for (;;) {
      const status = await jobs.status(job_uuid, caller)
      if (jobStates.isTerminal(status)) return status
      if (status !== 'PENDING' || jobs.queueLength(backend) <= 1) continue
      await jobs.abort(job_uuid, caller)
      await jobs.remove(job_uuid, caller)
      throw inUse()
    }
  }

  async function submitted(shots: number) {
    if (jobs.queueLength(backend) > 0) throw inUse()
    try {
      const caller = owner()
      const { job_uuid } = await jobs.submit({ backend, shots, circuit: CIRCUIT, name: 'entropy source' }, caller)
      return { caller, job_uuid }
    } catch (error) {
      throw new NothingMeasured(error instanceof Error ? error.message : String(error), { cause: error })
    }
  }

  return async shots => {
    const { caller, job_uuid } = await submitted(shots)
    const status = await finished(job_uuid, caller)
    if (status !== 'COMPLETED') throw new Error(`the job that measures qubits ended as ${status}`)
    const packed = await jobs.shots(job_uuid, caller)
    await jobs.remove(job_uuid, caller)
    return unpacked(packed, BITS_PER_SHOT)
  }
}

/** One bit to a byte, shot after shot. Zeroes `packed`. */
function unpacked(packed: Uint8Array, bits: number): Uint8Array {
  const stride = Math.ceil(bits / 8)
  const samples = new Uint8Array((packed.length / stride) * bits)
  for (let shot = 0, at = 0; shot < packed.length / stride; shot++)
    for (let bit = 0; bit < bits; bit++) samples[at++] = (packed[shot * stride + (bit >> 3)]! >> (bit & 7)) & 1
  packed.fill(0)
  return samples
}
