import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LabPrecondition } from '../../../../main/contract/instruments/lab-profile'
import { openLabRecords } from '../../../../main/instruments/records/lab-records'
import { createRunLimits } from '../../../../main/instruments/safety/limits'
import type { Breach } from '../../../../main/instruments/safety/preconditions'
import { createLakeShoreTwin } from '../../../../main/twins/cryostat/lake-shore'
import { configured, createLab } from '../lab'
import { TWIN } from '../table'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-limits-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const precondition = (more: Partial<LabPrecondition>): LabPrecondition => ({
  id: 'cold',
  label: 'Fourth stage',
  instrument: 'fridge',
  parameter: 'temperature',
  channel: 'A',
  below: 300,
  above: null,
  unit: 'K',
  max_age_s: 60,
  for_s: 0,
  ...more,
})

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

  it('count a breach from its last good reading on, though it fell between two looks', async () => {
    let now = 1_000_000
    const { registry, twin, records, close } = await fridge()
    const only = [precondition({ channel: 'D', for_s: 2, max_age_s: 3_600 })]
    const limits = createRunLimits({ registry, preconditions: () => only, records, pollMs: 3_600_000, now: () => now })
    const breaches: Breach[] = []
    limits.watch(breach => breaches.push(breach), 'run-4')
    limits.start()
    const readAfter = async (seconds: number, isBroken: boolean) => {
      now += 1_000 * seconds
      twin.breakSensor('D', isBroken)
      await registry.use('fridge', null).read('temperature', { channel: 'D' })
    }
    await readAfter(0, true)
    await readAfter(1, false)
    await readAfter(1, true)
    await readAfter(1.5, true)
    expect(breaches).toEqual([])
    await readAfter(0.6, true)
    expect(breaches).toMatchObject([{ code: 'sensor_invalid' }])
    limits.close()
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
