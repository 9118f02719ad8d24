/** Times are stored as milliseconds since 1970 UTC and sent as RFC 3339 in UTC. */
export function isoTime(ms: number): string
export function isoTime(ms: number | null): string | null
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
