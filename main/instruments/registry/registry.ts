/** The instruments of the lab: found, connected, lost and found again by their serial numbers. */
import type { Instrument } from '../drivers/instrument'
import type { DriverFile } from '../drivers/schema'
import type { TriedSet } from '../drivers/tried-set'
import type { Cause, CommandLog } from '../exchange/command-log'
import { InstrumentError, isFault } from '../model/fault'
import type { InstrumentReading } from '../model/reading'
import { connectAt } from './connect-at'
import { type Discovered, discover } from './discovery'
import { createLeases, type Leases } from './leases'
import { createOneAtATime } from './one-at-a-time'
import { nowhere, type PossiblePlace, pathOf, placesOf } from './places'
import type { Address, Found, InstrumentPorts } from './ports'

/** An instrument as the lab profile names it. */
export interface ConfiguredInstrument {
  readonly id: string
  readonly label: string
  readonly driver: string
  /** Its identity: the serial number that it tells, or that USB tells for it. Null: whoever answers. */
  readonly serial_number: string | null
  readonly address: Address
  /** Numbers that replace those of the driver file, such as a slot. */
  readonly options?: Readonly<Record<string, number>>
}

type ConnectionState = 'absent' | 'connecting' | 'ready' | 'lost'

interface InstrumentStatus extends ConfiguredInstrument {
  readonly state: ConnectionState
  /** Why it is not ready. */
  readonly problem: InstrumentError | null
  /** Null unless ready. */
  readonly instrument: Instrument | null
}

export interface Registry {
  readonly leases: Leases
  list(): InstrumentStatus[]
  /** The connected instrument. Throws its problem if it is not ready, `lease_missing` if someone else holds it. */
  use(id: string, holderId: string | null): Instrument
  /** Of the lab's or the program's files, whether it is connected or not; null where there is none of that name. */
  driverOf(id: string): DriverFile | null
  /** The last value that anybody read, whoever it was for; null where nobody did. Nothing is asked. */
  latest(id: string, parameter: string, channel: string | null): InstrumentReading | null
  onReading(listener: (id: string, reading: InstrumentReading, cause: Cause | null) => void): () => void
  /** Told of every set that was tried. */
  onSet(listener: (id: string, tried: TriedSet) => void): () => void
  /** Waits for its connection, at most so long. */
  whenReady(id: string, ms: number): Promise<Instrument>
  add(configured: ConfiguredInstrument): void
  remove(id: string): Promise<void>
  rename(id: string, label: string): void
  /** Closes the port and opens it again, at once. */
  reopen(id: string): Promise<Instrument>
  /** Everything plugged in that no configured instrument uses. */
  discover(): Promise<{ discovered: Discovered[]; problems: InstrumentError[] }>
  /** Why kinds of ports cannot be listed. */
  problems(): readonly InstrumentError[]
  /** Looks for what is not connected, now, and waits for all of it or for one; the timer does it every so often. */
  look(id?: string): Promise<void>
  onChange(listener: (id: string) => void): () => void
  start(): void
  close(): Promise<void>
}

interface RegistryOptions {
  readonly configured: readonly ConfiguredInstrument[]
  readonly drivers: ReadonlyMap<string, DriverFile>
  readonly ports: InstrumentPorts
  readonly log: CommandLog
  /** Listing spawns a program of 250 ms: no faster than every 2 s. */
  readonly pollMs?: number
}

interface Slot {
  configured: ConfiguredInstrument
  state: ConnectionState
  problem: InstrumentError | null
  instrument: Instrument | null
}

const LEAST_POLL_MS = 2_000

