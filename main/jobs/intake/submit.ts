/** A submit from the request to its reply, and what it would cost. */
import { randomInt, randomUUID } from 'node:crypto'
import { insufficient, type Ledger, microOf, wholeOf } from '../../account/ledger'
import type { Backends } from '../../backends/backends'
import type { Backend } from '../../contract/backends/catalogue'
import type { JobEstimate, SubmitJob, SubmitReply } from '../../contract/jobs/submit'
import { sum } from '../../contract/numbers/arithmetic'
import type { Caller } from '../../contract/service/account'
import type { GroupCommit } from '../../store/group-commit'
import { isLargeJson, type Json, jsonText } from '../../worker/json'
import type { Runner, WorkContext } from '../../worker/runner'
import { createYielder } from '../../worker/yielder'
import { overheadOf } from '../estimation/allocation'
import type { ExecutionOptions, Executor, Executors } from '../model/execution'
import { featuresOf, type NewJob, type Submission, type SubmittedCircuit } from '../model/job'
import type { JobPositions } from '../queue/job-positions'
import type { JobTable, JsonBlobs } from '../storage/job-table'
import type { SubmitBatchTable } from '../storage/submit-batches'
import type { JobTasks } from '../tasks/registry'
import { isDemanding, submissionOf } from '../tasks/submission'
import { type Idempotency, withoutDeleted } from './idempotency'
import type { RecentSpeed } from './recent-speed'
import { expectedRuntime } from './runtime'
import { type AdmissionOptions, createAdmission, SMALL_BATCH } from './store-jobs'
import { SWEEP_SHOTS, validateSubmission } from './validation'

export interface Intake {
  /**
   * Resolves once the jobs are on the disk with their tokens reserved, and queued: all of a batch or none. `key` is the
   * Idempotency-Key, null without one. Checks the balance before the device: 402 comes before 409.
   */
  submit(
    given: SubmitJob | Submission,
    options: { readonly caller: Caller; readonly key: string | null; readonly signal?: AbortSignal | undefined },
  ): Promise<SubmitReply>
  /** What a submit would cost now, and when its first job would start. Reserves and stores nothing. */
  estimate(given: SubmitJob | Submission, caller: Caller, signal?: AbortSignal): Promise<JobEstimate>
}

interface SubmitIntakeOptions extends AdmissionOptions {
  readonly backends: Pick<Backends, 'get'>
  readonly executors: Executors
  readonly ledger: Pick<Ledger, 'balance'>
  readonly idempotency: Idempotency
  readonly circuits: JsonBlobs
  readonly table: Pick<JobTable, 'find' | 'origins'>
  readonly batches: Pick<SubmitBatchTable, 'insert'>
  readonly group: GroupCommit
  readonly positions: Pick<JobPositions, 'ofNext'>
  readonly recentSpeed: RecentSpeed
  /** Does work that a caller waits for. */
  readonly interactive: Runner<JobTasks>
  readonly now: () => number
}

/** With `target_error` and no shots, a job may take the backend's maximum, and each row of a sweep an equal share of the maximum of a sweep. */
function withShots(submission: Submission, { limits }: Backend): Submission {
  const { request } = submission
  if (request.shots > 0 || request.target_error === undefined) return submission
  const { max_shots } = limits
  const mostOf = ({ sweep }: SubmittedCircuit) =>
    Math.min(max_shots, Math.floor((SWEEP_SHOTS * max_shots) / (sweep?.rows ?? 1)))
  const circuits = submission.circuits.map(circuit => ({ ...circuit, shots: circuit.shots || mostOf(circuit) }))
  return { ...submission, request: { ...request, shots: max_shots }, circuits }
}

