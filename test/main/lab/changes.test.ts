import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemsOf, type OpenedService, openService, ready } from './opened-lab'

const DEMO = resolve(import.meta.dirname, '../../../resources/labs/demo.json')
let service: OpenedService
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service?.stop())
const magnet = {
  id: 'magnet',
  label: 'Magnet supply',
  driver: 'srs-dc205',
  address: { kind: 'twin', name: 'magnet' },
}

describe('changes of the lab', () => {
  it('are kept beside the lab file, survive a restart, and are taken back one by one', async () => {
    const shipped = readFileSync(DEMO, 'utf8')
    const { call, restart, data } = service
    expect(await call('POST /v1/instruments', magnet)).toMatchObject({
      status: 201,
      body: { instrument_id: 'magnet', state: 'ready', model: 'DC205', simulated: true, role: 'other' },
    })
    expect(await call('POST /v1/instruments/magnet', { label: 'Coil', role: 'current_source' })).toMatchObject({
      body: { label: 'Coil', role: 'current_source', state: 'ready' },
    })
    await restart()
    await ready(service, 'magnet')
    expect(await call('GET /v1/instruments/magnet')).toMatchObject({ body: { label: 'Coil', driver: 'srs-dc205' } })
    const lab = await call('GET /v1/lab')
    expect(lab.body).toMatchObject({ file: DEMO, changed_file: join(data, 'lab-changes.json') })
    expect(itemsOf(lab.body, 'changes').map(({ actor, text }) => [actor, text])).toEqual([
      ['key operator', 'changed label, role of magnet'],
      ['key operator', 'added Magnet supply (magnet)'],
    ])
    await call('POST /v1/lab/undo')
    expect(await call('GET /v1/instruments/magnet')).toMatchObject({ body: { label: 'Magnet supply', role: 'other' } })
    expect(await call('POST /v1/lab/undo')).toMatchObject({
      body: { undone: { text: 'added Magnet supply (magnet)' } },
    })
    expect(await call('GET /v1/instruments/magnet')).toMatchObject({ status: 404 })
    expect(await call('POST /v1/lab/undo')).toMatchObject({ status: 409, body: { error: 'conflict' } })
    expect(readFileSync(DEMO, 'utf8')).toBe(shipped)
  })

  it('that name a sequencer as an instrument, or options that the driver does not know, are refused', async () => {
    const { call } = service
    const add = (more: object) => call('POST /v1/instruments', { ...magnet, ...more })
    expect(await add({ driver: 'pentad-sequencer' })).toMatchObject({
      status: 400,
      body: {
        detail:
          'pentad-sequencer is the driver of a sequencer; the lab file names it under sequencers, with its device.',
        errors: [{ pointer: '/driver' }],
      },
    })
    expect(await add({ driver: 'srs-sim928', options: { slo: 7 } })).toMatchObject({
      status: 400,
      body: { detail: 'srs-sim928 has no option slo; it has slot.', errors: [{ pointer: '/options/slo' }] },
    })
    expect(await call('POST /v1/instruments/flux-dac', { options: { slot: 3 } })).toMatchObject({
      status: 400,
      body: { detail: 'qdevil-qdac2 has no option slot; it has none.' },
    })
    expect(await call('GET /v1/instruments/magnet')).toMatchObject({ status: 404 })
    const ask = (driver: string, options?: object) =>
      call('POST /v1/lab/identify', { driver, options, address: { kind: 'twin', name: 'anybody' } })
    expect(await ask('pentad-sequencer')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/address/kind' }] },
    })
    expect(await ask('srs-sim928', { slo: 7 })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/options/slo' }] },
    })
  })

  it('that an older program kept and that fit no driver are left out, and the service starts', async () => {
    const { call, restart, data } = service
    const file = join(data, 'lab-changes.json')
    const added = await call('POST /v1/instruments', magnet)
    expect(added.status).toBe(201)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('srs-dc205', 'pentad-sequencer'))
    await restart()
    await ready(service, 'flux-dac')
    const { body } = await call('GET /v1/lab')
    expect(itemsOf(body, 'problems').map(({ message }) => message)).toEqual([
      expect.stringMatching(/^“added Magnet supply \(magnet\)” of .* is left out: pentad-sequencer is the driver of a/),
    ])
    expect(itemsOf(body, 'changes')).toEqual([])
  })

  it('that add a twin give it a serial number of its own, and refuse one that another instrument has', async () => {
    const { call } = service
    await ready(service, 'amplifier-bias', 'fridge-thermometer')
    const twin = (id: string, driver: string, serial_number?: string) =>
      call('POST /v1/instruments', { id, label: id, driver, serial_number, address: { kind: 'twin', name: id } })
    expect(await twin('first', 'srs-dc205')).toMatchObject({ body: { state: 'ready', serial_number: '00143' } })
    expect(await twin('second', 'srs-dc205')).toMatchObject({ body: { state: 'ready', serial_number: '00144' } })
    expect(await twin('third', 'srs-dc205', '00142')).toMatchObject({
      status: 409,
      body: {
        error: 'conflict',
        detail: 'Amplifier bias (amplifier-bias) has the serial number 00142 already; choose another, or leave it out',
        details: { instrument_id: 'amplifier-bias' },
      },
    })
    expect(await call('POST /v1/instruments/second', { serial_number: '00143' })).toMatchObject({
      body: { error: 'conflict', details: { instrument_id: 'first' } },
    })
    expect(await call('POST /v1/instruments/second', { serial_number: null })).toMatchObject({
      body: { state: 'ready', serial_number: expect.stringMatching(/^0014[4-9]$/) },
    })
    expect(await twin('fridge', 'lakeshore-336')).toMatchObject({
      body: { state: 'ready', serial_number: 'LSA23JR/LSA23KL-2' },
    })
    expect(await twin('cold', 'lakeshore-336', 'LSA7')).toMatchObject({
      body: { state: 'ready', serial_number: 'LSA7' },
    })
    for (let change = 0; change < 5; change += 1) await call('POST /v1/lab/undo')
  })

  it('that add what is not there are taken back at once, too', async () => {
    const { call } = service
    const address = { kind: 'serial', path: '/dev/no-such-port' }
    expect(await call('POST /v1/instruments', { ...magnet, address })).toMatchObject({
      status: 201,
      body: { state: 'absent', problem: { fault: 'port_missing' } },
    })
    expect(await call('DELETE /v1/instruments/magnet')).toMatchObject({ status: 200 })
    await call('POST /v1/lab/undo')
    expect(await call('GET /v1/instruments/magnet')).toMatchObject({ status: 200 })
    await call('POST /v1/lab/undo')
    expect(await call('GET /v1/instruments/magnet')).toMatchObject({ status: 404 })
  })

  it('that add a simulation that does not answer mark it as one, in its safe state and its log too', async () => {
    const { call } = service
    const address = { kind: 'tcp', host: '127.0.0.1', port: 9, simulated: true }
    const simulated = { ...magnet, driver: 'qdevil-qdac2', address }
    expect(await call('POST /v1/instruments', simulated)).toMatchObject({ status: 201, body: { simulated: true } })
    const { body } = await call('POST /v1/instruments/magnet/safe-state')
    expect(itemsOf(body)).toMatchObject([{ outcome: 'unreachable', simulated: true, values: [] }])
    const log = await call('GET /v1/lab/experiment-log?instrument_id=magnet&event=safe_state')
    expect(itemsOf(log.body)).toMatchObject([{ simulated: true }])
    await call('POST /v1/lab/undo')
  })

  it('that change nothing are none', async () => {
    const { call } = service
    const before = (await call('GET /v1/lab')).body.changes
    expect(await call('POST /v1/instruments/drive-source', {})).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', detail: expect.stringContaining('name at least one field to change') },
    })
    const {
      label,
      role,
      expected_serial_number: serial_number,
      address,
      options,
    } = (await call('GET /v1/instruments/drive-source')).body as Record<string, unknown>
    const same = await call('POST /v1/instruments/drive-source', { label, role, serial_number, address, options })
    expect(same).toMatchObject({ status: 200, body: { label } })
    expect((await call('GET /v1/lab')).body.changes).toEqual(before)
  })

  it('that remove an instrument take its twin away, and undo brings both back', async () => {
    const { call } = service
    await ready(service, 'readout-switch')
    expect(await call('DELETE /v1/instruments/readout-switch')).toMatchObject({ status: 200 })
    expect(await call('GET /v1/instruments/readout-switch')).toMatchObject({ status: 404 })
    await call('POST /v1/lab/undo')
    await ready(service, 'readout-switch')
    const position = '/v1/instruments/readout-switch/parameters/position'
    expect(await call(`POST ${position}`, { channel: 'C', value: true })).toMatchObject({ body: { read_back: true } })
  })

  it('are refused where something rests on it, somebody holds it, or a name is taken', async () => {
    const { call, data } = service
    await ready(service, 'drive-source')
    const refused = async (line: string, body?: object) => {
      const answer = await call(line, body)
      return `${answer.body.error}: ${answer.body.detail}`
    }
    expect(await refused('DELETE /v1/instruments/fridge-thermometer')).toMatch(
      /^conflict: .*Mixing chamber below 30 mK/,
    )
    expect(await refused('DELETE /v1/instruments/flux-dac')).toMatch(/^conflict: .*crosstalk/)
    expect(await refused('DELETE /v1/instruments/sequencer-a')).toMatch(/^conflict: .*sequencer of a device/)
    expect(await refused('POST /v1/instruments', { ...magnet, id: 'flux-dac' })).toMatch(/^conflict: .*already/)
    const taken = { ...magnet, address: { kind: 'twin', name: 'flux-dac' } }
    expect(await refused('POST /v1/instruments', taken)).toMatch(/^conflict: .*plays flux-dac already/)
    expect(await refused('POST /v1/instruments', { ...magnet, driver: 'none' })).toMatch(
      /^invalid_request: .*no driver/,
    )
    const own = readFileSync('resources/instruments/srs-dc205.json', 'utf8').replaceAll('srs-dc205', 'our-source')
    mkdirSync(join(data, 'drivers'), { recursive: true })
    writeFileSync(join(data, 'drivers/our-source.json'), own)
    expect(await refused('POST /v1/instruments', { ...magnet, driver: 'our-source' })).toMatch(/has no twin/)
    expect(await refused('POST /v1/instruments', { ...magnet, address: { kind: 'hid' } })).toMatch(
      /connected by serial or as a twin$/,
    )
    const address = { kind: 'tcp', host: '127.0.0.1', port: 5025 }
    expect(await refused('POST /v1/instruments', { ...magnet, address })).toMatch(/may name tcp in its transport$/)
    const before = (await call('GET /v1/lab')).body.changes
    await call('POST /v1/instruments/drive-source/lease', {})
    expect(await refused('DELETE /v1/instruments/drive-source')).toMatch(/^instrument_held: .*key operator holds it/)
    expect(await call('GET /v1/instruments/drive-source')).toMatchObject({ body: { state: 'ready' } })
    expect((await call('GET /v1/lab')).body.changes).toEqual(before)
  })

  it('that are damaged on the disk, or fit no longer, stop nothing and are reported', async () => {
    const { call, data, restart } = service
    await call('POST /v1/instruments', magnet)
    const file = join(data, 'lab-changes.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"magnet"', '"flux-dac"'))
    await restart()
    const misfit = await call('GET /v1/lab')
    expect(misfit.body).toMatchObject({ changes: [], problems: [{ fault: 'lab_change_left_out' }] })
    writeFileSync(file, '{"format": "pentad-lab-ch')
    await restart()
    const damaged = await call('GET /v1/lab')
    expect(JSON.stringify(damaged.body.problems)).toContain('put aside')
    expect(readdirSync(data).some(name => name.startsWith('lab-changes.json.damaged-'))).toBe(true)
    expect((await call('POST /v1/instruments', magnet)).status).toBe(201)
  })
})

