/**
 * Private keys on disk: each secret under a data key by AES-256-GCM, the data key under a passphrase by scrypt and AES-256-GCM.
 * Nothing here makes a key where one is missing: evidence signed by a key that appeared by itself would be worth nothing.
 */
import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { replaceFile, writeNewFile } from '../../../files/durable-file'
import { base64Bytes, base64Text, hexText, joinBytes, sha256Bytes, utf8Bytes } from '../encoding/bytes'
import { canonicalJson, without } from '../encoding/canonical-json'
import { parseStrictJson } from '../encoding/strict-json'

type KeyFileFault = 'key_file_missing' | 'key_file_corrupt' | 'key_file_exists' | 'wrong_passphrase'

export class KeyFileError extends Error {
  override readonly name = 'KeyFileError'
  constructor(
    readonly fault: KeyFileFault,
    message: string,
  ) {
    super(message)
  }
}

/** One secret: what it is for and which key it is. */
export interface KeySecret {
  readonly purpose: 'signing' | 'log' | 'beacon'
  /** The key id, or for the beacon the id of its certificate. */
  readonly id: string
  readonly bytes: Uint8Array
}

const Sealed = z.strictObject({ nonce: z.string().max(32), sealed: z.string().max(100_000) })
type Sealed = z.infer<typeof Sealed>

/** Bounds the memory that a changed file can make scrypt use: N·r·128 bytes are at most 1 GiB. */
const Wrap = z.strictObject({
  kdf: z.literal('scrypt'),
  n: z.union([2 ** 10, 2 ** 14, 2 ** 15, 2 ** 16, 2 ** 17, 2 ** 18, 2 ** 19, 2 ** 20].map(n => z.literal(n))),
  r: z.literal(8),
  p: z.literal(1),
  salt: z.string().max(64),
  ...Sealed.shape,
})

const KeyFile = z.strictObject({
  format: z.literal('pentad-key-file/1'),
  data_key: Wrap,
  secrets: z
    .array(z.strictObject({ purpose: z.enum(['signing', 'log', 'beacon']), id: z.string().max(200), ...Sealed.shape }))
    .max(1_000),
  /** SHA-256 of the canonical JSON of all other fields: distinguishes a damaged file from a wrong passphrase. */
  sha256: z.string(),
})
type KeyFile = z.infer<typeof KeyFile>

interface KeyFileCost {
  /** scrypt's N, a power of two; 2^17 takes 128 MB and about half a second. */
  readonly n: z.infer<typeof Wrap>['n']
}

interface KeyFileContent {
  readonly passphrase: string
  readonly secrets: readonly KeySecret[]
  readonly cost?: KeyFileCost
}

const PASSPHRASE_COST: KeyFileCost = { n: 2 ** 17 }

/** Writes a new file, mode 0600, durable when the promise resolves. Throws KeyFileError `key_file_exists`. */
export async function createKeyFile(
  path: string,
  { passphrase, secrets, cost = PASSPHRASE_COST }: KeyFileContent,
): Promise<void> {
  writeNewKeyFile(path, await keyFileBytes(passphrase, secrets, cost))
}

