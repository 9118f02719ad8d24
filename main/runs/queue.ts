/** Runs one piece of work after another, in the order in which it came. What a piece throws is reported and stops nothing. */
export function createQueue(
  work: (id: string, signal: AbortSignal) => Promise<void>,
  report: (error: unknown) => void,
) {
  const waiting: string[] = []
  let current: { id: string; controller: AbortController } | null = null
  let idle: Promise<void> = Promise.resolve()
  let stopped = false

  async function drain(): Promise<void> {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      current = { id, controller: new AbortController() }
      await work(id, current.controller.signal).catch(report)
      current = null
    }
  }

  return {
    add(id: string): void {
      if (stopped) return
      waiting.push(id)
      if (waiting.length === 1 && !current) idle = idle.then(drain)
    },
    cancel(id: string): void {
      const index = waiting.indexOf(id)
      if (index >= 0) waiting.splice(index, 1)
      if (current?.id === id) current.controller.abort(new DOMException('The run was aborted', 'AbortError'))
    },
    /** Id of what runs now. */
    running: (): string | null => current?.id ?? null,
    async stop(): Promise<void> {
      stopped = true
      waiting.length = 0
      current?.controller.abort(new DOMException('The service is stopping', 'AbortError'))
      await idle
    },
  }
}
