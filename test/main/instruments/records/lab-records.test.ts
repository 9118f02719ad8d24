import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLabRecords } from '../../../../main/instruments/records/lab-records'
import { commandsAs, experimentAs } from '../../../../main/instruments/records/log-texts'
import { thinned } from '../../../../main/instruments/records/thinned'
import { createDc205Twin } from '../../../../main/twins/sources/dc205'
import { configured, createLab } from '../lab'
import { TWIN } from '../table'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-records-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const page = { limit: 100 }

/** A source at a twin, followed. */
async function withSource() {
  const records = await openLabRecords({ folder })
  const lab = createLab([configured('dc', 'srs-dc205', null, '/dev/a')], records.log)
  const stop = records.follow(lab.registry)
  const twin = lab.plugIn('/dev/a', 'srs-dc205', { twin: createDc205Twin(TWIN) })
  await lab.registry.look()
  const close = async () => {
    await lab.registry.close()
    stop()
    await records.close()
  }
  return { records, ...lab, twin, source: await lab.registry.whenReady('dc', 5_000), close }
}

describe('what is written down of instruments', () => {
  it('has every byte, over restarts, and finds it by instrument, direction, text, outcome and work', async () => {
    const { records, source, close } = await withSource()
    await source.set('voltage', 0.25, { cause: { actor: 'key lab', work: 'run-1' } })
    await source.read('voltage')
    await close()
    const again = await openLabRecords({ folder })
    const { items } = await again.commands.search({ ...page, text: 'volt 0.25', direction: 'sent' })
    expect(items).toMatchObject([{ instrument_id: 'dc', simulated: true, work: 'run-1', actor: 'key lab' }])
    const ofRun = await again.commands.search({ ...page, work: 'run-1' })
    expect(ofRun.items.length).toBeGreaterThan(4)
    expect(ofRun.items.every(({ work }) => work === 'run-1')).toBe(true)
    expect((await again.commands.search({ ...page, instrument_id: 'other' })).items).toEqual([])
    expect((await again.commands.search({ ...page, outcome: 'fault' })).items).toEqual([])
    const before = records.log.search({}, 10_000).at(-1)!.sequence
    again.log.add({ instrument: 'dc', simulated: true, direction: 'note', text: 'hello' })
    expect(again.log.search({}, 1)[0]!.sequence).toBeGreaterThan(before)
    await again.close()
  })

  it('has every set with who, old, new and read-back value, and with its run', async () => {
    const { records, source, close } = await withSource()
    await source.set('voltage', 0.25, { cause: { actor: 'key lab', work: 'run-1' } })
    await expect(source.set('voltage', 1e6, { cause: { actor: 'key lab', work: null } })).rejects.toThrow()
    const { items } = await records.experiment.search({ ...page, event: 'set' })
    expect(items).toMatchObject([
      {
        actor: 'key lab',
        work: 'run-1',
        simulated: true,
        text: 'dc: voltage was set from 0 V to 0.25 V and reads 0.25 V',
        details: { parameter: 'voltage', old: 0, requested: 0.25, read_back: 0.25, fault: null },
      },
    ])
    const refused = await records.experiment.search({ ...page, event: 'fault' })
    expect(refused.items).toMatchObject([{ details: { fault: 'value_out_of_range', read_back: null } }])
    expect((await records.experiment.search({ ...page, work: 'run-1' })).items).toHaveLength(1)
    await close()
  })

  it('has connections, losses and leases, and what people ask for', async () => {
    const { records, registry, source, twin, close } = await withSource()
    await source.read('voltage', { cause: { actor: 'account holder', work: null } })
    const lease = await registry.leases.acquire(['dc'], { id: 'run-2', label: 'run 2' })
    lease.release()
    twin.inject({ kind: 'unplug', bytes: 3 })
    await expect(source.read('voltage')).rejects.toThrow()
    const { items } = await records.experiment.search(page)
    expect(items.map(({ event, text }) => [event, text]).reverse()).toEqual([
      ['state', expect.stringMatching(/^dc is connected: DC205 .* at \/dev\/a$/)],
      ['query', 'dc: voltage reads 0 V'],
      ['lease', 'dc is held by run 2'],
      ['lease', 'dc was given back by run 2'],
      ['fault', expect.stringMatching(/^dc is lost: .*unplugged.*; plug it in again/)],
    ])
    await close()
  })

  it('keeps readings at most twice a second, with the runs that go on, and thins them without losing a peak', async () => {
    const records = await openLabRecords({ folder })
    const end = records.begin('run-3')
    const reading = (at: number, value: number | null) => ({
      parameter: 'temperature',
      channel: 'A',
      unit: 'K',
      at,
      value,
      status: value === null ? 'sensor_error' : 'ok',
    })
    const add = (at: number, value: number | null) =>
      records.readings.add('fridge', reading(at, value), { simulated: true, works: [...records.works] })
    expect([add(0, 1), add(499, 2), add(500, 3), add(700, 4), add(1_000, null)]).toEqual([
      true,
      false,
      true,
      false,
      true,
    ])
    end()
    expect(add(2_000, 5)).toBe(true)
    const [trace] = await records.readings.traces({ work: 'run-3', points: 100 })
    expect(trace!.points.map(({ value }) => value)).toEqual([1, 3, null])
    expect(trace).toMatchObject({ instrument_id: 'fridge', unit: 'K', simulated: true })
    const [whole] = await records.readings.traces({ instrument_id: 'fridge', from: 400, points: 100 })
    expect(whole!.points.map(({ value }) => value)).toEqual([3, null, 5])
    const many = Array.from({ length: 10_000 }, (_, index) => ({ value: index === 4_321 ? 99 : Math.sin(index) }))
    const few = thinned(many, 100)
    expect(few.length).toBeLessThanOrEqual(100)
    expect(few.some(({ value }) => value === 99)).toBe(true)
    await records.close()
  })

  it('keeps alarms over restarts until somebody acknowledges them', async () => {
    const { alarms } = await openLabRecords({ folder })
    const alarm = alarms.raise({ code: 'limit_breached', message: 'too warm', work: 'run-4' })
    expect(alarms.raise({ code: 'limit_breached', message: 'still too warm', work: 'run-4' })).toEqual(alarm)
    appendFileSync(join(folder, 'alarms.jsonl'), '{"alarm_id":"torn')
    const again = (await openLabRecords({ folder })).alarms
    expect(again.list({ limit: 10, open: true }).items).toEqual([alarm])
    const closed = again.acknowledge(alarm.alarm_id, 'key lab')
    expect(closed).toMatchObject({ acknowledged_by: 'key lab' })
    expect(again.acknowledge(alarm.alarm_id, 'somebody else')).toEqual(closed)
    expect(again.list({ limit: 10, open: true }).items).toEqual([])
    expect(() => again.acknowledge('4a4d7a0e-0000-4000-8000-000000000000', 'key lab')).toThrow('There is no alarm')
    const last = (await openLabRecords({ folder })).alarms
    expect(last.list({ limit: 10 }).items).toEqual([closed])
  })

  it('is exported as text and as CSV that no spreadsheet runs', async () => {
    const { records, source, close } = await withSource()
    await source.set('voltage', 0.5, { cause: { actor: 'key "lab"', work: 'run-5' } })
    records.log.add({ instrument: 'dc', simulated: true, direction: 'note', text: '=1+1,"x"' })
    const commands = await records.commands.newest({}, 1_000)
    expect(commandsAs('text', commands)).toMatch(/ {2}dc {2}→ {2}VOLT 0\.5\\n {2}SIMULATED\n/)
    const csv = commandsAs('csv', commands)
    expect(csv.split('\r\n')[0]).toBe(
      'sequence,at,instrument_id,simulated,direction,text,byte_count,sha256,latency_ms,outcome,actor,work',
    )
    expect(csv).toContain(`,"'=1+1,""x""",`)
    const experiment = await records.experiment.newest({}, 1_000)
    expect(experimentAs('text', experiment)).toContain(
      'set  dc: voltage was set from 0 V to 0.5 V and reads 0.5 V  (key "lab", run-5)',
    )
    expect(experimentAs('csv', experiment)).toContain('"key ""lab"""')
    await close()
  })
})
