/** Entry of a round-robin queue. */
export interface RoundRobinEntry {
  /** The submitting key, null for the account holder; undefined for the service itself. */
  readonly owner: string | null | undefined
  /** Order among the entries of an owner; unique. */
  readonly sequence: number
}

/**
 * A queue whose owners take turns, each with its entries in order: a thousand entries of one owner delay another
 * owner's by one turn, not by a thousand.
 */
export interface RoundRobin<Entry extends RoundRobinEntry> {
  push(entry: Entry): void
  /**
   * Removes and returns the next entry, or with `mayPass` the first owner's next entry that passes; null when there is
   * none.
   */
  shift(mayPass?: (entry: Entry) => boolean): Entry | null
  /** Returns false when the entry is not in the queue. */
  remove(entry: Entry): boolean
  /**
   * Position at which `shift` would return the entry, from 1, if nothing else is added; null when it is not in the
   * queue.
   */
  position(entry: Entry): number | null
  /** Position that a new entry of this owner would get now. */
  positionOfNext(owner: Entry['owner']): number
  /** The next `count` entries in their order. */
  front(count: number): Entry[]
  length(): number
  lengthOf(owner: Entry['owner']): number
  /** Removes and returns all entries. */
  clear(): Entry[]
}

export function createRoundRobin<Entry extends RoundRobinEntry>(): RoundRobin<Entry> {
  // A Map keeps insertion order: the first owner is next, and an owner moves to the end when served.
  const owners = new Map<Entry['owner'], Entry[]>()
  let length = 0

  const own = (owner: Entry['owner']): Entry[] => owners.get(owner) ?? []

  function store(owner: Entry['owner'], entries: Entry[]): void {
    if (entries.length > 0) owners.set(owner, entries)
    else owners.delete(owner)
  }

  /** Position of the owner's entry with `turn` earlier entries of the same owner. */
  function positionAt(owner: Entry['owner'], turn: number): number {
    let [before, isPassed] = [turn, false]
    for (const [other, entries] of owners) {
      if (other === owner) isPassed = true
      else before += Math.min(entries.length, isPassed ? turn : turn + 1)
    }
    return before + 1
  }

  return {
    push(entry) {
      const entries = own(entry.owner)
      insert(entries, entry)
      store(entry.owner, entries)
      length += 1
    },
    shift(mayPass = () => true) {
      for (const [owner, entries] of owners) {
        if (!mayPass(entries[0]!)) continue
        const entry = entries.shift()!
        owners.delete(owner)
        store(owner, entries)
        length -= 1
        return entry
      }
      return null
    },
    remove(entry) {
      const entries = own(entry.owner)
      const at = indexOf(entries, entry)
      if (at < 0) return false
      entries.splice(at, 1)
      store(entry.owner, entries)
      length -= 1
      return true
    },
    position(entry) {
      const turn = indexOf(own(entry.owner), entry)
      return turn < 0 ? null : positionAt(entry.owner, turn)
    },
    positionOfNext: owner => positionAt(owner, own(owner).length),
    front(count) {
      const next: Entry[] = []
      for (let turn = 0; next.length < Math.min(count, length); turn++)
        for (const entries of owners.values()) if (entries[turn] && next.length < count) next.push(entries[turn]!)
      return next
    },
    length: () => length,
    lengthOf: owner => own(owner).length,
    clear() {
      const all = [...owners.values()].flat()
      owners.clear()
      length = 0
      return all
    },
  }
}

/** Index by bisection; -1 when the entry is not in the list. */
function indexOf(entries: readonly RoundRobinEntry[], { sequence }: RoundRobinEntry): number {
  let [low, high] = [0, entries.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (entries[middle]!.sequence < sequence) low = middle + 1
    else high = middle
  }
  return entries[low]?.sequence === sequence ? low : -1
}

/** Inserts by sequence, nearly always at the end; an entry resumed after a restart may come after a newer one. */
function insert<Entry extends RoundRobinEntry>(entries: Entry[], entry: Entry): void {
  let at = entries.length
  while (at > 0 && entries[at - 1]!.sequence > entry.sequence) at -= 1
  entries.splice(at, 0, entry)
}
