/** Stored runs as callers find them: one, a page, a record, a bit file. Runs are everybody's who has the role. */
import type { z } from 'zod'
import { AppError } from '../../contract/model/errors'
import { JsonText } from '../../contract/model/json-text'
import { pageOf, positionBefore } from '../../contract/model/page'
import type { AllRunsQuery, Run, RunListQuery } from '../../contract/runs/run'
import { provenanceIn, recordIn } from '../recording/record-file'
import type { RunQueue } from './run-queue'
import { type RunRow, runOf, weightOf } from './run-row'
import type { ModuleId, RunContext, RunId } from './services'
import type { Filter } from './table'

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
