/** The instruments of a lab by id: their configuration, the state of their connections, and listeners to changes. */
import type { Instrument } from '../drivers/instrument'
import type { DriverFile } from '../drivers/schema'
import { InstrumentError } from '../model/fault'
import { type Address, isSimulatedAddress } from './ports'

/** An instrument as the lab profile names it. */
export interface ConfiguredInstrument {
  readonly id: string
  readonly label: string
  readonly driver: string
  /** Its identity: the serial number that it reports, or that USB reports for it. Null: any that answers. */
  readonly serial_number: string | null
  readonly address: Address
  /** Numbers that replace those of the driver file, such as a slot. */
  readonly options?: Readonly<Record<string, number>>
}

type ConnectionState = 'absent' | 'connecting' | 'ready' | 'lost'

export interface InstrumentStatus extends ConfiguredInstrument {
  readonly state: ConnectionState
  /** Why it is not ready. */
  readonly problem: InstrumentError | null
  /** Null unless ready. */
  readonly instrument: Instrument | null
}

/** Whether an instrument is simulated: by its connection, or by its address while it has none. */
export const isSimulatedStatus = ({ instrument, address }: Pick<InstrumentStatus, 'instrument' | 'address'>): boolean =>
  instrument?.connection.simulated ?? isSimulatedAddress(address)

export interface Slot {
  configured: ConfiguredInstrument
  state: ConnectionState
  problem: InstrumentError | null
  instrument: Instrument | null
  /** The driver file that it was connected by; null before the first time. */
  driver: DriverFile | null
}

export interface Slots {
  list(): InstrumentStatus[]
  all(): Slot[]
  /** Throws `port_missing` for an id that is not there. */
  get(id: string): Slot
  /** Whether the slot is still there. */
  holds(slot: Slot): boolean
  add(configured: ConfiguredInstrument): void
  remove(id: string): void
  move(slot: Slot, state: ConnectionState, problem: InstrumentError | null): void
  /** Slots that are connected at the path: several where they share the port. */
  usersOf(path: string | null): Slot[]
  changed(id: string): void
  onChange(listener: (id: string) => void): () => void
}

export function createSlots(): Slots {
  const slots = new Map<string, Slot>()
  const listeners = new Set<(id: string) => void>()
  const changed = (id: string) => {
    for (const listener of listeners) listener(id)
  }
  return {
    list: () => [...slots.values()].map(({ configured, driver: _, ...rest }) => ({ ...configured, ...rest })),
    all: () => [...slots.values()],
    get(id) {
      const slot = slots.get(id)
      if (slot) return slot
      const known = [...slots.keys()].join(', ')
      throw new InstrumentError('port_missing', `there is no instrument ${id}; there are ${known}`)
    },
    holds: slot => slots.get(slot.configured.id) === slot,
    add(configured) {
      const { id } = configured
      if (slots.has(id)) throw new InstrumentError('driver_invalid', `there is an instrument ${id} already`)
      slots.set(id, { configured, state: 'absent', problem: null, instrument: null, driver: null })
      changed(id)
    },
    remove: id => void slots.delete(id),
    move(slot, state, problem) {
      const isChanged = slot.state !== state || slot.problem?.message !== problem?.message
      Object.assign(slot, { state, problem })
      if (isChanged) changed(slot.configured.id)
    },
    usersOf: path =>
      [...slots.values()].filter(({ instrument }) => path !== null && instrument?.connection.path === path),
    changed,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Why it cannot be used. */
export const whyNotReady = ({ problem, state, configured }: Slot): InstrumentError =>
  problem ?? new InstrumentError('closed', `it is ${state}`, configured.id)
