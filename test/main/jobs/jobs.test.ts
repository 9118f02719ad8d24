import { afterEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../../main/contract/account'
import type { Backend } from '../../../main/contract/backends'
import { AppError } from '../../../main/contract/errors'
import type { SubmitJob } from '../../../main/contract/jobs'
import { createJobs, type Jobs } from '../../../main/jobs/jobs'
import { createLog } from '../../../main/log/log'
import type { RunOptions, Simulator } from '../../../main/simulation/simulator'
import { openMemoryStore } from '../../../main/store/store'

const alice: Caller = { kind: 'key', key_id: '00000000-0000-4000-8000-000000000001', name: 'alice', roles: ['jobs'] }
const bob: Caller = { kind: 'key', key_id: '00000000-0000-4000-8000-000000000002', name: 'bob', roles: ['jobs'] }
const holder: Caller = {
  kind: 'session',
  key_id: null,
  name: 'account holder',
  roles: ['jobs', 'qec', 'entropy', 'operator'],
}

const request: SubmitJob = {
  backend: 'dev-a-mock',
  shots: 100,
  seed: 5,
  circuit: { num_qubits: 1, instructions: [{ name: 'measure', qubits: [0], clbits: [0] }] },
}

let price = 0.05
const backend = (backend_id: string) =>
  ({
    backend_id,
    mode: backend_id.endsWith('-mock') ? 'mock' : 'live',
    simulated: true,
    offline_reason: null,
    token_price_per_shot: price,
    limits: { max_qubits: 4, max_shots: 1_000_000, max_instructions: 50 },
  }) as Backend

const backends = {
  get(id: string): Backend {
    if (!/^dev-a(-mock)?$/.test(id)) throw new AppError('not_found', `No backend ${id}`)
    return backend(id)
  },
}

/** Each circuit waits until the test lets it finish or its signal aborts it. */
function gatedSimulator() {
  const waiting: { finish(): void; fail(): void; seed: bigint }[] = []
  const simulator = {
    statevector_engine: 'test-engine/1',
    runCircuit: (_: unknown, shots: number, seed: bigint, { signal }: RunOptions = {}) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        waiting.push({ finish: () => resolve(new Map([['0', shots]])), fail: () => reject(new Error('boom')), seed })
      }),
  } as unknown as Simulator
  return { simulator, waiting }
}

const settle = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)))

function start(store = openMemoryStore()) {
  const { simulator, waiting } = gatedSimulator()
  let clock = 1_000
  const jobs = createJobs({ store, backends, simulator, log: createLog('silent'), now: () => clock++ })
  opened.push(jobs)
  return { jobs, waiting, store }
}
const opened: Jobs[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(jobs => jobs.stop()))
})

