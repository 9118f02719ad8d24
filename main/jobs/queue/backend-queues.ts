import { createRoundRobin, type RoundRobin } from '../../worker/round-robin'
import type { JobRow } from '../model/job'

/** What the queue keeps of a job. */
type QueueEntry = Pick<JobRow, 'job_uuid' | 'sequence' | 'backend' | 'owner'> & Partial<Pick<JobRow, 'batch_id'>>

interface Lane {
  readonly waiting: RoundRobin<QueueEntry>
  readonly running: Map<string, AbortController>
}

interface BackendQueuesOptions {
  /** Jobs that a backend executes at once. */
  readonly concurrency: (backend: string) => number
  /** Is aborted, or aborts itself, by the controller. Never rejects because a job failed; what it throws is reported and does not stop the queue. */
  readonly execute: (id: string, controller: AbortController) => Promise<void>
  readonly report: (error: unknown) => void
  /** Called with what is added; what it returns is called once that has ended. */
  readonly arrived?: (entry: QueueEntry) => () => void
}

/** One queue for each backend, round robin over owners; queues do not wait for each other. */
export interface BackendQueues {
  add(entry: QueueEntry): void
  /** Takes it out of the queue, or aborts it when it runs. */
  cancel(id: string, reason?: DOMException): void
  /** Whether what is added now has to wait behind others. */
  isFull(backend: string): boolean
  /** 1 starts next; null for what does not wait. */
  position(id: string): number | null
  positionOfNext(backend: string, owner: string | null): number
  /** The next to start on each backend. */
  front(count: number): QueueEntry[]
  runningOn(backend: string): string[]
  /** Waiting and running. */
  openOn(backend: string): number
  /** Open jobs of an owner, on all backends. */
  openOf(owner: string | null): number
  running(): number
  stop(): Promise<void>
}

interface OpenEntry {
  readonly entry: QueueEntry
  /** Called once it has ended. */
  readonly left: () => void
}

/** The jobs that wait or run, found by their ids and counted by owner. */
function createOpenEntries(arrived: BackendQueuesOptions['arrived']) {
  const entries = new Map<string, OpenEntry>()
  const counts = new Map<string | null, number>()
  const of = (owner: string | null): number => counts.get(owner) ?? 0
  return {
    find: (id: string): QueueEntry | undefined => entries.get(id)?.entry,
    of,
    add(entry: QueueEntry): void {
      entries.set(entry.job_uuid, { entry, left: arrived?.(entry) ?? (() => {}) })
      counts.set(entry.owner, of(entry.owner) + 1)
    },
    remove(id: string): void {
      const found = entries.get(id)
      if (!found) return
      const { owner } = found.entry
      entries.delete(id)
      found.left()
      const rest = of(owner) - 1
      if (rest > 0) counts.set(owner, rest)
      else counts.delete(owner)
    },
  }
}

export function createBackendQueues({ concurrency, execute, report, arrived }: BackendQueuesOptions): BackendQueues {
  const lanes = new Map<string, Lane>()
  const open = createOpenEntries(arrived)
  const idle = new Set<() => void>()
  let stopped = false

  function laneOf(backend: string): Lane {
    const lane = lanes.get(backend) ?? { waiting: createRoundRobin(), running: new Map() }
    lanes.set(backend, lane)
    return lane
  }

  function next(backend: string): void {
    const lane = laneOf(backend)
    while (!stopped && lane.running.size < concurrency(backend)) {
      const entry = lane.waiting.shift()
      if (!entry) return
      start(lane, entry)
    }
  }

  function start(lane: Lane, { job_uuid: id, backend }: QueueEntry): void {
    const controller = new AbortController()
    lane.running.set(id, controller)
    execute(id, controller)
      .catch(report)
      .then(() => {
        lane.running.delete(id)
        open.remove(id)
        next(backend)
        if (running() === 0) for (const resolve of idle) resolve()
      })
  }

  const running = (): number => [...lanes.values()].reduce((sum, lane) => sum + lane.running.size, 0)
  const isFull = (backend: string): boolean => {
    const lane = laneOf(backend)
    return lane.running.size >= concurrency(backend) || lane.waiting.length() > 0
  }

  return {
    add({ job_uuid, batch_id = null, sequence, backend, owner }) {
      if (stopped) return
      const entry = { job_uuid, batch_id, sequence, backend, owner }
      open.add(entry)
      laneOf(backend).waiting.push(entry)
      next(backend)
    },
    cancel(id, reason = new DOMException('Aborted by the user', 'AbortError')) {
      const entry = open.find(id)
      if (!entry) return
      const { waiting, running } = laneOf(entry.backend)
      const controller = running.get(id)
      if (controller) {
        controller.abort(reason)
        return
      }
      waiting.remove(entry)
      open.remove(id)
    },
    isFull,
    position(id) {
      const entry = open.find(id)
      return entry ? laneOf(entry.backend).waiting.position(entry) : null
    },
    positionOfNext: (backend, owner) => laneOf(backend).waiting.positionOfNext(owner),
    front: count => [...lanes.values()].flatMap(({ waiting }) => waiting.front(count)),
    runningOn: backend => [...(lanes.get(backend)?.running.keys() ?? [])],
    openOn(backend) {
      const lane = lanes.get(backend)
      return lane ? lane.waiting.length() + lane.running.size : 0
    },
    openOf: open.of,
    running,
    async stop() {
      stopped = true
      for (const lane of lanes.values())
        for (const controller of lane.running.values())
          controller.abort(new DOMException('The service is stopping', 'AbortError'))
      if (running() > 0) await new Promise<void>(resolve => idle.add(resolve))
    },
  }
}
