import type { LabEvent } from '../contract/backends/lab-events'
import type { Run } from '../contract/runs/run'
import type { Study } from '../contract/runs/studies'
import { createEventLog, type EventReader, type NewEvent } from './event-log'

type LoggedEvent = Extract<LabEvent, { backend_id: string }>
type ShownField = 'backend_id' | 'logical_id' | 'status' | 'progress'

export interface LabAbout {
  readonly backend_id: string
  /** Null for an event that belongs to no run. */
  readonly run_id: string | null
}

/** The newest events of calibrations, modules, runs and studies. */
export interface LabEvents extends EventReader<LabAbout> {
  publish(event: NewEvent<LoggedEvent>): void
  run(run: Pick<Run, ShownField | 'run_id'>): void
  study(study: Pick<Study, ShownField | 'study_id'>): void
}

export function createLabEvents(now: () => number, kept?: number): LabEvents {
  const log = createEventLog<LoggedEvent, LabAbout>(now, kept)
  const publish: LabEvents['publish'] = event =>
    log.publish(event, { backend_id: event.backend_id, run_id: event.type === 'run' ? event.run_id : null })
  const news = withoutOldCounts()
  return {
    ...log,
    publish,
    run: ({ backend_id, logical_id, run_id, status, progress }) =>
      publish({ type: 'run', backend_id, logical_id, run_id, status, progress: news(run_id, progress) }),
    study: ({ backend_id, logical_id, study_id, status, progress }) =>
      publish({ type: 'study', backend_id, logical_id, study_id, status, progress }),
  }
}

/**
 * Counts change about once a second, progress ten times: an event leaves out counts that the previous event of its run
 * already carried.
 */
function withoutOldCounts() {
  let announced: { readonly run_id: string; readonly counts: Run['progress']['counts'] } | null = null
  return (run_id: string, { counts, ...rest }: Run['progress']): Run['progress'] => {
    if (counts === undefined || (announced?.run_id === run_id && announced.counts === counts)) return rest
    announced = { run_id, counts }
    return { ...rest, counts }
  }
}
