/** The passphrase of the key file under the operating system's keyring, on hosts that have one. */
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { PassphraseKeeper } from './passphrase-file'

interface KeyringPassphraseOptions {
  readonly keyring: { seal(text: string): Uint8Array; open(sealed: Uint8Array): string }
  /** File of the sealed passphrase; no other user of the computer, and no other computer, opens it. */
  readonly path: string
  /** Passphrase file of a host without a keyring; a folder that began on such a host goes on with it. */
  readonly file: Pick<PassphraseKeeper, 'read'>
}

export const keyringPassphrase = ({ keyring, path, file }: KeyringPassphraseOptions): PassphraseKeeper => ({
  read() {
    try {
      return keyring.open(Buffer.from(readFileSync(path, 'utf8').trim(), 'base64'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return file.read()
    }
  },
  create() {
    const passphrase = randomBytes(32).toString('base64url')
    const sealed = Buffer.from(keyring.seal(passphrase)).toString('base64')
    writeFileSync(path, `${sealed}\n`, { mode: 0o600, flag: 'wx', flush: true } as object)
    return passphrase
  },
})
