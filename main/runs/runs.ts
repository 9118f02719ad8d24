import { randomInt, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Caller } from '../contract/service/account'
import { AppError } from '../contract/model/errors'
import type { RunRecord } from '../contract/runs/record'
import type { RunRequest } from '../contract/model/protocols'
import type { AllRunsQuery, DecodeRequest, Redecoding, Run, RunListQuery, RunPrediction } from '../contract/runs/run'
import { announced } from '../events/announcing-table'
import type { Logger } from '../log/log'
import type { Store } from '../store/store'
import { direct, type Runner } from '../worker/runner'
import { type Execution, refuseFailedGate, settled, simulatedOn } from './admit'
import type { RunEngines } from './sampling/engine'
import { refuseOversize } from './intake/limits'
import { createLine, type LineParts } from './lifecycle/serial-runner'
import { refuseUnavailable } from './intake/options'
import { perform } from './perform'
import { pendingReplay, replayWarnings } from './recording/replay'
import { plainOf, type Resolution } from './resolution'
import { before, type Filter, type NewRun, pageOf, type RunRow, requestOf, runOf, runTable } from './table'
import { type RunTasks, runTasks } from './tasks'

/** Runs that may be open at once, on all backends. */
export const QUEUE_LIMIT = 1_000

export interface Parts {
  readonly store: Store
  /** Throws not_found, no_embedding, disqualified. */
  readonly modules: { resolve(backend_id: string, logical_id: string): Promise<Resolution> }
  /** Throws not_found for an unknown backend. */
  readonly backends: { execution(backend_id: string): Execution }
  readonly engines: RunEngines
  /** Where the long work is done; on the calling thread unless given. */
  readonly computing?: Runner<RunTasks>
  readonly log: Logger
  readonly now: () => number
  /** Of the software, for the record. */
  readonly version: string
  /** Chooses the seed where a request has none: an integer in 0 .. limit − 1. */
  readonly random?: (limit: number) => number
  /** Told of every change of status, and some ten times a second of progress. */
  readonly publish?: (run: Run) => void
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
export function createRuns(parts: Parts) {
  const { store, modules, backends, engines, log, now, version, random = randomInt, publish } = parts
  const { computing = direct(runTasks(() => engines)) } = parts
  const tell = (id: string): void => publish?.(shown(table.find(id)!))
  const table = announced(runTable(store), ({ run_id }) => run_id, tell)
  const means = { store, table, computing, now, version }
  const work: LineParts<RunRow>['work'] = (row, signal, progress) => perform(row, means, signal, progress)
  const line = createLine({ what: 'run', table, work, tell, log, now })
  /** Ends what callers wait for without its being a run: predictions and decodings. */
  const stopped = new AbortController()

  async function create({ backend_id, logical_id }: ModuleOf, body: RunRequest): Promise<Run> {
    line.refuseWhileStopping('runs')
    refuseUnavailable(body)
    const request = settled(body, random)
    const simulated = simulatedOn(backend_id, backends.execution(backend_id))
    refuseOversize(request)
    const resolution = await modules.resolve(backend_id, logical_id)
    refuseFailedGate(resolution, request)
    const planning = { resolution: plainOf(resolution), request }
    const planned = await computing.run('planRun', planning, { signal: stopped.signal })
    const plan = await store.writeFile(planned.plan)
    const { module } = resolution
    return entered({
      backend_id,
      logical_id: module.logical_qubit,
      chiplet: module.chiplet,
      name: request.name ?? null,
      simulated: simulated ? 1 : 0,
      request: JSON.stringify(request),
      calibration_id: module.calibration_id,
      warnings: JSON.stringify(planned.warnings),
      plan,
      replay: null,
    })
  }

  /** Stores the run and queues it; resolves once it is on the disk. */
  async function entered(row: Omit<NewRun, 'run_id' | 'created_at'>): Promise<Run> {
    line.refuseWhileStopping('runs')
    if (table.open() >= QUEUE_LIMIT)
      throw new AppError('queue_full', `${QUEUE_LIMIT} runs are open`, { limit: QUEUE_LIMIT })
    const run_id = randomUUID()
    await table.insert({ ...row, run_id, created_at: now() })
    line.add(run_id)
    return shown(table.find(run_id)!)
  }

  async function prediction(
    { backend_id, logical_id }: ModuleOf,
    body: RunRequest,
    left?: AbortSignal,
  ): Promise<RunPrediction> {
    refuseUnavailable(body)
    backends.execution(backend_id)
    const request = settled(body, () => 0)
    refuseOversize(request)
    const resolution = plainOf(await modules.resolve(backend_id, logical_id))
    return computing.run('predictRun', { resolution, request }, { signal: until(left) })
  }

  /** A new run from the plan and request of a finished one; at its end the bits are compared. */
  async function replay(params: RunOf): Promise<Run> {
    const original = record(params)
    const row = owned(params)
    const { backend_id, simulated } = row
    if (simulated !== 1)
      throw new AppError('conflict', `Run ${row.run_id} was measured, not simulated: it cannot be replayed`)
    simulatedOn(backend_id, backends.execution(backend_id))
    const warnings: Run['warnings'] = JSON.parse(row.warnings)
    return entered({
      backend_id,
      logical_id: row.logical_id,
      chiplet: row.chiplet,
      name: row.name,
      simulated,
      request: row.request,
      calibration_id: row.calibration_id,
      warnings: JSON.stringify([...warnings, ...replayWarnings(original, engines[requestOf(row).engine].version)]),
      plan: row.plan,
      replay: JSON.stringify(pendingReplay(row.run_id)),
    })
  }

  async function decodeAgain(params: RunOf, { decoder }: DecodeRequest, left?: AbortSignal): Promise<Redecoding> {
    const row = owned(params)
    refuseUnfinished(row)
    const request = requestOf(row)
    refuseUnavailable({ ...request, decoder })
    const plan = await store.readFile(row.plan)
    const stored = { record: table.record(row.run_id)!, request, plan, decoder }
    return computing.run('redecodeRun', stored, { signal: until(left), host: { readFile: store.readFile } })
  }

  /** Until the service stops or the caller leaves. */
  const until = (left: AbortSignal | undefined): AbortSignal =>
    left ? AbortSignal.any([stopped.signal, left]) : stopped.signal

  const shown = (row: RunRow): Run => runOf(row, line.progress(row.run_id))

  function owned({ backend_id, logical_id, run_id }: RunOf): RunRow {
    const row = table.find(run_id)
    if (row && row.backend_id === backend_id && [row.logical_id, row.chiplet].includes(logical_id)) return row
    throw new AppError('not_found', `${logical_id} on ${backend_id} has no run ${run_id}`, { run_id })
  }

  async function abort(params: RunOf, caller: Caller): Promise<Run> {
    const { run_id } = owned(params)
    await line.abort(run_id, caller)
    return shown(table.find(run_id)!)
  }

  function page(filter: Filter, { limit, cursor }: { limit: number; cursor?: string | undefined }): RunPage {
    return pageOf(table.list(filter, before(cursor), limit + 1), limit, shown)
  }

  function refuseUnfinished(row: RunRow): void {
    const status_reason = runOf(row, undefined).status_reason
    if (row.status === 'FAILED') throw new AppError('run_failed', `Run ${row.run_id} failed`, { status_reason })
    if (row.status === 'ABORTED') throw new AppError('run_aborted', `Run ${row.run_id} was aborted`, { status_reason })
    if (row.status !== 'COMPLETED')
      throw new AppError('result_not_ready', `Run ${row.run_id} is ${row.status}`, { status: row.status })
  }

  function record(params: RunOf): RunRecord {
    const row = owned(params)
    refuseUnfinished(row)
    return JSON.parse(table.record(row.run_id)!)
  }

  return {
    create,
    predict: prediction,
    replay,
    decode: decodeAgain,
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
    async resume(): Promise<void> {
      for (const { run_id, status, simulated } of table.unfinished()) {
        if (!simulated) await line.fail(run_id, 'service_restart', 'The service stopped while the device was running')
        else if (status === 'PENDING' || (await table.move(run_id, 'PENDING', { started_at: null }))) line.add(run_id)
      }
    },
    /** Runs executing now. */
    running: (): number => (line.running() === null ? 0 : 1),
    /** Ends the run in hand without losing it: the next `resume` starts it over. */
    async stop(): Promise<void> {
      stopped.abort(new AppError('shutting_down', 'The service is stopping'))
      await line.stop()
    },
  }
}
export type Runs = ReturnType<typeof createRuns>
