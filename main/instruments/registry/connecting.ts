/** Looks for the instruments that are not connected, and connects each where it is found. */
import { type ConnectOptions, connectInstrument, type Instrument } from '../drivers/instrument'
import type { DriverFile } from '../drivers/schema'
import type { CommandLog } from '../exchange/command-log'
import { InstrumentError, isFault } from '../model/fault'
import { type BackOff, createBackOff } from './back-off'
import { type CandidatePort, candidatePortsOf, nowhere, pathOf, portName } from './candidate-ports'
import { connectAt, type OpenPort } from './connect-at'
import { createPortTurns } from './port-turns'
import type { Address, Found, InstrumentPorts } from './ports'
import type { Slot, Slots } from './slots'

interface ConnectingParts {
  readonly slots: Slots
  readonly drivers: ReadonlyMap<string, DriverFile>
  readonly ports: InstrumentPorts
  readonly log: CommandLog
  /** Milliseconds between two looks. */
  readonly period: number
  /** Called with each instrument that is connected, before its slot is ready. */
  readonly onConnected: (id: string, instrument: Instrument) => void
}

/** An instrument that is connected once, without a name in the lab. */
interface OnceOptions {
  /** For the log. */
  readonly id: string
  readonly driver: DriverFile
  readonly address: Address
  readonly options?: Readonly<Record<string, number>>
}

export interface Connecting {
  /** Why some kinds of ports cannot be listed. */
  problems(): readonly InstrumentError[]
  /**
   * Looks now for instruments that are not connected, without the back-off of `slot` or of all, and waits for this one or for all.
   */
  look(slot?: Slot): Promise<void>
  /** The next look asks all that are not connected. */
  lookSoon(): void
  /** Closes the port and opens it again, at once. */
  reopen(slot: Slot): Promise<void>
  /** Identifies the instrument, also on a shared port; the caller closes it. Rejects with `port_busy` where the port is not free. */
  once(asked: OnceOptions): Promise<Instrument>
  /** Starts looking at intervals; instruments that do not answer are queried less and less often. */
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
  const backOff = createBackOff()
  /** Slots whose port is closed to be opened again, which is no loss of the link. */
  const reopening = new Set<Slot>()
  const connect = createConnector({ ...parts, backOff, reopening }, () => stopped)

  /**
   * Does nothing where the slot is connected, perhaps since the ports were listed: a second connection would take answers from the
   * first.
   */
  const attempt = async (slot: Slot, found: readonly Found[]): Promise<void> => {
    if (slot.instrument) return
    const running = attempts.get(slot) ?? connect.slot(slot, found).finally(() => attempts.delete(slot))
    attempts.set(slot, running)
    await running
  }

