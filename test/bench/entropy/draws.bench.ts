/**
 * Draws of 4096 bytes by a hundred keys at once, from pools that are filled meanwhile: with composite signatures on the two
 * threads of the service, charge, kept reply and log entry on the disk. hz × 100 draws a second; the target is 100. Says,
 * too, for how long the event loop was held meanwhile, beyond the millisecond at which that is looked at.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { bench, describe } from 'vitest'
import { createLedger } from '../../../main/account/ledger'
import { openThreadPools } from '../../../main/composition/thread-pools'
import type { Caller } from '../../../main/contract/service/account'
import { circulantByBigInt } from '../../../main/entropy/generation/extraction/circulant'
import { folderMarker } from '../../../main/entropy/issuing/book/folder-marker'
import { openLogStore } from '../../../main/entropy/issuing/book/log-store'
import { createReceiptBook } from '../../../main/entropy/issuing/book/receipt-book'
import { createKeyRing } from '../../../main/entropy/issuing/keys/key-ring'
import { passphraseFile } from '../../../main/entropy/issuing/keys/passphrase-file'
import { assessmentTasks } from '../../../main/entropy/supply/assessment/assessment-tasks'
import { createSupply } from '../../../main/entropy/supply/supply'
import { createLog } from '../../../main/log/log'
import { runEngines } from '../../../main/runs/sampling/frame-engine'
import { loadEngines } from '../../../main/simulation/engines'
import { openStore } from '../../../main/store/store'
import { direct } from '../../../main/worker/runner'
import { asClaimed, detector } from '../../main/entropy/supply/supplied'

const folder = mkdtempSync(join(tmpdir(), 'pentad-bench-'))
const store = openStore({ dataDir: folder })
const { signing: runner } = openThreadPools(runEngines(loadEngines({ log: () => undefined })))
const log = openLogStore(store, folderMarker(join(folder, 'epoch.json'), join(folder, 'pentad.sqlite')), Date.now)
const passphrases = passphraseFile(join(folder, 'passphrase'))
const keys = createKeyRing({ store, path: join(folder, 'keys.json'), passphrases, runner, now: Date.now })
const receipts = createReceiptBook({ store, keys, log, runner, latestPulse: () => null, now: Date.now })
const ledger = createLedger(store, Date.now)
ledger.purchase('entropy_credit', 1e15)
/** As much as the hundred draw at once of each, twice. */
const stock = { low: 524_288, high: 1_048_576, raw_bits: 64 }
const supply = createSupply({
  store,
  ledger,
  receipts,
  now: Date.now,
  log: createLog('silent'),
  full_after_ms: null,
  assessor: asClaimed,
  described: [detector('src-a', { stock }), detector('src-b', { stock })],
  simulated_by_default: true,
  kernel: circulantByBigInt,
  runner: direct(assessmentTasks),
  folder: join(folder, 'reply-keys'),
})
const callers = Array.from(
  { length: 100 },
  (_, at): Caller => ({
    kind: 'key',
    key_id: randomUUID(),
    name: `key ${at}`,
    roles: ['entropy'],
  }),
)

/** What a hundred take at once is there; a draw that finds too little is refused. */
async function filled(): Promise<void> {
  while (supply.levels().items.some(({ available }) => available < 50 * 4096)) await setTimeout(5)
}
await supply.sources.warm(supply.sources.all, 60_000)

const delay = monitorEventLoopDelay({ resolution: 1 })
const beyond = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - 1).toFixed(1)

describe('draws of 4096 bytes', () => {
  /** After the warm-up, and again at the end. */
  const report = () => {
    const quantiles = [50, 99, 99.9].map(percent => `p${percent} ${beyond(delay.percentile(percent))}`)
    const load = loadavg()[0]!.toFixed(1)
    process.stderr.write(`event loop held, ms: ${quantiles.join(', ')}, longest ${beyond(delay.max)}; load ${load}\n`)
    delay.reset()
  }
  bench(
    'a hundred keys at once',
    async () => {
      const draw = (caller: Caller, at: number) =>
        supply.draws.draw(
          { mode: 'source', bytes: 4096, id: at % 2 === 0 ? 'src-a' : 'src-b' },
          { caller, idempotency_key: randomUUID() },
        )
      await filled()
      delay.enable()
      await Promise.all(callers.map(draw))
      delay.disable()
    },
    { time: 5_000, teardown: report },
  )
})
