import { randomInt, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { AppError } from '../contract/model/errors'
import { pageOf, positionBefore } from '../contract/model/page'
import type { BreakEvenRequest, Study, StudyListQuery } from '../contract/runs/studies'
import type { Caller } from '../contract/service/account'
import { withAnnouncements } from '../events/announcing-table'
import { protocolFor } from '../modules/rounds/protocol'
import { NOISE_MODEL_VERSION } from '../qec/noise/transform'
import { NO_SPACE } from '../runs/lifecycle/queue'
import { createSerialRunner, type Progress } from '../runs/lifecycle/serial-runner'
import type { RunServices } from '../runs/lifecycle/services'
import { type CallOwner, direct, type Runner } from '../worker/runner'
import { mapPointsOf, normalized, refuseExcess } from './checked-request'
import { computeStudy } from './compute'
import { encodeStudyPlan, planStudy } from './point'
import { idleProgress, requestOf, type StudyRow, studyOf, studyTable } from './table'
import { type StudyTasks, studyTasks } from './tasks'
import { pointWarnings, studyWarnings } from './warnings'

/** Studies that may be open at once, on all backends. */
export const QUEUE_LIMIT = 100

/** Points of two noise models do not make one map. */
const OTHER_NOISE = 'The service came back with another noise model than the study was begun with; start it again'

type Shared = 'store' | 'modules' | 'engines' | 'log' | 'now' | 'random'

export interface StudyServices extends Pick<RunServices, Shared> {
  /** Throws not_found for an unknown backend. A map is computed, so the backend need not be online. */
  readonly backends: { execution(backend_id: string): unknown }
  /** Where the long work is done; on the calling thread unless given. */
  readonly computing?: Runner<StudyTasks>
  /** Told of every change of status, and some ten times a second of progress. */
  readonly publish?: (study: StudyNews) => void
}

export type StudyNews = Pick<Study, 'backend_id' | 'logical_id' | 'study_id' | 'status' | 'progress'>

interface ModuleOf {
  readonly backend_id: string
  readonly logical_id: string
}
interface StudyId extends ModuleOf {
  readonly study_id: string
}

/** Break-even maps, one at a time; keys take turns, each in the order in which its own came. They are everybody's who has the role. */
export function createStudies(parts: StudyServices) {
  const { store, modules, backends, engines, log, now, random = randomInt, publish } = parts
  const { computing = direct(studyTasks(() => engines)) } = parts
  const tell = (id: string): void => publish?.({ ...table.find(id)!, progress: progressOf(table.find(id)!) })
  const table = withAnnouncements(studyTable(store), ({ study_id }) => study_id, tell)
  const serial = createSerialRunner({ what: 'study', table, work, tell, space: store.space, log, now })

  function progressOf(row: StudyRow): Study['progress'] {
    const going = serial.progress(row.study_id)
    if (row.status === 'PROCESSING' && going) return going
    return idleProgress(row, table.points(row.study_id).length, mapPointsOf(requestOf(row)).length)
  }

  function shown(row: StudyRow): Study {
    const points = table.points(row.study_id)
    const study = studyOf(row, { progress: progressOf(row), points })
    return { ...study, warnings: [...study.warnings, ...pointWarnings(points)] }
  }

  async function create(
    { backend_id, logical_id }: ModuleOf,
    body: BreakEvenRequest,
    asker: CallOwner = {},
  ): Promise<Study> {
    refuseWhenFull()
    backends.execution(backend_id)
    const asked = normalized(body, random)
    refuseExcess(asked)
    const plan = planStudy(await modules.resolve(backend_id, logical_id, asker))
    const wanted = { ...asked, protocol: protocolFor(plan.profile, asked.protocol, '/protocol') }
    const { readout, warnings } = await computing.run('admitStudy', { resolution: plan, request: wanted }, asker)
    const request = { ...wanted, readout }
    const file = await store.writeFile(encodeStudyPlan(plan))
    refuseWhenFull()
    const { module, compiled } = plan
    const study_id = randomUUID()
    await table.insert({
      study_id,
      backend_id,
      logical_id: module.logical_qubit,
      chiplet: module.chiplet,
      name: request.name ?? null,
      request: JSON.stringify(request),
      calibration_id: module.calibration_id,
      noise_model_version: module.noise_model_version,
      schedule_hash: compiled.schedule_hash,
      warnings: JSON.stringify(studyWarnings(request, plan, warnings)),
      plan: file,
      created_at: now(),
    })
    serial.add(study_id, asker.owner)
    return shown(table.find(study_id)!)
  }

  function refuseWhenFull(): void {
    serial.refuseWhileStopping('studies')
    if (table.unfinished().length >= QUEUE_LIMIT)
      throw new AppError('queue_full', `${QUEUE_LIMIT} studies are open`, { limit: QUEUE_LIMIT })
  }

  async function work(row: StudyRow, signal: AbortSignal, progress: (at: Progress) => void): Promise<void> {
    const { study_id } = row
    if (row.noise_model_version !== NOISE_MODEL_VERSION) return serial.fail(study_id, 'service_restart', OTHER_NOISE)
    const whenSpaceIsFree = <T>(write: () => T): Promise<T> =>
      store.space.retryWhenFree(
        async () => write(),
        signal,
        () => progress({ ...progressOf(row), stage: NO_SPACE }),
      )
    await computeStudy({
      study_id,
      request: requestOf(row),
      plan: await store.readFile(row.plan),
      table,
      whenSpaceIsFree,
      computing,
      engine: engines.frames.version,
      signal,
      progress: (fraction, stage) => progress({ fraction, stage }),
    })
    await whenSpaceIsFree(() => table.move(study_id, 'COMPLETED', { finished_at: now() }))
  }

  function owned({ backend_id, logical_id, study_id }: StudyId): StudyRow {
    const row = table.find(study_id)
    if (row && row.backend_id === backend_id && [row.logical_id, row.chiplet].includes(logical_id)) return row
    throw new AppError('not_found', `${logical_id} on ${backend_id} has no study ${study_id}`, { study_id })
  }

  return {
    create,
    get: (params: StudyId): Study => shown(owned(params)),
    list({ backend_id, logical_id }: ModuleOf, { limit, cursor, status }: z.output<typeof StudyListQuery>) {
      backends.execution(backend_id)
      const filter = { backend_id, logical_id, status: status ?? null }
      const rows = table.list(filter, positionBefore(cursor), limit + 1)
      return pageOf(rows, { limit, positionOf: row => row.sequence, show: shown, weigh: table.weight })
    },
    /** The points it has stay. */
    async abort(params: StudyId, caller: Caller): Promise<Study> {
      const { study_id } = owned(params)
      await serial.abort(study_id, caller)
      return shown(table.find(study_id)!)
    },
    /** After a crash or a stop: studies that had not finished go on after their last point, oldest first. */
    async resume(): Promise<void> {
      for (const { study_id, status } of table.unfinished())
        if (status === 'PENDING' || (await table.move(study_id, 'PENDING'))) serial.add(study_id)
    },
    /** Ends the study in hand without losing it: the next `resume` goes on with it. */
    stop: serial.stop,
  }
}
export type Studies = ReturnType<typeof createStudies>