/** As `createKeyFile`, of bytes that `keyFileBytes` made. */
export function writeNewKeyFile(path: string, bytes: Uint8Array): void {
  try {
    writeNewFile(path, bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new KeyFileError('key_file_exists', `${path} exists and is not replaced: it may hold the only copy of a key`)
  }
}

/**
 * Replaces a key file, with other secrets or under another passphrase; either the old file or the new one is there at all times.
 */
export async function replaceKeyFile(
  path: string,
  { passphrase, secrets, cost = PASSPHRASE_COST }: KeyFileContent,
): Promise<void> {
  replaceFile(path, await keyFileBytes(passphrase, secrets, cost))
}

/** Throws KeyFileError `key_file_missing`, `key_file_corrupt` or `wrong_passphrase`. */
export async function openKeyFile(path: string, passphrase: string): Promise<KeySecret[]> {
  const file = parseKeyFile(path, readKeyFile(path))
  const { data_key, secrets } = file
  const key = await passphraseKey(passphrase, base64Bytes(data_key.salt)!, data_key)
  const dataKey = unseal(key, data_key, DATA_KEY_LABEL)
  if (!dataKey) throw new KeyFileError('wrong_passphrase', `the passphrase does not open ${path}`)
  return secrets.map(secret => {
    const { purpose, id } = secret
    const bytes = unseal(dataKey, secret, labelOf(purpose, id))
    if (!bytes) throw corrupt(path, `the secret of ${purpose} ${id} does not decrypt`)
    return { purpose, id, bytes }
  })
}

const corrupt = (path: string, reason: string): KeyFileError =>
  new KeyFileError('key_file_corrupt', `${path} is damaged: ${reason}. Restore it from a copy; no new key is made.`)

function readKeyFile(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new KeyFileError('key_file_missing', `${path} is missing. Restore it from a copy; no new key is made.`)
  }
}

function parseKeyFile(path: string, bytes: Uint8Array): KeyFile {
  let file: KeyFile
  try {
    file = KeyFile.parse(parseStrictJson(bytes))
  } catch {
    throw corrupt(path, 'it is no key file')
  }
  if (checksum(file) !== file.sha256) throw corrupt(path, 'its checksum differs')
  if (base64Bytes(file.data_key.salt) === null) throw corrupt(path, 'its salt cannot be read')
  return file
}

const checksum = (file: Omit<KeyFile, 'sha256'>): string =>
  hexText(sha256Bytes(canonicalJson(without(file as KeyFile, 'sha256'))))

/** Bytes of a key file: the secrets, encrypted under the passphrase. */
export async function keyFileBytes(
  passphrase: string,
  secrets: readonly KeySecret[],
  { n }: KeyFileCost = PASSPHRASE_COST,
): Promise<Uint8Array> {
  const [dataKey, salt] = [randomBytes(32), randomBytes(16)]
  const parameters = { kdf: 'scrypt', n, r: 8, p: 1, salt: base64Text(salt) } as const
  const key = await passphraseKey(passphrase, salt, parameters)
  const file = {
    format: 'pentad-key-file/1',
    data_key: { ...parameters, ...seal(key, dataKey, DATA_KEY_LABEL) },
    secrets: secrets.map(({ purpose, id, bytes }) => ({ purpose, id, ...seal(dataKey, bytes, labelOf(purpose, id)) })),
  } as const
  return utf8Bytes(`${JSON.stringify({ ...file, sha256: checksum(file as unknown as KeyFile) }, null, 2)}\n`)
}

const DATA_KEY_LABEL = 'pentad data key'
/** Bound to the ciphertext: secrets of one file cannot change places. */
const labelOf = (purpose: string, id: string): string => JSON.stringify([purpose, id])

/** Passphrases are normalized (NFC), so that they open the file from every keyboard. */
function passphraseKey(passphrase: string, salt: Uint8Array, { n, r, p }: { n: number; r: number; p: number }) {
  const options: ScryptOptions = { N: n, r, p, maxmem: 256 * n * r }
  return new Promise<Uint8Array>((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

const TAG_BYTES = 16

function seal(key: Uint8Array, bytes: Uint8Array, label: string): Sealed {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(utf8Bytes(label))
  const sealed = joinBytes(cipher.update(bytes), cipher.final(), cipher.getAuthTag())
  return { nonce: base64Text(nonce), sealed: base64Text(sealed) }
}

/** Null where key, label or bytes are not those that were sealed. */
function unseal(key: Uint8Array, { nonce, sealed }: Sealed, label: string): Uint8Array | null {
  const [iv, bytes] = [base64Bytes(nonce), base64Bytes(sealed)]
  if (iv?.length !== 12 || !bytes || bytes.length < TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(utf8Bytes(label))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return joinBytes(decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final())
  } catch {
    return null
  }
}