export function createIntake(options: SubmitIntakeOptions): Intake {
  const { backends, executors, ledger, idempotency, circuits, table, group, positions, now, interactive, batches } =
    options
  const { recentSpeed } = options
  const newJobs = createNewJobs(circuits, now)
  const admission = createAdmission(options)

  const submit: Intake['submit'] = async (given, { caller, key, signal }) => {
    const owner = caller.key_id
    const read = await submissionFrom(given, interactive, { owner, signal })
    const claim = key === null ? null : idempotency.claim(owner, key, read.fingerprint)
    if (claim?.known) return group.write(() => withoutDeleted(claim.known!, table))
    try {
      const backend = backends.get(read.request.backend)
      const submission = withShots(read, backend)
      const executor = payableExecutor(backend, submission)
      const { options: how } = await validateSubmission(submission, { backend, executor, interactive, owner, signal })
      const origins = submission.circuits.map(({ saved }) => table.origins.named(saved, owner))
      admission.refuseOverfull(owner, submission.circuits.length)
      refuseUnpayable(submission, backend, ledger)
      const jobs = await newJobs(submission, { backend, options: how, owner, origins })
      const reply = replyOf(jobs)
      await admission.storeAndQueue(jobs, () => {
        if (reply.batch_id !== undefined) batches.insert(jobs[0]!, submission.request.name ?? null)
        claim?.record(reply)
      })
      return reply
    } finally {
      claim?.end()
    }
  }

  const estimate: Intake['estimate'] = async (given, { key_id: owner }, signal) => {
    const read = await submissionFrom(given, interactive, { owner, signal })
    const backend = backends.get(read.request.backend)
    const submission = withShots(read, backend)
    const executor = executors(backend)
    const { options: how, device_time_s } = await validateSubmission(submission, {
      backend,
      executor,
      interactive,
      owner,
      signal,
    })
    const asked = { backend, options: how, owner, signal }
    const runtime = await expectedRuntime(submission, asked, { executor, device_time_s, recentSpeed })
    const required = wholeOf(requiredFor(submission, backend))
    for (const { saved } of submission.circuits) table.origins.named(saved, owner)
    const { available } = ledger.balance('compute_token')
    const price_per_shot = wholeOf(priceOf(backend))
    return {
      jobs: submission.circuits.length,
      ...estimateCost(submission),
      tokens: { price_per_shot, required, available, sufficient: required <= available },
      queue: positions.ofNext(backend.backend_id, owner),
      ...runtime,
      device_time_s,
    }
  }

  function payableExecutor(backend: Backend, submission: Submission): Executor {
    try {
      return executors(backend)
    } catch (error) {
      refuseUnpayable(submission, backend, ledger)
      throw error
    }
  }

  return { submit, estimate }
}

/** Cost of pilots and readout circuits of the first job. */
function estimateCost({ circuits: [first] }: Submission): Pick<JobEstimate, 'measured_groups' | 'overhead_shots'> {
  const { estimate, shots = 0, sweep } = first ?? {}
  if (!estimate || estimate.kind === 'exact') return {}
  const { kind, groups, worst_shots, request } = estimate
  const is_sampled = kind === 'sampled'
  const { least, most } = overheadOf({
    shots,
    worst_shots,
    groups: is_sampled ? groups : 1,
    has_target: request.target_error !== undefined,
    measures_confusion: request.mitigation?.readout === 'measured',
  })
  const rows = sweep?.rows ?? 1
  return {
    ...(is_sampled && { measured_groups: groups }),
    ...(most > 0 && { overhead_shots: { least: least * rows, most: most * rows } }),
  }
}

/** Reads a body unless it is read already: on this thread where it is small, on another where its texts or tables may expand. */
async function submissionFrom(
  given: SubmitJob | Submission,
  interactive: Runner<JobTasks>,
  context: WorkContext,
): Promise<Submission> {
  if ('fingerprint' in given) return given
  if (!isDemanding(given)) return submissionOf(given)
  return interactive.run('readSubmission', given, { ...context, size: 0 })
}

/** Price of a shot in millionths of a token. */
const priceOf = ({ token_price_per_shot }: Backend): number => microOf(token_price_per_shot)
const shotsOf = ({ shots, sweep }: SubmittedCircuit): number => shots * (sweep?.rows ?? 1)
const requiredFor = ({ circuits }: Submission, backend: Backend): number =>
  priceOf(backend) * sum(circuits.map(shotsOf))

