import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LabPrecondition } from '../../../../main/contract/instruments/lab-profile'
import { asBytes } from '../../../../main/instruments/model/bytes'
import { openLabRecords } from '../../../../main/instruments/records/lab-records'
import { createAutomaticSafeStates, type OwedDrives } from '../../../../main/instruments/safety/automatic-safe-states'
import { createRunLimits } from '../../../../main/instruments/safety/limits'
import type { Breach } from '../../../../main/instruments/safety/preconditions'
import { driveSafe } from '../../../../main/instruments/safety/safe-states'
import { openOwedDrives } from '../../../../main/lab/view/owed-drives'
import { openStore } from '../../../../main/store/store'
import { createLakeShoreTwin } from '../../../../main/twins/cryostat/lake-shore'
import { createDc205Twin } from '../../../../main/twins/sources/dc205'
import { configured, createLab } from '../lab'
import { TWIN } from '../table'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-limits-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const precondition = (more: Partial<LabPrecondition>): LabPrecondition => ({
  ...{ id: 'cold', label: 'Fourth stage', instrument: 'fridge', parameter: 'temperature', channel: 'A' },
  ...{ below: 300, above: null, unit: 'K', max_age_s: 60, for_s: 0 },
  ...more,
})

const noneOwed = (): OwedDrives => ({ add: () => {}, clear: () => {}, list: () => new Map() })

/** A thermometer at 46.2 K (A), and its limits. */
async function fridge(...preconditions: LabPrecondition[]) {
  const records = await openLabRecords({ folder })
  const lab = createLab([configured('fridge', 'lakeshore-336', null, '/dev/t')], records.log)
  const stop = records.follow(lab.registry)
  const twin = createLakeShoreTwin({ ...TWIN, minimumGapMs: 0 })
  const line = lab.plugIn('/dev/t', 'lakeshore-336', { twin })
  await lab.registry.look()
  const limits = createRunLimits({ registry: lab.registry, preconditions: () => preconditions, records, pollMs: 20 })
  const close = async () => {
    limits.close()
    await lab.registry.close()
    stop()
    await records.close()
  }
  return { ...lab, records, limits, twin, line, close }
}

describe('the preconditions of a run', () => {
  it('are met where every sensor is', async () => {
    const { limits, close } = await fridge(precondition({}), precondition({ id: 'warm', above: 1, below: null }))
    expect(limits.states().map(({ breach }) => breach?.code)).toEqual(['sensor_invalid', 'sensor_invalid'])
    expect(await limits.check()).toEqual([])
    expect(limits.states()).toMatchObject([{ breach: null, simulated: true }, { breach: null }])
    await close()
  })

  it('name what is too warm, which sensor is broken and which instrument is missing', async () => {
    const { limits, twin, close } = await fridge(
      precondition({ below: 4 }),
      precondition({ id: 'broken', channel: 'D' }),
      precondition({ id: 'gone', label: 'Pressure', instrument: 'gauge', parameter: 'pressure' }),
    )
    twin.breakSensor('D', true)
    const breaches = await limits.check()
    expect(breaches.map(({ code }) => code)).toEqual(['limit_breached', 'sensor_invalid', 'sensor_invalid'])
    expect(breaches[0]!.message).toMatch(/^Fourth stage: temperature A of fridge is 46\.\d+ K; it must be below 4 K$/)
    expect(breaches[1]!.message).toBe('Fourth stage: temperature D of fridge says invalid_reading')
    expect(breaches[2]!.message).toMatch(/^Pressure: .* cannot be read: there is no instrument gauge/)
    await close()
  })

  it('say nothing of a sensor that is looked for, but once it can be read, or is known to be missing', async () => {
    const records = await openLabRecords({ folder })
    const configuredOnes = [
      configured('fridge', 'lakeshore-336', null, '/dev/t'),
      configured('gone', 'lakeshore-336', null, '/dev/g'),
    ]
    const { registry, plugIn } = createLab(configuredOnes, records.log)
    plugIn('/dev/t', 'lakeshore-336', { twin: createLakeShoreTwin({ ...TWIN, minimumGapMs: 0 }) })
    const preconditions = () => [precondition({}), precondition({ id: 'gone', instrument: 'gone' })]
    const limits = createRunLimits({ registry, preconditions, records, pollMs: 5 })
    const changes: (string | undefined)[] = []
    limits.onChange(({ precondition, breach }) => changes.push(`${precondition.id} ${breach?.code ?? 'met'}`))
    limits.start()
    await expect.poll(() => changes).toEqual(['cold sensor_invalid', 'gone sensor_invalid'])
    await registry.look()
    await expect.poll(() => changes.at(-1)).toBe('cold met')
    await expect
      .poll(async () => (await records.experiment.newest({ event: 'limit' }, 10)).map(({ text }) => text))
      .toEqual([expect.stringMatching(/temperature A of gone cannot be read: (?!it is connecting)/)])
    limits.close()
    await registry.close()
    await records.close()
  })

  it('watched through a run end it once, raise an alarm that stays, and say when they are met again', async () => {
    const { limits, twin, records, close } = await fridge(precondition({ channel: 'D' }))
    expect(await limits.check()).toEqual([])
    const breaches: Breach[] = []
    const end = limits.watch(breach => breaches.push(breach), 'run-1')
    limits.start()
    twin.breakSensor('D', true)
    await expect.poll(() => breaches.length).toBe(1)
    twin.breakSensor('D', false)
    await expect.poll(() => limits.states()[0]!.breach).toBeNull()
    await expect
      .poll(async () => (await records.experiment.newest({ work: 'run-1' }, 100)).map(({ event }) => event))
      .toEqual(['limit', 'alarm', 'limit'])
    end()
    expect(breaches).toHaveLength(1)
    expect(records.alarms.list({ limit: 10, open: true }).items).toMatchObject([
      { code: 'sensor_invalid', work: 'run-1', instrument_id: 'fridge', precondition_id: 'cold', simulated: true },
    ])
    const [trace] = await records.readings.traces({ work: 'run-1', points: 100 })
    expect(trace).toMatchObject({ instrument_id: 'fridge', parameter: 'temperature', channel: 'D' })
    await close()
  })

  it('count a sensor that falls silent once its reading is too old', async () => {
    const { limits, line, close } = await fridge(precondition({ max_age_s: 0.3 }))
    expect(await limits.check()).toEqual([])
    const breaches: Breach[] = []
    limits.watch(breach => breaches.push(breach), 'run-2')
    limits.start()
    line.inject({ kind: 'unplug', bytes: 1 })
    await expect.poll(() => breaches[0]?.code).toBe('sensor_invalid')
    await close()
  })

  it('read a sensor although a run holds it', async () => {
    const { limits, registry, close } = await fridge(precondition({}))
    const lease = await registry.leases.acquire(['fridge'], { id: 'run-3', label: 'run 3' })
    expect(await limits.check()).toEqual([])
    lease.release()
    await close()
  })
})

