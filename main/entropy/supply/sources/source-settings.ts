import type { EntropySourceState } from '../../../contract/entropy/source'
import type { Store } from '../../../store/store'
import type { LatchCause } from '../../generation/health/monitor'

/** Settings of a source made by operators and failures; kept over restarts. */
export interface KeptSetting {
  readonly state: EntropySourceState
  readonly budget_bytes_per_day: number | null
  /** In place of its maker's claim, bits a sample. */
  readonly claimed: number | null
  /** Why its health tests failed for good; null where they did not, or an operator has reset it since. */
  readonly latched_by: LatchCause | null
}

export interface SourceSettings {
  read(id: string): KeptSetting
  write(id: string, setting: KeptSetting): void
  /** Bytes drawn on a day, `2026-11-24`. */
  used(id: string, day: string): number
  /** Part of the transaction that charges the draw. */
  use(id: string, day: string, bytes: number): void
}

const AS_MADE: KeptSetting = { state: 'enabled', budget_bytes_per_day: null, claimed: null, latched_by: null }

export function sourceSettings({ db }: Pick<Store, 'db'>): SourceSettings {
  const read = db.prepare<[string], KeptSetting>(
    'SELECT state, budget_bytes_per_day, claimed, latched_by FROM entropy_sources WHERE source_id = ?',
  )
  const write = db.prepare(
    `INSERT OR REPLACE INTO entropy_sources (source_id, state, budget_bytes_per_day, claimed, latched_by)
     VALUES (?, ?, ?, ?, ?)`,
  )
  const used = db
    .prepare<[string, string], number>('SELECT bytes FROM entropy_use WHERE source_id = ? AND day = ?')
    .pluck()
  const use = db.prepare(
    `INSERT INTO entropy_use (source_id, day, bytes) VALUES (?, ?, ?)
     ON CONFLICT (source_id, day) DO UPDATE SET bytes = bytes + excluded.bytes`,
  )
  return {
    read: id => read.get(id) ?? AS_MADE,
    write: (id, { state, budget_bytes_per_day, claimed, latched_by }) =>
      void write.run(id, state, budget_bytes_per_day, claimed, latched_by),
    used: (id, day) => used.get(id, day) ?? 0,
    use: (id, day, bytes) => void use.run(id, day, bytes),
  }
}

/** The setting of one source. */
export interface HeldSetting {
  readonly now: KeptSetting
  /** In force once it is written. */
  keep(next: Partial<KeptSetting>): void
  /** In force even where it cannot be written. */
  latch(latched_by: KeptSetting['latched_by']): void
}

export function heldSetting(id: string, settings: Pick<SourceSettings, 'read' | 'write'>): HeldSetting {
  let setting = settings.read(id)
  return {
    get now() {
      return setting
    },
    keep(next) {
      const kept = { ...setting, ...next }
      settings.write(id, kept)
      setting = kept
    },
    latch(latched_by) {
      setting = { ...setting, latched_by }
      settings.write(id, setting)
    },
  }
}
