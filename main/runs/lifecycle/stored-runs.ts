import type { z } from 'zod'
import { AppError } from '../../contract/model/errors'
import { JsonText } from '../../contract/model/json-text'
import { pageOf, positionBefore } from '../../contract/model/page'
import type { AllRunsQuery, DecodeRequest, Redecoding, Run, RunListQuery } from '../../contract/runs/run'
import type { Caller } from '../../contract/service/account'
import { decoderVersion } from '../decoding/protocols'
import { decodePlan } from '../model/plan'
import { refuseOffline, refuseUnavailable } from '../planning/checked-request'
import { baselinesOf, plannedShots } from '../planning/shots'
import { provenanceIn, recordIn } from '../recording/record-file'
import { pendingReplay, replayWarnings } from '../recording/replay'
import type { RunQueue } from './queue'
import type { ModuleId, RunContext, RunId } from './services'
import { type Filter, type RunRow, requestOf, runOf, weightOf } from './table'
import { refuseUnpayable } from './tokens'

/** Stored runs as callers find them: one, a page, a record, a bit file. Runs are everybody's who has the role. */

interface RunPage {
  readonly items: Run[]
  readonly next_cursor: string | null
}

export interface RunLookup {
  /** Throws AppError not_found, as all that follow. */
  found(params: RunId): RunRow
  /** Throws run_failed, run_aborted, result_not_ready. */
  finished(params: RunId): RunRow
  get(params: RunId): Run
  list(query: z.output<typeof AllRunsQuery>): RunPage
  listOf(module: ModuleId, query: z.output<typeof RunListQuery>): RunPage
  /** As it is kept, without being read. Throws as `finished`. */
  record(params: RunId): Promise<JsonText>
  /** The bit file of one circuit, as `shot_files` of the record names it. Throws as `finished`. */
  shots(params: RunId & { readonly sha256: string }): Promise<Uint8Array>
}

export function createLookup({ store, backends }: RunContext, { table, shown }: RunQueue): RunLookup {
  function found({ backend_id, logical_id, run_id }: RunId): RunRow {
    const row = table.find(run_id)
    if (row && row.backend_id === backend_id && [row.logical_id, row.chiplet].includes(logical_id)) return row
    throw new AppError('not_found', `${logical_id} on ${backend_id} has no run ${run_id}`, { run_id })
  }

  function finished(params: RunId): RunRow {
    const row = found(params)
    refuseUnfinished(row)
    return row
  }

  function page(filter: Filter, { limit, cursor }: { limit: number; cursor?: string | undefined }): RunPage {
    const rows = table.list(filter, positionBefore(cursor), limit + 1)
    return pageOf(rows, { limit, positionOf: row => row.sequence, show: shown, weigh: weightOf })
  }

  return {
    found,
    finished,
    get: params => shown(found(params)),
    list: query =>
      page({ backend_id: query.backend_id ?? null, logical_id: null, status: query.status ?? null }, query),
    listOf({ backend_id, logical_id }, query) {
      backends.execution(backend_id)
      return page({ backend_id, logical_id, status: query.status ?? null }, query)
    },
    record: async params => new JsonText([await recordIn(table.record(finished(params).run_id)!, store.readFile)]),
    async shots({ sha256, ...params }) {
      const known = provenanceIn(table.record(finished(params).run_id)!).shots.includes(sha256)
      if (!known) throw new AppError('not_found', `Run ${params.run_id} has no shots ${sha256}`, { sha256 })
      return store.readFile(sha256)
    },
  }
}

function refuseUnfinished(row: RunRow): void {
  const status_reason = runOf(row, undefined).status_reason
  if (row.status === 'FAILED') throw new AppError('run_failed', `Run ${row.run_id} failed`, { status_reason })
  if (row.status === 'ABORTED') throw new AppError('run_aborted', `Run ${row.run_id} was aborted`, { status_reason })
  if (row.status !== 'COMPLETED')
    throw new AppError('result_not_ready', `Run ${row.run_id} is ${row.status}`, { status: row.status })
}

/** What is made of a finished run: a replay from its plan and seed, or its stored bits decoded again. */

export interface Repetition {
  /** A new run from the plan and request of a finished one; at its end the bits are compared. */
  replay(params: RunId, caller?: Caller): Promise<Run>
  decode(params: RunId, body: DecodeRequest, left?: AbortSignal, owner?: string | null): Promise<Redecoding>
}

export function createRepetition(
  { store, backends, engines, computing, money, until }: RunContext,
  { table, enter }: RunQueue,
  { finished }: Pick<RunLookup, 'finished'>,
): Repetition {
  return {
    async replay(params, caller) {
      const row = finished(params)
      const original = { ...provenanceIn(table.record(row.run_id)!), run_id: row.run_id }
      const { backend_id, logical_id, chiplet, name, simulated, request: stored, calibration_id } = row
      if (simulated !== 1)
        throw new AppError('conflict', `Run ${row.run_id} was measured, not simulated: it cannot be replayed`)
      refuseOffline(backend_id, backends.execution(backend_id))
      const request = requestOf(row)
      const warnings: Run['warnings'] = JSON.parse(row.warnings)
      const versions = { engine: engines[request.engine].version, decoder_version: decoderVersion(request) }
      const shots = plannedShots(request, baselinesOf(decodePlan(await store.readFile(row.plan)))).total
      refuseUnpayable(money, backend_id, shots)
      return enter({
        backend_id,
        logical_id,
        chiplet,
        name,
        simulated,
        request: stored,
        calibration_id,
        plan: row.plan,
        warnings: JSON.stringify([...warnings, ...replayWarnings(original, versions)]),
        replay: JSON.stringify(pendingReplay(row.run_id)),
        owner: caller?.key_id ?? null,
        planned_shots: shots,
      })
    },
    async decode(params, { decoder }, left, owner) {
      const row = finished(params)
      const request = requestOf(row)
      refuseUnavailable({ ...request, decoder })
      const plan = await store.readFile(row.plan)
      const record = await recordIn(table.record(row.run_id)!, store.readFile)
      const host = { readFile: store.readFile }
      return computing.run('redecodeRun', { record, request, plan, decoder }, { signal: until(left), owner, host })
    },
  }
}
