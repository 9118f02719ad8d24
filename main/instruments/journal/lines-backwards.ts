import { type FileHandle, open } from 'node:fs/promises'

/** Small enough that looking through one takes about a millisecond. */
const PIECE_BYTES = 131_072
const LINE_FEED = 10

/**
 * The lines of a file from its end, in batches, the last line first. An incomplete line after the last line feed is included. Empty
 * where there is no such file.
 */
export async function* linesBackwards(path: string): AsyncGenerator<string[]> {
  const file = await openedIfThere(path)
  if (!file) return
  try {
    let end = (await file.stat()).size
    let rest: Buffer = Buffer.alloc(0)
    while (end > 0) {
      const piece = await readPiece(file, Math.max(0, end - PIECE_BYTES), end)
      end -= piece.length
      const bytes = Buffer.concat([piece, rest])
      // The first line of a piece begins in the one before.
      const first = end === 0 ? 0 : bytes.indexOf(LINE_FEED) + 1
      if (end > 0 && first === 0) {
        rest = bytes
        continue
      }
      rest = bytes.subarray(0, first)
      yield bytes.toString('utf8', first).split('\n').filter(Boolean).reverse()
    }
  } finally {
    await file.close()
  }
}

async function openedIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function readPiece(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start)
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
  return bytes.subarray(0, bytesRead)
}
