/**
 * Runs submitted work one after another, in the order of submission. `work` never rejects for reasons of the work
 * itself; what it throws is reported and does not stop the queue.
 */
export function createQueue(
  work: (id: string, signal: AbortSignal) => Promise<void>,
  report: (error: unknown) => void,
) {
  const waiting: string[] = []
  let current: { id: string; controller: AbortController; done: Promise<void> } | null = null
  let stopped = false

  function next(): void {
    const id = stopped || current ? undefined : waiting.shift()
    if (id === undefined) return
    const controller = new AbortController()
    const done = work(id, controller.signal)
      .catch(report)
      .then(() => {
        current = null
        next()
      })
    current = { id, controller, done }
  }

  return {
    /** True when it has to wait behind others. */
    add(id: string): boolean {
      const waits = current !== null
      waiting.push(id)
      next()
      return waits
    },
    /** Takes it out of the line, or aborts it when it runs. */
    cancel(id: string): void {
      const index = waiting.indexOf(id)
      if (index >= 0) waiting.splice(index, 1)
      else if (current?.id === id) current.controller.abort(new DOMException('Aborted by the user', 'AbortError'))
    },
    isRunning: (): boolean => current !== null,
    async stop(): Promise<void> {
      stopped = true
      waiting.length = 0
      current?.controller.abort(new DOMException('The service is stopping', 'AbortError'))
      await current?.done
    },
  }
}
export type Queue = ReturnType<typeof createQueue>
