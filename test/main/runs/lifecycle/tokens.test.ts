import { describe, expect, it } from 'vitest'
import { createLedger, microOf } from '../../../../main/account/ledger'
import type { RunRequest } from '../../../../main/contract/runs/request'
import { Run, RunEstimate } from '../../../../main/contract/runs/run'
import type { Caller } from '../../../../main/contract/service/account'
import { checkedRunRequest } from '../../../../main/runs/planning/checked-request'
import { plannedShots, selectionShots } from '../../../../main/runs/planning/circuits'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import type { Simulator } from '../../../../main/simulation/model/simulator'
import type { Store } from '../../../../main/store/store'
import { openMemoryStore } from '../../store/memory-store'
import { caller, completed, MODULE, request } from '../laboratory'
import { codeOf, labs } from '../open-labs'

const PRICE = 0.05
const LIVE = { ...MODULE, backend_id: 'lab' }
/** In detection mode no shot waits for a conditional repeat: the planned shots are those that are executed. */
const asked = (change: Partial<RunRequest> = {}) =>
  request({ mode: 'detection', rounds: [1, 2], states: ['0', '+'], shots: 100, ...change })
/** Of the encoded circuit: 0, 1 and 2 rounds, two states. */
const ENCODED = 3 * 2 * 100
const SHOTS = plannedShots(checkedRunRequest(asked()), 9).total
const COST = SHOTS * PRICE

const lab = labs()

/** Sampling stops after so many circuits of baselines, until it is given up. */
function held(after: number) {
  const reference = createReferenceSimulator()
  let started = 0
  const simulator: Simulator = {
    ...reference,
    async sampleFrames(program, { shots, seed, ...options }) {
      if (program.qubits === 1 && started++ >= after)
        await new Promise<never>((_, reject) => {
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason))
        })
      return reference.sampleFrames(program, { shots, seed, ...options })
    },
  }
  return { simulator, started: () => started }
}

function paid(tokens: number, options: { simulator?: Simulator } = {}, store: Store = openMemoryStore()) {
  const ledger = createLedger(store, Date.now)
  if (tokens > 0) ledger.purchase('compute_token', microOf(tokens))
  const priceOf = (backend_id: string) => (backend_id === 'lab' ? PRICE : 0)
  const balance = () => {
    ledger.verify()
    return ledger.balance('compute_token')
  }
  return { ...lab({ ...options, pricing: { ledger, priceOf } }, store), ledger, balance }
}

const kindsOf = (ledger: ReturnType<typeof paid>['ledger'], run_id: string) =>
  ledger
    .list({ limit: 50, run_id }, undefined)
    .items.map(({ kind }) => kind)
    .reverse()

