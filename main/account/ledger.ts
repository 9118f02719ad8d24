import { AppError } from '../contract/model/errors'
import type { Page } from '../contract/model/page'
import type { Balance, LedgerKind, LedgerQuery, LedgerTransaction, LedgerUnit } from '../contract/service/account'
import type { Store } from '../store/store'
import { type LedgerAccount, type LedgerEntry, ledgerTable } from './ledger-table'

/** Millionths per unit; stored amounts are integer millionths. */
const MICRO = 1_000_000

/** A price or an amount in whole units, as the nearest integer of millionths. */
export const microOf = (amount: number): number => Math.round(amount * MICRO)
export const wholeOf = (micro: number): number => micro / MICRO

interface Movement {
  /** Integer millionths. */
  readonly amount: number
  readonly reference: string
  readonly key_id: string | null
}

/**
 * The double-entry ledger of one account holder. Every call is one transaction, or joins the caller's open one: a
 * caller that catches an error of a call must roll that transaction back. Amounts are integer millionths.
 */
export interface Ledger {
  balance(unit: LedgerUnit): Balance
  purchase(unit: LedgerUnit, amount: number): void
  /**
   * Holds `amount` for `reference`; an amount of 0 holds nothing. Throws `insufficient_tokens` or
   * `insufficient_credits`, with the required and the available amount.
   */
  reserve(unit: LedgerUnit, movement: Movement): void
  /** Ends a hold: spends `amount` of it and gives back the rest. Without a hold it does nothing and returns false. */
  settle(reference: string, amount: number): boolean
  /** Ends a hold and gives all of it back. Without a hold it does nothing and returns false. */
  release(reference: string): boolean
  /**
   * Spends at once, without a hold. Throws `insufficient_credits` or `insufficient_tokens`, with the required and the
   * available amount.
   */
  spend(unit: LedgerUnit, movement: Movement): void
  /** Newest first; `key_id` undefined lists the transactions of all keys, null those of the account holder. */
  list(query: LedgerQuery, key_id: string | null | undefined): Page<LedgerTransaction>
  /**
   * Throws unless each balance is the sum of its entries, each transaction sums to zero, and each reserved balance is
   * the sum of its holds.
   */
  verify(): void
}

interface Posting {
  readonly unit: LedgerUnit
  readonly kind: LedgerKind
  readonly reference: string | null
  readonly key_id: string | null
  readonly entries: LedgerEntry[]
}

export function createLedger(store: Store, now: () => number): Ledger {
  const table = ledgerTable(store)

  function post({ unit, kind, reference, key_id, entries }: Posting) {
    const moved = entries.filter(({ amount }) => amount !== 0)
    if (moved.reduce((sum, { amount }) => sum + amount, 0) !== 0) throw new Error(`A ${kind} that does not balance`)
    table.insert({ unit, kind, reference, key_id, at: now() }, moved)
    const left = table.total(unit)
    if (left !== 0) throw new Error(`The ledger of ${unit} is out of balance by ${left} after a ${kind}`)
  }

  function purchase(unit: LedgerUnit, amount: number): void {
    needAmount(amount, 1)
    post({
      unit,
      kind: 'purchase',
      reference: null,
      key_id: null,
      entries: [entry('available', amount), entry('purchased', -amount)],
    })
  }

  function reserve(unit: LedgerUnit, { amount, reference, key_id }: Movement): void {
    needAmount(amount, 0)
    if (amount === 0) return
    const available = table.amount(unit, 'available')
    if (available < amount) throw insufficient(amount, available, unit)
    post({
      unit,
      kind: 'reserve',
      reference,
      key_id,
      entries: [entry('available', -amount), entry('reserved', amount)],
    })
    table.hold({ reference, unit, amount, key_id })
  }

  function spend(unit: LedgerUnit, { amount, reference, key_id }: Movement): void {
    needAmount(amount, 1)
    const available = table.amount(unit, 'available')
    if (available < amount) throw insufficient(amount, available, unit)
    post({ unit, kind: 'settle', reference, key_id, entries: [entry('available', -amount), entry('spent', amount)] })
  }

  function end(kind: 'settle' | 'release', reference: string, spent: number): boolean {
    const held = table.held(reference)
    if (!held) return false
    const { unit, amount, key_id } = held
    if (spent > amount) throw new Error(`${reference} settles ${spent} of a hold of ${amount}`)
    table.endHold(reference)
    const parts = [entry('reserved', -amount), entry('spent', spent), entry('available', amount - spent)]
    post({ unit, kind, reference, key_id, entries: parts })
    return true
  }

  const whole = <Args extends unknown[], Result>(work: (...args: Args) => Result) => {
    const transaction = store.db.transaction(work)
    // A savepoint within the caller's transaction would cost more than the rest of most calls.
    return (...args: Args): Result => (store.db.inTransaction ? work(...args) : transaction.immediate(...args))
  }

  return {
    balance: unit => shownBalance(table.balances(unit)),
    purchase: whole(purchase),
    reserve: whole(reserve),
    spend: whole(spend),
    settle: whole((reference: string, amount: number) => {
      needAmount(amount, 0)
      return end('settle', reference, amount)
    }),
    release: whole((reference: string) => end('release', reference, 0)),
    list: table.list,
    verify: table.verify,
  }
}

const entry = (account: LedgerAccount, amount: number): LedgerEntry => ({ account, amount })

function needAmount(amount: number, least: number): void {
  if (!Number.isSafeInteger(amount) || amount < least)
    throw new RangeError(`An amount must be an integer of millionths, at least ${least}, not ${amount}`)
}

/** `1 entropy credit`, `2.5 compute tokens`. */
const amountText = (amount: number, unit: LedgerUnit): string =>
  `${amount} ${unit.replace('_', ' ')}${amount === 1 ? '' : 's'}`

export function insufficient(required: number, available: number, unit: LedgerUnit = 'compute_token'): AppError {
  const details = { required: wholeOf(required), available: wholeOf(available) }
  return new AppError(
    unit === 'entropy_credit' ? 'insufficient_credits' : 'insufficient_tokens',
    `This takes ${amountText(details.required, unit)}; ${details.available} ${details.available === 1 ? 'is' : 'are'} available`,
    { details },
  )
}

const shownBalance = ({ available, reserved, spent, purchased }: Record<LedgerAccount, number>): Balance => ({
  available: wholeOf(available),
  reserved: wholeOf(reserved),
  spent: wholeOf(spent),
  // Equity account: its balance is minus everything ever bought. `0 -` avoids -0.
  purchased: wholeOf(0 - purchased),
})
