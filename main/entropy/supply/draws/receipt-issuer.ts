import type { Receipt } from '../../../contract/entropy/receipt'

/** A receipt before it has its place among the others. */
type ReceiptClaim = Omit<
  Receipt,
  'v' | 'epoch' | 'serial' | 'prev_receipt_sha256' | 'issued_at' | 'beacon' | 'kid' | 'alg' | 'signature' | 'log'
>

/** The part of the book of receipts that draws use. */
export interface ReceiptIssuer {
  /**
   * Signs; then writes receipt and log entry in one transaction with what `commit` writes, and resolves once that is on the
   * disk. Throws `signing_unavailable` and `storage_full`, and what `commit` throws: nothing is written then.
   */
  issue(draft: ReceiptClaim, commit: (receipt: Receipt) => void): Promise<Receipt>
  /** By `request_id`. */
  of(request_id: string): Receipt | null
  /** `reason` is a code, `message` a sentence. */
  ready(): { readonly ok: true } | { readonly ok: false; readonly reason: string; readonly message: string }
}
