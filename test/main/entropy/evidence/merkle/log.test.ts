import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexText, utf8Text } from '../../../../../main/entropy/evidence/encoding/bytes'
import { appendEntries } from '../../../../../main/entropy/evidence/merkle/append'
import { bundlePath, LogCorrupt, readBundle, tilePath } from '../../../../../main/entropy/evidence/merkle/tiles'
import { consistencyProof, inclusionProof, treeRoot } from '../../../../../main/entropy/evidence/merkle/tree'
import { leafHash } from '../../../../../main/entropy/evidence/merkle/tree-hash'
import { verifyConsistency, verifyInclusion } from '../../../../../main/entropy/evidence/merkle/verify-proof'
import { parseCheckpoint } from '../../../../../main/entropy/evidence/notes/checkpoint'
import { parseVkey } from '../../../../../main/entropy/evidence/notes/note-keys'
import { openNote } from '../../../../../main/entropy/evidence/notes/signed-note'
import { vectorBytes } from '../../../../vectors/read-vectors'
import { entries, entry, grown, slowRoot } from './grown-log'

const VKEY = 'example.com/log/testdata+33d7b496+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx'

describe('the published tiles', () => {
  it.each(Array.from({ length: 15 }, (_, at) => at + 1))('of size %d are what appending their entries makes', size => {
    const verifier = parseVkey(VKEY)!
    const note = openNote(utf8Text(vectorBytes(`tlog-tiles/checkpoint.${size}`)), [verifier])
    const checkpoint = parseCheckpoint(note.text)
    const published = (path: string) => vectorBytes(`tlog-tiles/${path}`)
    const logged = readBundle(published, 0, size)
    const { root, writes } = appendEntries({ size: 0, read: () => null }, logged)
    expect(checkpoint).toEqual({ origin: 'example.com/log/testdata', size: BigInt(size), root })
    expect(writes.map(({ path }) => path)).toEqual([bundlePath(0, size), tilePath(0, 0, size)])
    for (const { path, bytes } of writes) expect(hexText(bytes)).toBe(hexText(published(path)))
    expect(treeRoot({ size, read: published })).toEqual(root)
  })

  it('of size 0 have the root of an empty tree', () => {
    const note = openNote(utf8Text(vectorBytes('tlog-tiles/checkpoint.0')), [parseVkey(VKEY)!])
    expect(parseCheckpoint(note.text).root).toEqual(treeRoot({ size: 0, read: () => null }))
  })
})

describe('a log', () => {
  it('has the root of its definition, however it was grown', () => {
    const batches = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(batches, sizes => {
        const { read, size, roots } = grown(sizes)
        expect(treeRoot({ size, read })).toEqual(slowRoot(entries(0, size)))
        for (const [at, root] of roots) expect(root).toEqual(slowRoot(entries(0, at)))
      }),
      { numRuns: 15 },
    )
  })

  const log = grown([1, 2, 250, 3, 256, 1, 700, 65])

  it('proves each of its entries, and none for another place, entry, size or root', () => {
    const root = treeRoot(log)
    fc.assert(
      fc.property(fc.nat(log.size - 1), fc.nat(log.size - 1), (index, other) => {
        const proof = inclusionProof(log, index)
        const claim = { index: BigInt(index), size: BigInt(log.size), leaf_hash: leafHash(entry(index)), root, proof }
        expect(verifyInclusion(claim)).toBe(true)
        expect(verifyInclusion({ ...claim, index: BigInt(other) })).toBe(other === index)
        expect(verifyInclusion({ ...claim, leaf_hash: leafHash(entry(other)) })).toBe(other === index)
        expect(verifyInclusion({ ...claim, root: entry(other) })).toBe(false)
        expect(verifyInclusion({ ...claim, proof: proof.slice(1) })).toBe(false)
        expect(verifyInclusion({ ...claim, proof: [...proof, entry(0)] })).toBe(false)
        expect(verifyInclusion({ ...claim, index: -1n - claim.index })).toBe(false)
      }),
    )
  })

  it('proves that each of its older sizes is its beginning', () => {
    const new_root = treeRoot(log)
    for (const [old_size, old_root] of log.roots) {
      const proof = consistencyProof(log, old_size)
      const claim = { old_size: BigInt(old_size), new_size: BigInt(log.size), old_root, new_root, proof }
      expect(verifyConsistency(claim)).toBe(true)
      expect(verifyConsistency({ ...claim, old_root: entry(0) })).toBe(false)
      for (const [at] of proof.entries())
        expect(verifyConsistency({ ...claim, proof: proof.toSpliced(at, 1, entry(0)) })).toBe(false)
    }
  })

  it.each([-1, 0.5, Number.NaN, 1e9])('has no proof for entry %d', index =>
    expect(() => inclusionProof(log, index)).toThrow(RangeError),
  )
  it.each([0, -1, 1e9])('has no consistency proof from size %d', size =>
    expect(() => consistencyProof(log, size)).toThrow(RangeError),
  )
})

describe('a corrupt log', () => {
  const log = grown([300])
  const changed = (path: string, bytes: Uint8Array | null) => (asked: string) =>
    asked === path ? bytes : log.read(asked)

  it.each([
    ['a missing tile', tilePath(0, 1, 44), null],
    ['a short tile', tilePath(0, 1, 44), new Uint8Array(43 * 32)],
    ['a missing bundle', bundlePath(1, 44), null],
    ['a bundle that ends within an entry', bundlePath(1, 44), log.read(bundlePath(1, 44))!.subarray(0, -1)],
    ['a bundle of other entries', bundlePath(1, 44), log.read(bundlePath(1, 44))!.map(byte => byte ^ 1)],
    ['a tile of other hashes', tilePath(0, 1, 44), new Uint8Array(44 * 32)],
    ['a missing tile above', tilePath(1, 0, 1), null],
  ])('with %s is never appended to', (_, path, bytes) => {
    const read = changed(path, bytes)
    expect(() => appendEntries({ size: 300, read }, entries(300, 600))).toThrow(LogCorrupt)
  })
})

describe('paths of tiles', () => {
  it.each([
    [tilePath(0, 0), 'tile/0/000'],
    [tilePath(3, 1_234_067), 'tile/3/x001/x234/067'],
    [tilePath(0, 999, 5), 'tile/0/999.p/5'],
    [tilePath(0, 1000, 255), 'tile/0/x001/000.p/255'],
    [bundlePath(42), 'tile/entries/042'],
  ])('%s are written as the specification does', (path, expected) => expect(path).toBe(expected))
})
