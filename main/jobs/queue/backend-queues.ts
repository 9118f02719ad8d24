import { createFairLine, type Entry, type FairLine } from '../fair'

interface Lane {
  readonly line: FairLine
  readonly running: Map<string, AbortController>
}

export interface QueueParts {
  /** Jobs that a backend executes at once. */
  readonly concurrency: (backend: string) => number
  /** Is aborted, or aborts itself, by the controller. Never rejects for reasons of the work itself; what it throws is reported and does not stop the queue. */
  readonly work: (id: string, controller: AbortController) => Promise<void>
  readonly report: (error: unknown) => void
}

/** One line before each backend; lines do not wait for each other. */
export function createQueue({ concurrency, work, report }: QueueParts) {
  const lanes = new Map<string, Lane>()
  const entries = new Map<string, Entry>()
  const open = new Map<string | null, number>()
  const idle = new Set<() => void>()
  let stopped = false

  function laneOf(backend: string): Lane {
    const lane = lanes.get(backend) ?? { line: createFairLine(), running: new Map() }
    lanes.set(backend, lane)
    return lane
  }

  function next(backend: string): void {
    const lane = laneOf(backend)
    while (!stopped && lane.running.size < concurrency(backend)) {
      const entry = lane.line.shift()
      if (!entry) return
      start(lane, entry)
    }
  }

  function start(lane: Lane, { id, backend }: Entry): void {
    const controller = new AbortController()
    lane.running.set(id, controller)
    work(id, controller)
      .catch(report)
      .then(() => {
        lane.running.delete(id)
        forget(id)
        next(backend)
        if (running() === 0) for (const tell of idle) tell()
      })
  }

  function forget(id: string): void {
    const entry = entries.get(id)
    if (!entry) return
    entries.delete(id)
    const left = openOf(entry.owner) - 1
    if (left > 0) open.set(entry.owner, left)
    else open.delete(entry.owner)
  }

  const openOf = (owner: string | null): number => open.get(owner) ?? 0
  const running = (): number => [...lanes.values()].reduce((sum, lane) => sum + lane.running.size, 0)
  const isFull = (backend: string): boolean => {
    const lane = laneOf(backend)
    return lane.running.size >= concurrency(backend) || lane.line.length() > 0
  }

  return {
    add(entry: Entry): void {
      if (stopped) return
      entries.set(entry.id, entry)
      open.set(entry.owner, openOf(entry.owner) + 1)
      laneOf(entry.backend).line.push(entry)
      next(entry.backend)
    },
    /** Takes it out of the line, or aborts it when it runs. */
    cancel(id: string, reason: DOMException = new DOMException('Aborted by the user', 'AbortError')): void {
      const entry = entries.get(id)
      if (!entry) return
      const { line, running } = laneOf(entry.backend)
      const controller = running.get(id)
      if (controller) {
        controller.abort(reason)
        return
      }
      line.remove(entry)
      forget(id)
    },
    /** Whether what is added now has to wait behind others. */
    isFull,
    /** 1 starts next; null for what does not wait. */
    position(id: string): number | null {
      const entry = entries.get(id)
      return entry ? laneOf(entry.backend).line.position(entry) : null
    },
    positionOfNext: (backend: string, owner: string | null): number => laneOf(backend).line.positionOfNext(owner),
    /** The next to start on each backend. */
    front: (count: number): Entry[] => [...lanes.values()].flatMap(({ line }) => line.front(count)),
    runningOn: (backend: string): string[] => [...(lanes.get(backend)?.running.keys() ?? [])],
    /** Waiting and running. */
    openOn(backend: string): number {
      const lane = lanes.get(backend)
      return lane ? lane.line.length() + lane.running.size : 0
    },
    openOf,
    running,
    async stop(): Promise<void> {
      stopped = true
      for (const lane of lanes.values())
        for (const controller of lane.running.values())
          controller.abort(new DOMException('The service is stopping', 'AbortError'))
      if (running() > 0) await new Promise<void>(resolve => idle.add(resolve))
    },
  }
}
export type Queue = ReturnType<typeof createQueue>
