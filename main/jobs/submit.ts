import { randomInt } from 'node:crypto'
import { insufficient, type Ledger, microOf } from '../account/ledger'
import type { Caller } from '../contract/service/account'
import type { Backend } from '../contract/backends/catalogue'
import { AppError } from '../contract/model/errors'
import type { JobEstimate, JobStatus, QueuePlace, SubmitJob, SubmitReply } from '../contract/jobs'
import { createPace } from '../simulation/pace'
import { type Admitted, admit } from './admit'
import type { GroupCommit } from './storage/group-commit'
import type { Executor, Executors } from './model/executor'
import type { Idempotency } from './intake/idempotency'
import { createIds } from './ids'
import { textOf } from './json'
import { isFiled, type Keeping } from './kept'
import type { Queue } from './queue/backend-queues'
import type { Reservations } from './intake/token-reservation'
import { tokensOf } from './results/job-view'
import { type Asked, asked, type Placed, type Submission } from './submission'
import type { JobTable, NewJob } from './storage/job-table'
import type { Waits } from './queue/wait-estimate'

/** Jobs one key may have open at once. */
export const QUEUE_LIMIT = 10_000

/** Jobs that are put into their lines in the turn in which they were committed. */
const FEW = 32

/** Seeds chosen here stay below 2^48, the most that `randomInt` draws from. */
const SEEDS = 2 ** 48 - 1

export interface SubmitParts {
  readonly table: JobTable
  readonly ledger: Ledger
  readonly group: GroupCommit
  readonly reservations: Reservations
  readonly queue: Queue
  readonly runtime: Waits['runtime']
  /** Where a job at the position of the backend's line stands, and when it may start. */
  readonly placeOf: (backend: string, position: number) => QueuePlace
  readonly idempotency: Idempotency
  readonly circuits: Keeping
  /** Throws AppError not_found for an unknown backend. */
  readonly backends: { get(backend_id: string): Backend }
  readonly executors: Executors
  readonly now: () => number
  readonly queue_limit: number
  readonly accepted: (job: NewJob, status: JobStatus) => void
}

interface Accepted {
  readonly sequence: number
  readonly status: JobStatus
}

/** Throws why the backend cannot execute it. */
type FindExecutor = (backend: Backend, job: Asked) => Executor

