/** A job service on a store in memory, whose jobs wait until the test lets them finish. */
import { createLedger, type Ledger } from '../../../main/account/ledger'
import type { Backend } from '../../../main/contract/backends/catalogue'
import type { Circuit } from '../../../main/contract/jobs/circuit'
import type { Job } from '../../../main/contract/jobs/circuit-job'
import type { JobResult } from '../../../main/contract/jobs/result'
import type { SubmitJob } from '../../../main/contract/jobs/submit'
import { AppError } from '../../../main/contract/model/errors'
import { JsonText } from '../../../main/contract/model/json-text'
import type { Caller } from '../../../main/contract/service/account'
import { executorsOf } from '../../../main/jobs/execution/executors'
import { createJobs, type Jobs, type JobsOptions } from '../../../main/jobs/jobs'
import type { ExecutionRequest, Executor } from '../../../main/jobs/model/execution'
import type { ExecutionResult } from '../../../main/jobs/model/execution-result'
import { createLog } from '../../../main/log/log'
import type { Store } from '../../../main/store/store'
import { openMemoryStore } from '../store/memory-store'

const keyOf = (name: string, digit: number): Caller => ({
  kind: 'key',
  key_id: `00000000-0000-4000-8000-00000000000${digit}`,
  name,
  roles: ['jobs'],
})
export const alice = keyOf('alice', 1)
export const bob = keyOf('bob', 2)
export const holder: Caller = {
  kind: 'session',
  key_id: null,
  name: 'account holder',
  roles: ['jobs', 'qec', 'entropy', 'operator'],
}

export const coin: Circuit = { num_qubits: 1, instructions: [{ name: 'measure', qubits: [0], clbits: [0] }] }
export const request = { backend: 'dev-a-mock', shots: 100, seed: 5, circuit: coin } satisfies SubmitJob
/** 0.05 tokens a shot: 5 tokens. */
export const liveRequest = { ...request, backend: 'dev-a' } satisfies SubmitJob

export const backend = (backend_id: string, max_runtime_s = 60) =>
  ({
    backend_id,
    mode: backend_id.endsWith('-mock') ? 'mock' : 'live',
    simulated: true,
    online: true,
    offline_reason: null,
    token_price_per_shot: backend_id.endsWith('-mock') ? 0 : 0.05,
    limits: { max_qubits: 4, max_shots: 1000, max_instructions: 50, max_runtime_s },
  }) as Backend

export const backends = {
  get(id: string): Backend {
    if (!/^dev-[ab](-mock)?$/.test(id)) throw new AppError('not_found', `No backend ${id}`)
    return backend(id)
  },
}

interface Waiting {
  readonly order: ExecutionRequest
  finish(outcome?: Partial<ExecutionResult>): void
  fail(error?: unknown): void
}

/** Each order waits until the test lets it finish or its signal aborts it. */
function gatedExecutor() {
  const waiting: Waiting[] = []
  const executor: Executor = {
    validate: () => [],
    execute: async order => {
      const gate = new Promise<ExecutionResult>((resolve, reject) => {
        order.signal.addEventListener('abort', () => reject(order.signal.reason))
        const { shots } = order
        const whole = { counts: new Map([['0', shots]]), shots, engine: 'test-engine/1', noise: 'none' } as const
        const next: Waiting = {
          order,
          finish: outcome =>
            resolve({ ...whole, calibration_id: null, transpiled: null, ...outcome } as ExecutionResult),
          fail: (error = new Error('boom')) => reject(error),
        }
        order.onStart?.().then(() => waiting.push(next), reject)
      })
      return gate
    },
  }
  return { executor, waiting }
}

/** Lets everything that is not gated happen: group commits take a turn of the event loop each. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 12; turn++) await new Promise(resolve => setImmediate(resolve))
}

export interface JobService {
  readonly jobs: Jobs
  readonly waiting: Waiting[]
  readonly store: Store
  readonly ledger: Ledger
}

export function openJobService(store = openMemoryStore(), change: Partial<JobsOptions> = {}): JobService {
  const { executor, waiting } = gatedExecutor()
  let clock = 1_700_000_000_000
  const now = () => clock++
  const ledger = createLedger(store, now)
  const executors = executorsOf(executor, () => executor)
  const log = createLog('silent')
  const jobs = createJobs({ store, ledger, backends, executors, log, now, concurrency: () => 1, ...change })
  opened.push(jobs)
  stores.add(store)
  return { jobs, waiting, store, ledger }
}

/** With so many tokens to spend. */
export const rich = (tokens = 100): JobService => {
  const service = openJobService()
  service.ledger.purchase('compute_token', tokens * 1_000_000)
  return service
}
export const balance = ({ ledger }: JobService) => ledger.balance('compute_token')
export const jobsIn = ({ store }: JobService) => store.db.prepare('SELECT count(*) FROM jobs').pluck().get()

const opened: Jobs[] = []
const stores = new Set<Store>()

/** Stops the jobs of every service; their stores stay open for others. */
export const stopJobServices = async (): Promise<void> => {
  await Promise.all(opened.splice(0).map(jobs => jobs.stop()))
}

/** Stops the jobs of every service and closes the stores, which takes their folders away. */
export const closeJobServices = async (): Promise<void> => {
  await stopJobServices()
  for (const store of stores) store.close()
  stores.clear()
}

/** The code of the AppError that a call throws or rejects with, null when it succeeds. */
export const codeOf = async (call: () => unknown): Promise<string | null> => {
  try {
    await call()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return null
}

export const counted = async (jobs: Jobs, id: string, caller: Caller): Promise<JobResult> =>
  (await jobs.result(id, caller)) as JobResult

/** The job as small ones are shown. */
export const shown = async (jobs: Jobs, id: string, caller: Caller): Promise<Job> => {
  const job = await jobs.get(id, caller)
  if (job instanceof JsonText) throw new Error(`Job ${id} came as text`)
  return job as Job
}
