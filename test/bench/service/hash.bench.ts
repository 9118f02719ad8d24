/** SHA-256 of what is stored, sent and uploaded: its time, and for how long it keeps others from the thread. */
import { createHash, webcrypto } from 'node:crypto'
import { bench, describe } from 'vitest'
import { sha256InPieces } from '../../../main/files/sha256'
import { compare } from '../compare'

/** Hashes, and answers the longest time in ms that the event loop did not turn meanwhile. */
async function longestPause(hashing: () => unknown): Promise<number> {
  let [last, longest, isOn] = [performance.now(), 0, true]
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (isOn) setImmediate(look)
  }
  setImmediate(look)
  await hashing()
  isOn = false
  look()
  return longest
}

describe.each([2 ** 16, 2 ** 20, 2 ** 24])('SHA-256 of %i bytes', length => {
  const bytes = Uint8Array.from({ length }, (_, i) => i * 7)
  const ways = Object.entries({
    'in pieces': () => sha256InPieces(bytes),
    'WebCrypto, on a thread': () => webcrypto.subtle.digest('SHA-256', bytes),
    'all at once': async () => createHash('sha256').update(bytes).digest('hex'),
  })
  compare(
    'MiB',
    ways.map(([name, run]) => ({ name, amount: length / 2 ** 20, run })),
  )
  const pauses = ways.map((): number[] => [])
  const round = async () => {
    for (const [i, [, hashing]] of ways.entries()) pauses[i]!.push(await longestPause(hashing))
  }
  const teardown = (_: unknown, mode?: 'run' | 'warmup') => {
    if (mode !== 'run') return
    const rows = ways.map(([name], i) => ({ name, 'median of the longest pause, ms': median(pauses[i]!).toFixed(2) }))
    console.table(rows)
  }
  bench('pauses', round, { iterations: 7, time: 0, warmupIterations: 1, warmupTime: 0, teardown })
})

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN
