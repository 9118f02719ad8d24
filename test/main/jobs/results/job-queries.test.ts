import { afterEach, describe, expect, it } from 'vitest'
import { JobResult } from '../../../../main/contract/jobs/result'
import type { ExecutionResult } from '../../../../main/jobs/model/execution-result'
import { planesOf, tally, textOf } from '../bit-planes'
import { alice, bob, closeJobServices, codeOf, openJobService, request, settle, shown } from '../fixture'

afterEach(closeJobServices)

describe('the result of a job', () => {
  const done = async (outcome: Partial<ExecutionResult>, num_clbits: number) => {
    const { jobs, waiting, store } = openJobService()
    const instructions = [{ name: 'measure', qubits: [0], clbits: [num_clbits - 1] }]
    const circuit = { num_qubits: 1, instructions }
    const { job_uuid } = await jobs.submit({ ...request, circuit }, { caller: alice })
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
    const whole = JobResult.strict().parse(await jobs.result(job_uuid, alice, { query: { format: 'memory' } }))
    expect(whole).toMatchObject({ shot_order: 'drawn', counts: { '00': 40, '10': 60 }, noise: 'none', shots: 100 })
    expect(tally(whole.memory!)).toEqual({ '00': 40, '10': 60 })
    const packed = (await jobs.result(job_uuid, alice, { query: { format: 'b8' } })) as Uint8Array
    expect([...packed].map(byte => (byte === 2 ? '10' : '00'))).toEqual(whole.memory)
  })

  it('keeps the order in which a device executed its shots', async () => {
    const shots = Array.from({ length: 100 }, (_, shot) => [shot % 3 === 0 ? 1 : 0, shot % 7 === 0 ? 1 : 0])
    const { jobs, job_uuid, store } = await done({ counts: undefined as never, planes: planesOf(shots) }, 2)
    const whole = JobResult.strict().parse(await jobs.result(job_uuid, alice, { query: { format: 'memory' } }))
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
    expect(await codeOf(() => jobs.result(job_uuid, alice, { query: { format: 'memory' } }))).toBe('result_too_large')
    expect(((await jobs.result(job_uuid, alice, { query: { format: 'b8' } })) as Uint8Array).length).toBe(12_500_000)
  })
})

describe('the list', () => {
  it('pages through everything once, newest first, and only the own jobs', async () => {
    const { jobs } = openJobService()
    const mine: string[] = []
    for (let i = 0; i < 7; i++) mine.push((await jobs.submit(request, { caller: alice })).job_uuid)
    await jobs.submit(request, { caller: bob })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = jobs.list({ limit: 3, cursor }, alice)
      seen.push(...page.items.map(({ job_uuid }) => job_uuid))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(mine.reverse())
  })

  it('filters by each field and by all together, and refuses a cursor that is not ours', async () => {
    const { jobs } = openJobService()
    await jobs.submit({ ...request, name: 'Bell pair', tags: ['demo', '50%'] }, { caller: alice })
    const { job_uuid } = await jobs.submit({ ...request, name: 'bell again', tags: ['demo'] }, { caller: alice })
    await jobs.submit({ ...request, backend: 'dev-b-mock' }, { caller: alice })
    await settle()
    const found = (filter: object) => jobs.list({ limit: 10, ...filter }, alice).items.length
    expect(found({ status: 'WAITING' })).toBe(1)
    expect(found({ name: 'BELL' })).toBe(2)
    expect(found({ name: '%' })).toBe(0)
    expect(found({ tag: 'demo' })).toBe(2)
    expect(found({ tag: '50%' })).toBe(1)
    expect(found({ tag: 'dem' })).toBe(0)
    expect(found({ backend: 'dev-b-mock' })).toBe(1)
    expect(found({ mode: 'live' })).toBe(0)
    const { created_at } = await shown(jobs, job_uuid, alice)
    expect(found({ created_after: created_at })).toBe(2)
    expect(found({ created_before: created_at })).toBe(1)
    expect(found({ tag: 'demo', name: 'pair', status: 'PROCESSING', mode: 'mock', backend: 'dev-a-mock' })).toBe(1)
    expect(await codeOf(() => jobs.list({ limit: 10, cursor: '1 OR 1=1' }, alice))).toBe('invalid_request')
  })
})