describe('driver files of the lab', () => {
  it('count from the moment that they are there, and refused ones are listed with the place that is wrong', async () => {
    const { call, data } = service
    const drivers = join(data, 'drivers')
    mkdirSync(drivers, { recursive: true })
    const driver = JSON.parse(
      readFileSync(resolve(import.meta.dirname, '../../../resources/instruments/srs-dc205.json'), 'utf8'),
    )
    writeFileSync(join(drivers, 'own.json'), JSON.stringify({ ...driver, id: 'own-source' }))
    writeFileSync(join(drivers, 'broken.json'), JSON.stringify({ ...driver, id: 'Broken!' }))
    writeFileSync(join(drivers, 'half.json'), '{"format":')
    copyFileSync('/dev/null', join(drivers, 'empty.json'))
    mkdirSync(join(drivers, 'folder.json'))
    const { body } = await call('GET /v1/lab/drivers', undefined, 'jobs')
    expect(body.folder).toBe(drivers)
    expect(itemsOf(body).find(one => one.driver === 'own-source')).toMatchObject({
      source: 'lab',
      transports: ['serial'],
    })
    expect(itemsOf(body).find(one => one.driver === 'srs-dc205')).toMatchObject({ source: 'program' })
    const problems = itemsOf(body, 'problems').map(({ message }) => String(message))
    expect(problems.map(message => /[a-z]+\.json/.exec(message)![0]).sort()).toEqual([
      'broken.json',
      'empty.json',
      'half.json',
    ])
    expect(problems.find(message => message.includes('broken.json'))).toContain('/id')
  })
})