const codeOf = (call: () => unknown) => {
  try {
    call()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return null
}

describe('a job', () => {
  it('goes from PENDING to COMPLETED and gives its counts', async () => {
    const { jobs, waiting } = start()
    const { job_uuid } = jobs.submit(request, alice)
    expect(codeOf(() => jobs.result(job_uuid, alice))).toBe('result_not_ready')
    waiting[0]!.finish()
    await settle()
    expect(jobs.get(job_uuid, alice)).toMatchObject({
      status: 'COMPLETED',
      mode: 'mock',
      engine: 'test-engine/1',
      runtime_ms: expect.any(Number),
    })
    expect(jobs.get(job_uuid, alice).timeline.map(({ status }) => status)).toEqual([
      'PENDING',
      'PROCESSING',
      'COMPLETED',
    ])
    expect(jobs.result(job_uuid, alice)).toMatchObject({ counts: { 0: 100 }, num_clbits: 1, seed: 5 })
  })

  it('waits behind another and then runs', async () => {
    const { jobs, waiting } = start()
    jobs.submit(request, alice)
    const second = jobs.submit(request, alice)
    expect(jobs.get(second.job_uuid, alice).status).toBe('WAITING')
    expect(jobs.queueLength('dev-a-mock')).toBe(2)
    waiting[0]!.finish()
    await settle()
    expect(jobs.get(second.job_uuid, alice).status).toBe('PROCESSING')
  })

  it('that breaks the engine is FAILED with a reason, and the next one runs', async () => {
    const { jobs, waiting } = start()
    const first = jobs.submit(request, alice)
    const second = jobs.submit(request, alice)
    waiting[0]!.fail()
    await settle()
    expect(jobs.get(first.job_uuid, alice)).toMatchObject({ status: 'FAILED', status_reason: { code: 'engine_error' } })
    expect(codeOf(() => jobs.result(first.job_uuid, alice))).toBe('job_failed')
    expect(jobs.get(second.job_uuid, alice).status).toBe('PROCESSING')
  })

  it('can be aborted while it runs and while it waits, but not after', async () => {
    const { jobs } = start()
    const first = jobs.submit(request, alice)
    const second = jobs.submit(request, alice)
    expect(jobs.abort(second.job_uuid, alice)).toMatchObject({ status: 'ABORTED', runtime_ms: null })
    expect(jobs.abort(first.job_uuid, alice)).toMatchObject({
      status: 'ABORTED',
      status_reason: { code: 'user_cancelled' },
    })
    await settle()
    expect(jobs.get(first.job_uuid, alice).status).toBe('ABORTED')
    expect(codeOf(() => jobs.abort(first.job_uuid, alice))).toBe('conflict')
    expect(codeOf(() => jobs.result(first.job_uuid, alice))).toBe('job_aborted')
    expect(jobs.running()).toBe(0)
  })

  it('of another key does not exist for this one, while the account holder sees all', () => {
    const { jobs } = start()
    const { job_uuid } = jobs.submit(request, alice)
    expect(codeOf(() => jobs.get(job_uuid, bob))).toBe('not_found')
    expect(codeOf(() => jobs.abort(job_uuid, bob))).toBe('not_found')
    expect(jobs.get(job_uuid, holder).job_uuid).toBe(job_uuid)
  })

  it('left unfinished by a stop runs again from its seed after the next start', async () => {
    const first = start()
    const { job_uuid } = first.jobs.submit(request, alice)
    const waits = first.jobs.submit({ ...request, seed: 6 }, alice)
    await first.jobs.stop()
    expect(first.jobs.get(job_uuid, alice).status).toBe('PROCESSING')

    const second = start(first.store)
    second.jobs.resume()
    second.waiting[0]!.finish()
    await settle()
    second.waiting[1]!.finish()
    await settle()
    expect(second.waiting.map(({ seed }) => seed)).toEqual([5n, 6n])
    expect(second.jobs.get(job_uuid, alice).timeline.map(({ status }) => status)).toEqual([
      'PENDING',
      'PROCESSING',
      'PENDING',
      'PROCESSING',
      'COMPLETED',
    ])
    expect(second.jobs.get(waits.job_uuid, alice).status).toBe('COMPLETED')
  })
})

describe('submit', () => {
  it.each([
    ['more shots than the backend takes', { ...request, shots: 1_000_001 }, '/shots'],
    [
      'more qubits than the backend has',
      { ...request, circuit: { ...request.circuit, num_qubits: 5 } },
      '/circuit/num_qubits',
    ],
  ])('refuses %s and leaves no job', (_, body, pointer) => {
    const { jobs } = start()
    let faults: unknown = null
    try {
      jobs.submit(body, alice)
    } catch (error) {
      faults = (error as AppError).faults
    }
    expect(faults).toMatchObject([{ pointer }])
    expect(jobs.list({ limit: 10 }, holder).items).toEqual([])
  })

  it('refuses an unknown backend', () => {
    const { jobs } = start()
    expect(codeOf(() => jobs.submit({ ...request, backend: 'nowhere' }, alice))).toBe('not_found')
  })

  it('refuses a live backend whose tokens the account has not, and leaves no job', () => {
    const { jobs } = start()
    const live = () => jobs.submit({ ...request, backend: 'dev-a' }, alice)
    expect(live).toThrow(/cost 5 compute tokens.*dev-a-mock is free/)
    expect(codeOf(live)).toBe('insufficient_tokens')
    expect(jobs.list({ limit: 10 }, holder).items).toEqual([])
  })

  it('refuses a live backend that is free but cannot execute', () => {
    const { jobs } = start()
    price = 0
    try {
      expect(codeOf(() => jobs.submit({ ...request, backend: 'dev-a' }, alice))).toBe('backend_offline')
    } finally {
      price = 0.05
    }
  })

  it.each([
    ['more bits than the engine counts', 1_000_000, [9_999], 26_843],
    ['a result of gigabytes', 20_000, Array.from({ length: 40 }, (_, bit) => 9_960 + bit), 6_710],
  ])('refuses %s, says how many shots would do, and takes those', (_, shots, clbits, most) => {
    const { jobs } = start()
    const instructions = clbits.map(bit => ({ name: 'measure', qubits: [0], clbits: [bit] }))
    const body = { ...request, circuit: { num_qubits: 1, instructions } }
    try {
      jobs.submit({ ...body, shots }, alice)
      expect.unreachable()
    } catch (error) {
      expect((error as AppError).faults).toMatchObject([
        { pointer: '/shots', message: expect.stringContaining(`at most ${most} shots`) },
      ])
    }
    expect(() => jobs.submit({ ...body, shots: most + 1 }, alice)).toThrow()
    expect(jobs.submit({ ...body, shots: most }, alice)).toHaveProperty('job_uuid')
  })

  it('chooses and records a seed when none is given', () => {
    const { jobs } = start()
    const { seed: _, ...unseeded } = request
    const { job_uuid } = jobs.submit(unseeded, alice)
    expect(Number.isSafeInteger(jobs.get(job_uuid, alice).seed)).toBe(true)
  })
})

describe('the list', () => {
  it('pages through everything once, newest first, and only the own jobs', () => {
    const { jobs } = start()
    const mine = Array.from({ length: 7 }, () => jobs.submit(request, alice).job_uuid)
    jobs.submit(request, bob)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = jobs.list({ limit: 3, cursor }, alice)
      seen.push(...page.items.map(({ job_uuid }) => job_uuid))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(mine.reverse())
  })

  it('filters by status and refuses a cursor that is not ours', () => {
    const { jobs } = start()
    jobs.submit(request, alice)
    jobs.submit(request, alice)
    expect(jobs.list({ limit: 10, status: 'WAITING' }, alice).items).toHaveLength(1)
    expect(codeOf(() => jobs.list({ limit: 10, cursor: '1 OR 1=1' }, alice))).toBe('invalid_request')
  })
})
