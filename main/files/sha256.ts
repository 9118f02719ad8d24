/** SHA-256 of bytes and files, in hex, without blocking the event loop. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

/** Bytes hashed between two turns of the event loop: under a millisecond on slow machines. */
const HASHED_AT_ONCE = 131_072

/**
 * Hashes in pieces and yields to the event loop between them. WebCrypto's digest hashes on a thread of its own but
 * copies all bytes first, which takes more time and longer pauses (`test/bench/service/hash.bench.ts`).
 */
export async function sha256InPieces(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += HASHED_AT_ONCE) {
    hash.update(bytes.subarray(at, at + HASHED_AT_ONCE))
    if (at + HASHED_AT_ONCE < bytes.length) await setImmediate()
  }
  return hash.digest('hex')
}

/** Rejects where the file cannot be read. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}
