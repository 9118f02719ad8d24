/** A transport that injects one fault into every reply except that to the identity query, until switched off. */
import { connectInstrument, type Instrument } from '../../../main/instruments/drivers/instrument'
import type { DriverFile } from '../../../main/instruments/drivers/schema'
import { createCommandLog } from '../../../main/instruments/exchange/command-log'
import { asBytes, textOf } from '../../../main/instruments/model/bytes'
import { type BytePeer, openTwin } from '../../../main/instruments/transport/twin'
import { hurried } from './connected'
import { driverOf, type Instrument as Row, TWIN } from './table'

/** The pieces that arrive in place of a reply; `gone`: the port is unplugged at this point. */
export type LastingFault = (reply: Uint8Array, driver: DriverFile) => readonly (Uint8Array | 'gone')[]

const line = (text: string) => asBytes(`${text}\r\n`)
/** A well-formed reply to another request: a report of another type, or a line of text. */
const foreign = (reply: Uint8Array, { framing }: DriverFile, text: string): Uint8Array =>
  framing.kind === 'report' ? Uint8Array.from(reply, (_, index) => (index === 0 ? 0xee : 0x37)) : line(text)

export const LASTING_FAULTS = {
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
} as const satisfies Record<string, LastingFault>
export type LastingFaultName = keyof typeof LASTING_FAULTS

/** Longer than a busy computer stalls, shorter than a test may take. */
const TIMING = { first_byte_ms: 150, between_bytes_ms: 100, exchange_ms: 3_000, quiet_ms: 20 }

export interface FaultyInstrument {
  readonly instrument: Instrument
  /** Injects this fault into every reply from now on; null: into none. */
  inject(name: LastingFaultName | LastingFault | null): void
  /** From now on no write completes. */
  jam(): void
}

export async function connectFaulty(row: Row, change: Partial<DriverFile['framing']> = {}): Promise<FaultyInstrument> {
  const given = driverOf(row.driver)
  const driver = { ...hurried(given), framing: { ...given.framing, ...change } }
  const twin = row.twin({ ...TWIN, minimumGapMs: 0 })
  const identityQueries = identityQueriesOf(driver)
  let isIdentityQuery = true
  let injected: LastingFault | null = null
  let unplug = () => {}
  const peer: BytePeer = {
    receive(bytes) {
      const query = textOf(bytes).replace(/\0+$/, '')
      // ENQ and GETN? fetch the reply to the request before them.
      if (query !== '\x05' && !query.startsWith('GETN?')) isIdentityQuery = identityQueries.has(query)
      twin.receive(bytes)
    },
    onSend: listener =>
      twin.onSend(reply => {
        const pieces = injected && !isIdentityQuery ? injected(reply, driver) : [reply]
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
    inject: next => {
      injected = typeof next === 'string' ? LASTING_FAULTS[next] : next
    },
    jam: () => {
      isJammed = true
    },
  }
}

/** The bytes of each identity query. */
function identityQueriesOf({ identity, framing, options }: DriverFile): ReadonlySet<string> {
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
