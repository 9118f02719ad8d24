import type { LabEvent } from '../contract/backends/drift'
import type { Run } from '../contract/runs/run'
import type { Study } from '../contract/runs/studies'
import { createEventLog } from './event-log'

type Framed = Extract<LabEvent, { backend_id: string }>
/** Without what the log adds. */
export type NewLabEvent = Framed extends infer E ? (E extends Framed ? Omit<E, 'sequence' | 'at'> : never) : never

export interface LabAbout {
  readonly backend_id: string
  /** null for what is not of a run. */
  readonly run_id: string | null
}

type Going = 'backend_id' | 'logical_id' | 'status' | 'progress'

/** The last events of calibrations, modules, runs and studies, see `createEventLog`. */
export function createLabEvents(now: () => number, kept?: number) {
  const log = createEventLog<LabAbout>(now, kept)
  const publish = (event: NewLabEvent): void =>
    log.publish(event, { backend_id: event.backend_id, run_id: event.type === 'run' ? event.run_id : null })
  return {
    ...log,
    publish,
    run: ({ backend_id, logical_id, run_id, status, progress }: Pick<Run, Going | 'run_id'>): void =>
      publish({ type: 'run', backend_id, logical_id, run_id, status, progress }),
    study: ({ backend_id, logical_id, study_id, status, progress }: Pick<Study, Going | 'study_id'>): void =>
      publish({ type: 'study', backend_id, logical_id, study_id, status, progress }),
  }
}
export type LabEvents = ReturnType<typeof createLabEvents>
