import { isoTime } from '../contract/model/iso-time'
import { type Page, pageOf, positionBefore } from '../contract/model/page'
import type {
  LEDGER_ACCOUNTS,
  LedgerKind,
  LedgerQuery,
  LedgerTransaction,
  LedgerUnit,
} from '../contract/service/account'
import type { Store } from '../store/store'

export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]
export interface LedgerEntry {
  readonly account: LedgerAccount
  /** Millionths, signed. */
  readonly amount: number
}
interface LedgerHold {
  readonly reference: string
  readonly unit: LedgerUnit
  readonly amount: number
  readonly key_id: string | null
}
interface TransactionHead {
  readonly unit: LedgerUnit
  readonly kind: LedgerKind
  readonly reference: string | null
  readonly key_id: string | null
  readonly at: number
}
type LedgerRow = TransactionHead & { transaction_id: number }

/** Reference of a run's ledger transactions; a job's reference is its bare id. */
export const runReference = (run_id: string): string => `${RUN}${run_id}`
const RUN = 'run:'

/**
 * The job, run or request that a transaction belongs to: credits pay for draws, tokens for jobs and runs. A purchase
 * belongs to none.
 */
const subjectOf = (reference: string | null, unit: LedgerUnit) => {
  if (unit === 'entropy_credit') return { job_uuid: null, run_id: null, request_id: reference }
  const run_id = reference?.startsWith(RUN) ? reference.slice(RUN.length) : null
  return { job_uuid: run_id === null ? reference : null, run_id, request_id: null }
}

const BALANCES_AGREE = `SELECT count(*) FROM ledger_balances AS b WHERE amount <> (
  SELECT coalesce(sum(e.amount), 0) FROM ledger_entries AS e JOIN ledger_transactions AS t USING (transaction_id)
  WHERE t.unit = b.unit AND e.account = b.account)`
const TRANSACTIONS_BALANCE = `SELECT count(*) FROM (
  SELECT transaction_id FROM ledger_entries GROUP BY transaction_id HAVING sum(amount) <> 0)`
const HOLDS_AGREE = `SELECT count(*) FROM ledger_balances AS b WHERE account = 'reserved' AND amount <> (
  SELECT coalesce(sum(h.amount), 0) FROM ledger_holds AS h WHERE h.unit = b.unit)`

/** The rows of the ledger; `ledger.ts` says what they mean. Amounts are integer millionths. */
interface LedgerTable {
  insert(head: TransactionHead, entries: readonly LedgerEntry[]): void
  amount(unit: LedgerUnit, account: LedgerAccount): number
  /** Sum over all accounts; always 0 in a sound ledger. */
  total(unit: LedgerUnit): number
  balances(unit: LedgerUnit): Record<LedgerAccount, number>
  hold(hold: LedgerHold): void
  held(reference: string): LedgerHold | null
  endHold(reference: string): void
  list(query: LedgerQuery, key_id: string | null | undefined): Page<LedgerTransaction>
  /**
   * Throws unless each balance is the sum of its entries, each transaction sums to zero, and each reserved balance is
   * the sum of its holds.
   */
  verify(): void
}

export function ledgerTable({ db }: Pick<Store, 'db'>): LedgerTable {
  const head = db.prepare('INSERT INTO ledger_transactions (unit, kind, reference, key_id, at) VALUES (?, ?, ?, ?, ?)')
  const line = db.prepare('INSERT INTO ledger_entries (transaction_id, account, amount) VALUES (?, ?, ?)')
  const pair = db.prepare('INSERT INTO ledger_entries (transaction_id, account, amount) VALUES (?, ?, ?), (?, ?, ?)')
  const balances = db.prepare<[LedgerUnit], LedgerEntry>('SELECT account, amount FROM ledger_balances WHERE unit = ?')
  const amount = db
    .prepare<[LedgerUnit, LedgerAccount], number>('SELECT amount FROM ledger_balances WHERE unit = ? AND account = ?')
    .pluck()
  const total = db.prepare<[LedgerUnit], number>('SELECT sum(amount) FROM ledger_balances WHERE unit = ?').pluck()
  const hold = db.prepare('INSERT INTO ledger_holds (reference, unit, amount, key_id) VALUES (?, ?, ?, ?)')
  const held = db.prepare<[string], LedgerHold>('SELECT * FROM ledger_holds WHERE reference = ?')
  const endHold = db.prepare('DELETE FROM ledger_holds WHERE reference = ?')
  const lines = db.prepare<[number], LedgerEntry>('SELECT account, amount FROM ledger_entries WHERE transaction_id = ?')
  const page = db.prepare<unknown[], LedgerRow>(
    `SELECT * FROM ledger_transactions WHERE transaction_id < @before
     AND (@all OR key_id IS @key_id) AND (@kind IS NULL OR kind = @kind) AND (@unit IS NULL OR unit = @unit) AND (@reference IS NULL OR reference = @reference)
     ORDER BY transaction_id DESC LIMIT @limit`,
  )

  const shown = ({ transaction_id, at, kind, unit, reference, key_id }: LedgerRow): LedgerTransaction => ({
    transaction_id,
    at: isoTime(at),
    kind,
    unit,
    ...subjectOf(reference, unit),
    key_id,
    entries: lines.all(transaction_id).map(({ account, amount }) => ({ account, amount: amount / 1e6 })),
  })

  return {
    insert({ unit, kind, reference, key_id, at }, entries) {
      const id = head.run(unit, kind, reference, key_id, at).lastInsertRowid
      const [first, second, ...rest] = entries
      // Most transactions have two entries; one statement for both halves the calls, whose cost counts here.
      if (first && second) pair.run(id, first.account, first.amount, id, second.account, second.amount)
      for (const { account, amount } of second ? rest : entries) line.run(id, account, amount)
    },
    amount: (unit, account) => amount.get(unit, account)!,
    total: unit => total.get(unit)!,
    balances: unit =>
      Object.fromEntries(balances.all(unit).map(({ account, amount }) => [account, amount])) as Record<
        LedgerAccount,
        number
      >,
    hold: ({ reference, unit, amount, key_id }) => void hold.run(reference, unit, amount, key_id),
    held: reference => held.get(reference) ?? null,
    endHold: reference => void endHold.run(reference),
    list({ limit, cursor, kind, unit, job_uuid, run_id, request_id }, key_id) {
      const rows = page.all({
        before: positionBefore(cursor),
        all: key_id === undefined ? 1 : 0,
        key_id: key_id ?? null,
        kind: kind ?? null,
        unit: unit ?? null,
        reference: (run_id && runReference(run_id.toLowerCase())) ?? (job_uuid ?? request_id)?.toLowerCase() ?? null,
        limit: limit + 1,
      })
      return pageOf(rows, { limit, positionOf: row => row.transaction_id, show: shown })
    },
    verify() {
      const count = (sql: string) => db.prepare<[], number>(sql).pluck().get()!
      if (count(BALANCES_AGREE) > 0) throw new Error('A balance is not the sum of its entries')
      if (count(TRANSACTIONS_BALANCE) > 0) throw new Error('A transaction does not sum to zero')
      if (count(HOLDS_AGREE) > 0) throw new Error('What is reserved is not the sum of the holds')
    },
  }
}
