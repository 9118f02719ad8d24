import type { LEDGER_ACCOUNTS, LedgerKind, LedgerQuery, LedgerTransaction, LedgerUnit } from '../contract/service/account'
import { AppError } from '../contract/model/errors'
import type { Store } from '../store/store'

export type Account = (typeof LEDGER_ACCOUNTS)[number]
export interface Entry {
  readonly account: Account
  /** Millionths, signed. */
  readonly amount: number
}
export interface Hold {
  readonly reference: string
  readonly unit: LedgerUnit
  readonly amount: number
  readonly key_id: string | null
}
interface Head {
  readonly unit: LedgerUnit
  readonly kind: LedgerKind
  readonly reference: string | null
  readonly key_id: string | null
  readonly at: number
}
type Row = Head & { transaction_id: number }

const BALANCES_AGREE = `SELECT count(*) FROM ledger_balances AS b WHERE amount <> (
  SELECT coalesce(sum(e.amount), 0) FROM ledger_entries AS e JOIN ledger_transactions AS t USING (transaction_id)
  WHERE t.unit = b.unit AND e.account = b.account)`
const TRANSACTIONS_BALANCE = `SELECT count(*) FROM (
  SELECT transaction_id FROM ledger_entries GROUP BY transaction_id HAVING sum(amount) <> 0)`
const HOLDS_AGREE = `SELECT count(*) FROM ledger_balances AS b WHERE account = 'reserved' AND amount <> (
  SELECT coalesce(sum(h.amount), 0) FROM ledger_holds AS h WHERE h.unit = b.unit)`

/** The rows of the ledger; what they mean is for `ledger.ts`. */
export function ledgerTable({ db }: Store) {
  const head = db.prepare('INSERT INTO ledger_transactions (unit, kind, reference, key_id, at) VALUES (?, ?, ?, ?, ?)')
  const line = db.prepare('INSERT INTO ledger_entries (transaction_id, account, amount) VALUES (?, ?, ?)')
  const pair = db.prepare('INSERT INTO ledger_entries (transaction_id, account, amount) VALUES (?, ?, ?), (?, ?, ?)')
  const balances = db.prepare<[LedgerUnit], Entry>('SELECT account, amount FROM ledger_balances WHERE unit = ?')
  const amount = db
    .prepare<[LedgerUnit, Account], number>('SELECT amount FROM ledger_balances WHERE unit = ? AND account = ?')
    .pluck()
  const total = db.prepare<[LedgerUnit], number>('SELECT sum(amount) FROM ledger_balances WHERE unit = ?').pluck()
  const hold = db.prepare('INSERT INTO ledger_holds (reference, unit, amount, key_id) VALUES (?, ?, ?, ?)')
  const held = db.prepare<[string], Hold>('SELECT * FROM ledger_holds WHERE reference = ?')
  const letGo = db.prepare('DELETE FROM ledger_holds WHERE reference = ?')
  const lines = db.prepare<[number], Entry>('SELECT account, amount FROM ledger_entries WHERE transaction_id = ?')
  const page = db.prepare<unknown[], Row>(
    `SELECT * FROM ledger_transactions WHERE transaction_id < @before
     AND (@all OR key_id IS @key_id) AND (@kind IS NULL OR kind = @kind) AND (@job IS NULL OR reference = @job)
     ORDER BY transaction_id DESC LIMIT @limit`,
  )

  const shown = ({ transaction_id, at, kind, unit, reference, key_id }: Row): LedgerTransaction => ({
    transaction_id,
    at: new Date(at).toISOString(),
    kind,
    unit,
    job_uuid: reference,
    key_id,
    entries: lines.all(transaction_id).map(({ account, amount }) => ({ account, amount: amount / 1e6 })),
  })

  return {
    insert({ unit, kind, reference, key_id, at }: Head, entries: readonly Entry[]): void {
      const id = head.run(unit, kind, reference, key_id, at).lastInsertRowid
      const [first, second, ...rest] = entries
      // Most have two; each is a row and an update of a balance, so that the call itself counts.
      if (first && second) pair.run(id, first.account, first.amount, id, second.account, second.amount)
      for (const { account, amount } of second ? rest : entries) line.run(id, account, amount)
    },
    amount: (unit: LedgerUnit, account: Account): number => amount.get(unit, account)!,
    /** Of all accounts: 0, or the ledger is wrong. */
    total: (unit: LedgerUnit): number => total.get(unit)!,
    balances: (unit: LedgerUnit) =>
      Object.fromEntries(balances.all(unit).map(({ account, amount }) => [account, amount])) as Record<Account, number>,
    hold: ({ reference, unit, amount, key_id }: Hold): void => void hold.run(reference, unit, amount, key_id),
    held: (reference: string): Hold | null => held.get(reference) ?? null,
    letGo: (reference: string): void => void letGo.run(reference),
    list({ limit, cursor, kind, job_uuid }: LedgerQuery, key_id: string | null | undefined) {
      const rows = page.all({
        before: beforeOf(cursor),
        all: key_id === undefined ? 1 : 0,
        key_id: key_id ?? null,
        kind: kind ?? null,
        job: job_uuid?.toLowerCase() ?? null,
        limit: limit + 1,
      })
      const items = rows.slice(0, limit).map(shown)
      return { items, next_cursor: rows.length > limit ? String(items.at(-1)!.transaction_id) : null }
    },
    verify(): void {
      const count = (sql: string) => db.prepare<[], number>(sql).pluck().get()!
      if (count(BALANCES_AGREE) > 0) throw new Error('A balance is not the sum of its entries')
      if (count(TRANSACTIONS_BALANCE) > 0) throw new Error('A transaction does not sum to zero')
      if (count(HOLDS_AGREE) > 0) throw new Error('What is reserved is not the sum of the holds')
    },
  }
}

function beforeOf(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER
  if (/^[1-9]\d{0,15}$/.test(cursor)) return Number(cursor)
  throw new AppError('invalid_request', 'The cursor is not one of ours', {}, [
    { pointer: '#query/cursor', message: 'pass next_cursor of the page before' },
  ])
}