/** Throws `insufficient_tokens`. */
function refuseUnpayable(submission: Submission, backend: Backend, ledger: Pick<Ledger, 'balance'>): void {
  const required = requiredFor(submission, backend)
  if (required === 0) return
  const available = microOf(ledger.balance('compute_token').available)
  if (required > available) throw insufficient(required, available)
}

function replyOf(jobs: readonly NewJob[]): SubmitReply {
  const ids = jobs.map(({ job_uuid }) => job_uuid)
  const { batch_id } = jobs[0]!
  return batch_id === null ? { job_uuid: ids[0]! } : { job_uuid: ids[0]!, batch_id, job_uuids: ids }
}

/** How and for whom the jobs of a submit are to be executed. */
interface NewJobsOptions {
  readonly backend: Backend
  readonly options: ExecutionOptions
  readonly owner: string | null
  /** Origin of each circuit. */
  readonly origins: readonly NewJob['origin'][]
}

type NewJobs = (submission: Submission, options: NewJobsOptions) => Promise<NewJob[]>

/** Makes the rows of a submit's jobs. Large circuits and tables are on the disk when it resolves. */
function createNewJobs(circuits: JsonBlobs, now: () => number): NewJobs {
  const newId = createIds(now)
  return async (submission, { backend, options, owner, origins }) => {
    const { seed, tags = [] } = submission.request
    const { noise, precision, placement } = options
    const batch_id = submission.is_batch ? newId() : null
    const yielder = createYielder()
    // A batch was validated before, in the same turn of the event loop.
    if (submission.circuits.length > SMALL_BATCH) await yielder.yieldNow(0)
    const jobs: NewJob[] = []
    const column = (json: Json): string | Promise<string> => (isLargeJson(json) ? circuits.write(json) : jsonText(json))
    for (const [at, { json, facts, shots, name, sweep, estimate }] of submission.circuits.entries()) {
      if (yielder.isDue()) await yielder.yieldNow(0)
      const circuit = await column(json)
      jobs.push({
        job_uuid: newId(),
        owner,
        name,
        batch_id,
        noise,
        precision,
        circuit,
        origin: origins[at]!,
        placement: placement ? JSON.stringify(placement) : null,
        features: backend.mode === 'mock' ? featuresOf(facts) : null,
        // The column must be positive; exact values are reported with 0 shots.
        shots: Math.max(1, shots),
        estimates: estimate?.kind ?? null,
        estimate_request: estimate && JSON.stringify(estimate.request),
        rows: sweep?.rows ?? null,
        parameters: sweep && (await column(sweep.table)),
        parameter_names: sweep && JSON.stringify(sweep.names),
        backend: backend.backend_id,
        mode: backend.mode,
        simulated: backend.simulated ? 1 : 0,
        seed: seed === undefined ? randomInt(MAX_RANDOM_SEED) : seed + at,
        num_qubits: facts.num_qubits,
        num_clbits: facts.clbits,
        registers: facts.registers && JSON.stringify(facts.registers),
        tags: JSON.stringify([...new Set(tags)]),
        price: priceOf(backend),
        created_at: now(),
      })
    }
    return jobs
  }
}

/** Seeds chosen here stay below 2^48, the most that `randomInt` draws from. */
const MAX_RANDOM_SEED = 2 ** 48 - 1

const TICKS_PER_MS = 4
const WRAP = 2 ** 32

/**
 * Ids of jobs: UUIDs of version 8 (RFC 9562: the application's own), random but for the first eight digits, which grow
 * with time (and begin again after twelve days). Jobs that come together then lie together in the indices of ids, and no
 * two of them look alike where ids are shortened.
 */
export function createIds(now: () => number): () => string {
  let last = 0
  return () => {
    last = Math.max(last + 1, now() * TICKS_PER_MS)
    const random = randomUUID()
    return `${(last % WRAP).toString(16).padStart(8, '0')}${random.slice(8, 14)}8${random.slice(15)}`
  }
}
