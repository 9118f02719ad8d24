/** A whole log in a folder: its entries hash to the checkpoint, and receipts stand where they say. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sameBytes } from '../encoding/bytes'
import { LogCorrupt, readBundle, TILE_WIDTH, type TileReader } from '../merkle/tiles'
import { emptyRoot, leafHash, nodeHash } from '../merkle/tree-hash'
import type { LogCheckpoint } from '../notes/checkpoint'
import { VerificationFault } from './causes'

/** A log of a folder whose entries hash to its checkpoint. */
export interface CheckedLog extends LogCheckpoint {
  entry(index: number): Uint8Array
}

/** Reads every entry. Throws VerificationFault `log_incomplete` or `log_root_mismatch`. */
export function checkLog(folder: string, checkpoint: LogCheckpoint): CheckedLog {
  const read: TileReader = path => {
    try {
      return readFileSync(join(folder, path))
    } catch {
      return null
    }
  }
  const size = Number(checkpoint.size)
  if (!Number.isSafeInteger(size))
    throw new VerificationFault('log_incomplete', `nobody has ${checkpoint.size} entries`)
  const bundle = (index: number) => bundleAt(read, size, index)
  const root = rootOf(size, bundle)
  if (!sameBytes(root, checkpoint.root))
    throw new VerificationFault('log_root_mismatch', `the entries in ${folder} are not those of its checkpoint`)
  return { ...checkpoint, entry: index => bundle(Math.floor(index / TILE_WIDTH))[index % TILE_WIDTH]! }
}

function bundleAt(read: TileReader, size: number, index: number): Uint8Array[] {
  try {
    return readBundle(read, index, Math.min(TILE_WIDTH, size - index * TILE_WIDTH))
  } catch (error) {
    if (error instanceof LogCorrupt) throw new VerificationFault('log_incomplete', error.message)
    throw error
  }
}

/** Root from the entries alone: tiles of hashes are not trusted. Complete subtrees merge like carries of a binary counter. */
function rootOf(size: number, bundle: (index: number) => Uint8Array[]): Uint8Array {
  const open: { level: number; hash: Uint8Array }[] = []
  for (let index = 0; index * TILE_WIDTH < size; index += 1)
    for (const entry of bundle(index)) {
      let [level, hash] = [0, leafHash(entry)]
      while (open.at(-1)?.level === level) [level, hash] = [level + 1, nodeHash(open.pop()!.hash, hash)]
      open.push({ level, hash })
    }
  return (
    open.reduceRight<Uint8Array | null>((right, { hash }) => (right ? nodeHash(hash, right) : hash), null) ??
    emptyRoot()
  )
}
