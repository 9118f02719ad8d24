/** A prompt that reads line by line, with the terminal's history (arrow keys). */
import { createInterface } from 'node:readline'

export type ReadableStream = NodeJS.ReadableStream & { readonly isTTY?: boolean }
export type WritableStream = NodeJS.WritableStream

const LEAVE = /^(?:exit|quit)$/
const ESCAPED = /^\\(?:exit|quit)$/

interface PromptOptions {
  readonly input: ReadableStream
  readonly output: WritableStream
  readonly prompt: string
  /** Handles one line. A rejection ends the prompt. */
  readonly onLine: (line: string) => Promise<void>
}

/**
 * Reads lines until the input ends, or `exit`, `quit`, Ctrl-D or Ctrl-C; `\exit` and `\quit` are passed on without the
 * backslash. Lines that arrive while one is handled wait.
 */
export async function askLines({ input, output, prompt, onLine }: PromptOptions): Promise<void> {
  const terminal = input.isTTY === true
  const lines = createInterface({ input, output, prompt, terminal, historySize: 500, removeHistoryDuplicates: true })
  lines.on('SIGINT', () => lines.close())
  if (terminal) lines.prompt()
  for await (const line of lines) {
    const typed = line.trim()
    if (LEAVE.test(typed)) {
      // Leaving the loop without closing would continue to read and keep the process alive.
      lines.close()
      break
    }
    if (typed !== '') await onLine(ESCAPED.test(typed) ? typed.slice(1) : typed)
    if (terminal) lines.prompt()
  }
  if (terminal) output.write('\n')
}
