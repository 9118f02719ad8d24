/** Receipts issued durably, signed on two threads as in the service: hz × 32 receipts a second. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bench, describe } from 'vitest'
import { openThreadPools } from '../../../main/composition/thread-pools'
import { folderMarker } from '../../../main/entropy/issuing/book/folder-marker'
import { openLogStore } from '../../../main/entropy/issuing/book/log-store'
import { createReceiptBook } from '../../../main/entropy/issuing/book/receipt-book'
import { createKeyRing } from '../../../main/entropy/issuing/keys/key-ring'
import { passphraseFile } from '../../../main/entropy/issuing/keys/passphrase-file'
import { runEngines } from '../../../main/runs/sampling/frame-engine'
import { loadEngines } from '../../../main/simulation/engines'
import { openStore } from '../../../main/store/store'
import { draftOf } from '../../main/entropy/issuing/opened'

const folder = mkdtempSync(join(tmpdir(), 'pentad-bench-'))
const store = openStore({ dataDir: folder })
const { signing: runner } = openThreadPools(runEngines(loadEngines({ log: () => undefined })))
const log = openLogStore(store, folderMarker(join(folder, 'epoch.json'), join(folder, 'pentad.sqlite')), Date.now)
const passphrases = passphraseFile(join(folder, 'passphrase'))
const keys = createKeyRing({ store, path: join(folder, 'keys.json'), passphrases, runner, now: Date.now })
const book = createReceiptBook({ store, keys, log, runner, latestPulse: () => null, now: Date.now })

describe('receipts with log entries', () => {
  bench(
    'thirty-two callers at once',
    async () => {
      const drafts = Array.from({ length: 32 }, () => ({ ...draftOf(1), request_id: randomUUID() }))
      await Promise.all(drafts.map(draft => book.issue(draft, () => undefined)))
    },
    { time: 5_000 },
  )
})
