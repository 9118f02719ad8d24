import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../../contract/model/errors'
import { makeFolders } from '../../../files/folders'
import { createKeyFile, KeyFileError, type KeySecret, openKeyFile, replaceKeyFile } from '../../evidence/keys/key-file'
import type { PassphraseKeeper } from './passphrase-file'

/** `reason` is a code, `message` a sentence for anybody: it names no path. */
export type SigningState =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: string; readonly message: string }

/** The secrets of the key file, opened at their first use and held from then on. */
export interface HeldSecrets {
  /** Throws `signing_unavailable` where the file is lost, damaged or does not open; the next call tries again. */
  open(): Promise<readonly KeySecret[]>
  /** The secrets that are held now; null before the first opening. */
  readonly held: readonly KeySecret[] | null
  /** Outcome of the last opening; before the first, what can be told without opening. */
  state(): SigningState
  /** Writes one more to the file: on the disk when it resolves. */
  add(secret: KeySecret): Promise<void>
  /** A new file, the one before set aside under `lost`. */
  startAnew(secrets: readonly KeySecret[], lost: string): Promise<void>
}

interface HeldSecretsOptions {
  readonly path: string
  readonly passphrases: PassphraseKeeper
  /** Whether the folder ever had a key: then none is made. */
  readonly had_key: () => boolean
  /** Creates the first secrets of a folder that never had any. */
  readonly first: () => Promise<readonly KeySecret[]>
  /** Called with the opened secrets; throws where they are not those of the folder. */
  readonly check: (secrets: readonly KeySecret[]) => Promise<void>
}

interface OpenedSecrets {
  readonly secrets: readonly KeySecret[]
  readonly passphrase: string
}

/** The passphrase of a host is 256 random bits: a slow derivation adds nothing to it. */
const HOST_COST = { n: 2 ** 14 } as const

export function holdSecrets({ path, passphrases, had_key, first, check }: HeldSecretsOptions): HeldSecrets {
  let opening: Promise<OpenedSecrets> | null = null
  let held: OpenedSecrets | null = null
  let fault: AppError | null = null

  async function create(secrets: readonly KeySecret[]): Promise<OpenedSecrets> {
    makeFolders(dirname(path))
    const passphrase = passphrases.read() ?? passphrases.create()
    await createKeyFile(path, { passphrase, secrets, cost: HOST_COST })
    return { secrets, passphrase }
  }

  async function openFile(): Promise<OpenedSecrets> {
    if (!existsSync(path) && !had_key()) return create(await first())
    const passphrase = passphrases.read()
    if (passphrase === null && existsSync(path))
      throw new KeyFileError('wrong_passphrase', `the passphrase of ${path} is missing`)
    return { secrets: await openKeyFile(path, passphrase ?? ''), passphrase: passphrase ?? '' }
  }

  async function opened(): Promise<OpenedSecrets> {
    opening ??= openFile().then(async found => {
      await check(found.secrets)
      return found
    })
    try {
      held = await opening
      fault = null
      return held
    } catch (error) {
      opening = null
      fault = unavailable(error)
      throw fault
    }
  }

  function hold(now: OpenedSecrets): void {
    held = now
    opening = Promise.resolve(now)
    fault = null
  }

  return {
    open: async () => (await opened()).secrets,
    get held() {
      return held?.secrets ?? null
    },
    state() {
      if (fault) return { ok: false, reason: String(fault.details.reason), message: fault.message }
      if (!opening && !existsSync(path) && had_key())
        return { ok: false, reason: 'key_file_missing', message: SENTENCES.key_file_missing }
      return { ok: true }
    },
    async add(secret) {
      const { passphrase, secrets: before } = await opened()
      const secrets = [...before, secret]
      await replaceKeyFile(path, { passphrase, secrets, cost: HOST_COST })
      hold({ passphrase, secrets })
    },
    async startAnew(secrets, lost) {
      if (existsSync(path)) renameSync(path, lost)
      hold(await create(secrets))
    },
  }
}

function unavailable(error: unknown): AppError {
  if (error instanceof AppError) return error
  const reason = error instanceof KeyFileError ? error.fault : 'key_file_unreadable'
  return Object.assign(new AppError('signing_unavailable', SENTENCES[reason], { details: { reason } }), {
    cause: error,
  })
}

const SENTENCES = {
  key_file_missing: 'The file of the signing keys is missing. Restore it from a copy; no new key is made.',
  key_file_corrupt: 'The file of the signing keys is damaged. Restore it from a copy; no new key is made.',
  key_file_exists: 'There is a file of signing keys already, and it is not replaced.',
  key_file_unreadable: 'The file of the signing keys, or its passphrase, cannot be read; the log says why.',
  wrong_passphrase: 'The passphrase of the signing keys is missing, or does not open them.',
} as const
