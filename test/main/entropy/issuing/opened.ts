/** Keys, book and log on a store that the caller holds, signing on the calling thread. */
import { join } from 'node:path'
import { createCheckpoints } from '../../../../main/entropy/issuing/book/checkpoints'
import { folderMarker } from '../../../../main/entropy/issuing/book/folder-marker'
import { openLogStore } from '../../../../main/entropy/issuing/book/log-store'
import type { ReceiptDraft } from '../../../../main/entropy/issuing/book/receipt-batch'
import { createReceiptBook } from '../../../../main/entropy/issuing/book/receipt-book'
import { createKeyRing } from '../../../../main/entropy/issuing/keys/key-ring'
import { passphraseFile } from '../../../../main/entropy/issuing/keys/passphrase-file'
import { signingTasks } from '../../../../main/entropy/issuing/signing/tasks'
import type { Store } from '../../../../main/store/store'
import { direct } from '../../../../main/worker/runner'
import { claimsOf } from '../evidence/issued'

export function openedOn(store: Store, folder: string, now: () => number = Date.now) {
  const runner = direct(signingTasks())
  const log = openLogStore(store, folderMarker(join(folder, 'epoch.json'), join(folder, 'pentad.sqlite')), now)
  const passphrases = passphraseFile(join(folder, 'passphrase'))
  const keys = createKeyRing({ store, path: join(folder, 'keys.json'), passphrases, runner, now })
  const book = createReceiptBook({ store, keys, log, runner, latestPulse: () => null, now })
  return { runner, log, keys, book, checkpoints: createCheckpoints({ log, keys, runner, now }) }
}

/** A draw that is distinguished by its number. */
export function draftOf(number: number): ReceiptDraft {
  const { v: _, epoch, serial, prev_receipt_sha256, issued_at, beacon, ...draft } = claimsOf(number, null)
  return draft
}
