/** Times and lengths of time as they are written on jobs and health. Beside `utc` and `age` of quantity.ts. */

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
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`
  const seconds = Math.floor(ms / 1_000)
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3_600)} h`
}

/** First block of a UUID: enough to tell jobs apart at a glance; the whole id is in the title and the detail. */
export const shortId = (uuid: string) => uuid.slice(0, 8)
