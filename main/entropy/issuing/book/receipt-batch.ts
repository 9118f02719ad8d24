/** Receipts of one batch: each names the one before it, all are signed at once and written in one transaction. */
import type { Receipt } from '../../../contract/entropy/receipt'
import { isDiskFull } from '../../../contract/model/disk-full'
import { AppError } from '../../../contract/model/errors'
import { isoTime } from '../../../contract/model/iso-time'
import type { Store } from '../../../store/store'
import type { Runner } from '../../../worker/runner'
import {
  NO_RECEIPT,
  type ReceiptClaims,
  receiptEntry,
  receiptHash,
  type UnloggedReceipt,
} from '../../evidence/receipts/receipt'
import { COMPOSITE_ALGORITHM } from '../../evidence/signatures/composite'
import type { OpenKeys } from '../keys/key-ring'
import type { SigningTasks } from '../signing/tasks'
import type { ChainOfReceipts, LogStore } from './log-store'

/** Fields that the book adds to a receipt; all others come from the draw. */
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

export interface WaitingReceipt {
  readonly draft: ReceiptDraft
  readonly commit: (receipt: Receipt) => void
  readonly resolve: (receipt: Receipt) => void
  readonly reject: (error: unknown) => void
}

interface BatchContext {
  /** The end of the log. */
  readonly end: ReturnType<LogStore['current']>
  readonly keys: OpenKeys
  readonly beacon: Receipt['beacon']
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Claims of a batch. Each names the hash of the signed bytes of the one before, without its signature, so that all can be signed at
 * once.
 */
export function chainedClaims(
  drafts: readonly ReceiptDraft[],
  { end, keys, beacon, now }: BatchContext,
): ReceiptClaims[] {
  const { epoch, serial, last_sha256, last_issued_at } = end
  const issued_at = isoTime(Math.max(now, last_issued_at, keys.not_before))
  let before = serial === 0 ? NO_RECEIPT : last_sha256
  return drafts.map((draft, at) => {
    const position = { epoch, serial: String(serial + at + 1), prev_receipt_sha256: before, issued_at, beacon }
    const claims: ReceiptClaims = { v: 1, ...draft, ...position }
    before = receiptHash({ ...claims, kid: keys.signing.kid, alg: COMPOSITE_ALGORITHM } as UnloggedReceipt)
    return claims
  })
}

/** Throws `signing_unavailable`. */
export async function signedReceipts(
  claims: readonly ReceiptClaims[],
  key: OpenKeys['signing'],
  runner: Runner<SigningTasks>,
): Promise<UnloggedReceipt[]> {
  try {
    const sign = (claim: ReceiptClaims) => runner.run('signReceipt', { claims: claim, key }, { always_queued: true })
    return await Promise.all(claims.map(sign))
  } catch (error) {
    if (error instanceof AppError && error.code === 'shutting_down') throw error
    const failure = new AppError('signing_unavailable', 'The receipt could not be signed', {
      details: { reason: 'signer_failed' },
    })
    throw Object.assign(failure, { cause: error })
  }
}

interface WrittenBatch {
  readonly receipts: readonly Receipt[]
  /** Error that the write of the next receipt threw; null where all are written. */
  readonly failure: { readonly error: unknown } | null
}

/** Within a transaction of the caller: receipts, what their callers write with them, and their log entries, up to the first that fails. */
export type WriteBatch = (batch: readonly WaitingReceipt[], signed: readonly UnloggedReceipt[]) => WrittenBatch

export function batchWriter({ db }: Pick<Store, 'db'>, log: LogStore): WriteBatch {
  const insert = db.prepare('INSERT INTO entropy_receipts (request_id, epoch, serial, receipt) VALUES (?, ?, ?, ?)')
  const writeOne = db.transaction((receipt: Receipt, commit: WaitingReceipt['commit']) => {
    insert.run(receipt.request_id, receipt.epoch, Number(receipt.serial), JSON.stringify(receipt))
    commit(receipt)
  })
  return (batch, signed) => {
    const { origin, size } = log.current()
    const receipts: Receipt[] = []
    let failure: WrittenBatch['failure'] = null
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
}

const endOf = (receipt: Receipt): ChainOfReceipts => ({
  serial: Number(receipt.serial),
  last_sha256: receiptHash(receipt),
  last_issued_at: Date.parse(receipt.issued_at),
})
