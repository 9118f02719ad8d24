import type { JobEvents } from '../model/events'
import type { JobRow } from '../model/job-row'

/** What only memory knows of a job that runs. */
interface Progress {
  readonly elapsed_ms: number
  /** 0..1; 0 as long as it tells of none. */
  readonly fraction: number
  /** Behind others that hold the memory it needs. */
  readonly waits_for_memory: boolean
}

interface ProgressTracker {
  begin(job_uuid: string): void
  end(job_uuid: string): void
  /** null for a job that does not run. */
  of(job_uuid: string): Progress | null
  /** Publishes it too. */
  advance(row: JobRow, fraction: number): void
  waitForMemory(row: JobRow): void
}

export function createProgressTracker(events: JobEvents, now: () => number): ProgressTracker {
  const running = new Map<string, { readonly since: number; fraction: number; waits_for_memory: boolean }>()
  return {
    begin: job_uuid => void running.set(job_uuid, { since: now(), fraction: 0, waits_for_memory: false }),
    end: job_uuid => void running.delete(job_uuid),
    of(job_uuid) {
      const found = running.get(job_uuid)
      if (!found) return null
      const { since, fraction, waits_for_memory } = found
      return { elapsed_ms: now() - since, fraction, waits_for_memory }
    },
    advance({ job_uuid, backend, owner }, fraction) {
      const found = running.get(job_uuid)
      if (found) found.fraction = fraction
      events.publish({ type: 'progress', job_uuid, backend, fraction }, { owner, job_uuid })
    },
    waitForMemory({ job_uuid }) {
      const found = running.get(job_uuid)
      if (found) found.waits_for_memory = true
    },
  }
}
