import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLedger, type Ledger } from '../../../main/account/ledger'
import { AppError } from '../../../main/contract/model/errors'
import { LedgerTransaction } from '../../../main/contract/service/account'
import type { Store } from '../../../main/store/store'
import { openMemoryStore } from '../store/memory-store'

const TOKEN = 1_000_000
const JOB = '00000000-0000-4000-8000-000000000001'
const KEY = '00000000-0000-4000-8000-000000000009'

let store: Store
let ledger: Ledger
beforeEach(() => {
  store = openMemoryStore()
  ledger = createLedger(store, () => Date.UTC(2026, 10, 21))
})
afterEach(() => store.close())

const balance = () => ledger.balance('compute_token')

describe('the ledger', () => {
  it('starts with nothing', () => {
    expect(balance()).toEqual({ available: 0, reserved: 0, spent: 0, purchased: 0 })
    ledger.verify()
  })

  it('reserves, settles for a part, and gives the rest back', () => {
    ledger.purchase('compute_token', 10 * TOKEN)
    ledger.reserve('compute_token', { amount: 6 * TOKEN, reference: JOB, key_id: KEY })
    expect(balance()).toEqual({ available: 4, reserved: 6, spent: 0, purchased: 10 })
    expect(ledger.settle(JOB, 5 * TOKEN)).toBe(true)
    expect(balance()).toEqual({ available: 5, reserved: 0, spent: 5, purchased: 10 })
  })

  it('ends a hold once, however often it is asked to', () => {
    ledger.purchase('compute_token', TOKEN)
    ledger.reserve('compute_token', { amount: TOKEN, reference: JOB, key_id: KEY })
    expect([ledger.release(JOB), ledger.release(JOB), ledger.settle(JOB, 1)]).toEqual([true, false, false])
    expect(balance()).toEqual({ available: 1, reserved: 0, spent: 0, purchased: 1 })
  })

  it('refuses what is not there, telling what is required and available', () => {
    ledger.purchase('compute_token', TOKEN)
    let refusal: unknown
    try {
      ledger.reserve('compute_token', { amount: 1.5 * TOKEN, reference: JOB, key_id: KEY })
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(AppError)
    expect(refusal).toMatchObject({ code: 'insufficient_tokens', details: { required: 1.5, available: 1 } })
    expect(balance().reserved).toBe(0)
  })

  it('keeps units apart', () => {
    ledger.purchase('entropy_credit', 3 * TOKEN)
    expect(balance().available).toBe(0)
    expect(ledger.balance('entropy_credit').available).toBe(3)
  })

  it('holds nothing for what is free', () => {
    ledger.reserve('compute_token', { amount: 0, reference: JOB, key_id: KEY })
    expect(ledger.list({ limit: 10 }, undefined).items).toEqual([])
  })

  it.each([Number.NaN, -1, 0.5, 2 ** 60])('takes no amount of %s', amount => {
    expect(() => ledger.purchase('compute_token', amount)).toThrow(RangeError)
    expect(() => ledger.reserve('compute_token', { amount, reference: JOB, key_id: KEY })).toThrow(RangeError)
  })

  it('is undone with the transaction that it is part of', () => {
    ledger.purchase('compute_token', TOKEN)
    const failing = store.db.transaction(() => {
      ledger.reserve('compute_token', { amount: TOKEN, reference: JOB, key_id: KEY })
      throw new Error('later')
    })
    expect(failing).toThrow('later')
    expect(balance()).toEqual({ available: 1, reserved: 0, spent: 0, purchased: 1 })
    ledger.verify()
  })

  it('lists movements newest first in pages, for a key its own only', () => {
    ledger.purchase('compute_token', 5 * TOKEN)
    ledger.reserve('compute_token', { amount: TOKEN, reference: JOB, key_id: KEY })
    ledger.settle(JOB, TOKEN)
    const first = ledger.list({ limit: 2 }, undefined)
    expect(first.items.map(item => LedgerTransaction.strict().parse(item).kind)).toEqual(['settle', 'reserve'])
    const rest = ledger.list({ limit: 2, cursor: first.next_cursor! }, undefined)
    expect(rest.items.map(({ kind }) => kind)).toEqual(['purchase'])
    expect(rest.next_cursor).toBeNull()
    expect(ledger.list({ limit: 9 }, KEY).items).toHaveLength(2)
    expect(ledger.list({ limit: 9 }, JOB).items).toHaveLength(0)
    expect(ledger.list({ limit: 9, kind: 'settle', job_uuid: JOB }, KEY).items[0]!.entries).toEqual([
      { account: 'reserved', amount: -1 },
      { account: 'spent', amount: 1 },
    ])
  })
})

describe('a ledger that was tampered with', () => {
  it.each([
    ['a balance', `UPDATE ledger_balances SET amount = 7 WHERE account = 'spent'`],
    ['an entry', `UPDATE ledger_entries SET amount = amount + 1 WHERE account = 'available'`],
    ['a hold', `INSERT INTO ledger_holds VALUES ('x', 'compute_token', 5, NULL)`],
  ])('is found out by %s', (_, sql) => {
    ledger.purchase('compute_token', TOKEN)
    ledger.verify()
    store.db.exec(sql)
    expect(() => ledger.verify()).toThrow()
  })

  it('cannot be overdrawn even around this code', () => {
    expect(() => store.db.exec(`UPDATE ledger_balances SET amount = -1 WHERE account = 'available'`)).toThrow(/CHECK/)
  })
})

type Step =
  | { do: 'purchase'; amount: number }
  | { do: 'reserve'; job: number; amount: number }
  | { do: 'settle'; job: number; part: number }
  | { do: 'release'; job: number }

const job = fc.nat(4)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('purchase' as const), amount: fc.integer({ min: 1, max: 1000 }) }),
  fc.record({ do: fc.constant('reserve' as const), job, amount: fc.nat(600) }),
  fc.record({ do: fc.constant('settle' as const), job, part: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ do: fc.constant('release' as const), job }),
)

