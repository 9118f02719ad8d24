import type { KeyRecord } from '../../../contract/entropy/key-record'
import { AppError } from '../../../contract/model/errors'
import { canonicalJson } from '../../evidence/encoding/canonical-json'
import type { LogStore } from '../book/log-store'
import type { ReceiptBook } from '../book/receipt-book'
import type { KeyRing } from '../keys/key-ring'

/** The operator who asks. */
interface Operator {
  readonly name: string
  readonly key_id: string | null
}

/** Changes that an operator makes to the signing keys, each written to the audit log. */
export interface KeyChanges {
  /** Throws `signing_unavailable`; `conflict` for a new key where the current one is well. */
  change(action: 'rotate' | 'rekey', operator: Operator): Promise<KeyRecord>
  /** A key file of all secrets under a passphrase. Throws `signing_unavailable`. */
  export(passphrase: string, operator: Operator): Promise<Uint8Array>
}

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
  /** A time after the last receipt, even where the clock went back. */
  const time = () => Math.max(now(), log.current().last_issued_at + 1)

  async function rekey(): Promise<KeyRecord> {
    const isWell = await keys.open().then(
      () => true,
      () => false,
    )
    if (isWell)
      throw new AppError('conflict', 'The signing key can be used; rotate it instead', {
        details: { reason: 'signing_key_usable' },
      })
    const record = await keys.rekey(time())
    log.appendNote('rekey', new TextDecoder().decode(canonicalJson(record)))
    return record
  }

  const noted = (operator: Operator, action: string, { kid, not_before }: KeyRecord) =>
    audit(operator, { action: `signing_key.${action}`, subject: kid, change: { not_before } })

  return {
    change: (action, operator) =>
      book.between(async () => {
        const record = action === 'rotate' ? await keys.rotate(time()) : await rekey()
        noted(operator, action, record)
        return record
      }),
    async export(passphrase, operator) {
      const exported = await keys.exported(passphrase)
      noted(operator, 'export', keys.records().find(({ status }) => status === 'active')!)
      return exported
    },
  }
}
