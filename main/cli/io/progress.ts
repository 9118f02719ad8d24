/** Progress on stderr: a bar that redraws itself on a terminal, otherwise a line for every tenth. */

export interface ProgressStream {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  write(text: string): unknown
}

export interface ProgressLine {
  show(fraction: number, stage: string): void
  /** Moves the cursor to a new line. */
  end(): void
}

const WIDTH = 24

export function createProgress(stream: ProgressStream): ProgressLine {
  return stream.isTTY ? bar(stream) : lines(stream)
}

function bar(stream: ProgressStream): ProgressLine {
  let drawn = false
  return {
    show(fraction, stage) {
      const full = Math.round(fraction * WIDTH)
      const text = `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${percent(fraction)}  ${stage}`
      // A line wider than the terminal would wrap and could not be redrawn.
      stream.write(`\r\x1b[K${text.slice(0, (stream.columns ?? 80) - 1)}`)
      drawn = true
    },
    end() {
      if (drawn) stream.write('\n')
      drawn = false
    },
  }
}

function lines(stream: ProgressStream): ProgressLine {
  let last = -1
  return {
    show(fraction, stage) {
      const tenth = Math.floor(fraction * 10)
      if (tenth <= last) return
      last = tenth
      stream.write(`${percent(fraction)}  ${stage}\n`)
    },
    end() {},
  }
}

const percent = (fraction: number): string => `${Math.floor(fraction * 100)} %`.padStart(5)
