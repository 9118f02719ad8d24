import { createRoundRobin, type RoundRobinEntry } from '../../worker/round-robin'

interface Entry extends RoundRobinEntry {
  readonly id: string
}

export interface SerialQueue {
  /** `owner` is the key that asked for it, null the account holder; left out: the service itself. */
  add(id: string, owner?: string | null): void
  /** Takes it out of the queue, or aborts it when it runs. */
  cancel(id: string): void
  /** Id of what runs now. */
  running(): string | null
  stop(): Promise<void>
}

/** Runs one piece of work after another, round robin over owners. What a piece throws is reported and stops nothing. */
export function createSerialQueue(
  work: (id: string, signal: AbortSignal) => Promise<void>,
  report: (error: unknown) => void,
): SerialQueue {
  const waiting = createRoundRobin<Entry>()
  const entries = new Map<string, Entry>()
  let current: { id: string; controller: AbortController } | null = null
  let idle: Promise<void> = Promise.resolve()
  let [added, stopped] = [0, false]

  async function drain(): Promise<void> {
    for (let entry = waiting.shift(); entry !== null; entry = waiting.shift()) {
      entries.delete(entry.id)
      current = { id: entry.id, controller: new AbortController() }
      await work(entry.id, current.controller.signal).catch(report)
      current = null
    }
  }

  return {
    add(id, owner) {
      if (stopped) return
      const entry = { id, owner, sequence: added++ }
      entries.set(id, entry)
      waiting.push(entry)
      if (!current) idle = idle.then(drain)
    },
    cancel(id) {
      const entry = entries.get(id)
      if (entry) waiting.remove(entry)
      entries.delete(id)
      if (current?.id === id) current.controller.abort(new DOMException('The run was aborted', 'AbortError'))
    },
    running: () => current?.id ?? null,
    async stop() {
      stopped = true
      waiting.clear()
      current?.controller.abort(new DOMException('The service is stopping', 'AbortError'))
      await idle
    },
  }
}
