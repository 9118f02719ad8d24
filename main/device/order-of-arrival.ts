/** The places at a device, in the order in which work arrived; entropy sources stand behind everyone. */

/** Whoever holds a device for all of its work. */
export interface Holder {
  readonly id: string
  readonly kind: 'run' | 'job' | 'entropy'
  readonly label: string
}

/** Whoever is ready for the device. */
export interface DeviceWaiting {
  readonly holder: Holder
  readonly onPlace: ((place: number) => void) | undefined
  /** Asks a holder that yields to leave. */
  readonly onYield: (() => void) | undefined
  place: number
  enter(): void
}

export interface DevicePlace {
  readonly kind: Holder['kind']
  /** Null while whoever arrived is not ready for the device, or has left it between two programs. */
  waiting: DeviceWaiting | null
  /** Gone with its turn: nobody announced it, or whoever did is over. */
  is_single: boolean
}

export interface OrderOfArrival {
  readonly places: readonly DevicePlace[]
  /** Whose turn it is. */
  readonly current: { readonly place: DevicePlace; readonly waiting: DeviceWaiting } | null
  /** The place that has the device, or that it is kept free for. */
  readonly served: DevicePlace | null
  join(place: DevicePlace): DevicePlace
  remove(place: DevicePlace): void
  /** Nobody waits there, and it is nobody's turn there. */
  isFree(place: DevicePlace): boolean
  /** The first place that was announced for the kind and that nobody has. */
  announced(kind: Holder['kind']): DevicePlace | undefined
  enter(place: DevicePlace, waiting: DeviceWaiting): void
  /** Ends the turn. */
  leave(): void
}

export function createOrder(): OrderOfArrival {
  let places: DevicePlace[] = []
  let current: OrderOfArrival['current'] = null
  const remove = (place: DevicePlace) => {
    places = places.filter(other => other !== place)
  }
  const isFree = (place: DevicePlace) => place.waiting === null && place !== current?.place
  return {
    get places() {
      return places
    },
    get current() {
      return current
    },
    get served() {
      return current?.place ?? (places[0]?.waiting === null ? places[0] : null)
    },
    join(place) {
      const behind = place.kind === 'entropy' ? -1 : places.findIndex(({ kind }) => kind === 'entropy')
      places.splice(behind === -1 ? places.length : behind, 0, place)
      return place
    },
    remove,
    isFree,
    announced: kind => places.find(place => place.kind === kind && !place.is_single && isFree(place)),
    enter(place, waiting) {
      current = { place, waiting }
      place.waiting = null
    },
    leave() {
      if (current?.place.is_single) remove(current.place)
      current = null
    },
  }
}
