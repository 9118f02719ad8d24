import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** Under a millisecond of hashing on slow machines. */
const HASHED_AT_ONCE = 131_072

/** In hex; between the pieces of megabytes others get the thread. */
export async function sha256InPieces(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += HASHED_AT_ONCE) {
    hash.update(bytes.subarray(at, at + HASHED_AT_ONCE))
    if (at + HASHED_AT_ONCE < bytes.length) await setImmediate()
  }
  return hash.digest('hex')
}
