import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type GroupCommit, groupCommit } from '../../../main/store/group-commit'
import type { Store } from '../../../main/store/store'
import { openMemoryStore } from './memory-store'

let store: Store
let group: GroupCommit
beforeEach(() => {
  store = openMemoryStore()
  store.db.exec('CREATE TABLE t (n INTEGER NOT NULL UNIQUE)')
  group = groupCommit(store)
})
afterEach(() => {
  vi.restoreAllMocks()
  store.close()
})

const insert = (n: number) => () => Number(store.db.prepare('INSERT INTO t VALUES (?)').run(n).lastInsertRowid)
const turns = async () => {
  for (let turn = 0; turn < 4; turn++) await new Promise(resolve => setImmediate(resolve))
}
/** Each look at the clock finds it so much later: a transaction takes pieces as long as its slice of time has room. */
const clockAdvancesBy = (ms: number) => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += ms))
}
const rows = () => store.db.prepare('SELECT n FROM t ORDER BY rowid').pluck().all()

it('commits what is asked for in one turn of the event loop in one transaction, in order', async () => {
  clockAdvancesBy(0)
  const transactions = new Set<number>()
  const count = store.db.prepare('SELECT count(*) FROM t').pluck()
  const work = (n: number) => () => {
    transactions.add(Number(store.db.inTransaction))
    return [insert(n)(), count.get()]
  }
  const answers = await Promise.all([5, 3, 4].map(n => group.write(work(n))))
  // Each sees what was written before it in the same transaction.
  expect(answers).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ])
  expect([...transactions]).toEqual([1])
  expect(rows()).toEqual([5, 3, 4])
})

it('acknowledges nothing before the commit', async () => {
  let open: boolean | null = null
  await group.write(insert(1)).then(() => {
    open = store.db.inTransaction
  })
  expect(open).toBe(false)
})

it('undoes a part that throws and keeps the others', async () => {
  const failing = group.write(() => {
    insert(2)()
    throw new Error('no')
  })
  const all = await Promise.allSettled([group.write(insert(1)), failing, group.write(insert(3))])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(rows()).toEqual([1, 3])
})

it('undoes all that a part did before it threw, and what others did before they run once more', async () => {
  clockAdvancesBy(0)
  const half = () => {
    insert(2)()
    throw new Error('no')
  }
  const found: unknown[] = []
  const counting = () => {
    found.push(rows())
    return insert(9)()
  }
  const all = await Promise.allSettled([insert(1), counting, half, insert(2)].map(work => group.write(work)))
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(rows()).toEqual([1, 9, 2])
  expect(found).toEqual([[1], [1]])
})

it('acknowledges no write when the commit itself fails, and works again afterwards', async () => {
  const commit = () => {
    throw new Error('disk')
  }
  const broken = groupCommit({ db: store.db, deferred: { ...store.deferred, commit } })
  const lost = await Promise.allSettled([broken.write(insert(1)), broken.write(insert(2))])
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(rows()).toEqual([])
  await group.write(insert(7))
  expect(rows()).toEqual([7])
})

it('acknowledges no write before the disk has confirmed it, and lets writes that came meanwhile share the next wait', async () => {
  clockAdvancesBy(0)
  const waits: (() => void)[] = []
  const flushed = () => new Promise<void>(resolve => waits.push(resolve))
  const slow = groupCommit({ db: store.db, deferred: { ...store.deferred, flushed } })
  const answered: number[] = []
  const write = (n: number) => void slow.write(insert(n)).then(() => answered.push(n))
  write(1)
  await turns()
  for (const n of [2, 3]) write(n)
  await turns()
  // Committed, readable, and not acknowledged.
  expect([rows(), answered, waits.length]).toEqual([[1], [], 1])
  waits[0]!()
  await turns()
  expect([rows(), answered, waits.length]).toEqual([[1, 2, 3], [1], 2])
  waits[1]!()
  await slow.drained()
  expect(answered).toEqual([1, 2, 3])
})

it('acknowledges no write when the disk fails', async () => {
  const flushed = () => Promise.reject(new Error('EIO'))
  const broken = groupCommit({ db: store.db, deferred: { ...store.deferred, flushed } })
  await expect(broken.write(insert(1))).rejects.toThrow('EIO')
})

it('takes no further piece into a transaction whose slice of time is used up', async () => {
  clockAdvancesBy(3)
  const seen: unknown[] = []
  const counting = (n: number) => () => {
    insert(n)()
    seen.push([n, rows().length])
  }
  const flushes: unknown[] = []
  const flushed = () => Promise.resolve(void flushes.push(rows()))
  const counted = groupCommit({ db: store.db, deferred: { ...store.deferred, flushed } })
  await Promise.all([1, 2, 3].map(n => counted.write(counting(n))))
  expect(seen).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ])
  expect(flushes).toEqual([
    [1, 2],
    [1, 2, 3],
  ])
})

it('splits many at once over turns of the event loop, and reports when all of it is answered', async () => {
  const answered: unknown[] = []
  for (let n = 0; n < 500; n++) void group.write(insert(n)).then(row => answered.push(row))
  await group.drained()
  expect(rows()).toHaveLength(500)
  expect(answered).toHaveLength(500)
  const later = Array.from({ length: 500 }, (_, n) => group.write(insert(1000 + n)))
  await Promise.all(later)
  expect(rows()).toHaveLength(1000)
})