describe('a run on a live backend', () => {
  it('reserves its price for every shot of every circuit, and is charged for what it executed', async () => {
    const { runs, ledger, balance } = paid(COST + 1)
    const run = await runs.submit(LIVE, asked(), { owner: caller.key_id })
    expect(Run.parse(run).tokens).toEqual({
      price_per_shot: PRICE,
      shots_planned: SHOTS,
      reserved: COST,
      shots_executed: null,
      charged: null,
    })
    expect(balance()).toMatchObject({ available: 1, reserved: COST, spent: 0 })
    const record = await completed(runs, run)
    expect(record.tokens).toEqual({ price_per_shot: PRICE, shots_executed: SHOTS, charged: COST })
    expect(runs.get({ ...LIVE, run_id: run.run_id }).tokens).toMatchObject({ shots_executed: SHOTS, charged: COST })
    expect(balance()).toMatchObject({ available: 1, reserved: 0, spent: COST })
    expect(kindsOf(ledger, run.run_id)).toEqual(['reserve', 'settle'])
    expect(ledger.list({ limit: 1, run_id: run.run_id }, undefined).items[0]).toMatchObject({
      run_id: run.run_id,
      job_uuid: null,
    })
  })

  it('that corrects is charged for the wall times that its shots had, of at most what it reserved', async () => {
    const correcting = asked({ mode: 'correction' })
    const planned = plannedShots(checkedRunRequest(correcting), 9)
    const { runs, balance } = paid(planned.total * PRICE)
    const { tokens } = await completed(runs, await runs.submit(LIVE, correcting))
    expect(tokens!.shots_executed).toBeLessThanOrEqual(planned.total)
    expect(tokens!.shots_executed).toBeGreaterThan(planned.total - planned.wall_time)
    expect(balance()).toMatchObject({ reserved: 0, spent: tokens!.charged })
  })

  it('that cannot be paid is 402 with what is required and available, and leaves no run', async () => {
    const { runs, balance } = paid(COST - 1)
    await expect(runs.submit(LIVE, asked(), { owner: caller.key_id })).rejects.toMatchObject({
      code: 'insufficient_tokens',
      details: { required: COST, available: COST - 1 },
    })
    expect(runs.list({ limit: 10 }).items).toEqual([])
    expect(balance()).toMatchObject({ available: COST - 1, reserved: 0 })
  })

  it('that loses the race for the last tokens leaves no run either', async () => {
    const { runs, balance } = paid(COST)
    const both = await Promise.allSettled([runs.submit(LIVE, asked()), runs.submit(LIVE, asked())])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(runs.list({ limit: 10 }).items).toHaveLength(1)
    expect(balance()).toMatchObject({ available: 0, reserved: COST })
  })

  it('is shown its cost before: by an estimate at once, and with its prediction', async () => {
    const { runs, balance } = paid(COST - 1)
    const estimate = RunEstimate.parse(await runs.estimate(LIVE, asked()))
    const tokens = { price_per_shot: PRICE, shots: SHOTS, required: COST, available: COST - 1, sufficient: false }
    expect(estimate).toMatchObject({
      tokens,
      shots_by_kind: { encoded: ENCODED, baselines: 9 * ENCODED, pilot: 9 * 3 * 2 * selectionShots(100) },
    })
    expect(Object.values(estimate.shots_by_kind).reduce((sum, shots) => sum + shots)).toBe(SHOTS)
    expect((await runs.predict(LIVE, asked())).tokens).toEqual(tokens)
    expect(balance()).toMatchObject({ available: COST - 1, reserved: 0 })
  })

  it('that is aborted is charged for the shots executed by then, and gets the rest back', async () => {
    const { simulator, started } = held(5)
    const { runs, ledger, balance } = paid(COST, { simulator })
    const run = await runs.submit(LIVE, asked())
    await expect.poll(started).toBe(6)
    const aborted = await runs.abort({ ...LIVE, run_id: run.run_id }, caller)
    const { shots_executed, charged } = aborted.tokens!
    expect(shots_executed).toBeGreaterThan(0)
    expect(shots_executed).toBeLessThan(SHOTS / 2)
    expect(charged).toBeCloseTo(PRICE * shots_executed!, 9)
    expect(balance()).toMatchObject({ available: COST - charged!, reserved: 0, spent: charged })
    expect(kindsOf(ledger, run.run_id)).toEqual(['reserve', 'settle'])
  })

  it('that is aborted before it starts costs nothing', async () => {
    const { simulator, started } = held(0)
    const { runs, balance } = paid(2 * COST, { simulator })
    const [, waiting] = [await runs.submit(LIVE, asked()), await runs.submit(LIVE, asked())]
    await expect.poll(started).toBe(1)
    const { tokens } = await runs.abort({ ...LIVE, run_id: waiting.run_id }, caller)
    expect(tokens).toMatchObject({ shots_executed: 0, charged: 0 })
    expect(balance()).toMatchObject({ available: COST, reserved: COST, spent: 0 })
  })

  it('that breaks down is charged for the shots executed by then', async () => {
    const reference = createReferenceSimulator()
    let physical = 0
    const simulator: Simulator = {
      ...reference,
      async sampleFrames(program, options) {
        if (program.qubits === 1 && physical++ === 4) throw new Error('the engine broke')
        return reference.sampleFrames(program, options)
      },
    }
    const { runs, balance } = paid(COST, { simulator })
    const run = await runs.submit(LIVE, asked())
    await expect.poll(() => runs.get({ ...LIVE, run_id: run.run_id }).status).toBe('FAILED')
    const { shots_executed, charged } = runs.get({ ...LIVE, run_id: run.run_id }).tokens!
    expect(shots_executed).toBeGreaterThan(0)
    expect(charged).toBeCloseTo(PRICE * shots_executed!, 9)
    expect(balance()).toMatchObject({ available: COST - charged!, reserved: 0, spent: charged })
  })

  it('keeps its tokens over a stop, starts over, and is charged once', async () => {
    const store = openMemoryStore()
    const { simulator, started } = held(20)
    const first = paid(COST, { simulator }, store)
    const run = await first.runs.submit(LIVE, asked())
    await expect.poll(started).toBe(21)
    await first.runs.stop()
    expect(first.balance()).toMatchObject({ available: 0, reserved: COST, spent: 0 })
    const again = paid(0, {}, store)
    await again.runs.resume()
    await completed(again.runs, run)
    expect(again.balance()).toMatchObject({ available: 0, reserved: 0, spent: COST })
    expect(kindsOf(again.ledger, run.run_id)).toEqual(['reserve', 'settle'])
  })

  it('is replayed at the price of a run, and decoded again for nothing', async () => {
    const { runs, balance } = paid(2 * COST)
    const run = await runs.submit(LIVE, asked())
    await completed(runs, run)
    await runs.redecode({ ...LIVE, run_id: run.run_id }, { decoder: 'flag-map' })
    expect(balance()).toMatchObject({ available: COST, spent: COST })
    const replay = await runs.replay({ ...LIVE, run_id: run.run_id })
    expect(balance()).toMatchObject({ available: 0, reserved: COST })
    expect((await completed(runs, replay)).replay).toMatchObject({ identical: true })
    expect(balance()).toMatchObject({ available: 0, spent: 2 * COST })
    expect(await codeOf(() => runs.replay({ ...LIVE, run_id: run.run_id }))).toBe('insufficient_tokens')
  })

  it('shows its movements to the key that started it, and to no other', async () => {
    const { runs, ledger } = paid(COST)
    const key: Caller = { kind: 'key', key_id: crypto.randomUUID(), name: 'ci', roles: ['qec'] }
    await completed(runs, await runs.submit(LIVE, asked(), { owner: key.key_id }))
    expect(ledger.list({ limit: 10 }, key.key_id).items.map(({ kind }) => kind)).toEqual(['settle', 'reserve'])
    expect(ledger.list({ limit: 10 }, crypto.randomUUID()).items).toEqual([])
  })
})

