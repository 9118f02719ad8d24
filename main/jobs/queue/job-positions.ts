/** Progress of the jobs that run; queue position and estimated wait of those that do not. */
import type { QueuePlace } from '../../contract/jobs/status'
import type { QueuedWork } from '../../device/arbiter'
import { aboutOf, type JobEvents, type JobRow, subjectOf } from '../model/job'
import type { BackendQueues } from './backend-queues'
import type { WaitEstimates } from './wait-estimate'

/** State of a running job, held in memory only. */
interface JobProgress {
  readonly elapsed_ms: number
  /** 0..1; 0 before it reports any. */
  readonly fraction: number
  /** Why it waits for memory or the device, which others hold; null: it does not wait. */
  readonly waits: WaitReason | null
}

/** Position of a job that has left its queue and cannot begin yet. */
export interface WaitReason {
  readonly position: number
  readonly basis: string
  readonly line?: QueuePlace['line']
}

/** Basis of a position among runs and jobs together. */
const AT_DEVICE = 'position at the sequencer, runs and jobs together; how long runs take is not known'

export interface ProgressTracker {
  begin(job_uuid: string): void
  end(job_uuid: string): void
  /** null for a job that does not run. */
  of(job_uuid: string): JobProgress | null
  /** Sets the progress of a running job and publishes it. */
  advance(row: JobRow, fraction: number): void
  /** Sets why a job waits and publishes that; null once it no longer waits. */
  waitFor(row: JobRow, why: WaitReason | null): void
}

export function createProgressTracker(events: JobEvents, now: () => number): ProgressTracker {
  const running = new Map<string, { readonly since: number; fraction: number; waits: WaitReason | null }>()
  return {
    begin: job_uuid => void running.set(job_uuid, { since: now(), fraction: 0, waits: null }),
    end: job_uuid => void running.delete(job_uuid),
    of(job_uuid) {
      const found = running.get(job_uuid)
      if (!found) return null
      const { since, fraction, waits } = found
      return { elapsed_ms: now() - since, fraction, waits }
    },
    advance(row, fraction) {
      const found = running.get(row.job_uuid)
      if (found) found.fraction = fraction
      events.publish({ type: 'progress', ...subjectOf(row), fraction }, aboutOf(row))
    },
    waitFor(row, why) {
      const found = running.get(row.job_uuid)
      if (found) found.waits = why
      if (why) events.publish({ type: 'queue', ...subjectOf(row), queue: placeOf(why) }, aboutOf(row))
    },
  }
}

/** State of a job held in memory only. */
export interface JobLive {
  readonly queue_position: number | null
  /** Progress 0..1 of a running job, else 0; `elapsed_ms` is 0 likewise. */
  readonly progress: number
  readonly elapsed_ms: number
}

export interface JobPositions {
  live(row: JobRow): JobLive
  /** null for a job that does not wait. */
  of(row: JobRow): QueuePlace | null
  /** Position of a job that would be added now. */
  ofNext(backend: string, owner: string | null): QueuePlace
  /** Publishes no positions any more. */
  stop(): void
}

interface JobPositionsOptions {
  readonly queue: BackendQueues
  readonly waits: WaitEstimates
  readonly tracker: Pick<ProgressTracker, 'of'>
  readonly events: JobEvents
  /** Position of a job of the backend's queue among all work that waits for its device; null where the backend has no device. */
  readonly positionAtDevice: (backend: string, waiting: QueuedWork) => number | null
}

const EVERY_MS = 1_000
/** Jobs of each queue whose positions are published: further back a position changes with every start. */
const FRONT = 50
const placeOf = (why: WaitReason): QueuePlace => ({ ...why, estimated_wait_ms: null })

/** Publishes the positions at the front of the queues, as they change, once a second: every start moves everybody. */
export function createJobPositions({
  queue,
  waits,
  tracker,
  events,
  positionAtDevice,
}: JobPositionsOptions): JobPositions {
  let published = new Map<string, number>()

  /**
   * Position among all work for the device, from the position in the backend's own queue; they are equal where no run is
   * in between.
   */
  const positionAt = (backend: string, position: number): number =>
    positionAtDevice(backend, { position, begun: queue.runningOn(backend).length }) ?? position

  function queuePlaceAt(backend: string, inQueue: number): QueuePlace {
    const position = positionAt(backend, inQueue)
    if (position !== inQueue) return { position, estimated_wait_ms: null, basis: AT_DEVICE, line: 'device' }
    const under_way = queue.runningOn(backend).map(id => tracker.of(id) ?? { elapsed_ms: 0, fraction: 0 })
    return waits.estimate(backend, position, under_way)
  }

  function publish(): void {
    const positions = new Map<string, number>()
    for (const entry of queue.front(FRONT)) {
      const { job_uuid, backend } = entry
      const place = queuePlaceAt(backend, queue.position(job_uuid)!)
      positions.set(job_uuid, place.position)
      if (published.get(job_uuid) === place.position) continue
      events.publish({ type: 'queue', ...subjectOf(entry), queue: place }, aboutOf(entry))
    }
    published = positions
  }

  const timer = setInterval(publish, EVERY_MS).unref()
  return {
    live({ job_uuid, backend }) {
      const running = tracker.of(job_uuid)
      const inQueue = queue.position(job_uuid)
      const queue_position = inQueue === null ? (running?.waits?.position ?? null) : positionAt(backend, inQueue)
      return { queue_position, progress: running?.fraction ?? 0, elapsed_ms: running?.elapsed_ms ?? 0 }
    },
    of({ job_uuid, backend, status }) {
      const position = queue.position(job_uuid)
      if (position !== null) return queuePlaceAt(backend, position)
      const waits = status === 'PENDING' || status === 'WAITING' ? tracker.of(job_uuid)?.waits : null
      return waits ? placeOf(waits) : null
    },
    ofNext: (backend, owner) => queuePlaceAt(backend, queue.positionOfNext(backend, owner)),
    stop: () => clearInterval(timer),
  }
}
