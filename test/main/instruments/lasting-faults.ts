/** A line on which every answer but the one to "who are you" is struck, for as long as the fault lasts. */
import { connectInstrument, type Instrument } from '../../../main/instruments/drivers/instrument'
import type { DriverFile } from '../../../main/instruments/drivers/schema'
import { createCommandLog } from '../../../main/instruments/exchange/command-log'
import { asBytes, textOf } from '../../../main/instruments/model/bytes'
import { type BytePeer, openTwin } from '../../../main/instruments/transport/twin'
import { hurried } from './connected'
import { driverOf, type Instrument as Row, TWIN } from './table'

/** What comes in place of an answer, piece by piece; `gone`: the port goes away behind it. */
export type Strike = (reply: Uint8Array, driver: DriverFile) => readonly (Uint8Array | 'gone')[]

const line = (text: string) => asBytes(`${text}\r\n`)
/** A report that answers nothing, or a line of text. */
const foreign = (reply: Uint8Array, { framing }: DriverFile, text: string): Uint8Array =>
  framing.kind === 'report' ? Uint8Array.from(reply, (_, index) => (index === 0 ? 0xee : 0x37)) : line(text)

export const STRIKES = {
  'is left out': () => [],
  'stops half-way': reply => [reply.subarray(0, Math.floor(reply.length / 2) || 1)],
  'ends with the port': reply => [reply.subarray(0, Math.floor(reply.length / 2) || 1), 'gone'],
  'is nonsense': (reply, driver) => [foreign(reply, driver, '?%&')],
  'is bytes that no text has': reply => [Uint8Array.from(reply, byte => (byte === 10 || byte === 13 ? byte : 0xff))],
  'is NULs': reply => [new Uint8Array(reply.length)],
  'comes twice': reply => [reply, reply],
  'comes behind another one': (reply, driver) => [foreign(reply, driver, '7.25'), reply],
  'never ends': (_, { framing }) => [new Uint8Array(Math.min(framing.max_reply_bytes, 2 ** 20) + 100).fill(0x37)],
  'says that it is busy': () => [line('BUSY')],
} as const satisfies Record<string, Strike>
export type StrikeName = keyof typeof STRIKES

/** Long beside a stall of the computer, short beside a test. */
const TIMING = { first_byte_ms: 150, between_bytes_ms: 100, exchange_ms: 3_000, quiet_ms: 20 }

export interface Struck {
  readonly instrument: Instrument
  /** From now on; null: as it should be. */
  strike(name: StrikeName | Strike | null): void
  /** The operating system takes no bytes any more. */
  jam(): void
}

export async function connectStruck(row: Row, change: Partial<DriverFile['framing']> = {}): Promise<Struck> {
  const given = driverOf(row.driver)
  const driver = { ...hurried(given), framing: { ...given.framing, ...change } }
  const twin = row.twin({ ...TWIN, ...{ minimumGapMs: 0 } })
  const polite = questionsOf(driver)
  let isPolite = true
  let strike: Strike | null = null
  let unplug = () => {}
  const peer: BytePeer = {
    receive(bytes) {
      const asked = textOf(bytes).replace(/\0+$/, '')
      // ENQ and GETN? fetch what was asked for before them.
      if (asked !== '\x05' && !asked.startsWith('GETN?')) isPolite = polite.has(asked)
      twin.receive(bytes)
    },
    onSend: listener =>
      twin.onSend(reply => {
        const pieces = strike && !isPolite ? strike(reply, driver) : [reply]
        for (const piece of pieces) {
          if (piece === 'gone') unplug()
          else listener(piece)
        }
      }),
    onUnplug: listener => {
      unplug = listener
    },
    close: twin.close,
  }
  let isJammed = false
  const transport = openTwin(peer, {
    path: `twin:${row.driver}`,
    reportBytes: driver.transport.hid?.report_bytes ?? null,
  })
  const jammable = {
    ...transport,
    write: (bytes: Uint8Array) => (isJammed ? new Promise<void>(() => {}) : transport.write(bytes)),
  }
  const instrument = await connectInstrument({
    id: row.driver,
    driver: { ...driver, timing: { ...driver.timing, ...TIMING } },
    transport: jammable,
    log: createCommandLog(),
    usbSerialNumber: 'USB-1',
  })
  return {
    instrument,
    strike: next => {
      strike = typeof next === 'string' ? STRIKES[next] : next
    },
    jam: () => {
      isJammed = true
    },
  }
}

/** The bytes that ask who it is. */
function questionsOf({ identity, framing, options }: DriverFile): ReadonlySet<string> {
  if (identity === 'usb') return new Set()
  return new Set(
    identity.flatMap(({ ask }) =>
      [ask].flat().flatMap(command => {
        if (typeof command === 'string') return command.replace('{slot}', String(options.slot)) + framing.request_end
        return 'bytes' in command ? String.fromCharCode(...command.bytes.map(Number)) : []
      }),
    ),
  )
}
