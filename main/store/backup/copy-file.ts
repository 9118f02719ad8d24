import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolders } from '../../files/folders'

/** Progress and abort signal of a long copy. */
export interface Watch {
  /** Called with the number of bytes read since the last call. */
  readonly onBytes?: ((bytes: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

interface Digest {
  readonly bytes: number
  readonly sha256: string
}

const CHUNK = 2 ** 20

/** Passes the file chunk by chunk to `take`; resolves with the byte count and the SHA-256 (hex). */
async function readThrough(path: string, take: (chunk: Buffer) => Promise<unknown>, watch: Watch): Promise<Digest> {
  const file = await open(path, 'r')
  try {
    const hash = createHash('sha256')
    const chunk = Buffer.allocUnsafe(CHUNK)
    for (let bytes = 0; ; ) {
      watch.signal?.throwIfAborted()
      const { bytesRead } = await file.read(chunk, 0, CHUNK)
      if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
      const part = chunk.subarray(0, bytesRead)
      hash.update(part)
      await take(part)
      bytes += bytesRead
      watch.onBytes?.(bytesRead)
    }
  } finally {
    await file.close()
  }
}

export const digestOf = (path: string, watch: Watch = {}): Promise<Digest> =>
  readThrough(path, async () => undefined, watch)

/**
 * Copies into a new file readable by its owner only; the copy is on disk when it resolves. Rejects with EEXIST where
 * `to` exists.
 */
export async function copyHashed(from: string, to: string, watch: Watch): Promise<Digest> {
  makeFolders(dirname(to))
  const target = await open(to, 'wx', 0o600)
  try {
    const digest = await readThrough(from, part => target.writeFile(part), watch)
    await target.sync()
    return digest
  } finally {
    await target.close()
  }
}
