import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyringPassphrase } from '../../../main/entropy/issuing/keys/keyring-passphrase'
import { passphraseFile } from '../../../main/entropy/issuing/keys/passphrase-file'
import { desktopKeyring } from '../../../main/shell/keyring'

const SECRET = 0x5a
const turned = (bytes: Uint8Array) => Buffer.from(bytes.map(byte => byte ^ SECRET))
const storage = (backend: string, available = true) => ({
  isEncryptionAvailable: () => available,
  getSelectedStorageBackend: () => backend as 'basic_text',
  encryptString: (text: string) => turned(Buffer.from(text)),
  decryptString: (sealed: Buffer) => turned(sealed).toString(),
})

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-keyring-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a keyring whose password everybody knows, and one that is not there, are none', () => {
  expect(desktopKeyring(storage('basic_text'), 'linux')).toBeNull()
  expect(desktopKeyring(storage('gnome_libsecret', false), 'linux')).toBeNull()
  expect(desktopKeyring(storage('gnome_libsecret'), 'linux')).not.toBeNull()
  // The name of the backend means nothing elsewhere.
  expect(desktopKeyring(storage('basic_text'), 'darwin')).not.toBeNull()
})

describe('the passphrase of the signing keys', () => {
  const keeper = (name: string) =>
    keyringPassphrase({
      keyring: desktopKeyring(storage('kwallet6'), 'linux')!,
      path: join(folder, `${name}.sealed`),
      file: passphraseFile(join(folder, name)),
    })

  it('lies sealed, for its owner only, and is read back', () => {
    expect(keeper('a').read()).toBeNull()
    const passphrase = keeper('a').create()
    expect(keeper('a').read()).toBe(passphrase)
    expect(readFileSync(join(folder, 'a.sealed'), 'utf8')).not.toContain(passphrase)
    expect(statSync(join(folder, 'a.sealed')).mode & 0o777).toBe(0o600)
    expect(() => keeper('a').create()).toThrow('EEXIST')
  })

  it('of a folder that began on a host without a keyring is the one in its file', () => {
    writeFileSync(join(folder, 'b'), 'made without a keyring\n')
    expect(keeper('b').read()).toBe('made without a keyring')
  })
})
