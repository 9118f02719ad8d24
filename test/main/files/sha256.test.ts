import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sha256InPieces, sha256OfFile } from '../../../main/files/sha256'

const folder = mkdtempSync(join(tmpdir(), 'pentad-sha256-'))
afterAll(() => rmSync(folder, { recursive: true }))

const numbered = (length: number) => Uint8Array.from({ length }, (_, i) => i * 7)
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

it('is SHA-256 of FIPS 180-4, of bytes and of a file', async () => {
  writeFileSync(join(folder, 'abc'), 'abc')
  expect(await sha256InPieces(Buffer.from('abc'))).toBe(ABC)
  expect(await sha256OfFile(join(folder, 'abc'))).toBe(ABC)
})

it.each([0, 1, 131_071, 131_072, 131_073, 1_000_000])('of %i bytes is that of all at once', async length => {
  const bytes = numbered(length)
  expect(await sha256InPieces(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
})

it('lets others go on between the pieces', async () => {
  let turns = 0
  const hashing = sha256InPieces(numbered(1_000_000)).then(() => turns)
  const count = () => {
    turns += 1
    if (turns < 100) setImmediate(count)
  }
  setImmediate(count)
  expect(await hashing).toBeGreaterThanOrEqual(6)
})

it('rejects for a file that cannot be read', async () => {
  await expect(sha256OfFile(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' })
})
