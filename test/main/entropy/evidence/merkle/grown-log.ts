/** Logs in memory, and the root of one by its definition. */
import { expect } from 'vitest'
import { sha256Bytes, uint32Bytes } from '../../../../../main/entropy/evidence/encoding/bytes'
import { appendEntries } from '../../../../../main/entropy/evidence/merkle/append'
import { emptyRoot, leafHash, nodeHash } from '../../../../../main/entropy/evidence/merkle/tree-hash'

/** MTH of RFC 9162, section 2.1.1, on the entries themselves. */
export function slowRoot(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length === 0) return emptyRoot()
  if (entries.length === 1) return leafHash(entries[0]!)
  let half = 1
  while (half * 2 < entries.length) half *= 2
  return nodeHash(slowRoot(entries.slice(0, half)), slowRoot(entries.slice(half)))
}

export const entry = (index: number): Uint8Array => sha256Bytes(uint32Bytes(index))
export const entries = (from: number, to: number): Uint8Array[] =>
  Array.from({ length: to - from }, (_, at) => entry(from + at))

/** A log in memory, grown by these batches. */
export function grown(batches: readonly number[]) {
  const files = new Map<string, Uint8Array>()
  const read = (path: string) => files.get(path) ?? null
  let size = 0
  const roots = new Map<number, Uint8Array>()
  for (const batch of batches) {
    const appended = appendEntries({ size, read }, entries(size, size + batch))
    for (const { path, bytes } of appended.writes) {
      expect(files.has(path)).toBe(false)
      files.set(path, bytes)
    }
    size = appended.size
    roots.set(size, appended.root)
  }
  return { files, read, size, roots }
}
