/** Commands and questions by their text, for operators and for instruments with a vocabulary of their own. */
import type { Cause } from '../exchange/command-log'
import type { Transactor } from '../exchange/transactor'
import type { Dialogue } from '../framing/dialogue'
import { bytesOf, concat, shownBytes, textOf } from '../model/bytes'
import { InstrumentError } from '../model/fault'
import { ask, type Line } from './commands'
import type { DriverFile } from './schema'

/** Same shape as the sequencers' link. Each call reads the error queue behind itself and rejects `refused`. */
export interface RawLink {
  command(text: string): Promise<void>
  query(text: string): Promise<string>
  /** The text, then the bytes as a definite-length block. */
  upload(text: string, bytes: Uint8Array): Promise<void>
  queryBlock(text: string): Promise<Uint8Array>
  /** A line as an operator types it: hexadecimal bytes for reports, text for the rest; null where nothing is asked. */
  console(text: string): Promise<string | null>
}

interface Options {
  readonly port: Transactor
  readonly line: Line
  readonly driver: DriverFile
  readonly cause: Cause | null
}

const NONE = { texts: {}, fields: {} }

export function createRawLink({ port, line, driver, cause }: Options): RawLink {
  /** In the same exchange, so that an error belongs to what caused it. */
  function* errors(text: string): Dialogue<void> {
    const found: string[] = []
    for (const { ask: commands, reply, none } of driver.errors)
      for (let count = 0; count < 20; count += 1) {
        const answer = (yield* ask(line, commands, reply, NONE)).texts.text ?? ''
        if (answer === none) break
        found.push(answer)
      }
    if (found.length > 0) throw new InstrumentError('refused', `${text.slice(0, 80)}: ${found.join('; ')}`)
  }
  const set = (name: string, dialogue: () => Dialogue<void>) => port.run({ name, kind: 'set', dialogue, cause })
  const query = <T>(name: string, dialogue: () => Dialogue<T>) => port.run({ name, kind: 'query', dialogue, cause })
  function* told(text: string, bytes: Uint8Array): Dialogue<void> {
    yield* line.wire.tell(bytes)
    yield* errors(text)
  }
  return {
    command: text => set(text, () => told(text, oneLine(text))),
    query: text =>
      query(text, function* () {
        const answer = textOf(yield* line.wire.ask(oneLine(text)))
        yield* errors(text)
        return answer
      }),
    upload: (text, bytes) =>
      set(`${text} (${bytes.length} bytes)`, () =>
        told(text, concat(oneLine(`${text} ${blockHeader(bytes.length)}`), bytes)),
      ),
    queryBlock: text =>
      query(text, function* () {
        const answer = yield* line.wire.ask(oneLine(text), 'block')
        yield* errors(text)
        return answer
      }),
    async console(text) {
      if (driver.framing.kind === 'report' || driver.framing.kind === 'fixed') {
        const bytes = hexBytes(text)
        if (driver.framing.kind === 'fixed') throw new InstrumentError('not_settable', 'its protocol has no console')
        return query(text, function* () {
          return shownBytes(yield* line.wire.ask(bytes))
        })
      }
      if (driver.framing.kind === 'enq-ack' || text.includes('?') || driver.framing.kind === 'noterm')
        return query(text, function* () {
          return textOf(yield* line.wire.ask(oneLine(text)))
        })
      await set(text, () => told(text, oneLine(text)))
      return null
    },
  }
}

/** `#` digits length, as IEEE 488.2 writes it before the bytes of a block. */
function blockHeader(length: number): string {
  const digits = String(length)
  if (digits.length > 9) throw new InstrumentError('value_out_of_range', `a block of ${length} bytes is too long`)
  return `#${digits.length}${digits}`
}

/** A line break inside would be a second command that nobody sees. */
function oneLine(text: string): Uint8Array {
  if (!/^[ -~]{1,1000}$/.test(text))
    throw new InstrumentError('value_out_of_range', 'a command is one line of 1 to 1,000 printable characters')
  return bytesOf(text)
}

function hexBytes(text: string): Uint8Array {
  const digits = text.replace(/\s+/g, '')
  if (!/^([0-9a-fA-F]{2}){1,64}$/.test(digits))
    throw new InstrumentError('value_out_of_range', 'write bytes as hexadecimal digits, such as 13 0c 03')
  return new Uint8Array(Buffer.from(digits, 'hex'))
}
