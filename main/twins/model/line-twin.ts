import type { ByteTwin } from './byte-twin'
import { createOutlet } from './outlet'

interface LineTwin {
  /** Carries out one line, given without its end; returns the answer, or null. */
  handle(line: string): string | null
  /** End of the answers; a function is called for each answer. */
  readonly replyEnd: string | (() => string)
  /** Size of its input buffer; an overflow discards all of it and calls `overflow`. */
  readonly inputBytes: number
  overflow?(): void
}

/** An instrument that takes lines ending in LF or CR LF, and answers with lines. */
export function createLineTwin({ handle, replyEnd, inputBytes, overflow }: LineTwin): ByteTwin {
  const outlet = createOutlet()
  let line = ''
  return {
    receive(bytes) {
      for (const byte of bytes) {
        if (byte === 0x0a) {
          const answer = handle(line.endsWith('\r') ? line.slice(0, -1) : line)
          line = ''
          if (answer !== null) outlet.sendText(answer + (typeof replyEnd === 'string' ? replyEnd : replyEnd()))
        } else line += String.fromCharCode(byte)
        if (line.length > inputBytes) {
          line = ''
          overflow?.()
        }
      }
    },
    onSend: outlet.onSend,
    close: outlet.close,
  }
}
