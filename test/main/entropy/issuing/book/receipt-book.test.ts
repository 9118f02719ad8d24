import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Receipt } from '../../../../../main/contract/entropy/receipt'
import { verifyEvidence } from '../../../../../main/entropy/evidence/verifier/verify'
import { openStore, type Store } from '../../../../../main/store/store'
import { draftOf, openedOn } from '../opened'

let folder = ''
let stores: Store[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-book-'))
})
afterEach(() => {
  for (const store of stores) store.close()
  stores = []
  rmSync(folder, { recursive: true, force: true })
})

function open(data = folder, now = Date.now) {
  const store = openStore({ dataDir: data })
  stores.push(store)
  return { store, ...openedOn(store, data, now) }
}

function close({ store }: { readonly store: Store }) {
  stores = stores.filter(one => one !== store)
  store.close()
}

const nothing = () => undefined
const issueMany = (book: ReturnType<typeof open>['book'], from: number, count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => book.issue(draftOf(from + at), nothing)))

/** What the offline verifier says of these documents, with the first key pinned. */
async function verdict(documents: readonly object[], kid: string) {
  const file = join(folder, 'evidence.jsonl')
  writeFileSync(file, documents.map(document => `${JSON.stringify(document)}\n`).join(''))
  const causes: string[] = []
  const exit = await verifyEvidence({
    paths: [file],
    keys: [kid],
    onFinding: one => one.cause && causes.push(one.cause),
  })
  return { exit, causes }
}

describe('the book of receipts', () => {
  it('issues receipts asked for at once as one chain that the offline verifier takes, with their proofs', async () => {
    const { book, checkpoints } = open()
    const receipts = await issueMany(book, 1, 40)
    expect(receipts.map(({ serial }) => Number(serial))).toEqual(receipts.map((_, at) => at + 1))
    for (const receipt of receipts) Receipt.parse(receipt)
    const keys = await checkpoints.keys()
    const proofs = await Promise.all([0, 31, 39].map(at => checkpoints.prove(receipts[at]!)))
    expect(await verdict([keys, ...receipts, ...proofs], keys.kid)).toEqual({ exit: 0, causes: [] })
    const swapped = [keys, receipts[1]!, receipts[0]!]
    expect((await verdict(swapped, keys.kid)).causes).toEqual(['receipt_chain_broken'])
    const { receipt } = proofs[0]!
    const lie = { ...proofs[0]!, receipt: { ...receipt, log: { ...receipt.log, index: '1' } } }
    expect((await verdict([keys, lie], keys.kid)).causes).toEqual(['inclusion_invalid'])
  })

  it('proves that a later log continues an earlier one, across a tile', async () => {
    let time = Date.now()
    const { book, checkpoints, log } = open(folder, () => time)
    await issueMany(book, 1, 3)
    const { size } = await checkpoints.latest()
    const others = Array.from({ length: 256 }, (_, at) => new Uint8Array(32).fill(at))
    log.append(others, log.current())
    await issueMany(book, 4, 4)
    time += 1_000
    const { size: grown } = await checkpoints.consistency(size).then(proof => {
      const [, count] = proof.new_checkpoint.split('\n')
      return { size: Number(count) }
    })
    expect([size, grown]).toEqual([3, 263])
    const keys = await checkpoints.keys()
    expect(await verdict([keys, await checkpoints.consistency(3)], keys.kid)).toEqual({ exit: 0, causes: [] })
    await expect(checkpoints.consistency(2)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('writes nothing of a receipt whose commit throws, and chains those after it anew', async () => {
    const { book, store, log } = open()
    await book.issue(draftOf(1), nothing)
    store.db.exec('CREATE TABLE beside (id TEXT)')
    const beside = store.db.prepare('INSERT INTO beside VALUES (?)')
    const results = await Promise.allSettled(
      [2, 3, 4, 5].map(number =>
        book.issue(draftOf(number), ({ request_id }) => {
          beside.run(request_id)
          if (number === 3) throw new Error('no credit')
        }),
      ),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    const issued = results.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    expect(issued.map(({ serial }) => serial)).toEqual(['2', '3', '4'])
    expect(store.db.prepare('SELECT count(*) FROM beside').pluck().get()).toBe(3)
    expect(book.of(draftOf(3).request_id)).toBeNull()
    expect(log.current()).toMatchObject({ size: 4, serial: 4 })
  })

  it('goes on with the chain and the keys after a restart', async () => {
    const first = open()
    const before = await issueMany(first.book, 1, 2)
    close(first)
    const second = open()
    const after = await issueMany(second.book, 3, 2)
    const keys = await second.checkpoints.keys()
    expect(keys.keys).toHaveLength(1)
    expect(await verdict([keys, ...before, ...after], keys.kid)).toEqual({ exit: 0, causes: [] })
  })

  it('never goes back behind the time of the last receipt', async () => {
    const store = openStore({ dataDir: folder })
    stores.push(store)
    let time = Date.parse('2026-11-23T12:00:00.000Z')
    const { book } = openedOn(store, folder, () => time)
    await book.issue(draftOf(1), nothing)
    time -= 3_600_000
    const { issued_at } = await book.issue(draftOf(2), nothing)
    expect(issued_at).toBe('2026-11-23T12:00:00.000Z')
  })

  it('begins a new log in a copied folder, whose first leaf is the old checkpoint', async () => {
    const first = open()
    await issueMany(first.book, 1, 2)
    const old = await first.checkpoints.latest()
    close(first)
    const copy = `${folder}-copy`
    cpSync(folder, copy, { recursive: true })
    const second = open(copy)
    expect(second.log.current()).toMatchObject({ epoch: 2, size: 1, serial: 0, reason: 'restored' })
    expect(second.log.current().origin).not.toBe(old.origin)
    const receipt = await second.book.issue(draftOf(3), nothing)
    expect(receipt).toMatchObject({ epoch: 2, serial: '1', log: { index: '1' } })
    const { origin } = second.log.current()
    expect(second.log.notes()).toEqual({ origin, notes: [{ index: 0, kind: 'checkpoint', text: old.note }] })
    close(second)
    rmSync(copy, { recursive: true })
    // The original goes on as if nothing had been.
    expect(open().log.current()).toMatchObject({ epoch: 1, size: 2 })
  })

  it('begins a new log where an older database was put back in place', async () => {
    const first = open()
    await issueMany(first.book, 1, 1)
    await first.checkpoints.latest()
    close(first)
    const [file, backup] = [join(folder, 'pentad.sqlite'), join(folder, 'backup')]
    copyFileSync(file, backup)
    const second = open()
    await issueMany(second.book, 2, 1)
    await second.checkpoints.latest()
    close(second)
    writeFileSync(file, readFileSync(backup))
    expect(open().log.current()).toMatchObject({ epoch: 2, serial: 0, size: 1 })
  })
})