/** Slow reference: four numbers and a map. */
function play(steps: readonly Step[]) {
  const expected = { available: 0, reserved: 0, spent: 0, purchased: 0 }
  const holds = new Map<number, number>()
  const end = (which: number, spent: number, held: number) => {
    holds.delete(which)
    expected.reserved -= held
    expected.spent += spent
    expected.available += held - spent
  }
  for (const taken of steps) {
    if (taken.do === 'purchase') {
      ledger.purchase('compute_token', taken.amount)
      expected.available += taken.amount
      expected.purchased += taken.amount
    } else if (taken.do === 'reserve') {
      if (holds.has(taken.job)) continue
      const possible = taken.amount <= expected.available
      const reserve = () =>
        ledger.reserve('compute_token', { amount: taken.amount, reference: `job-${taken.job}`, key_id: null })
      if (!possible) expect(reserve).toThrow(AppError)
      else reserve()
      if (!possible || taken.amount === 0) continue
      holds.set(taken.job, taken.amount)
      expected.available -= taken.amount
      expected.reserved += taken.amount
    } else {
      const held = holds.get(taken.job)
      const spent = taken.do === 'settle' ? Math.floor((held ?? 0) * taken.part) : 0
      const ended =
        taken.do === 'settle' ? ledger.settle(`job-${taken.job}`, spent) : ledger.release(`job-${taken.job}`)
      expect(ended).toBe(held !== undefined)
      if (held !== undefined) end(taken.job, spent, held)
    }
    const shown = Object.fromEntries(
      Object.entries(balance()).map(([name, value]) => [name, Math.round(value * TOKEN)]),
    )
    expect(shown).toEqual(expected)
    ledger.verify()
  }
}

it('balances after every operation of any history, as four numbers and a map would', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), steps => {
      store.close()
      store = openMemoryStore()
      ledger = createLedger(store, Date.now)
      play(steps)
    }),
    { numRuns: 60 },
  )
})
