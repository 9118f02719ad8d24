/** A console that asks line by line, with the terminal's own history (arrow keys). */
import { createInterface } from 'node:readline'

export type ReadableStream = NodeJS.ReadableStream & { readonly isTTY?: boolean }
export type WritableStream = NodeJS.WritableStream

const LEAVE = /^(?:exit|quit)$/
const ESCAPED = /^\\(?:exit|quit)$/

interface PromptOptions {
  readonly input: ReadableStream
  readonly output: WritableStream
  readonly prompt: string
  /** Executes one line; its failure is printed, and the next line is read. */
  readonly onLine: (line: string) => Promise<void>
}

/** Until the input ends, `exit`, `quit`, Ctrl-D or Ctrl-C; `\exit` and `\quit` are lines of their own without the backslash. Lines that come faster than they are answered wait. */
export async function askLines({ input, output, prompt, onLine }: PromptOptions): Promise<void> {
  const terminal = input.isTTY === true
  const lines = createInterface({ input, output, prompt, terminal, historySize: 500, removeHistoryDuplicates: true })
  lines.on('SIGINT', () => lines.close())
  if (terminal) lines.prompt()
  for await (const line of lines) {
    const typed = line.trim()
    if (LEAVE.test(typed)) {
      // Ending the loop alone would go on reading, and keep the process.
      lines.close()
      break
    }
    if (typed !== '') await onLine(ESCAPED.test(typed) ? typed.slice(1) : typed)
    if (terminal) lines.prompt()
  }
  if (terminal) output.write('\n')
}
