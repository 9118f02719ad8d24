/** Plays a dialogue against an instrument that answers as a golden vector says. Nothing waits. */
import type { VectorSpec } from '../drivers/schema'
import { asBytes, NO_BYTES, shownBytes, textOf } from '../model/bytes'
import { InstrumentError } from '../model/fault'
import type { Dialogue, Framer } from '../model/request'

export interface PlayedVector<T> {
  /** Result of the dialogue, or the error in which it ended. */
  readonly came: { readonly answer: T } | { readonly error: unknown }
  /** How what was sent differs from the vector; null where it does not. */
  readonly sentWrong: string | null
  /** Replies that were not read. */
  readonly unread: readonly Uint8Array[]
}

/** `reportBytes`: the length to which HID reports are filled with zeros; 0 elsewhere. */
export function playVector<T>({ tx, rx }: VectorSpec, dialogue: Dialogue<T>, reportBytes: number): PlayedVector<T> {
  const filled = (bytes: Uint8Array) => (reportBytes === 0 ? bytes : fillReport(bytes, reportBytes))
  const script = createScript(
    tx.map(text => filled(bytesOfText(text))),
    rx.map(text => filled(bytesOfText(text))),
  )
  const ended = (came: PlayedVector<T>['came']) => ({ came, sentWrong: script.sentWrong(), unread: script.unread() })
  try {
    let step = dialogue.next()
    while (!step.done) {
      let answer: Uint8Array = NO_BYTES
      if ('write' in step.value) script.received(filled(Buffer.concat(step.value.write)))
      else if ('read' in step.value) answer = script.answer(step.value.read)
      step = dialogue.next(answer)
    }
    return ended({ answer: step.value })
  } catch (error) {
    return ended({ error })
  }
}

/** One character a byte; `hex:` before hexadecimal digits. */
export const bytesOfText = (text: string): Uint8Array =>
  text.startsWith('hex:') ? new Uint8Array(Buffer.from(text.slice(4), 'hex')) : asBytes(text)

function fillReport(bytes: Uint8Array, length: number): Uint8Array {
  const report = new Uint8Array(length)
  report.set(bytes.subarray(0, length))
  return report
}

/** The answers of a vector follow its requests in turn; where there are fewer, they belong to the last ones. */
function createScript(requests: readonly Uint8Array[], answers: readonly Uint8Array[]) {
  const firstAnswered = requests.length - answers.length
  const waiting: Uint8Array[] = requests.length === 0 ? [...answers] : []
  let received = 0
  let sent = ''
  let wrong: string | null = null
  const wanted = () => (received < requests.length ? textOf(requests[received]!) : '')
  const differs = (): string =>
    received === requests.length
      ? `it sends ${shownBytes(asBytes(sent))} where the vector ends`
      : `it sends ${shownBytes(asBytes(sent))} where the vector has ${shownBytes(requests[received]!)}`
  return {
    received(bytes: Uint8Array): void {
      sent += textOf(bytes)
      if (!wanted().startsWith(sent) || sent === '') {
        wrong ??= differs()
        return
      }
      if (sent.length < wanted().length) return
      const answer = answers[received - firstAnswered]
      if (answer !== undefined) waiting.push(answer)
      received += 1
      sent = ''
    },
    answer(framer: Framer): Uint8Array {
      for (;;) {
        const piece = waiting.shift()
        if (piece === undefined) throw new InstrumentError('first_byte_timeout', 'no whole answer: is its end missing?')
        const framed = framer.push(piece)
        if (!framed) continue
        if (framed.rest.length > 0) waiting.unshift(framed.rest)
        return framed.frame
      }
    },
    sentWrong: () =>
      wrong ??
      (sent !== ''
        ? differs()
        : received < requests.length
          ? `it never sends ${shownBytes(requests[received]!)}`
          : null),
    /** A line end behind a block is no answer. */
    unread: () => waiting.filter(piece => !/^[\r\n]*$/.test(textOf(piece))),
  }
}
