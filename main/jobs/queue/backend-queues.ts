import { setImmediate, setTimeout } from 'node:timers/promises'
import { sum } from '../../contract/numbers/arithmetic'
import { createRoundRobin, type RoundRobin } from '../../worker/round-robin'
import type { JobRow } from '../model/job'

/** What the queue holds of a job. */
type QueuedJob = Pick<JobRow, 'job_uuid' | 'sequence' | 'backend' | 'owner'> & Partial<Pick<JobRow, 'batch_id'>>

interface BackendQueue {
  readonly waiting: RoundRobin<QueuedJob>
  readonly running: Map<string, AbortController>
}

interface BackendQueuesOptions {
  /** Jobs that a backend executes at once. */
  readonly concurrency: (backend: string) => number
  /**
   * Executes a job, which the controller aborts. A failed job does not reject; a rejection is reported and does not stop
   * the queue.
   */
  readonly execute: (id: string, controller: AbortController) => Promise<void>
  readonly report: (error: unknown) => void
  /** Called with each added job; the callback that it returns is called once the job has ended. */
  readonly arrived?: (entry: QueuedJob) => () => void
}

/**
 * One queue for each backend, round robin over owners; queues do not wait for each other. Runs wait in a serial queue (decision 012).
 */
export interface BackendQueues {
  add(entry: QueuedJob): void
  /** Takes a job out of the queue, or aborts it when it runs. */
  cancel(id: string, reason?: DOMException): void
  /** Whether a job that is added now has to wait behind others. */
  isFull(backend: string): boolean
  /** Position of a waiting job, 1 for the next to start; null for a job that does not wait. */
  position(id: string): number | null
  positionOfNext(backend: string, owner: string | null): number
  /** The next `count` jobs to start on each backend. */
  front(count: number): QueuedJob[]
  runningOn(backend: string): string[]
  /** Waiting and running. */
  openOn(backend: string): number
  /** Open jobs of an owner, on all backends. */
  openOf(owner: string | null): number
  running(): number
  stop(): Promise<void>
}

interface OpenEntry {
  readonly entry: QueuedJob
  /** Called once the job has ended. */
  readonly left: () => void
}

/** The jobs that wait or run, found by their ids and counted by owner. */
function createOpenEntries(arrived: BackendQueuesOptions['arrived']) {
  const entries = new Map<string, OpenEntry>()
  const counts = new Map<string | null, number>()
  const of = (owner: string | null): number => counts.get(owner) ?? 0
  return {
    find: (id: string): QueuedJob | undefined => entries.get(id)?.entry,
    of,
    add(entry: QueuedJob): void {
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
  const queues = new Map<string, BackendQueue>()
  const open = createOpenEntries(arrived)
  const idle = new Set<() => void>()
  let stopped = false

  function queueOf(backend: string): BackendQueue {
    const queue = queues.get(backend) ?? { waiting: createRoundRobin(), running: new Map() }
    queues.set(backend, queue)
    return queue
  }

  function next(backend: string): void {
    const queue = queueOf(backend)
    while (!stopped && queue.running.size < concurrency(backend)) {
      const entry = queue.waiting.shift()
      if (!entry) return
      start(queue, entry)
    }
  }

  function start(queue: BackendQueue, { job_uuid: id, backend }: QueuedJob): void {
    const controller = new AbortController()
    queue.running.set(id, controller)
    execute(id, controller)
      .catch(report)
      .then(() => {
        queue.running.delete(id)
        open.remove(id)
        next(backend)
        if (running() === 0) for (const resolve of idle) resolve()
      })
  }

  const running = (): number => sum([...queues.values()].map(queue => queue.running.size))
  const isFull = (backend: string): boolean => {
    const queue = queueOf(backend)
    return queue.running.size >= concurrency(backend) || queue.waiting.length() > 0
  }

  return {
    add({ job_uuid, batch_id = null, sequence, backend, owner }) {
      if (stopped) return
      const entry = { job_uuid, batch_id, sequence, backend, owner }
      open.add(entry)
      queueOf(backend).waiting.push(entry)
      next(backend)
    },
    cancel(id, reason = new DOMException('Aborted by the user', 'AbortError')) {
      const entry = open.find(id)
      if (!entry) return
      const { waiting, running } = queueOf(entry.backend)
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
      return entry ? queueOf(entry.backend).waiting.position(entry) : null
    },
    positionOfNext: (backend, owner) => queueOf(backend).waiting.positionOfNext(owner),
    front: count => [...queues.values()].flatMap(({ waiting }) => waiting.front(count)),
    runningOn: backend => [...(queues.get(backend)?.running.keys() ?? [])],
    openOn(backend) {
      const queue = queues.get(backend)
      return queue ? queue.waiting.length() + queue.running.size : 0
    },
    openOf: open.of,
    running,
    async stop() {
      stopped = true
      for (const queue of queues.values())
        for (const controller of queue.running.values())
          controller.abort(new DOMException('The service is stopping', 'AbortError'))
      if (running() > 0) await new Promise<void>(resolve => idle.add(resolve))
    },
  }
}

/** A burst is `BURST` submits within less than `BURST_MS` milliseconds. */
const BURST = 16
const BURST_MS = 50
/**
 * Longest wait of an execution: through a burst of any length a backend still starts 50 jobs a second per job that it runs at a
 * time.
 */
const DELAY_MS = 20

/** Delays the start of executions while submits arrive faster than they are acknowledged; one that comes alone is not delayed. */
export interface Backpressure {
  /** Called at every submit that comes in. */
  submitted(): void
  isBurst(): boolean
  /** Resolves when an execution may start. */
  ready(): Promise<void>
}

export function createBackpressure(now: () => number = () => performance.now()): Backpressure {
  const last = new Float64Array(BURST).fill(Number.NEGATIVE_INFINITY)
  let at = 0
  const isBurst = (): boolean => now() - last[at]! < BURST_MS

  return {
    submitted() {
      last[at] = now()
      at = (at + 1) % BURST
    },
    isBurst,
    async ready() {
      await setImmediate()
      if (isBurst()) await setTimeout(DELAY_MS)
    },
  }
}
