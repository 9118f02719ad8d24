/**
 * Queries of stored runs: one, a page, a record, a bit file; and what a finished run allows, a replay or its bits decoded
 * again. Every caller with the role sees all runs.
 */
import type { z } from 'zod'
import { AppError } from '../../contract/model/errors'
import { JsonText } from '../../contract/model/json-text'
import { type Page, pageOf, positionBefore } from '../../contract/model/page'
import type { AllRunsQuery, DecodeRequest, Redecoding, Run, RunListQuery } from '../../contract/runs/run'
import type { RunShotsQuery, RunSlotsQuery, ShotSlots } from '../../contract/runs/shot-export'
import type { Caller } from '../../contract/service/account'
import type { WorkContext } from '../../worker/runner'
import { decoderVersion } from '../decoding/protocols'
import { decodePlan } from '../model/plan'
import { type ModuleId, type RunId, type RunRow, settingsOf } from '../model/run'
import { refuseOffline, refuseUnavailable } from '../planning/checked-request'
import { baselineQubits, plannedShots } from '../planning/circuits'
import { provenanceIn, recordIn } from '../recording/record-file'
import { pendingReplay, replayWarnings } from '../recording/replay'
import type { RunServices } from './host-run'
import { partialRecord } from './measured-batches'
import type { RunQueue } from './queue'
import { createStoredShots } from './stored-shots'
import { type RunFilter, runOf, weightOf } from './table'
import { refuseUnpayable } from './tokens'

type FileId = RunId & { readonly sha256: string }

export interface StoredRuns {
  /** Throws AppError not_found, as all functions with a run's id do. */
  get(params: RunId): Run
  list(query: z.output<typeof AllRunsQuery>): Page<Run>
  listOf(module: ModuleId, query: z.output<typeof RunListQuery>): Page<Run>
  /** As it is stored, without being parsed. Throws run_failed, run_aborted, result_not_ready. */
  record(params: RunId): Promise<JsonText>
  /** The bits of one file that `shot_files` of the record names. Throws as `record`. */
  shots(params: FileId, query: RunShotsQuery, context?: WorkContext): Promise<Uint8Array>
  /** What each bit of b8 and mask is. Throws as `record`, and conflict for a simulated run. */
  slots(params: FileId, query: RunSlotsQuery, context?: WorkContext): Promise<ShotSlots>
  /** Throws AppError conflict for a run that is over. */
  abort(params: RunId, caller: Caller): Promise<Run>
  /** A new run from the plan and request of a finished one; at its end the bits are compared. Throws as `record`. */
  replay(params: RunId, context?: WorkContext): Promise<Run>
  /** The stored bits of a finished run by another decoder. Throws as `record`. */
  redecode(params: RunId, body: DecodeRequest, context?: WorkContext): Promise<Redecoding>
}

