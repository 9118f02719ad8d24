import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ReceiptListQuery } from '../../../../../main/contract/entropy/issuing'
import type { Receipt } from '../../../../../main/contract/entropy/receipt'
import { receiptList } from '../../../../../main/entropy/issuing/book/receipt-list'
import { openStore } from '../../../../../main/store/store'
import { claimsOf, utcAt } from '../../evidence/issued'

const folder = mkdtempSync(join(tmpdir(), 'pentad-receipt-list-'))
const store = openStore({ dataDir: folder })
afterAll(() => {
  store.close()
  rmSync(folder, { recursive: true, force: true })
})
const MODES = ['source', 'policy', 'multi'] as const
const RECEIPTS = Array.from({ length: 4_300 }, (_, at): Receipt => {
  const claims = claimsOf(at + 1, null)
  const id = `urn:pentad:source:homodyne:${at % 7}`
  return {
    ...claims,
    mode: MODES[at % 3]!,
    sources: [...claims.sources, { ...claims.sources[0], id }],
    type: at % 1_000 === 0 ? 'stream_frame' : 'draw',
    kid: '',
    signature: '',
    alg: 'id-MLDSA65-Ed25519-SHA512',
    log: { origin: 'test', index: String(at) },
  }
})
const insert = store.db.prepare('INSERT INTO entropy_receipts (request_id, epoch, serial, receipt) VALUES (?, 1, ?, ?)')
store.db.pragma('foreign_keys = OFF')
store.db.transaction(() => {
  for (const receipt of RECEIPTS) insert.run(receipt.request_id, Number(receipt.serial), JSON.stringify(receipt))
})()
const list = receiptList(store)

function everyPage(query: object): { serials: string[]; pages: number } {
  const [serials, cursors] = [[] as string[], [] as string[]]
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = list(ReceiptListQuery.parse({ ...query, cursor }))
    serials.push(...page.items.map(({ serial }) => serial))
    cursor = page.next_cursor
    if (cursor !== null) cursors.push(cursor)
  }
  expect(new Set(cursors).size).toBe(cursors.length)
  return { serials, pages: cursors.length + 1 }
}

describe('the list of receipts', () => {
  it.each<[string, object, (receipt: Receipt) => boolean]>([
    ['all', { limit: 500 }, () => true],
    ['a mode', { mode: 'multi', limit: 400 }, ({ mode }) => mode === 'multi'],
    ['a type', { type: 'stream_frame', limit: 3 }, ({ type }) => type === 'stream_frame'],
    [
      'a source',
      { source: 'urn:pentad:source:homodyne:3', limit: 100 },
      ({ sources }) => sources.some(({ id }) => id.endsWith(':3')),
    ],
    [
      'a time, in any zone',
      { since: '2026-11-23T13:30:00+01:00', until: utcAt(1_850), limit: 20 },
      ({ issued_at }) => issued_at >= utcAt(1_800) && issued_at < utcAt(1_850),
    ],
    ['nothing that is there', { mode: 'custom' }, () => false],
  ])('answers %s, each once and newest first', (_, query, passes) => {
    const due = RECEIPTS.filter(passes).reverse()
    expect(everyPage(query).serials).toEqual(due.map(({ serial }) => serial))
  })

  it('looks at a bounded number of rows for a page, and says that it goes on', () => {
    expect(everyPage({ mode: 'custom' }).pages).toBe(3)
    expect(list(ReceiptListQuery.parse({ mode: 'custom' }))).toEqual({ items: [], next_cursor: '2301' })
  })
})
