/** A console that asks line by line, with the terminal's own history (arrow keys). */
import { createInterface } from 'node:readline'

export type ReadableStream = NodeJS.ReadableStream & { readonly isTTY?: boolean }
export type WritableStream = NodeJS.WritableStream

interface PromptOptions {
  readonly input: ReadableStream
  readonly output: WritableStream
  readonly prompt: string
  /** What one line does; the failure of a line is printed, and the next one asked for. */
  readonly onLine: (line: string) => Promise<void>
}

/** Until the input ends, Ctrl-D or Ctrl-C. Lines that come faster than they are answered wait. */
export async function askLines({ input, output, prompt, onLine }: PromptOptions): Promise<void> {
  const terminal = input.isTTY === true
  const lines = createInterface({ input, output, prompt, terminal, historySize: 500, removeHistoryDuplicates: true })
  lines.on('SIGINT', () => lines.close())
  if (terminal) lines.prompt()
  for await (const line of lines) {
    if (line.trim() !== '') await onLine(line.trim())
    if (terminal) lines.prompt()
  }
  if (terminal) output.write('\n')
}