export function createRegistry({ configured, drivers, ports, log, pollMs = LEAST_POLL_MS }: RegistryOptions): Registry {
  const listeners = new Set<(id: string) => void>()
  const told = (id: string) => {
    for (const listener of listeners) listener(id)
  }
  const leases = createLeases(told)
  const readers = new Set<(id: string, reading: InstrumentReading, cause: Cause | null) => void>()
  const setters = new Set<(id: string, tried: TriedSet) => void>()
  const latest = new Map<string, InstrumentReading>()
  const keyOf = (...parts: readonly (string | null)[]) => JSON.stringify(parts)
  const wasRead = (id: string, reading: InstrumentReading, cause: Cause | null) => {
    latest.set(keyOf(id, reading.parameter, reading.channel), reading)
    for (const reader of readers) reader(id, reading, cause)
  }
  const wasSet = (id: string, tried: TriedSet) => {
    for (const setter of setters) setter(id, tried)
  }
  const slots = new Map<string, Slot>()
  let listingProblems: readonly InstrumentError[] = []
  let listing: Promise<void> | null = null
  /** Attempts to connect that go on. */
  const attempts = new Map<Slot, Promise<void>>()
  /** Two that may be on the same port do not try it at once. */
  const alone = createOneAtATime()
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const add = (one: ConfiguredInstrument) => {
    if (slots.has(one.id)) throw new InstrumentError('driver_invalid', `there is an instrument ${one.id} already`)
    slots.set(one.id, { configured: one, state: 'absent', problem: null, instrument: null })
    told(one.id)
  }
  const slotOf = (id: string): Slot => {
    const slot = slots.get(id)
    if (!slot)
      throw new InstrumentError(
        'port_missing',
        `there is no instrument ${id}; there are ${[...slots.keys()].join(', ')}`,
      )
    return slot
  }
  const move = (slot: Slot, state: ConnectionState, problem: InstrumentError | null) => {
    const isNews = slot.state !== state || slot.problem?.message !== problem?.message
    Object.assign(slot, { state, problem })
    if (isNews) told(slot.configured.id)
  }
  const userOf = (path: string | null) =>
    [...slots.values()].find(({ instrument }) => path !== null && instrument?.connection.path === path)
  const isTaken = (path: string) => userOf(path) !== undefined

  /** Connects it at one place, or throws why not. */
  const connectThere = async (
    slot: Slot,
    driver: DriverFile,
    { address, usbSerialNumber }: PossiblePlace,
  ): Promise<void> => {
    const { configured: one } = slot
    const other = userOf(pathOf(address))
    if (other) throw new InstrumentError('port_busy', `${other.configured.label} is connected there`, pathOf(address))
    const instrument = await connectAt(ports, address, {
      id: one.id,
      driver,
      log,
      usbSerialNumber,
      expectedSerialNumber: one.serial_number,
      onReading: (reading, cause) => wasRead(one.id, reading, cause),
      onSet: tried => wasSet(one.id, tried),
      ...(one.options && { options: one.options }),
    })
    if (closed || slots.get(one.id) !== slot) return await instrument.close()
    slot.instrument = instrument
    move(slot, 'ready', null)
    instrument.onFailure(cause => {
      if (slot.instrument !== instrument) return
      slot.instrument = null
      move(slot, 'lost', cause)
    })
  }

  const connect = async (slot: Slot, found: readonly Found[]): Promise<void> => {
    const { configured: one } = slot
    const driver = drivers.get(one.driver)
    if (!driver)
      return move(slot, 'absent', new InstrumentError('driver_invalid', `there is no driver ${one.driver}`, one.id))
    const places = placesOf(
      one,
      found.filter(({ path }) => !isTaken(path)),
      driver,
    )
    let problem = nowhere(one, driver)
    move(slot, 'connecting', slot.problem)
    for (const place of places) {
      if (closed) return
      try {
        return await alone(pathOf(place.address), () => connectThere(slot, driver, place))
      } catch (error) {
        if (!isFault(error)) throw error
        problem = error.at(one.id)
      }
    }
    move(slot, slot.state === 'lost' ? 'lost' : 'absent', problem)
  }
  const attempt = (slot: Slot, found: readonly Found[]): Promise<void> => {
    const running = attempts.get(slot) ?? connect(slot, found).finally(() => attempts.delete(slot))
    attempts.set(slot, running)
    return running
  }

  /** Begins to connect whoever is missing, each by itself: one that is deaf keeps no other waiting. */
  const beginOnce = async () => {
    const missing = () => [...slots.values()].filter(slot => slot.instrument === null && !attempts.has(slot))
    if (missing().length === 0) return
    const isOnBus = ({ configured: { address } }: Slot) => address.kind === 'serial' || address.kind === 'hid'
    let found: Found[] = []
    if (missing().some(isOnBus)) {
      const listed = await ports.list()
      found = listed.found
      listingProblems = listed.problems
    }
    if (!closed) for (const slot of missing()) void attempt(slot, found)
  }
  const begin = (): Promise<void> => {
    listing ??= beginOnce().finally(() => {
      listing = null
    })
    return listing
  }
  const look = async (id?: string): Promise<void> => {
    await begin()
    await (id === undefined ? Promise.all(attempts.values()) : attempts.get(slotOf(id)))
  }
  const schedule = () => {
    if (closed) return
    timer = setTimeout(() => void begin().finally(schedule), Math.max(pollMs, LEAST_POLL_MS))
    timer.unref()
  }
  const problemOf = (slot: Slot): InstrumentError =>
    slot.problem ?? new InstrumentError('closed', `it is ${slot.state}`, slot.configured.id)

  for (const one of configured) add(one)
  return {
    leases,
    list: () => [...slots.values()].map(({ configured: one, ...rest }) => ({ ...one, ...rest })),
    use(id, holderId) {
      const slot = slotOf(id)
      leases.check(id, holderId)
      if (!slot.instrument) throw problemOf(slot)
      return slot.instrument
    },
    driverOf: id => drivers.get(slotOf(id).configured.driver) ?? null,
    latest: (id, parameter, channel) => latest.get(keyOf(id, parameter, channel)) ?? null,
    onReading: listener => {
      readers.add(listener)
      return () => readers.delete(listener)
    },
    onSet: listener => {
      setters.add(listener)
      return () => setters.delete(listener)
    },
    whenReady: (id, ms) =>
      new Promise((resolve, reject) => {
        const settle = () => {
          const { instrument } = slotOf(id)
          if (instrument) finish(() => resolve(instrument))
        }
        const finish = (end: () => void) => {
          clearTimeout(limit)
          listeners.delete(settle)
          end()
        }
        const limit = setTimeout(() => finish(() => reject(problemOf(slotOf(id)))), ms)
        listeners.add(settle)
        settle()
      }),
    add,
    async remove(id) {
      const { instrument } = slotOf(id)
      leases.check(id, null)
      slots.delete(id)
      await instrument?.close()
      told(id)
    },
    rename(id, label) {
      const slot = slotOf(id)
      slot.configured = { ...slot.configured, label }
      told(id)
    },
    async reopen(id) {
      const slot = slotOf(id)
      await slot.instrument?.close()
      await attempts.get(slot)
      if (!slot.instrument) await attempt(slot, (await ports.list()).found)
      if (!slot.instrument) throw problemOf(slot)
      return slot.instrument
    },
    discover: () => discover(ports, drivers.values(), { log, isTaken }),
    problems: () => listingProblems,
    look,
    onChange: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      void begin().finally(schedule)
    },
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      await listing
      await Promise.all(attempts.values())
      await Promise.all([...slots.values()].map(({ instrument }) => instrument?.close()))
    },
  }
}
