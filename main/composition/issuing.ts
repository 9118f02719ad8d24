/** Signing keys, receipts with their log, and the beacon, all stored in the data folder. */
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Config, Keyring } from '../config/config'
import { type Beacon, createBeacon } from '../entropy/issuing/beacon/beacon'
import type { RandomInputs } from '../entropy/issuing/beacon/publisher'
import { openPulseStore } from '../entropy/issuing/beacon/pulse-store'
import { type Checkpoints, createCheckpoints } from '../entropy/issuing/book/checkpoints'
import { folderMarker } from '../entropy/issuing/book/folder-marker'
import { type LogStore, openLogStore } from '../entropy/issuing/book/log-store'
import { createReceiptBook, type ReceiptBook } from '../entropy/issuing/book/receipt-book'
import { createKeyRing, type KeyRing } from '../entropy/issuing/keys/key-ring'
import { keyringPassphrase } from '../entropy/issuing/keys/keyring-passphrase'
import { type PassphraseKeeper, passphraseFile } from '../entropy/issuing/keys/passphrase-file'
import type { Logger } from '../log/log'
import type { Foundation } from './foundation'
import type { ThreadPools } from './thread-pools'

interface IssuingParts extends Pick<Foundation, 'store' | 'log' | 'now'> {
  readonly config: Pick<Config, 'data' | 'keyring'>
  readonly pools: Pick<ThreadPools, 'signing'>
}

export interface Issuing {
  readonly keys: KeyRing
  readonly book: ReceiptBook
  readonly log: LogStore
  readonly checkpoints: Checkpoints
  readonly beacon: Beacon
}

/** Milliseconds between pulses of the beacon. */
const PERIOD_MS = 60_000

/**
 * Does not wait for keys: they are created or opened when the first receipt is signed. `address` returns the service's
 * address for the pulses of a new chain; it is called only once the service listens.
 */
export function openIssuing(
  { config, store, pools: { signing }, log: messages, now }: IssuingParts,
  address: () => string,
): Issuing {
  const { data, keyring = null } = config
  const folder = join(data, 'entropy')
  const marker = folderMarker(join(folder, 'epoch.json'), join(data, 'pentad.sqlite'))
  const log = openLogStore(store, marker, now)
  const { epoch, origin, reason, size } = log.current()
  if (reason === 'restored' && size <= 1)
    messages.warn({ epoch, origin }, 'the data folder was restored or copied: a new log of receipts begins')
  const keys = createKeyRing({
    store,
    runner: signing,
    now,
    path: join(folder, 'keys.json'),
    passphrases: passphrasesIn(folder, keyring, messages),
  })
  // Opens an existing key file now, so that a fault is reported at the start and not only by the first draw.
  if (keys.records().length > 0)
    void keys.open().catch(error => messages.warn({ err: error }, 'receipts cannot be signed'))
  const checkpoints = createCheckpoints({ log, keys, runner: signing, now })
  const beacon = createBeacon({
    keys,
    log,
    checkpoints,
    runner: signing,
    now,
    base: address,
    period: PERIOD_MS,
    inputs: TWO_GENERATORS,
    pulses: openPulseStore(store),
    report: error => messages.warn({ err: error }, 'the beacon missed a pulse'),
  })
  const book = createReceiptBook({ store, keys, log, runner: signing, latestPulse: beacon.named, now })
  return { keys, book, log, checkpoints, beacon }
}

/** With a keyring the passphrase is sealed by it; without one it is in a file. */
function passphrasesIn(folder: string, keyring: Keyring | null, log: Logger): PassphraseKeeper {
  const path = join(folder, 'passphrase')
  const file = passphraseFile(path)
  if (keyring) return keyringPassphrase({ keyring, path: join(folder, 'passphrase.sealed'), file })
  return {
    read: file.read,
    create() {
      log.warn(
        { path },
        'there is no keyring here: the passphrase of the signing keys lies in a file for its owner only',
      )
      return file.create()
    },
  }
}

/** OpenSSL's generator and the operating system's own, each read separately. */
const TWO_GENERATORS: RandomInputs = () => [new Uint8Array(randomBytes(64)), fromKernel(64)]

/** Random bytes from /dev/urandom; on Windows from Web Crypto, which is OpenSSL's generator in another context. */
function fromKernel(count: number): Uint8Array {
  const device = process.platform === 'win32' ? null : openSync('/dev/urandom', 'r')
  const bytes = new Uint8Array(count)
  if (device === null) return globalThis.crypto.getRandomValues(bytes)
  try {
    if (readSync(device, bytes) !== count) throw new Error('/dev/urandom gives too little')
    return bytes
  } finally {
    closeSync(device)
  }
}
