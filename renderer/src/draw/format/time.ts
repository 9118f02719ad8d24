/** Texts of times, durations and ages. Times to the minute: `utc` in main/contract/model/iso-time.ts. */
import { fixed } from '../../../../main/contract/numbers/number-text'

/** To the second, e.g. `2026-11-21 07:00:03 UTC`; a dash where there is none yet. */
export function utcSecond(timestamp: string | null): string {
  if (timestamp === null) return '—'
  return `${new Date(timestamp).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Wall-clock length in milliseconds, in the two largest units: `< 1 ms`, `820 ms`, `1.41 s`, `2 min 5 s`, `3 h 4 min`. */
export function duration(ms: number | null): string {
  if (ms === null) return '—'
  if (ms < 1) return '< 1 ms'
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${fixed(ms / 1_000, ms < 10_000 ? 2 : 1)} s`
  const seconds = Math.floor(ms / 1_000)
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3_600)} h`
}

const MINUTE = 60_000

const HOUR = 60 * MINUTE

const DAY = 24 * HOUR

/** Age in its two largest units; `age unknown` without a timestamp. */
export function age(timestamp: string | null, now: number): string {
  if (timestamp === null) return 'age unknown'
  const elapsed = Math.max(0, now - Date.parse(timestamp))
  const days = Math.floor(elapsed / DAY)
  const hours = Math.floor((elapsed % DAY) / HOUR)
  const minutes = Math.floor((elapsed % HOUR) / MINUTE)
  if (days >= 10) return `${days} d old`
  if (days > 0) return `${days} d ${hours} h old`
  return hours > 0 ? `${hours} h ${minutes} min old` : `${minutes} min old`
}
