import type { ReceiptListQuery } from '../../../contract/entropy/issuing'
import type { Receipt } from '../../../contract/entropy/receipt'
import type { Page } from '../../../contract/model/page'
import { commitDurably } from '../../../store/deferred-commit'
import type { Store } from '../../../store/store'
import type { Runner } from '../../../worker/runner'
import type { KeyRing } from '../keys/key-ring'
import type { SigningTasks } from '../signing/tasks'
import type { LogStore } from './log-store'
import { batchWriter, chainedClaims, type ReceiptDraft, signedReceipts, type WaitingReceipt } from './receipt-batch'
import { receiptList } from './receipt-list'

export interface ReceiptBook {
  /**
   * Signs; then writes receipt and log entry in one transaction with what `commit` writes, and resolves once that is on the
   * disk. Throws `signing_unavailable` and `storage_full`, and what `commit` throws: nothing is written then.
   */
  issue(draft: ReceiptDraft, commit: (receipt: Receipt) => void): Promise<Receipt>
  /** By `request_id`. */
  of(request_id: string): Receipt | null
  ready(): ReturnType<KeyRing['state']>
  /** Newest first. */
  list(query: ReceiptListQuery): Page<Receipt>
  /** Runs `work` while no receipt is on its way; those that come meanwhile wait. */
  between<T>(work: () => Promise<T>): Promise<T>
}

export interface BookOptions {
  readonly store: Pick<Store, 'db' | 'deferred'>
  readonly keys: KeyRing
  readonly log: LogStore
  readonly runner: Runner<SigningTasks>
  /** The newest pulse of the beacon; null without one. */
  readonly latestPulse: () => Receipt['beacon']
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Receipts of one transaction, which holds the event loop for a few milliseconds. */
const MAX_IN_BATCH = 32

export function createReceiptBook({ store, keys, log, runner, latestPulse, now }: BookOptions): ReceiptBook {
  const byId = store.db.prepare<[string], string>('SELECT receipt FROM entropy_receipts WHERE request_id = ?').pluck()
  const write = batchWriter(store, log)
  const waiting: WaitingReceipt[] = []
  /** Batches and rotations, one after the other. */
  let last: Promise<unknown> = Promise.resolve()
  let scheduled = false

  function between<T>(work: () => Promise<T>): Promise<T> {
    const run = last.then(work, work)
    last = run.catch(() => undefined)
    return run
  }

  function schedule(): void {
    if (scheduled || waiting.length === 0) return
    scheduled = true
    void between(async () => {
      scheduled = false
      const batch = waiting.splice(0, MAX_IN_BATCH)
      try {
        await issueBatch(batch)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      schedule()
    })
  }

  async function issueBatch(batch: readonly WaitingReceipt[]): Promise<void> {
    const open = await keys.open()
    const context = { end: log.current(), keys: open, beacon: latestPulse(), now: now() }
    const claims = chainedClaims(
      batch.map(({ draft }) => draft),
      context,
    )
    const signed = await signedReceipts(claims, open.signing, runner)
    const { receipts, failure } = await commitDurably(store, () => write(batch, signed))
    for (const [at, receipt] of receipts.entries()) batch[at]!.resolve(receipt)
    if (!failure) return
    batch[receipts.length]!.reject(failure.error)
    // These receipts named the one that was not written, so they are made anew.
    waiting.unshift(...batch.slice(receipts.length + 1))
  }

  return {
    issue: (draft, commit) =>
      new Promise((resolve, reject) => {
        waiting.push({ draft, commit, resolve, reject })
        schedule()
      }),
    of(request_id) {
      const text = byId.get(request_id)
      return text === undefined ? null : (JSON.parse(text) as Receipt)
    },
    ready: keys.state,
    list: receiptList(store),
    between,
  }
}
