/** Requests that wait at a port, in the order of arrival; urgent ones come first. */
import type { Work } from './session'

/** A request of one of the port's users. */
export interface PortRequest<PortMember> {
  readonly member: PortMember
  readonly work: Work<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

export interface PortQueue<PortMember> {
  /** The request in progress. */
  readonly current: PortRequest<PortMember> | null
  countOf(member: PortMember): number
  add(entry: PortRequest<PortMember>): void
  takeOut(isWanted: (entry: PortRequest<PortMember>) => boolean): PortRequest<PortMember>[]
  /** Carries out one after another until none is left; `carryOut` returns the function that answers the caller. */
  pump(carryOut: (entry: PortRequest<PortMember>) => Promise<() => void>): Promise<void>
}

export function createPortQueue<PortMember>(): PortQueue<PortMember> {
  let entries: PortRequest<PortMember>[] = []
  let current: PortRequest<PortMember> | null = null
  return {
    get current() {
      return current
    },
    countOf: member => entries.filter(one => one.member === member).length,
    add(entry) {
      const place = entry.work.urgent ? entries.findIndex(other => !other.work.urgent) : -1
      if (place < 0) entries.push(entry)
      else entries.splice(place, 0, entry)
    },
    takeOut(isWanted) {
      const taken = entries.filter(isWanted)
      entries = entries.filter(entry => !isWanted(entry))
      return taken
    },
    async pump(carryOut) {
      if (current) return
      for (let next = entries.shift(); next; next = entries.shift()) {
        current = next
        const answer = await carryOut(next)
        answer()
      }
      current = null
    },
  }
}
