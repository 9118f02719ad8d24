/** The entries of a device's queue, in the order in which work arrived; entropy sources come last. */

/** Work that holds a device from its first program to its last. */
export interface Holder {
  readonly id: string
  readonly kind: 'run' | 'job' | 'entropy'
  readonly label: string
}

/** Work that is ready for the device. */
export interface DeviceWaiting {
  readonly holder: Holder
  readonly onPosition: ((position: number) => void) | undefined
  /** Asks an entropy source that holds the device to release it. */
  readonly onYield: (() => void) | undefined
  position: number
  enter(): void
}

export interface DeviceEntry {
  readonly kind: Holder['kind']
  /** Null while the work is not ready for the device yet, or has left it between two programs. */
  waiting: DeviceWaiting | null
  /** Removed after its turn: it was not announced, or the work that announced it has ended. */
  is_single: boolean
}

export interface OrderOfArrival {
  readonly entries: readonly DeviceEntry[]
  /** The entry whose turn it is. */
  readonly current: { readonly entry: DeviceEntry; readonly waiting: DeviceWaiting } | null
  /** The entry that holds the device, or for which the device is kept free. */
  readonly served: DeviceEntry | null
  join(entry: DeviceEntry): DeviceEntry
  remove(entry: DeviceEntry): void
  /** No work waits in the entry, and it is not its turn. */
  isFree(entry: DeviceEntry): boolean
  /** The first free entry announced for the kind. */
  announced(kind: Holder['kind']): DeviceEntry | undefined
  enter(entry: DeviceEntry, waiting: DeviceWaiting): void
  /** Ends the turn. */
  leave(): void
}

export function createOrder(): OrderOfArrival {
  let entries: DeviceEntry[] = []
  let current: OrderOfArrival['current'] = null
  const remove = (entry: DeviceEntry) => {
    entries = entries.filter(other => other !== entry)
  }
  const isFree = (entry: DeviceEntry) => entry.waiting === null && entry !== current?.entry
  return {
    get entries() {
      return entries
    },
    get current() {
      return current
    },
    get served() {
      return current?.entry ?? (entries[0]?.waiting === null ? entries[0] : null)
    },
    join(entry) {
      const behind = entry.kind === 'entropy' ? -1 : entries.findIndex(({ kind }) => kind === 'entropy')
      entries.splice(behind === -1 ? entries.length : behind, 0, entry)
      return entry
    },
    remove,
    isFree,
    announced: kind => entries.find(entry => entry.kind === kind && !entry.is_single && isFree(entry)),
    enter(entry, waiting) {
      current = { entry, waiting }
      entry.waiting = null
    },
    leave() {
      if (current?.entry.is_single) remove(current.entry)
      current = null
    },
  }
}
