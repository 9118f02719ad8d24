/** Where a host without a keyring keeps the passphrase of the key file: a file that only its owner reads. */
import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'

/** How a host keeps the passphrase of the key file. */
export interface PassphraseKeeper {
  /** Null where none was kept yet. */
  read(): string | null
  /** Makes one of 256 random bits, and keeps it. */
  create(): string
}

export const passphraseFile = (path: string): PassphraseKeeper => ({
  read() {
    try {
      return readFileSync(path, 'utf8').trim()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  },
  create() {
    const passphrase = randomBytes(32).toString('base64url')
    writeFileSync(path, `${passphrase}\n`, { mode: 0o600, flag: 'wx', flush: true } as object)
    chmodSync(path, 0o600)
    return passphrase
  },
})
