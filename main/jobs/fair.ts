/** What waits in a queue. `sequence` grows with every submit. */
export interface Entry {
  readonly id: string
  readonly sequence: number
  readonly backend: string
  /** The submitting key, null for the account holder. */
  readonly owner: string | null
}

/**
 * The line before one backend. Owners take turns, each in the order of their own entries: a thousand jobs of one key
 * delay another key's job by one turn, not by a thousand.
 */
export function createFairLine() {
  // A Map keeps insertion order: the first owner is next, and who was served goes to the end.
  const owners = new Map<string, Entry[]>()
  const nameOf = ({ owner }: Entry): string => owner ?? ''
  let length = 0

  const indexOf = (entries: readonly Entry[], { sequence }: Entry): number => {
    let [low, high] = [0, entries.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (entries[middle]!.sequence < sequence) low = middle + 1
      else high = middle
    }
    return entries[low]?.sequence === sequence ? low : -1
  }

  /** Nearly always at the end; what a restart takes up again may come after a newer one. */
  const insert = (entries: Entry[], entry: Entry): void => {
    let at = entries.length
    while (at > 0 && entries[at - 1]!.sequence > entry.sequence) at -= 1
    entries.splice(at, 0, entry)
  }

  return {
    push(entry: Entry): void {
      const own = owners.get(nameOf(entry))
      if (own) insert(own, entry)
      else owners.set(nameOf(entry), [entry])
      length += 1
    },
    shift(): Entry | null {
      const [first] = owners
      if (!first) return null
      const [name, entries] = first
      const entry = entries.shift()!
      owners.delete(name)
      if (entries.length > 0) owners.set(name, entries)
      length -= 1
      return entry
    },
    remove(entry: Entry): void {
      const entries = owners.get(nameOf(entry)) ?? []
      const at = indexOf(entries, entry)
      if (at < 0) return
      entries.splice(at, 1)
      if (entries.length === 0) owners.delete(nameOf(entry))
      length -= 1
    },
    /** 1 for what `shift` gives next, if nothing else comes; null when it is not here. */
    position(entry: Entry): number | null {
      const turn = indexOf(owners.get(nameOf(entry)) ?? [], entry)
      if (turn < 0) return null
      let [before, passed] = [turn, false]
      for (const [name, entries] of owners) {
        if (name === nameOf(entry)) passed = true
        else before += Math.min(entries.length, passed ? turn : turn + 1)
      }
      return before + 1
    },
    /** Where an entry of this owner would come in if it came now. */
    positionOfNext(owner: string | null): number {
      const turn = owners.get(owner ?? '')?.length ?? 0
      let [before, passed] = [turn, false]
      for (const [name, entries] of owners) {
        if (name === (owner ?? '')) passed = true
        else before += Math.min(entries.length, passed ? turn : turn + 1)
      }
      return before + 1
    },
    /** The next `count` entries in their order. */
    front(count: number): Entry[] {
      const next: Entry[] = []
      for (let turn = 0; next.length < Math.min(count, length); turn++)
        for (const entries of owners.values()) if (entries[turn] && next.length < count) next.push(entries[turn]!)
      return next
    },
    length: (): number => length,
  }
}
export type FairLine = ReturnType<typeof createFairLine>
