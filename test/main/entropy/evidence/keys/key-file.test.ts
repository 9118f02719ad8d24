import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createKeyFile,
  KeyFileError,
  type KeySecret,
  openKeyFile,
  replaceKeyFile,
} from '../../../../../main/entropy/evidence/keys/key-file'

const folder = mkdtempSync(join(tmpdir(), 'pentad-keys-'))
const path = join(folder, 'keys.json')
const cost = { n: 2 ** 10 } as const
const secrets: KeySecret[] = [
  { purpose: 'signing', id: 'k'.repeat(43), bytes: new Uint8Array(64).fill(1) },
  { purpose: 'log', id: 'log', bytes: new Uint8Array(32).fill(2) },
]

afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
})

const faultOf = async (opened: Promise<unknown>): Promise<string> =>
  opened.then(
    () => 'none',
    error => {
      if (error instanceof KeyFileError) return error.fault
      throw error
    },
  )

describe('a key file', () => {
  it('gives back its secrets to the passphrase, however it was typed', async () => {
    await createKeyFile(path, { passphrase: 'caf\u00e9', secrets, cost })
    expect(await openKeyFile(path, 'cafe\u0301')).toEqual(secrets)
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['keys.json'])
    for (const { bytes } of secrets)
      expect(readFileSync(path, 'utf8')).not.toContain(Buffer.from(bytes).toString('base64'))
  })

  it('distinguishes a wrong passphrase, a missing and a damaged file, and never makes one', async () => {
    expect(await faultOf(openKeyFile(path, 'p'))).toBe('key_file_missing')
    expect(readdirSync(folder)).toEqual([])
    await createKeyFile(path, { passphrase: 'p', secrets, cost })
    expect(await faultOf(openKeyFile(path, 'q'))).toBe('wrong_passphrase')
    const whole = readFileSync(path)
    for (const length of [0, 1, whole.length >> 1, whole.length - 2]) {
      writeFileSync(path, whole.subarray(0, length))
      expect(await faultOf(openKeyFile(path, 'p'))).toBe('key_file_corrupt')
    }
    expect(readdirSync(folder)).toEqual(['keys.json'])
  })

  it('is corrupt wherever a digit of it changed', async () => {
    await createKeyFile(path, { passphrase: 'p', secrets, cost })
    const whole = readFileSync(path, 'utf8')
    for (const found of whole.matchAll(/[A-Za-z0-9+/]{8,}/g)) {
      const at = found.index + 3
      writeFileSync(path, whole.slice(0, at) + (whole[at] === 'A' ? 'B' : 'A') + whole.slice(at + 1))
      expect(await faultOf(openKeyFile(path, 'p')), found[0]).toBe('key_file_corrupt')
    }
  })

  it('is not overwritten by a new one, and replaced only on purpose', async () => {
    await createKeyFile(path, { passphrase: 'p', secrets, cost })
    expect(await faultOf(createKeyFile(path, { passphrase: 'p', secrets: [], cost }))).toBe('key_file_exists')
    expect(await openKeyFile(path, 'p')).toEqual(secrets)
    await replaceKeyFile(path, { passphrase: 'new', secrets: secrets.slice(1), cost })
    expect(await openKeyFile(path, 'new')).toEqual(secrets.slice(1))
    expect(readdirSync(folder)).toEqual(['keys.json'])
  })

  it('cannot make scrypt take all memory', async () => {
    await createKeyFile(path, { passphrase: 'p', secrets, cost })
    writeFileSync(path, readFileSync(path, 'utf8').replace('"n": 1024', '"n": 1073741824'))
    expect(await faultOf(openKeyFile(path, 'p'))).toBe('key_file_corrupt')
  })
})
