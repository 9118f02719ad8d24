/** Jobs on a sequencer twin from submit to their end, whatever happens to its line. */
import { afterEach, describe, expect, it } from 'vitest'
import { jobStates, REASONS } from '../../../main/contract/jobs/status'
import type { LineFault } from '../../../main/twins/faults/line-fault'
import { holderOf } from '../device/rack'
import { openMemoryStore } from '../store/memory-store'
import { device } from '../twins/sequencer/rig'
import { alice, backend, balance, counted, openJobService, shown } from './fixture'
import { BELL_JOB, closeLiveJobServices, openLiveJobService } from './live-lab'

afterEach(closeLiveJobServices)

async function opened(store = openMemoryStore()) {
  const { lab, service } = await openLiveJobService(store)
  const submit = async () => (await service.jobs.submit(BELL_JOB, { caller: alice })).job_uuid
  const job = (id: string) => shown(service.jobs, id, alice)
  const ended = async (id: string) => {
    await expect.poll(async () => jobStates.isTerminal((await job(id)).status)).toBe(true)
    return job(id)
  }
  return { ...lab, ...service, service, store, submit, job, ended, device: lab.devices.deviceOf('dev-b')! }
}

describe('a job on a device', () => {
  it('stores its shots as they came and charges those that count', async () => {
    const lab = await opened()
    const id = await lab.submit()
    expect(await lab.ended(id)).toMatchObject({ status: 'COMPLETED', tokens: { charged: 15 } })
    const result = await counted(lab.jobs, id, alice)
    expect(result).toMatchObject({ shots: 300, shot_order: 'executed', lost_shots: 0, simulated: true })
    expect(result.sequencers[0]!.programs[0]!.batches).toHaveLength(3)
    expect(lab.device.busy()).toBe(false)
  })

  it('is refused by line and column of its OpenQASM where physical qubits have no coupling', async () => {
    const { jobs } = await opened()
    const coupled = new Set(device.profile.couplings.flatMap(([a, b]) => [`${a}-${b}`, `${b}-${a}`]))
    const all = device.profile.qubits.map(({ index }) => index)
    const pairs = all.flatMap(one => all.map(other => [one, other] as const))
    const [a, apart] = pairs.find(([one, other]) => one !== other && !coupled.has(`${one}-${other}`))!
    const lines = [
      'OPENQASM 3.0;',
      'include "stdgates.inc";',
      'bit c;',
      `h $${a};`,
      `  cz $${a}, $${apart};`,
      `c = measure $${a};`,
    ]
    const text = lines.join('\n')
    const place = { line: 5, column: 3, message: expect.stringContaining('not coupled') }
    const submitted = jobs.submit({ backend: 'dev-b', shots: 10, text }, { caller: alice })
    await expect(submitted).rejects.toMatchObject({ faults: [{ pointer: '/text', ...place }] })
    const circuits = [{ text: text.replace(`  cz $${a}, $${apart};\n`, '') }, { text }]
    const batch = jobs.submit({ backend: 'dev-b', shots: 10, circuits }, { caller: alice })
    await expect(batch).rejects.toMatchObject({ faults: [{ pointer: '/circuits/1/text', ...place }] })
  })

  it('is refused where it would be ended for its length, with the shots that would do', async () => {
    const { executors } = await opened()
    const limits = { ...backend('dev-b').limits, max_runtime_s: 0.03, max_shots: 100_000 }
    const backends = { get: (id: string) => ({ ...backend(id), limits }) }
    const { jobs, ledger } = openJobService(openMemoryStore(), { executors, now: Date.now, backends })
    ledger.purchase('compute_token', 1e12)
    const faultOf = (shots: number) =>
      jobs.submit({ ...BELL_JOB, shots }, { caller: alice }).then(
        () => null,
        ({ faults: [{ pointer, message }] }) => ({ pointer, message }),
      )
    const fault = (await faultOf(10_000))!
    expect(fault.pointer).toBe('/shots')
    const [, most] = /more than the 0.03 s that a job may take: at most (\d+) shots would do$/.exec(fault.message)!
    expect(await faultOf(Number(most) + 1)).not.toBe(null)
    expect(await faultOf(Number(most))).toBe(null)
    await expect(jobs.estimate({ ...BELL_JOB, shots: 10_000 }, alice)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  it('reports its position while a run holds the device, and can be aborted there', async () => {
    const lab = await opened()
    const session = await lab.device.lease(holderOf('run-1'))
    const id = await lab.submit()
    const basis = expect.stringContaining('which a run or another job holds')
    await expect
      .poll(() => lab.job(id))
      .toMatchObject({ status: 'WAITING', queue_position: 1, queue: { position: 1, basis } })
    await lab.jobs.abort(id, alice)
    await expect.poll(() => lab.device.queue().waiting).toEqual([])
    const next = await lab.submit()
    session.release()
    expect((await lab.ended(next)).status).toBe('COMPLETED')
    expect(balance(lab.service)).toMatchObject({ reserved: 0, spent: 15 })
  })

  it('reports its position among runs and jobs together while others of its own queue are before it', async () => {
    const lab = await opened()
    const session = await lab.device.lease(holderOf('run-1'))
    const ids = [await lab.submit()]
    const over = lab.device.announce('run')
    ids.push(await lab.submit(), await lab.submit())
    await expect.poll(async () => (await lab.job(ids[0]!)).queue_position).toBe(1)
    const basis = expect.stringContaining('runs and jobs together')
    const queue = { position: 3, line: 'device', estimated_wait_ms: null, basis }
    expect(await lab.job(ids[1]!)).toMatchObject({ status: 'WAITING', queue_position: 3, queue })
    expect((await lab.job(ids[2]!)).queue_position).toBe(4)
    expect(lab.jobs.list({ limit: 3 }, alice).items.map(job => job.queue_position)).toEqual([4, 3, 1])
    over()
    expect((await lab.job(ids[1]!)).queue_position).toBe(2)
    session.release()
    for (const id of ids) expect((await lab.ended(id)).status).toBe('COMPLETED')
  })

  it('ends as instrument_lost when the sequencer is unplugged, and costs nothing', async () => {
    const lab = await opened()
    lab.twins.seq!.setScript([{ reply: 7, fault: { kind: 'unplug', bytes: 5 } }])
    const id = await lab.submit()
    expect(await lab.ended(id)).toMatchObject({
      status: 'ABORTED',
      status_reason: { code: 'instrument_lost' },
      tokens: { charged: 0 },
    })
    expect((await lab.ended(await lab.submit())).status_reason?.code).toBe('instrument_missing')
    expect(balance(lab.service)).toMatchObject({ reserved: 0, spent: 0 })
    expect(lab.device.busy()).toBe(false)
  })

  it('is neither resumed nor repeated after a restart', async () => {
    const store = openMemoryStore()
    const first = await opened(store)
    first.twins.seq!.setScript([{ reply: 8, fault: { kind: 'delay', ms: 1_000 } }])
    const id = await first.submit()
    await expect.poll(async () => (await first.job(id)).status).toBe('PROCESSING')
    await first.jobs.stop()
    expect((await first.job(id)).status).toBe('PROCESSING')
    const second = await opened(store)
    await second.jobs.resume()
    // Whole batches that were measured before the stop stay, and are what is charged.
    const kept = store.db.prepare('SELECT coalesce(sum(shots), 0) FROM job_batches').pluck().get() as number
    expect(kept).toBeLessThan(300)
    expect(await second.job(id)).toMatchObject({
      status: 'ABORTED',
      status_reason: { code: 'service_restart' },
      tokens: { charged: kept * 0.05 },
    })
    expect(balance(second.service)).toMatchObject({ reserved: 0, spent: kept * 0.05 })
  })

  const FAULTS: readonly LineFault[] = [
    ...([{ kind: 'drop' }, { kind: 'duplicate' }, { kind: 'split' }, { kind: 'wrong_echo' }] as const),
    { kind: 'delay', ms: 50 },
    { kind: 'truncate', bytes: 3 },
    { kind: 'garbage', bytes: 5 },
    { kind: 'nak', reply: '-222,"Data out of range"\n' },
    { kind: 'stale', instead: true },
    { kind: 'unsolicited', text: 'hello\n' },
    { kind: 'block_length', by: 3 },
    { kind: 'unplug', bytes: 10 },
  ]

  it.each(FAULTS)(
    'ends under a name, its device free and its tokens accounted for, whatever its line does: $kind',
    async fault => {
      // A reply that never comes takes the driver its five seconds.
      for (const reply of fault.kind === 'drop' ? [9] : [2, 9]) {
        const lab = await opened()
        lab.twins.seq!.setScript([{ reply, fault }])
        const { status, status_reason, tokens } = await lab.ended(await lab.submit())
        const kept = lab.store.db.prepare('SELECT coalesce(sum(shots), 0) FROM job_batches').pluck().get() as number
        if (status !== 'COMPLETED') expect(tokens.charged).toBeCloseTo(kept * 0.05, 9)
        if (status !== 'ABORTED') expect(kept, 'what nobody is to have').toBe(0)
        if (status === 'COMPLETED') expect(tokens.charged).toBe(15)
        else {
          expect(REASONS).toContain(status_reason?.code)
          expect(status_reason?.code).not.toBe('engine_error')
        }
        expect(balance(lab.service)).toMatchObject({ reserved: 0, spent: tokens.charged })
        expect([lab.device.busy(), lab.device.queue().waiting]).toEqual([false, []])
        lab.ledger.verify()
      }
    },
  )
})