  /** Begins to connect missing instruments independently: one that does not answer does not delay the others. */
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
    const isDue = (slot: Slot) => backOff.isDue(slot, connect.candidatesNow(slot, found))
    if (!stopped) for (const slot of missing().filter(isDue)) void attempt(slot, found)
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
    once: connect.once,
    lookSoon: () => backOff.forget(),
    async look(slot) {
      backOff.forget(slot)
      await begin()
      await (slot ? attempts.get(slot) : Promise.all(attempts.values()))
    },
    async reopen(slot) {
      // Instruments that share the port are closed with it, and found again.
      const sharers = slots.usersOf(slot.instrument?.connection.path ?? null)
      for (const one of sharers) reopening.add(one)
      await Promise.all(sharers.map(({ instrument }) => instrument?.close())).finally(() => {
        for (const one of sharers) reopening.delete(one)
      })
      await attempts.get(slot)
      if (!slot.instrument) {
        slots.move(slot, 'connecting', slot.problem)
        await attempt(slot, (await ports.list()).found)
      }
      void begin()
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

/** Connects an instrument on the port that others have opened and share, or on one that is opened now. */
function createSharedPorts(ports: InstrumentPorts) {
  /** Open ports whose driver lets instruments share them. */
  const shared = new Map<string, OpenPort>()
  return (address: Address, options: Omit<ConnectOptions, 'transport' | 'shared'>): Promise<Instrument> => {
    const at = portName(address) ?? ''
    const open = shared.get(at)
    if (open && open.shared.failure === null) return connectInstrument({ ...options, ...open })
    const onOpen = (fresh: OpenPort) => {
      if (options.driver.shared_by !== undefined) shared.set(at, fresh)
    }
    return connectAt(ports, { address, ...options, onOpen })
  }
}

/** Connects the instrument of a slot at the first of its ports where it answers. */
interface Connector {
  slot(slot: Slot, found: readonly Found[]): Promise<void>
  /** The ports where it may be, as a text that changes with a port or its USB identity. */
  candidatesNow(slot: Slot, found: readonly Found[]): string
  once: Connecting['once']
}

function createConnector(
  parts: ConnectingParts & { readonly backOff: BackOff; readonly reopening: ReadonlySet<Slot> },
  isStopped: () => boolean,
): Connector {
  const { slots, drivers, ports, log, onConnected, backOff, reopening } = parts
  /** Instruments that may be on the same port try it one after another. */
  const alone = createPortTurns()
  const connected = createSharedPorts(ports)

  const lost = (slot: Slot, instrument: Instrument, cause: InstrumentError): void => {
    if (slot.instrument !== instrument) return
    slot.instrument = null
    // The service closes it at its stop, which is no loss.
    if (isStopped() && cause.fault === 'closed') return
    if (reopening.has(slot)) slots.move(slot, 'connecting', null)
    else slots.move(slot, 'lost', cause)
  }
  /** Connects it at one port, or throws why not. */
  const connectThere = async (
    slot: Slot,
    driver: DriverFile,
    { address, usbSerialNumber }: CandidatePort,
  ): Promise<void> => {
    const { id, serial_number, options } = slot.configured
    refuseTakenPort(options, driver, { address, slots })
    const instrument = await connected(address, {
      id,
      driver,
      log,
      usbSerialNumber,
      expectedSerialNumber: serial_number,
      ...(options && { options }),
    })
    if (isStopped() || !slots.holds(slot)) return await instrument.close()
    const other = sameInstrument(instrument, slot, slots)
    if (other) {
      await instrument.close()
      throw otherName(other)
    }
    Object.assign(slot, { instrument, driver })
    backOff.forget(slot)
    onConnected(id, instrument)
    slots.move(slot, 'ready', null)
    instrument.onFailure(cause => lost(slot, instrument, cause))
  }

  const candidatesAmong = ({ configured }: Slot, found: readonly Found[], driver: DriverFile): CandidatePort[] => {
    const free = found.filter(({ path }) => slots.usersOf(path).length === 0)
    return candidatePortsOf(configured, free, { driver, drivers: drivers.values() })
  }
  const candidatesNow = (slot: Slot, found: readonly Found[]): string => {
    const driver = drivers.get(slot.configured.driver)
    return driver ? JSON.stringify(candidatesAmong(slot, found, driver)) : ''
  }
  /**
   * Notes a failed attempt. A slot that was lost stays lost, any other is absent; its problem is that of the last
   * attempt.
   */
  const failed = (slot: Slot, found: readonly Found[], problem: InstrumentError) => {
    backOff.failed(slot, problem, candidatesNow(slot, found))
    slots.move(slot, slot.state === 'lost' ? 'lost' : 'absent', problem)
  }

  const attempt = async (slot: Slot, found: readonly Found[]): Promise<void> => {
    const { configured: one } = slot
    const driver = drivers.get(one.driver)
    if (!driver)
      return failed(slot, found, new InstrumentError('driver_invalid', `there is no driver ${one.driver}`, one.id))
    let problem = nowhere(one, driver)
    if (slot.state === 'absent' && backOff.isFirst(slot)) slots.move(slot, 'connecting', slot.problem)
    for (const candidate of candidatesAmong(slot, found, driver)) {
      if (isStopped()) return
      try {
        return await alone(portName(candidate.address), () => connectThere(slot, driver, candidate))
      } catch (error) {
        if (!isFault(error)) throw error
        problem = error.at(one.id)
      }
    }
    failed(slot, found, problem)
  }
  return {
    slot: attempt,
    candidatesNow,
    once: ({ address, driver, options, id }: OnceOptions) =>
      alone(portName(address), async () => {
        refuseTakenPort(options, driver, { address, slots })
        const usbSerialNumber = await usbSerialAt(address, ports)
        return connected(address, { id, driver, log, usbSerialNumber, ...(options && { options }) })
      }),
  }
}

/** Serial number that USB reports for the port; null where it reports none, or the port is not USB. */
async function usbSerialAt(address: Address, ports: InstrumentPorts): Promise<string | null> {
  if (address.kind === 'tcp' || address.kind === 'twin') return null
  const { found } = await ports.list()
  return found.find(({ path }) => path === address.path)?.serial_number ?? null
}

/** Throws `port_busy` where another instrument is on the port and does not share it, or has the same address on it. */
function refuseTakenPort(
  options: Slot['configured']['options'],
  driver: DriverFile,
  { address, slots }: { readonly address: Address; readonly slots: Slots },
): void {
  const { shared_by } = driver
  const others = slots.usersOf(shared_by === undefined ? pathOf(address) : portName(address))
  for (const { configured: other } of others) {
    const refuse = (why: string) => {
      throw new InstrumentError('port_busy', `${other.label} is connected there${why}`, portName(address))
    }
    if (shared_by === undefined || other.driver !== driver.id) refuse('')
    const own = addressOnPort(options, driver)
    if (addressOnPort(other.options, driver) === own)
      refuse(`, at ${shared_by} ${own}: each instrument on the port needs its own`)
  }
}

/**
 * The slot that is connected to the same instrument, by driver and serial number, at another port. Twins, which are many of one
 * model, and instruments that report no serial number of their own are never the same.
 */
function sameInstrument({ identity, connection }: Instrument, slot: Slot, slots: Slots): Slot | undefined {
  const { driver, address } = slot.configured
  if (address.kind === 'twin' || identity.serial_number === connection.path) return undefined
  return slots.all().find(({ configured: other, instrument }) => {
    const isLike = other.driver === driver && other.address.kind !== 'twin'
    const isThere = instrument !== null && instrument.connection.path !== connection.path
    return isLike && isThere && instrument.identity.serial_number === identity.serial_number
  })
}

const otherName = ({ configured: { label, id }, instrument }: Slot): InstrumentError =>
  new InstrumentError(
    'instrument_taken',
    `it is ${label} (${id}), which is connected at ${instrument!.connection.path}: serial number ${instrument!.identity.serial_number}`,
  )

const addressOnPort = (options: Slot['configured']['options'], driver: DriverFile): number | undefined =>
  ({ ...driver.options, ...options })[driver.shared_by!]
