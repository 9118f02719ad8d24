/** Times are stored as milliseconds since 1970 UTC and sent as RFC 3339 in UTC. */
export function isoTime(ms: number): string
export function isoTime(ms: number | null): string | null
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

/** The day in UTC, e.g. `2025-12-08`. */
export const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Date and time in UTC to the minute, e.g. `2025-12-08 14:37 UTC`. */
export function utc(timestamp: string | null): string {
  if (timestamp === null) return 'not stated'
  return `${new Date(timestamp).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
