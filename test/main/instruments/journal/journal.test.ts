import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Journal, openJournal } from '../../../../main/instruments/journal/journal'
import { linesBackwards } from '../../../../main/instruments/journal/lines-backwards'
import { segmentPath } from '../../../../main/instruments/journal/segments'
import { openCommandJournal } from '../../../../main/instruments/records/command-journal'

interface Entry {
  readonly sequence: number
  readonly at: string
  readonly text: string
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (more = {}) => openJournal<Entry>({ folder, limitBytes: 1e9, keepMs: 1e15, ...more })
const entry = (sequence: number, text = `entry ${sequence}`, at = sequence * 1_000): Entry => ({
  sequence,
  at: new Date(at).toISOString(),
  text,
})
const fill = async (journal: Journal<Entry>, from: number, to: number) => {
  for (let sequence = from; sequence <= to; sequence += 1) journal.append(entry(sequence), [])
  await journal.flushed()
}
const all = { limit: 10_000, matches: () => true }
const numbers = (items: readonly Entry[]) => items.map(({ sequence }) => sequence)
const segments = () => readdirSync(folder).filter(name => name.endsWith('.jsonl'))

describe('a journal', () => {
  it('gives back what was written, newest first, page by page', async () => {
    const journal = await open({ segmentBytes: 400 })
    await fill(journal, 1, 25)
    const seen: number[] = []
    let before: number | undefined
    do {
      const { items, next } = await journal.search({ ...all, limit: 7, before })
      seen.push(...numbers(items))
      before = next ?? undefined
    } while (before !== undefined)
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index))
    expect(segments().length).toBeGreaterThan(3)
  })

  it('counts on where an earlier start ended', async () => {
    await fill(await open(), 1, 5)
    const again = await open()
    expect(again.last).toBe(5)
    await fill(again, 6, 7)
    expect(numbers((await again.search(all)).items)).toEqual([7, 6, 5, 4, 3, 2, 1])
  })

  it('skips half a line that a crash left, also where it goes on behind it', async () => {
    const journal = await open()
    for (const sequence of [1, 2]) journal.append(entry(sequence), ['run'])
    await journal.flushed()
    const [name] = segments()
    for (const path of [join(folder, name!), join(folder, 'work', 'run.jsonl')])
      appendFileSync(path, '{"sequence":3,"at"')
    const again = await open()
    expect(again.last).toBe(2)
    again.append(entry(3), ['run'])
    await again.flushed()
    expect(numbers((await again.search(all)).items)).toEqual([3, 2, 1])
    expect(numbers((await again.search({ ...all, work: 'run' })).items)).toEqual([3, 2, 1])
  })

  it('removes the oldest beyond its bytes and its age, and keeps what belongs to a run', async () => {
    let now = 0
    const journal = await open({ segmentBytes: 300, limitBytes: 1_500, now: () => now })
    for (let sequence = 1; sequence <= 60; sequence += 1) {
      journal.append(entry(sequence), sequence < 3 ? ['run-1'] : [])
      await journal.flushed()
    }
    const kept = numbers((await journal.search(all)).items)
    expect(kept[0]).toBe(60)
    expect(kept.length).toBeLessThan(40)
    now = 100_000
    const later = await open({ keepMs: 5_000, now: () => now })
    expect(segments()).toHaveLength(1)
    expect(numbers((await later.search({ ...all, work: 'run-1' })).items)).toEqual([2, 1])
  })

  it('of commands keeps 30 days and 1 GB', async () => {
    const DAY_MS = 86_400_000
    const of = (first: number, days: number, bytes: number) => {
      const path = segmentPath(folder, first, Date.now() - days * DAY_MS)
      // Holes take no space on the disk.
      writeFileSync(path, '')
      truncateSync(path, bytes)
      return basename(path)
    }
    const names = [of(1, 45, 10), of(2, 31, 10), of(3, 29, 500e6), of(4, 20, 400e6), of(5, 10, 99e6), of(6, 1, 10)]
    await openCommandJournal(folder, message => expect.fail(message))
    expect(segments(), 'those after the 30th day, with the one that reaches into it').toEqual(names.slice(1))
    const more = of(7, 0, 2e6)
    await openCommandJournal(folder, message => expect.fail(message))
    expect(segments(), 'the oldest until no more than 1 GB is left').toEqual([...names.slice(3), more])
  })

  it('searches between two moments', async () => {
    const journal = await open({ segmentBytes: 300 })
    await fill(journal, 1, 20)
    expect(numbers((await journal.search({ ...all, from: 5_000, to: 8_000 })).items)).toEqual([8, 7, 6, 5])
  })

  it('answers a short page of a long search, and goes on from there', async () => {
    const journal = await open()
    for (let sequence = 1; sequence <= 4_000; sequence += 1) journal.append(entry(sequence, 'x'.repeat(200)), ['run'])
    const wanted = { limit: 5, matches: ({ sequence }: Entry) => sequence === 2, mostBytes: 200_000, work: 'run' }
    let [pages, before, found]: [number, number | undefined, Entry[]] = [0, undefined, []]
    do {
      const { items, next } = await journal.search({ ...wanted, before })
      found = [...found, ...items]
      before = next ?? undefined
      pages += 1
    } while (before !== undefined)
    expect(numbers(found)).toEqual([2])
    expect(pages).toBeGreaterThan(3)
    expect(pages).toBeLessThan(30)
  })

  it('reports once that the disk takes nothing, and goes on', async () => {
    const reported: string[] = []
    const journal = await open({ onProblem: (message: string) => reported.push(message) })
    rmSync(folder, { recursive: true })
    await fill(journal, 1, 2)
    await fill(journal, 3, 4)
    expect(reported).toHaveLength(1)
    expect(journal.lost).toBe(4)
  })

  it('keeps ids that are no file names out of the file system', async () => {
    const journal = await open()
    journal.append(entry(1), ['../../etc/passwd'])
    await journal.flushed()
    expect(readdirSync(join(folder, 'work'))[0]).toMatch(/^sha256-[0-9a-f]{64}\.jsonl$/)
    expect(numbers((await journal.search({ ...all, work: '../../etc/passwd' })).items)).toEqual([1])
  })
})

describe('lines from the end of a file', () => {
  it('are the same as from its beginning, turned round, whatever their lengths', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `${index}:${'é'.repeat(index % 331)}`)
    const path = join(folder, 'lines')
    writeFileSync(path, `${lines.join('\n')}\n`)
    const found: string[] = []
    for await (const batch of linesBackwards(path)) found.push(...batch)
    expect(found).toEqual(lines.toReversed())
  })

  it('are none where there is no file', async () => {
    expect(existsSync(join(folder, 'none'))).toBe(false)
    for await (const batch of linesBackwards(join(folder, 'none'))) expect(batch).toEqual([])
  })
})
