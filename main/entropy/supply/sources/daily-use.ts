import { isoDay } from '../../../contract/model/iso-time'
import type { SourceSettings } from './source-settings'

/** Bytes that draws took of a source today, in UTC. */
export interface DailyUse {
  /** Bytes in the table, and bytes drawn but not written yet. */
  readonly today: number
  /** Counts bytes as they are drawn. */
  count(bytes: number): void
  /** Writes bytes that were counted; part of the transaction that charges them. */
  record(bytes: number): void
}

interface DailyUseOptions {
  readonly source_id: string
  readonly settings: Pick<SourceSettings, 'used' | 'use'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function dailyUse({ source_id, settings, now }: DailyUseOptions): DailyUse {
  let pending = { day: '', bytes: 0 }
  const today = () => isoDay(now())
  return {
    get today() {
      return settings.used(source_id, today()) + (pending.day === today() ? pending.bytes : 0)
    },
    count(bytes) {
      if (pending.day !== today()) pending = { day: today(), bytes: 0 }
      pending.bytes += bytes
    },
    record(bytes) {
      settings.use(source_id, today(), bytes)
      if (pending.day === today()) pending.bytes -= bytes
    },
  }
}
