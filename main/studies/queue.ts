/**
 * The stored studies and their computation, one at a time; owners take turns, and the studies of one owner run in the
 * order in which they came.
 */
import { randomUUID } from 'node:crypto'
import { AppError } from '../contract/model/errors'
import type { Study } from '../contract/runs/studies'
import type { Caller } from '../contract/service/account'
import { withAnnouncements } from '../events/announcing-table'
import { NOISE_MODEL_VERSION } from '../qec/noise/transform'
import type { RunServices } from '../runs/lifecycle/host-run'
import { createSerialRunner, NO_SPACE, type Progress, type SerialRunner } from '../runs/lifecycle/serial-runner'
import type { Runner, WorkContext } from '../worker/runner'
import { mapPointsOf } from './checked-request'
import { computeStudy } from './compute'
import { idleProgress, type NewStudy, type StudyRow, type StudyTable, studyOf, studyRequest, studyTable } from './table'
import type { StudyTasks } from './tasks'
import { pointWarnings } from './warnings'

/** Studies that may be open at once, on all backends. */
export const MAX_OPEN_STUDIES = 100

/** Points of two noise models do not make one map. */
const OTHER_NOISE = 'The service came back with another noise model than the study was begun with; start it again'

export interface StudyServices extends Pick<RunServices, 'store' | 'modules' | 'engines' | 'log' | 'now'> {
  /** Throws not_found for an unknown backend. A map is computed, so the backend need not be online. */
  readonly backends: { execution(backend_id: string): unknown }
  /** Where the long work is done. */
  readonly computing: Runner<StudyTasks>
  /** Called at every change of status, and about ten times a second with progress. */
  readonly publish?: ((study: StudyNews) => void) | undefined
}

export type StudyNews = Pick<Study, 'backend_id' | 'logical_id' | 'study_id' | 'status' | 'progress'>

export interface StudyQueue {
  readonly table: StudyTable
  /** The study of a row, with its points and its progress. */
  shown(row: StudyRow): Study
  /** Throws AppError shutting_down, queue_full. */
  refuseWhenFull(): void
  /** Stores a study and queues it; resolves once it is on the disk. Throws as `refuseWhenFull`. */
  add(study: Omit<NewStudy, 'study_id' | 'created_at'>, owner: WorkContext['owner']): Promise<Study>
  /** The points computed so far stay. Throws AppError conflict for a study that has ended. */
  abort(study_id: string, caller: Caller): Promise<Study>
  /** After a crash or a stop: studies that had not finished go on after their last point, oldest first. */
  resume(): Promise<void>
  /** Ends the running study without losing it: the next `resume` goes on with it. */
  stop(): Promise<void>
}

export function createStudyQueue(services: StudyServices): StudyQueue {
  const { store, computing, engines, log, now, publish } = services
  const announce = (id: string): void => publish?.({ ...table.find(id)!, progress: progressOf(table.find(id)!) })
  const table = withAnnouncements(studyTable(store), ({ study_id }) => study_id, announce)
  const serial: SerialRunner = createSerialRunner<StudyRow>({
    what: 'study',
    table,
    async execute(row, signal, progress) {
      const { study_id, noise_model_version } = row
      if (noise_model_version !== NOISE_MODEL_VERSION)
        return serial.end(study_id, { status: 'FAILED', code: 'service_restart', message: OTHER_NOISE })
      const whenSpaceIsFree = <T>(write: () => T | Promise<T>): Promise<T> =>
        store.space.retryWhenFree(
          async () => write(),
          signal,
          () => progress({ ...progressOf(row), stage: NO_SPACE }),
        )
      await computeStudy({
        study_id,
        request: studyRequest(row),
        plan: await store.readFile(row.plan),
        table,
        whenSpaceIsFree,
        computing,
        engine: engines.frames.version,
        signal,
        progress: (fraction, stage) => progress({ fraction, stage }),
      })
      await whenSpaceIsFree(() => table.move(study_id, 'COMPLETED', { finished_at: now() }))
    },
    announce,
    space: store.space,
    log,
    now,
  })

  function progressOf(row: StudyRow): Progress {
    const going = serial.progress(row.study_id)
    if (row.status === 'PROCESSING' && going) return going
    return idleProgress(row, table.points(row.study_id).length, mapPointsOf(studyRequest(row)).length)
  }

  function shown(row: StudyRow): Study {
    const points = table.points(row.study_id)
    const study = studyOf(row, { progress: progressOf(row), points })
    return { ...study, warnings: [...study.warnings, ...pointWarnings(points)] }
  }

  function refuseWhenFull(): void {
    serial.refuseWhileStopping()
    if (table.unfinished().length >= MAX_OPEN_STUDIES)
      throw new AppError('queue_full', `${MAX_OPEN_STUDIES} studies are open`, { details: { limit: MAX_OPEN_STUDIES } })
  }

  return {
    table,
    shown,
    refuseWhenFull,
    async add(study, owner) {
      refuseWhenFull()
      const study_id = randomUUID()
      await table.insert({ ...study, study_id, created_at: now() })
      serial.add(study_id, owner)
      return shown(table.find(study_id)!)
    },
    async abort(study_id, caller) {
      await serial.abort(study_id, caller)
      return shown(table.find(study_id)!)
    },
    async resume() {
      for (const { study_id, status } of table.unfinished())
        if (status === 'PENDING' || (await table.move(study_id, 'PENDING'))) serial.add(study_id)
    },
    stop: serial.stop,
  }
}
