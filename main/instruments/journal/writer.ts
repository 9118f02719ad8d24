import { appendFile } from 'node:fs/promises'

export interface LineWriter {
  /** Appends a line soon, in the order of the calls. */
  write(path: string, line: string): void
  /** All that was written by now is with the operating system, or lost with a problem that was reported. */
  flushed(): Promise<void>
  /** Number of lines lost because the disk failed. */
  readonly lost: number
}

/**
 * Appends lines without delaying the caller: lines that arrive while the disk is busy are written together. A disk that fails loses
 * lines, which is reported once until it works again; callers do not wait for it.
 */
export function createLineWriter(onProblem: (message: string) => void): LineWriter {
  let waiting = new Map<string, string[]>()
  let writing: Promise<void> | null = null
  let lost = 0
  let isFailing = false

  const writeAll = async () => {
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      for (const [path, lines] of batch) {
        try {
          await appendFile(path, lines.join(''), { mode: 0o600 })
          isFailing = false
        } catch (error) {
          lost += lines.length
          if (!isFailing) onProblem(`Lines of ${path} are lost: ${(error as Error).message}`)
          isFailing = true
        }
      }
    }
    writing = null
  }

  return {
    write(path, line) {
      const lines = waiting.get(path)
      if (lines) lines.push(`${line}\n`)
      // A line feed keeps an incomplete line left by a crash apart from the first new one.
      else waiting.set(path, [`\n${line}\n`])
      writing ??= Promise.resolve().then(writeAll)
    },
    flushed: async () => {
      while (writing) await writing
    },
    get lost() {
      return lost
    },
  }
}
