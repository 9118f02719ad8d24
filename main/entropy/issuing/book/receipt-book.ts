import type { ReceiptListQuery } from '../../../contract/entropy/issuing'
import type { Receipt } from '../../../contract/entropy/receipt'
import { isDiskFull } from '../../../contract/model/disk-full'
import { AppError } from '../../../contract/model/errors'
import type { Page } from '../../../contract/model/page'
import { commitDurably } from '../../../store/deferred-commit'
import type { Store } from '../../../store/store'
import type { Runner } from '../../../worker/runner'
import { NO_RECEIPT, receiptEntry, receiptHash } from '../../evidence/receipts/receipt'
import { COMPOSITE_ALGORITHM } from '../../evidence/signatures/composite'
import type { KeyRing, OpenKeys } from '../keys/key-ring'
import type { SigningTasks } from '../signing/tasks'
import type { ChainOfReceipts, LogStore } from './log-store'
import { receiptList } from './receipt-list'

type UnloggedReceipt = Omit<Receipt, 'log'>
/** What the book adds to a draw; everything else is the draw's to say. */
type BookFields =
  | 'v'
  | 'epoch'
  | 'serial'
  | 'prev_receipt_sha256'
  | 'issued_at'
  | 'beacon'
  | 'kid'
  | 'alg'
  | 'signature'
export type ReceiptDraft = Omit<UnloggedReceipt, BookFields>
type ReceiptClaims = Omit<UnloggedReceipt, 'kid' | 'alg' | 'signature'>

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

interface WaitingReceipt {
  readonly draft: ReceiptDraft
  readonly commit: (receipt: Receipt) => void
  readonly resolve: (receipt: Receipt) => void
  readonly reject: (error: unknown) => void
}

/** Written in one transaction: it holds the event loop for a few milliseconds. */
const MOST_IN_BATCH = 32

export function createReceiptBook({ store, keys, log, runner, latestPulse, now }: BookOptions): ReceiptBook {
  const { db } = store
  const insert = db.prepare('INSERT INTO entropy_receipts (request_id, epoch, serial, receipt) VALUES (?, ?, ?, ?)')
  const byId = db.prepare<[string], string>('SELECT receipt FROM entropy_receipts WHERE request_id = ?').pluck()
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
      const batch = waiting.splice(0, MOST_IN_BATCH)
      try {
        await issueBatch(batch)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      schedule()
    })
  }

  /** Claims of a batch, each naming the one before it: the hash is of what is signed, so that all can be signed at once. */
  function chained(batch: readonly WaitingReceipt[], { signing, not_before }: OpenKeys): ReceiptClaims[] {
    const { epoch, serial, last_sha256, last_issued_at } = log.current()
    const issued_at = new Date(Math.max(now(), last_issued_at, not_before)).toISOString()
    const beacon = latestPulse()
    let before = serial === 0 ? NO_RECEIPT : last_sha256
    return batch.map(({ draft }, at) => {
      const place = { epoch, serial: String(serial + at + 1), prev_receipt_sha256: before, issued_at, beacon }
      const claims: ReceiptClaims = { v: 1, ...draft, ...place }
      before = receiptHash({ ...claims, kid: signing.kid, alg: COMPOSITE_ALGORITHM } as UnloggedReceipt)
      return claims
    })
  }

  async function sign(claims: readonly ReceiptClaims[], key: OpenKeys['signing']): Promise<UnloggedReceipt[]> {
    try {
      const task = (claim: ReceiptClaims) => runner.run('signReceipt', { claims: claim, key }, { patient: true })
      return await Promise.all(claims.map(task))
    } catch (error) {
      if (error instanceof AppError && error.code === 'shutting_down') throw error
      const failure = new AppError('signing_unavailable', 'The receipt could not be signed', {
        reason: 'signer_failed',
      })
      throw Object.assign(failure, { cause: error })
    }
  }

  interface Written {
    readonly receipts: readonly Receipt[]
    /** What the write of the next one threw; null where all are written. */
    readonly failure: { readonly error: unknown } | null
  }

  const writeOne = db.transaction((receipt: Receipt, commit: WaitingReceipt['commit']) => {
    insert.run(receipt.request_id, receipt.epoch, Number(receipt.serial), JSON.stringify(receipt))
    commit(receipt)
  })

  function write(batch: readonly WaitingReceipt[], signed: readonly UnloggedReceipt[]): Written {
    const { origin, size } = log.current()
    const receipts: Receipt[] = []
    let failure: Written['failure'] = null
    for (const [at, one] of signed.entries()) {
      const receipt: Receipt = { ...one, log: { origin, index: String(size + at) } }
      try {
        writeOne(receipt, batch[at]!.commit)
        receipts.push(receipt)
      } catch (error) {
        // SQLite may have ended the whole transaction.
        if (isDiskFull(error) || !db.inTransaction) throw error
        failure = { error }
        break
      }
    }
    if (receipts.length > 0) log.append(receipts.map(receiptEntry), endOf(receipts.at(-1)!))
    return { receipts, failure }
  }

  async function issueBatch(batch: readonly WaitingReceipt[]): Promise<void> {
    const open = await keys.open()
    const signed = await sign(chained(batch, open), open.signing)
    const { receipts, failure } = await commitDurably(store, () => write(batch, signed))
    for (const [at, receipt] of receipts.entries()) batch[at]!.resolve(receipt)
    if (!failure) return
    batch[receipts.length]!.reject(failure.error)
    // These named the one that was not written.
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

const endOf = (receipt: Receipt): ChainOfReceipts => ({
  serial: Number(receipt.serial),
  last_sha256: receiptHash(receipt),
  last_issued_at: Date.parse(receipt.issued_at),
})
