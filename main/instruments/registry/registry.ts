/** The instruments of the lab: found, connected, lost and found again by their serial numbers. */
import type { Instrument } from '../drivers/instrument'
import type { DriverFile } from '../drivers/schema'
import { driverHash } from '../drivers/snapshot'
import type { CommandLog } from '../exchange/command-log'
import { InstrumentError } from '../model/fault'
import type { Cause, InstrumentReading, SetResult } from '../model/request'
import { type Connecting, createConnecting } from './connecting'
import { type Discovered, discover } from './discovery'
import { createLeases, type Leases } from './leases'
import type { InstrumentPorts } from './ports'
import {
  type ConfiguredInstrument,
  createSlots,
  type InstrumentStatus,
  type Slot,
  type Slots,
  whyNotReady,
} from './slots'

type RegistryReadingListener = (id: string, reading: InstrumentReading, cause: Cause | null) => void
type RegistrySetListener = (id: string, result: SetResult) => void

export interface Registry extends Pick<Connecting, 'once'> {
  readonly leases: Leases
  list(): InstrumentStatus[]
  /** The connected instrument. Throws its problem if it is not ready, `lease_missing` if someone else holds it. */
  use(id: string, holderId: string | null): Instrument
  /** Its driver from the lab's or the program's files, connected or not; null where no file has that name. */
  driverOf(id: string): DriverFile | null
  /** The last value read, by any caller; null where there is none. Sends nothing. */
  latest(id: string, parameter: string, channel: string | null): InstrumentReading | null
  onReading(listener: RegistryReadingListener): () => void
  /** Called with every set that was tried. */
  onSet(listener: RegistrySetListener): () => void
  /** Waits for its connection, at most `ms` milliseconds; then rejects with its problem. */
  whenReady(id: string, ms: number): Promise<Instrument>
  add(configured: ConfiguredInstrument): void
  remove(id: string): Promise<void>
  rename(id: string, label: string): void
  /** Closes the port and opens it again, at once. */
  reopen(id: string): Promise<Instrument>
  /**
   * Reconnects instruments that were connected by another version of their driver file. One that is held stays as it is until it is
   * free and this is called again.
   */
  renewDrivers(): Promise<void>
  /** Everything plugged in that no configured instrument uses. */
  discover(): Promise<{ discovered: Discovered[]; problems: InstrumentError[] }>
  /** Why some kinds of ports cannot be listed. */
  problems(): readonly InstrumentError[]
  /** Looks now for instruments that are not connected, and waits for this one or for all; the timer looks less and less often. */
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
  /** Milliseconds between two looks, at least 2 s: listing ports runs a program for 250 ms. */
  readonly pollMs?: number
}

const MIN_POLL_MS = 2_000

export function createRegistry({ configured, drivers, ports, log, pollMs = MIN_POLL_MS }: RegistryOptions): Registry {
  const slots = createSlots()
  const leases = createLeases(slots.changed)
  const readers = new Set<RegistryReadingListener>()
  const setters = new Set<RegistrySetListener>()
  const latest = new Map<string, InstrumentReading>()
  const keyOf = (...parts: readonly (string | null)[]) => JSON.stringify(parts)
  const connecting = createConnecting({
    slots,
    drivers,
    ports,
    log,
    period: Math.max(pollMs, MIN_POLL_MS),
    onConnected(id, instrument) {
      instrument.onReading((reading, cause) => {
        latest.set(keyOf(id, reading.parameter, reading.channel), reading)
        for (const reader of readers) reader(id, reading, cause)
      })
      instrument.onSet(result => {
        for (const setter of setters) setter(id, result)
      })
    },
  })
  const connected = (slot: Slot): Instrument => {
    if (!slot.instrument) throw whyNotReady(slot)
    return slot.instrument
  }

  for (const one of configured) slots.add(one)
  return {
    leases,
    list: slots.list,
    use(id, holderId) {
      const slot = slots.get(id)
      leases.check(id, holderId)
      return connected(slot)
    },
    driverOf: id => drivers.get(slots.get(id).configured.driver) ?? null,
    latest: (id, parameter, channel) => latest.get(keyOf(id, parameter, channel)) ?? null,
    onReading: listener => {
      readers.add(listener)
      return () => readers.delete(listener)
    },
    onSet: listener => {
      setters.add(listener)
      return () => setters.delete(listener)
    },
    whenReady: (id, ms) => whenReady(slots, id, ms),
    add: slots.add,
    async remove(id) {
      const { instrument } = slots.get(id)
      leases.check(id, null)
      slots.remove(id)
      await instrument?.close()
      slots.changed(id)
    },
    rename(id, label) {
      const slot = slots.get(id)
      slot.configured = { ...slot.configured, label }
      slots.changed(id)
    },
    async reopen(id) {
      const slot = slots.get(id)
      await connecting.reopen(slot)
      return connected(slot)
    },
    async renewDrivers() {
      const outdated = slots.all().filter(({ instrument, driver, configured }) => {
        const now = drivers.get(configured.driver)
        return instrument && driver && now && !leases.holderOf(configured.id) && driverHash(now) !== driverHash(driver)
      })
      await Promise.all(outdated.map(slot => connecting.reopen(slot)))
    },
    discover() {
      const isTaken = (path: string) => slots.usersOf(path).length > 0
      return discover(ports, drivers.values(), { log, isTaken }).finally(connecting.lookSoon)
    },
    problems: connecting.problems,
    once: connecting.once,
    look: async id => connecting.look(id === undefined ? undefined : slots.get(id)),
    onChange: slots.onChange,
    start: connecting.start,
    async close() {
      await connecting.stop()
      await Promise.all(slots.all().map(({ instrument }) => instrument?.close()))
    },
  }
}

/** Rejects with its problem after `ms` milliseconds, and at once where it is removed meanwhile. */
const whenReady = (slots: Slots, id: string, ms: number): Promise<Instrument> =>
  new Promise((resolve, reject) => {
    const slot = slots.get(id)
    const settle = () => {
      const { instrument } = slot
      if (instrument) finish(() => resolve(instrument))
      else if (!slots.holds(slot)) finish(() => reject(new InstrumentError('closed', 'it was removed', id)))
    }
    const finish = (end: () => void) => {
      clearTimeout(limit)
      unlisten()
      end()
    }
    const limit = setTimeout(() => finish(() => reject(whyNotReady(slot))), ms)
    const unlisten = slots.onChange(settle)
    settle()
  })
