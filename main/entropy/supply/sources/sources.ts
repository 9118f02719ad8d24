import { AppError } from '../../../contract/model/errors'
import type { SourceDescription } from '../feeds/sample-feed'
import { createSource, type SourceOptions } from './source'
import type { DrawLack, EntropySupplySource } from './supply-source'

/** The sources of the lab. */
export interface Sources {
  readonly all: readonly EntropySupplySource[]
  /** By short name or full id; null for others. */
  find(name: string): EntropySupplySource | null
  /** Throws `not_found`. */
  get(name: string): EntropySupplySource
  /**
   * Begins to read these sources, and waits at most `ms` milliseconds while a draw lacks something that one of them may still
   * provide. Without `lack`, it waits until each can serve or has failed to.
   */
  warm(sources: readonly EntropySupplySource[], ms: number, lack?: () => DrawLack | null): Promise<void>
  close(): void
}

const POLL_MS = 20

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
      throw new AppError('not_found', `There is no source ${name}; there are ${known.join(', ') || 'none'}`, {
        details: { known },
      })
    },
    async warm(sources, ms, lack = () => 'source') {
      for (const source of sources) source.wake()
      const end = performance.now() + ms
      const areSettled = (lacking: DrawLack) => sources.every(source => source.isSettled(lacking))
      if (areSettled('bytes')) return
      for (let lacking = lack(); lacking && !areSettled(lacking) && performance.now() < end; lacking = lack())
        await new Promise(resolve => setTimeout(resolve, POLL_MS))
    },
    close() {
      for (const source of all) source.close()
    },
  }
}
