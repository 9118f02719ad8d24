import { randomUUID } from 'node:crypto'

const TICKS_PER_MS = 4
const WRAP = 2 ** 32

/**
 * Ids of jobs: UUIDs of version 8 (RFC 9562: the application's own), random but for the first eight digits, which grow
 * with time (and begin again after twelve days). Jobs that come together then lie together in the indices of ids, and no
 * two of them look alike where ids are shortened.
 */
export function createIds(now: () => number): () => string {
  let last = 0
  return () => {
    last = Math.max(last + 1, now() * TICKS_PER_MS)
    const random = randomUUID()
    return `${(last % WRAP).toString(16).padStart(8, '0')}${random.slice(8, 14)}8${random.slice(15)}`
  }
}
