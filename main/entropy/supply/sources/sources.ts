import { AppError } from '../../../contract/model/errors'
import type { SourceDescription } from './sample-feed'
import { createSource, type SourceOptions } from './source'
import type { EntropySupplySource } from './supply-source'

/** The sources of the lab. */
export interface Sources {
  readonly all: readonly EntropySupplySource[]
  /** By short name or full id; null for others. */
  find(name: string): EntropySupplySource | null
  /** Throws `not_found`. */
  get(name: string): EntropySupplySource
  /** Begins to read those, and waits until each has something to serve or says why it has not; at most `ms`. */
  warm(sources: readonly EntropySupplySource[], ms: number): Promise<void>
  close(): void
}

export function createSources(described: readonly SourceDescription[], options: SourceOptions): Sources {
  const all = described.map(one => createSource(one, options))
  const byName = new Map(all.flatMap(one => [[one.id, one] as const, [one.short_name, one] as const]))
  const find = (name: string) => byName.get(name) ?? null
  return {
    all,
    find,
    get(name) {
      const source = find(name)
      if (source) return source
      const known = all.map(({ short_name }) => short_name)
      throw new AppError('not_found', `There is no source ${name}; there are ${known.join(', ') || 'none'}`, { known })
    },
    async warm(sources, ms) {
      for (const source of sources) source.wake()
      await Promise.all(sources.map(source => source.settled(ms)))
    },
    close() {
      for (const source of all) source.close()
    },
  }
}
