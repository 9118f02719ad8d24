import { randomInt, randomUUID } from 'node:crypto'
import { insufficient, type Ledger, microOf } from '../account/ledger'
import { clbitsOf } from '../circuits/validate'
import type { Caller } from '../contract/account'
import type { Backend } from '../contract/backends'
import { AppError } from '../contract/errors'
import type { Circuit, JobEstimate, JobStatus, SubmitJob, SubmitReply } from '../contract/jobs'
import { type Admitted, admit } from './admit'
import type { GroupCommit } from './commit'
import type { Executor, Executors } from './executor'
import type { Idempotency } from './idempotency'
import type { Queue } from './queue'
import { tokensOf } from './show'
import type { JobTable, NewJob } from './table'
import type { Waits } from './wait'

/** Jobs one key may have open at once. */
export const QUEUE_LIMIT = 10_000

/** Seeds chosen here stay below 2^48, the most that `randomInt` draws from. */
const SEEDS = 2 ** 48 - 1

export interface SubmitParts {
  readonly table: JobTable
  readonly ledger: Ledger
  readonly group: GroupCommit
  readonly queue: Queue
  readonly waits: Waits
  readonly idempotency: Idempotency
  /** Throws AppError not_found for an unknown backend. */
  readonly backends: { get(backend_id: string): Backend }
  readonly executors: Executors
  readonly now: () => number
  readonly queue_limit: number
  readonly accepted: (job_uuid: string) => void
}

export function createSubmit(parts: SubmitParts) {
  const { table, ledger, group, queue, waits, idempotency, now } = parts
  /** Accepted in a transaction that has not been committed. */
  const underWay = new Map<string | null, number>()
  const count = (owner: string | null, by: number) => underWay.set(owner, (underWay.get(owner) ?? 0) + by)

  function look(request: SubmitJob): { backend: Backend; admitted: Admitted } {
    const backend = parts.backends.get(request.backend)
    return { backend, admitted: admit(request, backend, executorFor(request, backend)) }
  }

  /** What cannot be paid says so before that it could not run anyway: a device is to be paid whether it is there or not. */
  function executorFor({ shots, circuits = [] }: SubmitJob, backend: Backend): Executor {
    try {
      return parts.executors(backend)
    } catch (error) {
      const required = priceOf(backend) * shots * Math.max(1, circuits.length)
      const available = microOf(ledger.balance('compute_token').available)
      throw required > available ? insufficient(required, available) : error
    }
  }

  /** Resolves once the jobs are on the disk, with their tokens reserved: all of a batch or none. */
  async function submit(request: SubmitJob, caller: Caller, key: string | null): Promise<SubmitReply> {
    const claim = idempotency.claim(caller.key_id, key, request)
    if (claim.known) return claim.known
    try {
      const { backend, admitted } = look(request)
      const jobs = admitted.circuits.map((circuit, at) => jobOf(request, backend, admitted, circuit, at, caller))
      const reply = replyOf(jobs, request)
      const sequences = await write(jobs, () => claim.record(reply))
      for (const [at, job] of jobs.entries()) enqueue(job, sequences[at]!)
      return reply
    } finally {
      claim.end()
    }
  }

  async function write(jobs: readonly NewJob[], also: () => void): Promise<number[]> {
    const { owner } = jobs[0]!
    refuseOverfull(owner, jobs.length)
    count(owner, jobs.length)
    try {
      return await group.write(() => {
        const sequences = jobs.map(accept)
        also()
        return sequences
      })
    } finally {
      count(owner, -jobs.length)
    }
  }

  function refuseOverfull(owner: string | null, size: number): void {
    const open = queue.openOf(owner) + (underWay.get(owner) ?? 0)
    if (open + size <= parts.queue_limit) return
    throw new AppError('queue_full', `${open} jobs of this key are open; at most ${parts.queue_limit} may be`, {
      limit: parts.queue_limit,
      open,
    })
  }

  /** Within the transaction. What is accepted while others are before it is WAITING at once. */
  function accept(job: NewJob): number {
    ledger.reserve('compute_token', job.price * job.shots, job.job_uuid, job.owner)
    const states: JobStatus[] = queue.isFull(job.backend) ? ['PENDING', 'WAITING'] : ['PENDING']
    return table.insert(job, states)
  }

  function enqueue({ job_uuid, backend, owner }: NewJob, sequence: number): void {
    parts.accepted(job_uuid)
    queue.add({ id: job_uuid, sequence, backend, owner })
  }

  function jobOf(
    { shots, seed, name, tags = [] }: SubmitJob,
    backend: Backend,
    { options }: Admitted,
    circuit: Circuit,
    at: number,
    { key_id }: Caller,
  ): NewJob {
    return {
      job_uuid: randomUUID(),
      owner: key_id,
      backend: backend.backend_id,
      mode: backend.mode,
      simulated: backend.simulated ? 1 : 0,
      shots,
      seed: seed === undefined ? randomInt(SEEDS) : seed + at,
      num_qubits: circuit.num_qubits,
      num_clbits: clbitsOf(circuit),
      name: name ?? null,
      tags: JSON.stringify([...new Set(tags)]),
      ...options,
      price: priceOf(backend),
      created_at: now(),
      circuit: JSON.stringify(circuit),
    }
  }

  /** The same checks as a submit; reserves and stores nothing. */
  function estimate(request: SubmitJob, { key_id }: Caller): JobEstimate {
    const { backend, admitted } = look(request)
    const { backend_id } = backend
    const jobs = admitted.circuits.length
    const required = tokensOf(priceOf(backend) * request.shots * jobs)
    const { available } = ledger.balance('compute_token')
    return {
      jobs,
      tokens: {
        price_per_shot: tokensOf(priceOf(backend)),
        required,
        available,
        sufficient: required <= available,
      },
      queue: waits.place(backend_id, queue.positionOfNext(backend_id, key_id), queue.isFull(backend_id)),
      ...waits.runtime(backend_id),
    }
  }

  return { submit, estimate }
}

/** Millionths of a token for a shot. */
const priceOf = ({ token_price_per_shot }: Backend): number => microOf(token_price_per_shot)

const replyOf = (jobs: readonly NewJob[], { circuits }: SubmitJob): SubmitReply => {
  const ids = jobs.map(({ job_uuid }) => job_uuid)
  return circuits ? { job_uuid: ids[0]!, job_uuids: ids } : { job_uuid: ids[0]! }
}
