/** What waits at a port: in the order of asking, what is urgent before everything else. */
import type { Work } from './session'

/** A request of one of the port's users. */
export interface Waiting<Member> {
  readonly member: Member
  readonly work: Work<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

export interface PortQueue<Member> {
  /** What is under way. */
  readonly current: Waiting<Member> | null
  countOf(member: Member): number
  add(entry: Waiting<Member>): void
  takeOut(isWanted: (entry: Waiting<Member>) => boolean): Waiting<Member>[]
  /** Carries out one after another until none is left; `carryOut` answers what tells whoever asked. */
  pump(carryOut: (entry: Waiting<Member>) => Promise<() => void>): Promise<void>
}

export function createPortQueue<Member>(): PortQueue<Member> {
  let entries: Waiting<Member>[] = []
  let current: Waiting<Member> | null = null
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
        const tell = await carryOut(next)
        tell()
      }
      current = null
    },
  }
}
