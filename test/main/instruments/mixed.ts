/** Many transactions of all kinds on all instruments while the line misbehaves at random. */
import { seededRandom } from '../../../main/circuits/model/seeded-random'
import type { DriverFile } from '../../../main/instruments/drivers/schema'
import { createCommandLog } from '../../../main/instruments/exchange/command-log'
import { isFault } from '../../../main/instruments/model/fault'
import type { InstrumentValue } from '../../../main/instruments/model/request'
import type { InstrumentPorts } from '../../../main/instruments/registry/ports'
import { createRegistry } from '../../../main/instruments/registry/registry'
import { openTwin } from '../../../main/instruments/transport/twin'
import type { LineFault } from '../../../main/twins/faults/line-fault'
import { type FaultyTwin, withFaults } from '../../../main/twins/faults/with-faults'
import { hurried } from './connected'
import { driverOf, type Instrument as Row, TABLE, TWIN } from './table'

/**
 * A line is listened to for so long before the next query, however busy the event loop is: nothing in the bytes of a reply that
 * comes in the middle of the next question distinguishes it from the answer.
 */
const LATEST_REPLY_MS = 90

const FAULTS: readonly LineFault[] = [
  { kind: 'delay', ms: 5 },
  { kind: 'delay', ms: LATEST_REPLY_MS },
  { kind: 'drop' },
  { kind: 'duplicate' },
  { kind: 'garbage', bytes: 1 },
  { kind: 'garbage', bytes: 5 },
  { kind: 'split' },
  { kind: 'wrong_echo' },
  { kind: 'stale', instead: true },
  { kind: 'stale', instead: false },
  { kind: 'unsolicited', text: '0.125\r\n' },
  { kind: 'block_length', by: 2 },
  { kind: 'ignore_set' },
  { kind: 'clamp_set' },
  { kind: 'truncate', bytes: 2 },
  { kind: 'unplug', bytes: 5 },
]

export interface Tally {
  readonly transactions: number
  readonly faults: Readonly<Record<string, number>>
  /** Values that the instrument did not have, of which there must be none. */
  readonly wrong: readonly string[]
  readonly stuck: readonly string[]
}

/** Of each instrument its share by two who want it at the same time, all instruments at once; ports that went away are opened again. */
export async function mixedTransactions({
  transactions,
  seed,
}: {
  transactions: number
  seed: number
}): Promise<Tally> {
  const rows = TABLE.filter(({ setting }) => setting !== null)
  const faults: Record<string, number> = {}
  const [wrong, stuck]: [string[], string[]] = [[], []]
  let count = 0
  const lab = labOf(rows, seed)
  const { registry } = lab
  /** One transaction under a lease, by whoever's turn it is. */
  const transaction = async (row: Row, own: string, random: () => number) => {
    const { parameter, channel = null, values } = row.setting!
    const { driver: id } = row
    const fault = FAULTS[Math.floor(random() * FAULTS.length)]!
    const isReport = id.startsWith('mini') || id.startsWith('vaunix')
    const isFaulty = random() < 0.15 && !(isReport && fault.kind === 'split')
    const [wanted, isSet] = [values[random() < 0.5 ? 0 : 1], random() < 0.4]
    if (registry.list().find(one => one.id === id)!.state !== 'ready') await registry.look(id)
    const line = lab.lines.get(id)!
    if (isFaulty) line.twin.inject(fault)
    count += 1
    try {
      const instrument = registry.use(id, own)
      const value = isSet
        ? (await instrument.set(parameter, wanted, { channel })).read_back
        : (await instrument.read(parameter, { channel })).value
      const allowed = isSet ? [wanted] : line.possible
      if (allowed && !allowed.some(one => equal(one, value)))
        wrong.push(`${id} ${own}: ${value} instead of ${allowed.join(' or ')} (seed ${seed})`)
      line.possible = value === null ? line.possible : [value]
      if (instrument.queued > 0) stuck.push(`a request to ${id} behind ${own}`)
    } catch (error) {
      if (!isFault(error)) throw error
      faults[error.fault] = (faults[error.fault] ?? 0) + 1
      // A set that failed may have taken effect, in whole or clamped: the next clean reading shows which.
      if (isSet) line.possible = null
    }
  }
  const caller = async (row: Row, share: number, own: number) => {
    const random = seededRandom(own)
    for (let index = 0; index < share; index += 1) {
      const holder = { id: `${own} ${index}`, label: 'a caller' }
      const giveUp = new AbortController()
      const waiting = registry.leases.acquire([row.driver], holder, { signal: giveUp.signal })
      // Some have no patience; one that has the lease already keeps it.
      if (random() < 0.05) giveUp.abort(new Error('no patience'))
      try {
        const lease = await waiting
        await transaction(row, holder.id, random).finally(lease.release)
      } catch (error) {
        if (error !== giveUp.signal.reason) throw error
        index -= 1
      }
    }
  }
  const share = Math.ceil(transactions / rows.length / 2)
  await Promise.all(
    rows.flatMap((row, index) => [0, 1].map(which => caller(row, share, seed + 1_000 * index + 500 * which))),
  )
  for (const { driver: id } of rows) {
    const held = registry.leases.holderOf(id)
    if (held) stuck.push(`the lease of ${id} with ${held.id}`)
    for (const { id: left } of registry.leases.waiting(id)) stuck.push(`${left} in the queue of ${id}`)
  }
  await registry.close()
  return { transactions: count, faults, wrong, stuck }
}

interface Line {
  readonly twin: FaultyTwin
  /** What the instrument may have; null where nobody knows: at first, and after a set that could not be confirmed. */
  possible: readonly InstrumentValue[] | null
}

function withLongQuiet(driver: DriverFile): DriverFile {
  const { timing, ...rest } = hurried(driver)
  return { ...rest, timing: { ...timing, quiet_ms: LATEST_REPLY_MS } }
}

/** A registry of one twin for each driver; a port that is opened again has a new one behind it. */
function labOf(rows: readonly Row[], seed: number) {
  const lines = new Map<string, Line>()
  const ports: InstrumentPorts = {
    list: async () => ({ found: [], problems: [] }),
    async open(address) {
      const { name } = address as { name: string }
      const row = rows.find(({ driver }) => driver === name)!
      const own = seed + lines.size
      const twin = withFaults(row.twin({ ...TWIN, seed: own, ...NO_GAP }), { seed: own, clock: TWIN.clock })
      lines.set(name, { twin, possible: null })
      return openTwin(twin, { path: `twin:${name}`, reportBytes: driverOf(name).transport.hid?.report_bytes ?? null })
    },
  }
  const configured = rows.map(({ driver }) => ({
    id: driver,
    label: driver,
    driver,
    serial_number: null,
    address: { kind: 'twin' as const, name: driver },
  }))
  const drivers = new Map(rows.map(({ driver }) => [driver, withLongQuiet(driverOf(driver))]))
  return { lines, registry: createRegistry({ configured, drivers, ports, log: createCommandLog() }) }
}

/** Lake Shore's twin loses what comes too fast; here nothing waits. */
const NO_GAP = { minimumGapMs: 0 }

const equal = (one: InstrumentValue, other: InstrumentValue | null) =>
  typeof one === 'number' && typeof other === 'number'
    ? Math.abs(one - other) <= 1e-3 * Math.max(1e-3, Math.abs(one))
    : one === other
