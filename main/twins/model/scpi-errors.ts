/** An error queue as SCPI 1999 has it: oldest first, the last replaced by an overflow. */
export interface ScpiErrors {
  push(code: number, text: string): void
  count(): number
  /** All of them, `0, "No error"` if there are none; the queue is empty afterwards. */
  all(): string
}

const MOST = 10

export function createScpiErrors(): ScpiErrors {
  let queue: string[] = []
  return {
    push(code, text) {
      if (queue.length < MOST) queue.push(`${code}, "${text}"`)
      else queue[MOST - 1] = '-350, "Queue overflow"'
    },
    count: () => queue.length,
    all() {
      const text = queue.length === 0 ? '0, "No error"' : queue.join(',')
      queue = []
      return text
    },
  }
}