/** `untilStop`: for whom work is done, and until the service stops at the latest. */
export function createStoredRuns(
  services: RunServices,
  queue: RunQueue,
  untilStop: (context?: WorkContext) => WorkContext,
): StoredRuns {
  const { store, backends, computing, version } = services
  const { table, shown } = queue
  const shots = createStoredShots(services, queue.batches)

  function found({ backend_id, logical_id, run_id }: RunId): RunRow {
    const row = table.find(run_id)
    if (row && row.backend_id === backend_id && [row.logical_id, row.chiplet].includes(logical_id)) return row
    throw new AppError('not_found', `${logical_id} on ${backend_id} has no run ${run_id}`, { details: { run_id } })
  }

  function finished(params: RunId): RunRow {
    const row = found(params)
    refuseUnfinished(row)
    return row
  }

  function page(filter: RunFilter, { limit, cursor }: { limit: number; cursor?: string | undefined }): Page<Run> {
    const rows = table.list(filter, positionBefore(cursor), limit + 1)
    return pageOf(rows, { limit, positionOf: row => row.sequence, show: shown, weigh: weightOf })
  }

  function fileOf({ sha256, ...params }: FileId) {
    const row = found(params)
    const known = row.driven
      ? queue.batches.holds(row.run_id, sha256)
      : provenanceIn(table.record(finished(params).run_id)!).shots.includes(sha256)
    if (known) return { row, sha256 }
    throw new AppError('not_found', `Run ${params.run_id} has no shots ${sha256}`, { details: { sha256 } })
  }

  const recordOf = ({ run_id }: RunRow) => recordIn(table.record(run_id)!, store.readFile)

  return {
    get: params => shown(found(params)),
    list: query =>
      page({ backend_id: query.backend_id ?? null, logical_id: null, status: query.status ?? null }, query),
    listOf({ backend_id, logical_id }, query) {
      backends.execution(backend_id)
      return page({ backend_id, logical_id, status: query.status ?? null }, query)
    },
    async record(params) {
      const row = found(params)
      if (!isPartial(row)) return new JsonText([await recordOf(finished(params))])
      const plan = decodePlan(await store.readFile(row.plan))
      return new JsonText([JSON.stringify(partialRecord(row, plan, { batches: queue.batches, version }))])
    },
    shots: async (params, query, context) => shots.bits(fileOf(params), query, untilStop(context)),
    slots: async (params, query, context) => shots.slots(fileOf(params), query, untilStop(context)),
    abort: async (params, caller) => queue.abort(found(params).run_id, caller),
    replay: async (params, context) => replayRun(finished(params), { ...services, queue }, context),
    async redecode(params, { decoder }, context) {
      const row = finished(params)
      const settings = settingsOf(row)
      refuseUnavailable({ ...settings, decoder })
      const plan = await store.readFile(row.plan)
      const host = { readFile: store.readFile }
      const input = { record: await recordOf(row), settings, plan, decoder }
      return computing.run('redecodeRun', input, { ...untilStop(context), host })
    },
  }
}

/** Whether the run has a partial record: a device may have measured batches before the abort. */
const isPartial = ({ driven, status }: RunRow): boolean => driven === 1 && status === 'ABORTED'

function refuseUnfinished(row: RunRow): void {
  const status_reason = runOf(row, undefined).status_reason
  if (row.status === 'FAILED')
    throw new AppError('run_failed', `Run ${row.run_id} failed`, { details: { status_reason } })
  if (row.status === 'ABORTED')
    throw new AppError('run_aborted', `Run ${row.run_id} was aborted`, { details: { status_reason } })
  if (row.status !== 'COMPLETED')
    throw new AppError('result_not_ready', `Run ${row.run_id} is ${row.status}`, { details: { status: row.status } })
}

async function replayRun(
  row: RunRow,
  { store, backends, engines, pricing, queue: { table, add } }: RunServices & { readonly queue: RunQueue },
  context: WorkContext = {},
): Promise<Run> {
  const original = { ...provenanceIn(table.record(row.run_id)!), run_id: row.run_id }
  const { backend_id, logical_id, chiplet, name, simulated, request: stored, calibration_id } = row
  if (simulated !== 1 || row.driven)
    throw new AppError('conflict', `Run ${row.run_id} was measured, not simulated: it cannot be replayed`)
  refuseOffline(backend_id, backends.execution(backend_id))
  const settings = settingsOf(row)
  const warnings: Run['warnings'] = JSON.parse(row.warnings)
  const versions = { engine: engines[settings.engine].version, decoder_version: decoderVersion(settings) }
  const plan = decodePlan(await store.readFile(row.plan))
  const shots = plannedShots(settings, baselineQubits(plan).length).total
  refuseUnpayable(pricing, backend_id, shots)
  return add({
    backend_id,
    logical_id,
    chiplet,
    name,
    simulated,
    driven: 0,
    request: stored,
    calibration_id,
    plan: row.plan,
    warnings: JSON.stringify([...warnings, ...replayWarnings(original, versions)]),
    replay: JSON.stringify(pendingReplay(row.run_id)),
    owner: context.owner ?? null,
    planned_shots: shots,
  })
}