describe('a run on a free backend', () => {
  it('needs no tokens and leaves no trace in the ledger, but counts its shots', async () => {
    const { runs, ledger } = paid(0)
    const run = await runs.submit(MODULE, asked())
    expect(run.tokens).toMatchObject({ price_per_shot: 0, shots_planned: SHOTS, reserved: 0 })
    const record = await completed(runs, run)
    expect(record.tokens).toEqual({ price_per_shot: 0, shots_executed: SHOTS, charged: 0 })
    expect(ledger.list({ limit: 10 }, undefined).items).toEqual([])
  })
})

describe('the shots of a plan', () => {
  it.each<[string, Partial<RunRequest>]>([
    ['one round and state', { rounds: 1, states: ['0'] }],
    ['detection', { mode: 'detection', rounds: [1], states: ['0'] }],
    ['a projective preparation', { preparation: 'projective', rounds: [2], states: ['1'] }],
    ['the fault-tolerant readout', { readout: 'fault-tolerant', rounds: [1], states: ['+', 'i'] }],
    ['the cyclic window', { protocol: 'cyclic-window', rounds: [1, 2], states: ['i'] }],
    ['decoupling', { dd: 'xy4', rounds: [1], states: ['-'] }],
  ])('are those that are executed, in %s', async (_, fields) => {
    const { runs } = paid(0)
    const run = await runs.submit(MODULE, request({ shots: 64, ...fields }))
    await completed(runs, run)
    const { shots_planned, shots_executed } = runs.get({ ...MODULE, run_id: run.run_id }).tokens!
    expect(shots_executed).toBe(shots_planned)
  })
})