describe('safe states without a button', () => {
  const POLICY = { instrument: 'dc', parameter: 'voltage', channel: null, safe_value: 0 } as const
  async function source(policy: object, owed = noneOwed()) {
    const records = await openLabRecords({ folder })
    const lab = createLab([configured('dc', 'srs-dc205', null, '/dev/a')], records.log)
    const stop = records.follow(lab.registry)
    const plug = () => {
      const twin = createDc205Twin(TWIN)
      twin.receive(asBytes('VOLT 0.5\n'))
      return lab.plugIn('/dev/a', 'srs-dc205', { twin })
    }
    const line = plug()
    await lab.registry.look()
    const safety = createAutomaticSafeStates({
      registry: lab.registry,
      policies: () => [{ ...POLICY, ...policy }],
      ...{ records, owed },
    })
    const close = async () => {
      safety.close()
      await lab.registry.close()
      stop()
      await records.close()
    }
    const instrument = await lab.registry.whenReady('dc', 5_000)
    await instrument.set('voltage', 0.5)
    return { ...lab, records, safety, line, plug, instrument, close }
  }

  it('at quitting drive what is to be safe, and leave what holds', async () => {
    const holding = await source({ on_quit: 'hold' })
    await holding.safety.quit()
    expect((await holding.instrument.get('voltage')).value).toBe(0.5)
    await holding.close()
    const { safety, instrument, records, close } = await source({ on_quit: 'safe' })
    expect(await safety.quit()).toMatchObject([{ instrument: 'dc', outcome: 'safe' }])
    expect((await instrument.get('voltage')).value).toBe(0)
    const [entry] = await records.experiment.newest({ event: 'safe_state' }, 10)
    expect(entry!.text).toBe('The service stops: dc is at its safe values')
    await close()
  })

  it('at quitting bring to its end what a run that broke off has begun, ramp and all', async () => {
    const { safety, instrument, close } = await source({ on_abort: 'safe', on_quit: 'hold' })
    const driven = safety.aborted('run-1', ['dc'])
    expect(await safety.quit()).toMatchObject([{ outcome: 'held' }])
    expect((await instrument.get('voltage')).value).toBe(0)
    expect(await driven).toMatchObject([{ outcome: 'safe' }])
    await close()
  })

  it('after a run that broke off hold what they drive: nobody sets it meanwhile, and the next run waits', async () => {
    const { safety, registry, close } = await source({ on_abort: 'safe' })
    const driven = safety.aborted('run-1', ['dc'])
    expect(registry.leases.holderOf('dc')).toMatchObject({ label: 'the safe state after an abort' })
    expect(() => registry.use('dc', null)).toThrow(/the safe state after an abort holds it/)
    const next = registry.leases.acquire(['dc'], { id: 'run-2', label: 'run 2' })
    const lease = await next
    expect((await registry.use('dc', 'run-2').get('voltage')).value).toBe(0)
    lease.release()
    await driven
    await close()
  })

  it('leave to whoever holds it already what they cannot hold, and give way to the button', async () => {
    const { safety, registry, records, instrument, close } = await source({ on_abort: 'safe' })
    const driven = safety.aborted('run-1', ['dc'])
    await expect.poll(async () => (await instrument.get('voltage', { urgent: true })).value).toBeLessThan(0.5)
    const cause = { actor: 'ana', work: null }
    const [pressed] = await driveSafe({ registry, policies: [], occasion: 'button', cause })
    expect(pressed).toMatchObject({ outcome: 'safe', values: [{ value: 0 }] })
    expect(await driven).toMatchObject([{ outcome: 'held' }])
    expect(registry.use('dc', null), 'the port stayed open').toBe(instrument)
    expect(registry.leases.holderOf('dc')).toBeNull()
    expect(records.alarms.list({ limit: 10, open: true }).items).toEqual([])
    await close()
  })

  it('after a run that broke off drive its instruments only, and say so with the run', async () => {
    const { safety, instrument, records, close } = await source({ on_abort: 'safe' })
    expect(await safety.aborted('run-1', ['other'])).toEqual([])
    expect((await instrument.get('voltage')).value).toBe(0.5)
    expect(await safety.aborted('run-1', ['dc'])).toMatchObject([{ outcome: 'safe' }])
    expect((await records.experiment.newest({ work: 'run-1' }, 10)).map(({ event }) => event)).toContain('safe_state')
    await close()
  })

  it('are owed to a run that broke off until the drive has ended, and made up for by the next service', async () => {
    const store = openStore({ dataDir: join(folder, 'data') })
    const owed = openOwedDrives(store, message => expect.fail(message))
    const killed = await source({ on_abort: 'safe' }, owed)
    const driven = killed.safety.aborted('run-1', ['dc'])
    killed.safety.close()
    await driven
    await killed.close()
    killed.safety.owe('run-2', ['dc', 'gone'])
    expect([...owed.list().keys()]).toEqual(['run-1', 'run-2'])
    const { safety, instrument, records, close } = await source({ on_abort: 'safe' }, owed)
    const finished: string[] = []
    const waiting = ['dc', 'other'].map(id => safety.whenMadeUp([id]).then(() => finished.push(id)))
    await expect(Promise.race([...waiting, 'before the start'])).resolves.toBe('before the start')
    await Promise.all([safety.makeUp(), ...waiting])
    expect(finished, 'who else had nothing to wait for').toEqual(['other', 'dc'])
    expect((await instrument.get('voltage')).value).toBe(0)
    for (const work of ['run-1', 'run-2'])
      expect(await records.experiment.newest({ event: 'safe_state', work }, 10)).toMatchObject(
        work === 'run-1' ? [{}, {}] : [{ text: 'The run broke off: dc is at its safe values' }],
      )
    expect(owed.list().size).toBe(0)
    await close()
    store.close()
  })

  it('leave an instrument as it is that somebody has connected again, which is no fault', async () => {
    const { registry, plug, records, close } = await source({ on_link_lost: 'safe' })
    plug()
    expect((await (await registry.reopen('dc')).get('voltage')).value).toBe(0.5)
    const events = async () => (await records.experiment.newest({}, 20)).map(({ event }) => event)
    expect(await events()).not.toContain('safe_state')
    expect(await events()).not.toContain('fault')
    await close()
  })

  it('drive an instrument whose link was lost, once it is back', async () => {
    const { instrument, line, plug, registry, close } = await source({ on_link_lost: 'safe' })
    line.inject({ kind: 'unplug', bytes: 1 })
    await expect(instrument.get('voltage')).rejects.toThrow()
    plug()
    await registry.look()
    await expect.poll(async () => (await registry.use('dc', null).get('voltage')).value).toBe(0)
    await close()
  })

  it('at quitting say of what cannot be reached what was last known, and raise an alarm', async () => {
    const { safety, instrument, line, records, close } = await source({ on_quit: 'safe' })
    line.inject({ kind: 'unplug', bytes: 1 })
    await expect(instrument.get('voltage')).rejects.toThrow()
    expect(await safety.quit()).toMatchObject([{ outcome: 'unreachable' }])
    expect(records.alarms.list({ limit: 10, open: true }).items).toMatchObject([
      {
        code: 'safe_state',
        message: expect.stringMatching(
          /; not reached; last known value, read at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: voltage = [\d.]+ V$/,
        ),
      },
    ])
    await close()
  })
})
