import { createHash } from 'node:crypto'
import { NO_BYTES } from '../model/bytes'
import { KEPT_BYTES } from './command-log'

/** The bytes of one write or read as they went, line ends included: the beginning, how many, and their SHA-256. */
interface ByteSummary {
  readonly beginning: Uint8Array
  readonly count: number
  readonly sha256: string
}

export interface ByteSummaryWriter {
  add(piece: Uint8Array): void
  /** The last `count` bytes of the last piece belong to the next read. */
  giveBack(count: number): void
  end(): ByteSummary
}

/** Hashes piece by piece: megabytes at once would hold up the event loop. */
export function createByteSummary(): ByteSummaryWriter {
  const hash = createHash('sha256')
  const beginning: Uint8Array[] = []
  let last: Uint8Array = NO_BYTES
  let count = 0
  const settleLast = () => {
    if (count <= KEPT_BYTES) beginning.push(last.subarray(0, KEPT_BYTES + 1 - count))
    hash.update(last)
    count += last.length
    last = NO_BYTES
  }
  return {
    add(piece) {
      settleLast()
      last = piece
    },
    giveBack(given) {
      last = last.subarray(0, last.length - given)
    },
    end() {
      settleLast()
      return { beginning: Buffer.concat(beginning), count, sha256: hash.digest('hex') }
    },
  }
}
