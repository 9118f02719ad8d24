import type { KeyRecord } from '../../../contract/entropy/key-record'
import { AppError } from '../../../contract/model/errors'
import { canonicalJson } from '../../evidence/encoding/canonical-json'
import type { LogStore } from '../book/log-store'
import type { ReceiptBook } from '../book/receipt-book'
import type { KeyRing } from '../keys/key-ring'

/** Who asks. */
interface Operator {
  readonly name: string
  readonly key_id: string | null
}

/** Throws `signing_unavailable`; `conflict` for a new key where the current one is well. */
export type KeyChanges = (action: 'rotate' | 'rekey', operator: Operator) => Promise<KeyRecord>

interface KeyChangeOptions {
  readonly keys: KeyRing
  readonly book: Pick<ReceiptBook, 'between'>
  readonly log: LogStore
  readonly audit: (
    operator: Operator,
    entry: { readonly action: string; readonly subject: string; readonly change: Readonly<Record<string, unknown>> },
  ) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function createKeyChanges({ keys, book, log, audit, now }: KeyChangeOptions): KeyChanges {
  /** After the last receipt, also where the clock went back. */
  const time = () => Math.max(now(), log.current().last_issued_at + 1)

  async function rekey(): Promise<KeyRecord> {
    const isWell = await keys.open().then(
      () => true,
      () => false,
    )
    if (isWell)
      throw new AppError('conflict', 'The signing key is well; rotate it instead', { reason: 'signing_key_usable' })
    const record = await keys.rekey(time())
    log.appendNote('rekey', new TextDecoder().decode(canonicalJson(record)))
    return record
  }

  return (action, operator) =>
    book.between(async () => {
      const record = action === 'rotate' ? await keys.rotate(time()) : await rekey()
      audit(operator, {
        action: `signing_key.${action}`,
        subject: record.kid,
        change: { not_before: record.not_before },
      })
      return record
    })
}