export function createSubmit(parts: SubmitParts) {
  const { table, ledger, group, reservations, queue, runtime, placeOf, idempotency, now } = parts
  const newId = createIds(now)
  /** Accepted in a transaction that has not been committed. */
  const underWay = new Map<string | null, number>()
  const count = (owner: string | null, by: number) => underWay.set(owner, (underWay.get(owner) ?? 0) + by)

  async function look(job: Asked, find: FindExecutor): Promise<{ backend: Backend; admitted: Admitted }> {
    const backend = parts.backends.get(job.request.backend)
    return { backend, admitted: await admit(job, backend, find(backend, job)) }
  }

  /** What cannot be paid says so before that it could not run anyway: a device is to be paid whether it is there or not. */
  function executorFor(backend: Backend, job: Asked): Executor {
    try {
      return parts.executors(backend)
    } catch (error) {
      payable(job, backend)
      throw error
    }
  }

  function payable({ request, placed }: Asked, backend: Backend): void {
    const required = priceOf(backend) * request.shots * placed.length
    if (required === 0) return
    const available = microOf(ledger.balance('compute_token').available)
    if (required > available) throw insufficient(required, available)
  }

  /** Resolves once the jobs are on the disk, with their tokens reserved: all of a batch or none. */
  async function submit(given: SubmitJob | Submission, caller: Caller, key: string | null): Promise<SubmitReply> {
    const job = asked(given)
    const claim = idempotency.claim(caller.key_id, key, job.fingerprint)
    if (claim.known) return group.write(() => claim.known!)
    try {
      const { backend, admitted } = await look(job, executorFor)
      refuseOverfull(caller.key_id, job.placed.length)
      payable(job, backend)
      const jobs = await made(job, backend, admitted, caller)
      const reply = replyOf(jobs, job)
      await accept(jobs, () => claim.record(reply))
      return reply
    } finally {
      claim.end()
    }
  }

  /** The rows of the jobs. What is large of them is on the disk by then. */
  async function made(job: Asked, backend: Backend, admitted: Admitted, caller: Caller): Promise<NewJob[]> {
    const pace = createPace()
    const jobs: NewJob[] = []
    for (const [at, circuit] of admitted.circuits.entries()) {
      if (pace.due()) await pace.breathe(0)
      const json = circuit.json()
      const kept = isFiled(json) ? await parts.circuits.keep(json) : textOf(json)
      jobs.push({ ...jobOf(job, backend, admitted, circuit, at, caller), circuit: kept })
    }
    return jobs
  }

  /** All of them, on the disk and in their lines, or none. */
  async function accept(jobs: readonly NewJob[], also: () => void): Promise<void> {
    const { owner } = jobs[0]!
    refuseOverfull(owner, jobs.length)
    count(owner, jobs.length)
    let left = jobs.length
    try {
      const accepted = await write(jobs, also)
      const pace = createPace()
      for (const [at, job] of jobs.entries()) {
        // The transaction of a batch was long enough for one turn.
        if (at === FEW || pace.due()) await pace.breathe(0)
        enqueue(job, accepted[at]!)
        count(owner, -1)
        left -= 1
      }
    } finally {
      count(owner, -left)
    }
  }

  const write = (jobs: readonly NewJob[], also: () => void): Promise<Accepted[]> =>
    reservations.around(jobs, () =>
      group.write(() => {
        reservations.within(jobs)
        const accepted = jobs.map(insert)
        also()
        return accepted
      }),
    )

  function refuseOverfull(owner: string | null, size: number): void {
    const open = queue.openOf(owner) + (underWay.get(owner) ?? 0)
    if (open + size <= parts.queue_limit) return
    throw new AppError('queue_full', `${open} jobs of this key are open; at most ${parts.queue_limit} may be`, {
      limit: parts.queue_limit,
      open,
    })
  }

  /** Within the transaction. What is accepted while others are before it is WAITING at once. */
  function insert(job: NewJob): Accepted {
    const status = queue.isFull(job.backend) ? 'WAITING' : 'PENDING'
    return { sequence: table.insert(job, status), status }
  }

  function enqueue(job: NewJob, { sequence, status }: Accepted): void {
    parts.accepted(job, status)
    queue.add({ id: job.job_uuid, sequence, backend: job.backend, owner: job.owner })
  }

  function jobOf(
    { request: { shots, seed, name, tags = [] } }: Asked,
    backend: Backend,
    { options }: Admitted,
    circuit: Placed,
    at: number,
    { key_id }: Caller,
  ): Omit<NewJob, 'circuit'> {
    const { num_qubits, clbits } = circuit.facts()
    return {
      job_uuid: newId(),
      owner: key_id,
      backend: backend.backend_id,
      mode: backend.mode,
      simulated: backend.simulated ? 1 : 0,
      shots,
      seed: seed === undefined ? randomInt(SEEDS) : seed + at,
      num_qubits,
      num_clbits: clbits,
      name: name ?? null,
      tags: JSON.stringify([...new Set(tags)]),
      ...options,
      price: priceOf(backend),
      created_at: now(),
    }
  }

  /** The same checks as a submit; reserves and stores nothing. */
  async function estimate(given: SubmitJob | Submission, { key_id }: Caller): Promise<JobEstimate> {
    const job = asked(given)
    const { backend, admitted } = await look(job, parts.executors)
    const { backend_id } = backend
    const jobs = admitted.circuits.length
    const required = tokensOf(priceOf(backend) * job.request.shots * jobs)
    const { available } = ledger.balance('compute_token')
    return {
      jobs,
      tokens: {
        price_per_shot: tokensOf(priceOf(backend)),
        required,
        available,
        sufficient: required <= available,
      },
      queue: placeOf(backend_id, queue.positionOfNext(backend_id, key_id)),
      ...runtime(backend_id),
    }
  }

  return { submit, estimate }
}

/** Millionths of a token for a shot. */
const priceOf = ({ token_price_per_shot }: Backend): number => microOf(token_price_per_shot)

const replyOf = (jobs: readonly NewJob[], { is_batch }: Asked): SubmitReply => {
  const ids = jobs.map(({ job_uuid }) => job_uuid)
  return is_batch ? { job_uuid: ids[0]!, job_uuids: ids } : { job_uuid: ids[0]! }
}
