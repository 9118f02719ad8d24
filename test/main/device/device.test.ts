import { afterEach, describe, expect, it } from 'vitest'
import type { MachineProgress } from '../../../main/contract/instruments/lab'
import type { Traffic } from '../../../main/device/held-instruments'
import type { Breach } from '../../../main/instruments/safety/preconditions'
import { driveSafe } from '../../../main/instruments/safety/safe-states'
import type { Batch } from '../../../main/sequencer/host/measure-program'
import { compiledOf } from '../twins/sequencer/rig'
import { BREACH, holderOf, rackOf, smallBins } from './rack'

const { program, reference } = compiledOf({ mode: 'detection', rounds: 1 })
const profile = smallBins(program.slots)
const racks: Awaited<ReturnType<typeof rackOf>>[] = []
const rack = async (options: Parameters<typeof rackOf>[0] = {}) => {
  const one = await rackOf({ profile, ...options })
  racks.push(one)
  return one
}
afterEach(async () => {
  for (const { registry } of racks.splice(0)) await registry.close()
})

describe('a device', () => {
  it('plays a program batch by batch, reports what it does, and says afterwards who did what when', async () => {
    const traffic: ((passed: Traffic) => void)[] = []
    const happened: string[] = []
    const { device, log } = await rack({
      onTraffic(listener) {
        traffic.push(listener)
        return () => void traffic.pop()
      },
      onEvent: (_, id, text) => happened.push(`${id}: ${text}`),
    })
    log.onEntry(entry => traffic.at(0)?.(entry))
    const [batches, received]: [Batch[], MachineProgress[]] = [[], []]
    const session = await device.lease(holderOf('run-7'), { snapshots: true, onProgress: one => received.push(one) })
    expect(device.busy()).toBe(true)
    const run = await session.measure(program, {
      shots: 250,
      reference,
      onBatch: async batch => void batches.push(batch),
    })
    expect(run).toMatchObject({ batches: 3, shots: 250, timing: { source: 'measured' } })
    expect(new Set(received.map(({ phase }) => phase))).toEqual(
      new Set(['waiting', 'checking', 'held', 'idle', 'uploading', 'armed', 'running', 'fetching']),
    )
    expect(received.at(-1)).toMatchObject({ batch: 3, batches: 3, errors: [] })
    const bias = received.filter(({ instrument_id }) => instrument_id === 'bias')
    expect(bias.at(-1)).toMatchObject({ phase: 'held', batch: null, errors: [] })
    expect(bias.at(-1)!.bytes).toBeGreaterThan(0)
    const { control_instruments, sequencers } = await session.provenance()
    expect(control_instruments).toMatchObject([
      {
        id: 'bias',
        driver: { id: 'srs-dc205' },
        role: 'flux_bias',
        simulated: true,
        leased: true,
        changed: [],
        errors: [],
      },
    ])
    expect(control_instruments[0]!.snapshot_start).toMatch(/^[0-9a-f]{64}$/)
    expect(control_instruments[0]!.snapshot_end).toBe(control_instruments[0]!.snapshot_start)
    expect(sequencers).toMatchObject([
      { id: 'seq', slot: 2, sequencer: 0, profile: 'demo', programs: [{ sha256: run.program_sha256, shots: 250 }] },
    ])
    expect(sequencers[0]!.programs[0]!.batches.map(({ shots }) => shots)).toEqual([100, 100, 50])
    expect(log.search({ work: 'run-7', text: ':ARM' }, 10)).toHaveLength(3)
    session.release()
    session.release()
    expect(device.busy()).toBe(false)
    expect(received.at(-1)).toMatchObject({ instrument_id: 'seq', phase: 'done' })
    expect(happened).toEqual([
      'seq: Nobody else sets Flux bias meanwhile, and their settings are read',
      'seq: 1 program was played; every setting is as it was at the start',
    ])
  })

  it('reports each program’s batches among those of the whole run', async () => {
    const { device } = await rack()
    const received: MachineProgress[] = []
    const session = await device.lease(holderOf('run-8'), { onProgress: one => received.push(one) })
    const onBatch = async () => {}
    await session.measure(program, { shots: 100, reference, numbering: { before: 4, of: 9 }, onBatch })
    session.release()
    const running = received.filter(({ phase }) => phase === 'running' || phase === 'idle')
    expect(running.slice(-2).map(({ batch, batches }) => [batch, batches])).toEqual([
      [5, 9],
      [5, 9],
    ])
  })

  it('is leased to one piece of work after the other, and its instruments cannot be set meanwhile', async () => {
    const { device, registry } = await rack()
    const first = await device.lease(holderOf('a'))
    const positions: number[] = []
    const second = device.lease(holderOf('b', 'job'), { onPosition: position => positions.push(position) })
    expect(() => registry.use('seq', 'ana')).toThrow(/run a holds it/)
    expect(() => registry.use('bias', 'ana')).toThrow(/holds it/)
    expect(device.queue()).toMatchObject({ holder: { id: 'a' }, waiting: [{ id: 'b' }] })
    first.release()
    const session = await second
    expect(positions).toEqual([1, 0])
    session.release()
    expect(registry.use('bias', 'ana').id).toBe('bias')
  })

  it('refuses to start while an output stands beyond the limits of the lab, and sets nothing', async () => {
    const kept = { label: 'Flux of qubit 0', parameter: 'voltage', channel: null }
    const range = { label: 'Range', parameter: 'range', channel: null, min: 0, max: 1 }
    const { device, registry } = await rack({ outputs: [{ ...kept, min: -0.2, max: 0.2 }, range] })
    const bias = registry.use('bias', 'ana')
    const cause = { actor: 'ana', work: null }
    await bias.console('VOLT 0.5', cause)
    const message = 'Flux of qubit 0: voltage of bias is 0.5 V; this lab keeps it to -0.2 to 0.2 V'
    await expect(device.lease(holderOf('a'))).rejects.toMatchObject({
      code: 'precondition_failed',
      outcome: 'FAILED',
      message,
      details: { violations: [{ code: 'limit_breached', message }] },
    })
    expect((await bias.read('voltage', { cause })).value).toBe(0.5)
    await bias.console('VOLT 0.2', cause)
    const session = await device.lease(holderOf('b'))
    session.release()
    const halves = await rack({ outputs: [{ ...kept, min: 0.1, max: null }] })
    await expect(halves.device.lease(holderOf('c', 'job'))).rejects.toThrow(
      /is 0 V; this lab keeps it to at least 0.1 V/,
    )
  })

  it('refuses to start on what is missing or not met, naming what and where, and is free again', async () => {
    const happened: string[] = []
    const { device, twins } = await rack({
      guards: { check: async () => [BREACH], watch: () => () => {} },
      onEvent: ({ id }, _, text) => happened.push(`${id}: ${text}`),
    })
    await expect(device.lease(holderOf('a'))).rejects.toMatchObject({
      code: 'precondition_failed',
      outcome: 'FAILED',
      message: 'temperature 6 of fridge is 0.4 K, above 0.02 K',
    })
    twins.bias!.inject({ kind: 'unplug', bytes: 0 })
    await expect(device.lease(holderOf('b'))).rejects.toMatchObject({
      code: 'instrument_missing',
      message: expect.stringContaining('Flux bias is not ready'),
    })
    expect(happened).toEqual([
      'a: It did not start: temperature 6 of fridge is 0.4 K, above 0.02 K (precondition_failed)',
      expect.stringMatching(/^b: It did not start: Flux bias is not ready: .*\(instrument_missing\)$/),
    ])
    expect(device.busy()).toBe(false)
  })

  it('says who is held before a byte goes out, and sends none where that cannot be stored', async () => {
    const { device, log } = await rack()
    const sent = () => log.search({ work: 'a' }, 10).length
    const reported: unknown[] = []
    const granted = { snapshots: true, onGranted: async (known: unknown) => void reported.push([sent(), known]) }
    const session = await device.lease(holderOf('a'), granted)
    session.release()
    const sequencers = [expect.objectContaining({ id: 'seq', errors_start: [], programs: [] })]
    const control_instruments = [expect.objectContaining({ id: 'bias', leased: true, snapshot_start: null })]
    expect(reported).toEqual([[0, { sequencers, control_instruments }]])
    expect(sent()).toBeGreaterThan(0)
    const full = async () => {
      throw new Error('no space left')
    }
    await expect(device.lease(holderOf('b'), { snapshots: true, onGranted: full })).rejects.toThrow('no space left')
    expect(log.search({ work: 'b' }, 10)).toEqual([])
    expect(device.busy()).toBe(false)
  })

  it('keeps the batches before an unplug, and ends what goes on as instrument_lost', async () => {
    const { device, twins } = await rack()
    const session = await device.lease(holderOf('a'))
    const whole: number[] = []
    const run = session.measure(program, {
      shots: 300,
      reference,
      async onBatch({ index }) {
        whole.push(index)
        if (index === 1) twins.seq!.inject({ kind: 'unplug', bytes: 10 })
      },
    })
    await expect(run).rejects.toMatchObject({ code: 'instrument_lost', outcome: 'ABORTED' })
    expect(whole).toEqual([0, 1])
    const { sequencers } = await session.provenance()
    expect(sequencers[0]!.programs[0]).toMatchObject({ shots: 200, timing: null })
    session.release()
    await expect(device.lease(holderOf('b'))).rejects.toMatchObject({ code: 'instrument_missing' })
  })

  it('ends by the safe state, by a limit and for the entropy source by another holder, each by its name', async () => {
    let breach = (_: Breach): void => {}
    const happened: string[] = []
    const { device, registry } = await rack({
      onEvent: ({ id }, _, text) => text.startsWith('It ') && happened.push(`${id}: ${text}`),
      guards: {
        check: async () => [],
        watch(onBreach) {
          breach = onBreach
          return () => {}
        },
      },
    })
    const endless = (session: Awaited<ReturnType<typeof device.lease>>, then: () => void) =>
      session.measure(program, {
        shots: 100_000,
        reference,
        onBatch: async ({ index }) => void (index === 0 && then()),
      })
    const first = await device.lease(holderOf('a'))
    await expect(endless(first, () => breach(BREACH))).rejects.toMatchObject({ code: 'limit_breached' })
    first.release()
    const second = await device.lease(holderOf('b'))
    const cause = { actor: 'ana', work: null }
    const safe = () => void driveSafe({ registry, policies: [], occasion: 'button', cause })
    await expect(endless(second, safe)).rejects.toMatchObject({ code: 'safe_state', outcome: 'ABORTED' })
    second.release()
    const third = await device.lease(holderOf('e', 'entropy'))
    let waiting: ReturnType<typeof device.lease> | null = null
    const come = () => {
      waiting = device.lease(holderOf('job', 'job'))
    }
    await expect(endless(third, come)).rejects.toMatchObject({ code: 'yielded' })
    third.release()
    const next = await waiting!
    next.release()
    expect(happened).toEqual([
      'a: It was broken off: temperature 6 of fridge is 0.4 K, above 0.02 K (limit_breached)',
      'b: It was broken off: the safe state took Sequencer away (safe_state)',
      'e: It was broken off: the entropy source gives the device to whoever waits for it (yielded)',
    ])
  })

  it('leases no instrument before the drives of work that a restart ended are done', async () => {
    let make = (): void => {}
    const made = new Promise<void>(resolve => {
      make = resolve
    })
    const asked: unknown[] = []
    const pending: unknown[] = []
    const cleared: string[] = []
    const { device, registry } = await rack({
      onDrivePending: (work, ids) => pending.push([work, ids]),
      onDriveCleared: work => cleared.push(work),
      whenPendingDriven: ids => made.finally(() => asked.push(ids)),
    })
    device.abandoned('run-7')
    device.abandoned('job-8')()
    expect(pending).toEqual(['run-7', 'job-8'].map(work => [work, ['seq', 'bias']]))
    expect(cleared).toEqual(['job-8'])
    const cancel = new AbortController()
    const impatient = device.lease(holderOf('a'), { signal: cancel.signal })
    const patient = device.lease(holderOf('b'))
    cancel.abort(new Error('aborted by ana'))
    await expect(impatient).rejects.toThrow('aborted by ana')
    expect(registry.leases.holderOf('seq')).toBeNull()
    make()
    const session = await patient
    expect(asked.at(-1)).toEqual(['seq', 'bias'])
    session.release()
  })

  it('reports that a drive is pending before a byte goes out, until the end of the work is reported', async () => {
    const reported: string[] = []
    const { device, log } = await rack({
      onDrivePending: work => reported.push(`pending for ${work} after ${log.search({ work }, 10).length} exchanges`),
      onDriveCleared: work => reported.push(`cleared for ${work}`),
      onBrokenOff: work => reported.push(`broken off ${work}`),
    })
    const session = await device.lease(holderOf('a'), { snapshots: true })
    expect(reported).toEqual(['pending for a after 0 exchanges'])
    session.release()
    session.release()
    const full = { onGranted: () => Promise.reject(new Error('no space left')) }
    await expect(device.lease(holderOf('b'), full)).rejects.toThrow('no space left')
    expect(reported).toEqual(['pending for a after 0 exchanges', 'cleared for a'])
  })

  it('reports which work broke off and which of its instruments are free then, and nothing of work that ended', async () => {
    const broken: [string, readonly string[]][] = []
    const { device } = await rack({ onBrokenOff: (work, ids) => broken.push([work, ids]) })
    const ended = await device.lease(holderOf('a'))
    ended.release()
    const cancel = new AbortController()
    const session = await device.lease(holderOf('b'), { signal: cancel.signal })
    cancel.abort(new Error('aborted by ana'))
    expect(broken).toEqual([])
    session.release()
    session.release()
    expect(broken).toEqual([['b', ['seq', 'bias']]])
  })
})
