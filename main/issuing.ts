/** What signs: keys, receipts and their log, on the data folder of the service. */
import { join } from 'node:path'
import { type Checkpoints, createCheckpoints } from './entropy/issuing/book/checkpoints'
import { folderMarker } from './entropy/issuing/book/folder-marker'
import { type LogStore, openLogStore } from './entropy/issuing/book/log-store'
import { createReceiptBook, type ReceiptBook } from './entropy/issuing/book/receipt-book'
import { createKeyRing, type KeyRing } from './entropy/issuing/keys/key-ring'
import { passphraseFile } from './entropy/issuing/keys/passphrase-file'
import type { Logger } from './log/log'
import type { Store } from './store/store'
import type { ThreadPools } from './thread-pools'

interface IssuingParts {
  /** The data folder. */
  readonly data: string
  readonly store: Store
  readonly signing: ThreadPools['signing']
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export interface Issuing {
  readonly keys: KeyRing
  readonly book: ReceiptBook
  readonly log: LogStore
  readonly checkpoints: Checkpoints
}

/** Opens nothing secret: keys are made or opened when the first receipt is signed. */
export function openIssuing({ data, store, signing, log: messages, now }: IssuingParts): Issuing {
  const folder = join(data, 'entropy')
  const marker = folderMarker(join(folder, 'epoch.json'), join(data, 'pentad.sqlite'))
  const log = openLogStore(store, marker, now)
  const { epoch, origin, reason, size } = log.current()
  if (reason === 'restored' && size <= 1)
    messages.warn({ epoch, origin }, 'the data folder was restored or copied: a new log of receipts begins')
  const keys = createKeyRing({
    ...{ store, runner: signing, now, path: join(folder, 'keys.json') },
    passphrases: passphraseFile(join(folder, 'passphrase')),
  })
  const book = createReceiptBook({ store, keys, log, runner: signing, latestPulse: () => null, now })
  return { keys, book, log, checkpoints: createCheckpoints({ log, keys, runner: signing, now }) }
}
