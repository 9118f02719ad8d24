import { randomInt, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import type { Caller } from '../contract/account'
import { AppError } from '../contract/errors'
import type { AllRunsQuery, Run, RunListQuery, RunRecord, RunRequest } from '../contract/runs'
import type { Logger } from '../log/log'
import type { Simulator } from '../simulation/simulator'
import type { Store } from '../store/store'
import { type Execution, refuseFailedGate, settled, simulatedOn } from './admit'
import { executeRun } from './execute'
import { refuseOversize } from './limits'
import { decodePlan, encodePlan, planRun, type Resolution } from './plan'
import { createQueue } from './queue'
import { comparisonOf, recordOf, summaryOf } from './record'
import { isTerminal } from './state'
import { before, type Filter, type RunRow, runOf, runTable } from './table'

/** Runs that may be open at once, on all backends. */
export const QUEUE_LIMIT = 1_000

export interface Parts {
  readonly store: Store
  /** Throws not_found, no_embedding, disqualified. */
  readonly modules: { resolve(backend_id: string, logical_id: string): Promise<Resolution> }
  /** Throws not_found for an unknown backend. */
  readonly backends: { execution(backend_id: string): Execution }
  readonly simulator: Simulator
  readonly log: Logger
  readonly now: () => number
  /** Of the software, for the record. */
  readonly version: string
  /** Chooses the seed where a request has none: an integer in 0 .. limit − 1. */
  readonly random?: (limit: number) => number
}

interface ModuleOf {
  readonly backend_id: string
  readonly logical_id: string
}
interface RunOf extends ModuleOf {
  readonly run_id: string
}
interface RunPage {
  readonly items: Run[]
  readonly next_cursor: string | null
}

/** QEC runs, one at a time in the order in which they came. Runs are everybody's who has the role. */
export function createRuns({ store, modules, backends, simulator, log, now, version, random = randomInt }: Parts) {
  const table = runTable(store)
  const progress = new Map<string, Run['progress']>()
  const queue = createQueue(run, error => log.error({ err: error }, 'a run could not be run'))
  let stopping = false

  async function create({ backend_id, logical_id }: ModuleOf, body: RunRequest): Promise<Run> {
    refuseWhileStopping()
    const request = settled(body, random)
    const simulated = simulatedOn(backend_id, backends.execution(backend_id))
    refuseOversize(request)
    const resolution = await modules.resolve(backend_id, logical_id)
    refuseFailedGate(resolution, request)
    const plan = await store.writeFile(encodePlan(planRun(resolution)))
    refuseWhileStopping()
    if (table.open() >= QUEUE_LIMIT)
      throw new AppError('queue_full', `${QUEUE_LIMIT} runs are open`, { limit: QUEUE_LIMIT })
    const run_id = randomUUID()
    const { module } = resolution
    table.insert({
      run_id,
      backend_id,
      logical_id: module.logical_qubit,
      chiplet: module.chiplet,
      name: request.name ?? null,
      simulated: simulated ? 1 : 0,
      request: JSON.stringify(request),
      calibration_id: module.calibration_id,
      warnings: JSON.stringify(module.warnings),
      plan,
      created_at: now(),
    })
    queue.add(run_id)
    return shown(table.find(run_id)!)
  }

  function refuseWhileStopping(): void {
    if (stopping) throw new AppError('shutting_down', 'The service is stopping and takes no more runs')
  }

  async function run(id: string, signal: AbortSignal): Promise<void> {
    const row = table.find(id)
    if (!row || !table.move(id, 'PROCESSING', { started_at: now() })) return
    try {
      await complete(row, signal)
    } catch (error) {
      // A stop leaves the row at PROCESSING: the next start runs it again from its seed.
      if (stopping || isTerminal(table.find(id)!.status)) return
      log.error({ err: error, run_id: id }, 'a run failed')
      fail(id, 'engine_error', 'The run broke down; the log holds the cause')
    } finally {
      progress.delete(id)
    }
  }

  async function complete(row: RunRow, signal: AbortSignal): Promise<void> {
    const { run_id, backend_id, simulated } = row
    const request: Run['request'] = JSON.parse(row.request)
    const plan = decodePlan(await store.readFile(row.plan))
    const results = await executeRun(plan, request, {
      simulator,
      keep: bytes => store.writeFile(bytes),
      signal,
      progress: (fraction, stage) => progress.set(run_id, { fraction, stage }),
    })
    const executed_at = new Date(now()).toISOString()
    const head = { run_id, backend_id, simulated: simulated === 1, request, executed_at, version }
    const comparison = await stepwise(comparisonOf(request, results), signal)
    const record = recordOf(head, plan, results, comparison)
    signal.throwIfAborted()
    table.move(run_id, 'COMPLETED', {
      finished_at: now(),
      record: JSON.stringify(record),
      summary: JSON.stringify(summaryOf(record)),
    })
  }

  const fail = (id: string, reason_code: string, reason_message: string) =>
    table.move(id, 'FAILED', { finished_at: now(), reason_code, reason_message })

  const shown = (row: RunRow): Run => runOf(row, progress.get(row.run_id))

  function owned({ backend_id, logical_id, run_id }: RunOf): RunRow {
    const row = table.find(run_id)
    if (row && row.backend_id === backend_id && [row.logical_id, row.chiplet].includes(logical_id)) return row
    throw new AppError('not_found', `${logical_id} on ${backend_id} has no run ${run_id}`, { run_id })
  }

  function abort(params: RunOf, caller: Caller): Run {
    const { run_id, status } = owned(params)
    const reason = { reason_code: 'user_cancelled', reason_message: `Aborted by ${caller.name}` }
    if (!table.move(run_id, 'ABORTED', { finished_at: now(), ...reason }))
      throw new AppError('conflict', `Run ${run_id} is ${status} and cannot be aborted`, { status })
    queue.cancel(run_id)
    return shown(table.find(run_id)!)
  }

  function page(filter: Filter, { limit, cursor }: { limit: number; cursor?: string | undefined }): RunPage {
    const rows = table.list(filter, before(cursor), limit + 1)
    const items = rows.slice(0, limit)
    return { items: items.map(shown), next_cursor: rows.length > limit ? String(items.at(-1)!.sequence) : null }
  }

  function record(params: RunOf): RunRecord {
    const row = owned(params)
    const status_reason = runOf(row, undefined).status_reason
    if (row.status === 'FAILED') throw new AppError('run_failed', `Run ${row.run_id} failed`, { status_reason })
    if (row.status === 'ABORTED') throw new AppError('run_aborted', `Run ${row.run_id} was aborted`, { status_reason })
    if (row.status !== 'COMPLETED')
      throw new AppError('result_not_ready', `Run ${row.run_id} is ${row.status}`, { status: row.status })
    return JSON.parse(table.record(row.run_id)!)
  }

  return {
    create,
    get: (params: RunOf): Run => shown(owned(params)),
    list: (query: z.output<typeof AllRunsQuery>): RunPage =>
      page({ backend_id: query.backend_id ?? null, logical_id: null, status: query.status ?? null }, query),
    listOf({ backend_id, logical_id }: ModuleOf, query: z.output<typeof RunListQuery>): RunPage {
      backends.execution(backend_id)
      return page({ backend_id, logical_id, status: query.status ?? null }, query)
    },
    record,
    /** The bit file of one circuit, as `shot_files` of the record names it. */
    async shots({ sha256, ...params }: RunOf & { sha256: string }): Promise<Uint8Array> {
      const known = record(params).shot_files.some(file => file.sha256 === sha256)
      if (!known) throw new AppError('not_found', `Run ${params.run_id} has no shots ${sha256}`, { sha256 })
      return store.readFile(sha256)
    },
    abort,
    /** After a crash or a stop: simulated runs that had not finished are run again, oldest first. */
    resume(): void {
      for (const { run_id, status, simulated } of table.unfinished()) {
        if (!simulated) fail(run_id, 'service_restart', 'The service stopped while the device was running')
        else if (status === 'PENDING' || table.move(run_id, 'PENDING', { started_at: null })) queue.add(run_id)
      }
    },
    /** Runs executing now. */
    running: (): number => (queue.running() === null ? 0 : 1),
    /** Ends the run in hand without losing it: the next `resume` starts it over. */
    async stop(): Promise<void> {
      stopping = true
      await queue.stop()
    },
  }
}
export type Runs = ReturnType<typeof createRuns>

/** Drives work that pauses, letting the event loop turn at every pause; throws the signal's reason when aborted. */
async function stepwise<T>(work: Generator<void, T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await setImmediate()
    signal.throwIfAborted()
  }
}
