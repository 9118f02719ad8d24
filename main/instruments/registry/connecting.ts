/** Looks for the instruments that are not connected, and connects each where it is found. */
import type { DriverFile } from '../drivers/schema'
import type { TriedSet } from '../drivers/tried-set'
import type { Cause, CommandLog } from '../exchange/command-log'
import { InstrumentError, isFault } from '../model/fault'
import type { InstrumentReading } from '../model/reading'
import { connectAt } from './connect-at'
import { createOneAtATime } from './one-at-a-time'
import { nowhere, type PossiblePlace, pathOf, placesOf } from './places'
import type { Found, InstrumentPorts } from './ports'
import type { Slot, Slots } from './slots'

interface ConnectingParts {
  readonly slots: Slots
  readonly drivers: ReadonlyMap<string, DriverFile>
  readonly ports: InstrumentPorts
  readonly log: CommandLog
  /** Milliseconds between two looks. */
  readonly period: number
  readonly onReading: (id: string, reading: InstrumentReading, cause: Cause | null) => void
  readonly onSet: (id: string, tried: TriedSet) => void
}

export interface Connecting {
  /** Why kinds of ports cannot be listed. */
  problems(): readonly InstrumentError[]
  /** Looks for what is not connected, now, and waits for all of it or for one. */
  look(slot?: Slot): Promise<void>
  /** Closes the port and opens it again, at once. */
  reopen(slot: Slot): Promise<void>
  /** Looks every so often from now on. */
  start(): void
  /** Resolves when no attempt goes on any more. */
  stop(): Promise<void>
}

export function createConnecting(parts: ConnectingParts): Connecting {
  const { slots, ports, period } = parts
  let problems: readonly InstrumentError[] = []
  let listing: Promise<void> | null = null
  /** Attempts to connect that go on. */
  const attempts = new Map<Slot, Promise<void>>()
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  const connect = connector(parts, () => stopped)

  const attempt = (slot: Slot, found: readonly Found[]): Promise<void> => {
    const running = attempts.get(slot) ?? connect(slot, found).finally(() => attempts.delete(slot))
    attempts.set(slot, running)
    return running
  }

  /** Begins to connect whoever is missing, each by itself: one that is deaf keeps no other waiting. */
  const beginOnce = async () => {
    const missing = () => slots.all().filter(slot => slot.instrument === null && !attempts.has(slot))
    if (missing().length === 0) return
    const isOnBus = ({ configured: { address } }: Slot) => address.kind === 'serial' || address.kind === 'hid'
    let found: Found[] = []
    if (missing().some(isOnBus)) {
      const listed = await ports.list()
      found = listed.found
      problems = listed.problems
    }
    if (!stopped) for (const slot of missing()) void attempt(slot, found)
  }
  const begin = (): Promise<void> => {
    listing ??= beginOnce().finally(() => {
      listing = null
    })
    return listing
  }
  const schedule = () => {
    if (stopped) return
    timer = setTimeout(() => void begin().finally(schedule), period)
    timer.unref()
  }

  return {
    problems: () => problems,
    async look(slot) {
      await begin()
      await (slot ? attempts.get(slot) : Promise.all(attempts.values()))
    },
    async reopen(slot) {
      await slot.instrument?.close()
      await attempts.get(slot)
      if (!slot.instrument) await attempt(slot, (await ports.list()).found)
    },
    start() {
      void begin().finally(schedule)
    },
    async stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      await listing
      await Promise.all(attempts.values())
    },
  }
}

/** Connects one at the first of its places that answers. */
function connector({ slots, drivers, ports, log, onReading, onSet }: ConnectingParts, isStopped: () => boolean) {
  /** Two that may be on the same port do not try it at once. */
  const alone = createOneAtATime()

  /** Connects it at one place, or throws why not. */
  const connectThere = async (
    slot: Slot,
    driver: DriverFile,
    { address, usbSerialNumber }: PossiblePlace,
  ): Promise<void> => {
    const { id, serial_number, options } = slot.configured
    const other = slots.userOf(pathOf(address))
    if (other) throw new InstrumentError('port_busy', `${other.configured.label} is connected there`, pathOf(address))
    const instrument = await connectAt(ports, address, {
      ...{ id, driver, log, usbSerialNumber, expectedSerialNumber: serial_number },
      onReading: (reading, cause) => onReading(id, reading, cause),
      onSet: tried => onSet(id, tried),
      ...(options && { options }),
    })
    if (isStopped() || !slots.holds(slot)) return await instrument.close()
    slot.instrument = instrument
    slots.move(slot, 'ready', null)
    instrument.onFailure(cause => {
      if (slot.instrument !== instrument) return
      slot.instrument = null
      slots.move(slot, 'lost', cause)
    })
  }

  return async (slot: Slot, found: readonly Found[]): Promise<void> => {
    const { configured: one } = slot
    const driver = drivers.get(one.driver)
    if (!driver)
      return slots.move(
        slot,
        'absent',
        new InstrumentError('driver_invalid', `there is no driver ${one.driver}`, one.id),
      )
    const free = found.filter(({ path }) => slots.userOf(path) === undefined)
    let problem = nowhere(one, driver)
    slots.move(slot, 'connecting', slot.problem)
    for (const place of placesOf(one, free, driver)) {
      if (isStopped()) return
      try {
        return await alone(pathOf(place.address), () => connectThere(slot, driver, place))
      } catch (error) {
        if (!isFault(error)) throw error
        problem = error.at(one.id)
      }
    }
    slots.move(slot, slot.state === 'lost' ? 'lost' : 'absent', problem)
  }
}
