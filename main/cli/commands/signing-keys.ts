/**
 * Moves signing keys between data folders: exports them under the owner's passphrase, and imports them under a new one
 * of the host.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../../config/options.mjs'
import { KeyPassphrase } from '../../contract/entropy/issuing'
import { AppError } from '../../contract/model/errors'
import { routes } from '../../contract/routes'
import {
  KeyFileError,
  type KeySecret,
  keyFileBytes,
  openKeyFile,
  replaceKeyFile,
  writeNewKeyFile,
} from '../../entropy/evidence/keys/key-file'
import { passphraseFile } from '../../entropy/issuing/keys/passphrase-file'
import { makeFolders } from '../../files/folders'
import { runningService } from '../io/client'

/** Scrypt cost for a host's passphrase: it is 256 random bits, so a slow derivation adds nothing. */
const HOST_COST = { n: 2 ** 14 } as const
const keysIn = (data: string): string => join(data, 'entropy', 'keys.json')
const passphraseIn = (data: string): string => join(data, 'entropy', 'passphrase')
const sealedIn = (data: string): string => join(data, 'entropy', 'passphrase.sealed')

/** Passphrase in a file, without surrounding white space. Throws UsageError. */
export function readPassphrase(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) throw new UsageError(`--passphrase-file cannot be ${path}: there is no such file`)
  if (!stat.isFile() || stat.size > 4_096)
    throw new UsageError(`--passphrase-file cannot be ${path}: it must be a text file of at most 4096 bytes`)
  const passphrase = readFileSync(path, 'utf8').trim()
  const { success, error } = KeyPassphrase.safeParse(passphrase)
  if (success) return passphrase
  throw new UsageError(`The passphrase in ${path} cannot be used: ${error.issues[0]!.message}.`)
}

/**
 * Writes the keys to a new file under `passphrase` and returns them. Works beside a running service, as it only reads
 * the key file.
 */
export async function exportSigningKeys(data: string, file: string, passphrase: string): Promise<readonly KeySecret[]> {
  return explained(async () => {
    if (!existsSync(keysIn(data)))
      throw new AppError('not_found', `${data} has no signing keys: they are made at the first draw or pulse.`)
    if (existsSync(file)) throw new AppError('conflict', `${file} exists and is not replaced. Name a new file.`)
    writeNewKeyFile(
      file,
      existsSync(sealedIn(data)) ? await byService(data, passphrase) : await byHost(data, passphrase),
    )
    return openKeyFile(file, passphrase)
  })
}

async function byHost(data: string, passphrase: string): Promise<Uint8Array> {
  const host = passphraseFile(passphraseIn(data)).read()
  if (host !== null) return keyFileBytes(passphrase, await openKeyFile(keysIn(data), host))
  throw new AppError(
    'conflict',
    `The passphrase of ${keysIn(data)} is missing. Put it into ${passphraseIn(data)}, readable by its owner only.`,
  )
}

/** Keys whose passphrase is in the desktop's keyring can be opened only by the window's service. */
async function byService(data: string, passphrase: string): Promise<Uint8Array> {
  const service = runningService(data)
  if (service) return service.call(routes.exportSigningKeys, { body: { passphrase } })
  throw new AppError(
    'conflict',
    `The passphrase of ${keysIn(data)} lies in the desktop's keyring, which the window alone opens. Open Pentad on ${data}, then call this again.`,
  )
}

interface Unlocking {
  /** An exported key file; null: the key file of the backup itself. */
  readonly file: string | null
  readonly passphrase: string
  /** Ids of keys that must be present. */
  readonly kids: readonly string[]
}

/** Writes the keys into a folder that no service runs on, under a new passphrase of the host. */
export function unlockSigningKeys(data: string, { file, passphrase, kids }: Unlocking): Promise<void> {
  return explained(async () => {
    const from = file ?? keysIn(data)
    if (!existsSync(from))
      throw new AppError(
        'not_found',
        file ? `${file} does not exist.` : 'The backup has no signing keys: leave --passphrase-file out.',
      )
    const secrets = await openKeyFile(from, passphrase)
    const lacking = kids.find(kid => !secrets.some(({ purpose, id }) => purpose === 'signing' && id === kid))
    if (lacking !== undefined)
      throw new AppError(
        'conflict',
        `${from} does not hold the key ${lacking}, with which the backup signs. Use a later export.`,
      )
    makeFolders(dirname(keysIn(data)))
    await replaceKeyFile(keysIn(data), {
      passphrase: passphraseFile(passphraseIn(data)).create(),
      secrets,
      cost: HOST_COST,
    })
  })
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof KeyFileError) throw new AppError('conflict', `${error.message}${HINTS[error.fault] ?? ''}`)
    throw error
  }
}

const HINTS: Partial<Record<KeyFileError['fault'], string>> = {
  wrong_passphrase: '. Check the file of the passphrase.',
}
