import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { JobResult } from '../../../../main/contract/jobs'
import type { BitPlanes, Outcome } from '../../../../main/jobs/model/executor'
import { outcomesOf } from '../../../../main/jobs/tasks/outcome-table'
import { bitstrings, countsOf, drawShots, packPlanes } from '../../../../main/jobs/tasks/b8-shots'
import { alice, closeDesks, codeOf, openDesk, request, settle, shown } from '../fixture'

afterEach(closeDesks)

/** Shots as rows of bits, bit c of a row being classical bit c. */
const rows = fc.integer({ min: 1, max: 20 }).chain(clbits => {
  const row = fc.array(fc.constantFrom(0, 1), { minLength: clbits, maxLength: clbits })
  return fc.array(row, { minLength: 1, maxLength: 100 })
})
const textOf = (row: readonly number[]): string => [...row].reverse().join('')
const tally = (shots: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const shot of shots) counts[shot] = (counts[shot] ?? 0) + 1
  return counts
}

const textsOf = async (packed: Uint8Array, clbits: number): Promise<string[]> =>
  JSON.parse(Buffer.from(await bitstrings(packed, clbits, packed.length / Math.ceil(clbits / 8))).toString())
const draw = async (counts: Record<string, number>, clbits: number, seed: number): Promise<Uint8Array> =>
  drawShots(await outcomesOf(JSON.stringify(counts), clbits), seed)

function planesOf(shots: readonly (readonly number[])[]): BitPlanes {
  const [clbits, stride] = [shots[0]!.length, Math.ceil(shots.length / 64) * 8]
  const data = new Uint8Array(clbits * stride)
  for (const [shot, row] of shots.entries())
    for (const [bit, value] of row.entries()) data[bit * stride + (shot >> 3)]! |= value << (shot & 7)
  return { data, planes: clbits, shots: shots.length, stride }
}

describe('single shots', () => {
  it('keep their order and bits through planes and packing', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async shots => {
        const clbits = shots[0]!.length
        const packed = await packPlanes(planesOf(shots), clbits)
        expect(packed.length).toBe(shots.length * Math.ceil(clbits / 8))
        expect(await textsOf(packed, clbits)).toEqual(shots.map(textOf))
        expect(Object.fromEntries(await countsOf(planesOf(shots), clbits))).toEqual(tally(shots.map(textOf)))
      }),
    )
  })

  it('drawn from counts have those counts, and the same seed draws the same order', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.nat(), async (shots, seed) => {
        const [counts, clbits] = [tally(shots.map(textOf)), shots[0]!.length]
        const drawn = await draw(counts, clbits, seed)
        expect(tally(await textsOf(drawn, clbits))).toEqual(counts)
        expect(await draw(counts, clbits, seed)).toEqual(drawn)
      }),
    )
  })

  it('of a circuit without classical bits are empty, one for each shot', async () => {
    const drawn = await draw({ '': 3 }, 0, 1)
    expect(drawn).toHaveLength(0)
    expect(Buffer.from(await bitstrings(drawn, 0, 3)).toString()).toBe('["","",""]')
  })

  it('are drawn in an order that favours no place', async () => {
    let ones = 0
    for (let seed = 0; seed < 4000; seed++) ones += (await draw({ 0: 3, 1: 1 }, 1, seed))[0]!
    // 1000 expected, standard deviation 27; seeds are fixed, so this cannot flicker.
    expect(Math.abs(ones - 1000)).toBeLessThan(140)
  })
})

describe('the result of a job', () => {
  const done = async (outcome: Partial<Outcome>, num_clbits: number) => {
    const { jobs, waiting, store } = openDesk()
    const instructions = [{ name: 'measure', qubits: [0], clbits: [num_clbits - 1] }]
    const circuit = { num_qubits: 1, instructions }
    const { job_uuid } = await jobs.submit({ ...request, circuit }, alice)
    await settle()
    waiting[0]!.finish(outcome)
    await expect.poll(async () => (await shown(jobs, job_uuid, alice)).status).toBe('COMPLETED')
    return { jobs, job_uuid, store }
  }

  it('comes as counts, as memory and as b8 of an engine that only counts', async () => {
    const counts = new Map([
      ['00', 40],
      ['10', 60],
    ])
    const { jobs, job_uuid } = await done({ counts }, 2)
    const whole = JobResult.strict().parse(await jobs.result(job_uuid, alice, { format: 'memory' }))
    expect(whole).toMatchObject({ shot_order: 'drawn', counts: { '00': 40, '10': 60 }, noise: 'none', shots: 100 })
    expect(tally(whole.memory!)).toEqual({ '00': 40, '10': 60 })
    const packed = (await jobs.result(job_uuid, alice, { format: 'b8' })) as Uint8Array
    expect([...packed].map(byte => (byte === 2 ? '10' : '00'))).toEqual(whole.memory)
  })

  it('keeps the order in which a device executed its shots', async () => {
    const shots = Array.from({ length: 100 }, (_, shot) => [shot % 3 === 0 ? 1 : 0, shot % 7 === 0 ? 1 : 0])
    const { jobs, job_uuid, store } = await done({ counts: undefined as never, planes: planesOf(shots) }, 2)
    const whole = JobResult.strict().parse(await jobs.result(job_uuid, alice, { format: 'memory' }))
    expect(whole.shot_order).toBe('executed')
    expect(whole.memory).toEqual(shots.map(textOf))
    expect(whole.counts).toEqual(tally(shots.map(textOf)))
    expect(store.db.prepare('SELECT planes_file FROM job_results').pluck().get()).toMatch(/^[0-9a-f]{64}$/)
  })

  it('lies in a file when it is large', async () => {
    const counts = new Map(Array.from({ length: 2000 }, (_, at) => [at.toString(2).padStart(16, '0'), 1]))
    const { jobs, job_uuid, store } = await done({ counts, shots: 2000 }, 16)
    expect(store.db.prepare('SELECT counts, length(counts_file) AS hash FROM job_results').get()).toEqual({
      counts: null,
      hash: 64,
    })
    expect(await jobs.result(job_uuid, alice)).toMatchObject({ counts: Object.fromEntries(counts) })
  })

  it('that no JSON text can hold is refused as memory, and given as b8', async () => {
    const counts = new Map([['0'.repeat(10_000), 10_000]])
    const { jobs, job_uuid } = await done({ counts, shots: 10_000 }, 10_000)
    expect(await codeOf(() => jobs.result(job_uuid, alice, { format: 'memory' }))).toBe('result_too_large')
    expect(((await jobs.result(job_uuid, alice, { format: 'b8' })) as Uint8Array).length).toBe(12_500_000)
  })
})
