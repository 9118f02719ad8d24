import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemsOf, type OpenedService, openService, ready } from './opened-lab'

let service: OpenedService
beforeAll(async () => {
  service = await openService()
  await ready(service, 'drive-attenuator', 'fridge-thermometer', 'fridge-gauge')
})
afterAll(() => service.stop())

const set = (value: number) => service.call('POST /v1/instruments/drive-attenuator/parameters/attenuation', { value })
const exported = async (path: string) => {
  const reply = await fetch(service.url + path, { headers: { authorization: `Bearer ${await service.keyOf('jobs')}` } })
  expect(reply.status).toBe(200)
  return reply.text()
}

describe('what is kept of the lab', () => {
  it('is every request and reply, by instrument, text, direction and outcome, page by page, over a restart too', async () => {
    await set(21)
    const log = '/v1/lab/log?instrument_id=drive-attenuator'
    const page = await service.call(`GET ${log}&direction=sent&limit=2`, undefined, 'jobs')
    expect(itemsOf(page.body)).toHaveLength(2)
    for (const entry of itemsOf(page.body))
      expect(entry).toMatchObject({ instrument_id: 'drive-attenuator', direction: 'sent', simulated: true })
    const next = await service.call(`GET ${log}&direction=sent&limit=2&cursor=${page.body.next_cursor}`)
    expect(Number(itemsOf(next.body)[0]!.sequence)).toBeLessThan(Number(itemsOf(page.body)[1]!.sequence))
    expect(itemsOf((await service.call(`GET ${log}&outcome=fault`)).body)).toEqual([])
    expect((await service.call(`GET ${log}&cursor=nonsense`)).status).toBe(400)
    const csv = await exported('/v1/lab/log/export?instrument_id=drive-attenuator')
    expect(csv.split('\r\n')[0]).toContain('sequence,at,instrument_id,simulated')
    expect(await exported('/v1/lab/log/export?format=text&limit=5')).toContain('SIMULATED')
    const json = JSON.parse(await exported('/v1/lab/log/export?format=json&limit=2&instrument_id=drive-attenuator'))
    const listed = await service.call('GET /v1/lab/log?limit=2&instrument_id=drive-attenuator')
    expect(json).toEqual(itemsOf(listed.body).toReversed())
    expect((await service.call('GET /v1/lab/log/export?format=xml')).status).toBe(400)
    for (const unknown of ['GET /v1/lab/log?outcome=unpluged', 'GET /v1/lab/log/export?outcome=unpluged'])
      expect(await service.call(unknown)).toMatchObject({
        status: 400,
        body: { error: 'invalid_request', errors: [{ pointer: '#query/outcome' }] },
      })
    const newest = Number(itemsOf((await service.call('GET /v1/lab/log?limit=1')).body)[0]!.sequence)
    await service.restart()
    await ready(service, 'drive-attenuator', 'fridge-thermometer', 'fridge-gauge')
    const after = await service.call('GET /v1/lab/log?limit=1')
    expect(Number(itemsOf(after.body)[0]!.sequence)).toBeGreaterThan(newest)
  })

  it('is who set what from which value to which, and what else was done', async () => {
    await set(22)
    await set(23)
    await service.call('POST /v1/instruments/flux-dac/console', { text: '*IDN?' })
    const sets = await service.call('GET /v1/lab/experiment-log?event=set&instrument_id=drive-attenuator')
    expect(itemsOf(sets.body)[0]).toMatchObject({
      event: 'set',
      actor: 'key operator',
      simulated: true,
      work: null,
      details: { parameter: 'attenuation', old: 22, requested: 23, read_back: 23, unit: 'dB' },
    })
    const log = await exported('/v1/lab/experiment-log/export?format=text')
    expect(log).toContain('Drive attenuator: attenuation was set from 22 dB to 23 dB and reads 23 dB')
    expect(log).toContain('Drive attenuator is connected')
    const asked = 'event=set&instrument_id=drive-attenuator'
    const entries = JSON.parse(await exported(`/v1/lab/experiment-log/export?format=json&${asked}`))
    expect(entries).toEqual(itemsOf(sets.body).toReversed())
    expect(await exported('/v1/lab/experiment-log/export?format=json&work=nobody')).toBe('[]\n')
    await service.call('POST /v1/instruments/drive-attenuator/safe-state', undefined, 'qec')
    const safe = await service.call('GET /v1/lab/experiment-log?event=safe_state')
    expect(itemsOf(safe.body)[0]).toMatchObject({
      actor: 'key qec',
      text: 'Drive attenuator is at its safe values: attenuation = 63 dB',
    })
  })

  it('is what was refused before it was sent, and a line by hand that failed, which may have changed anything', async () => {
    await ready(service, 'flux-dac')
    const dac = '/v1/instruments/flux-dac'
    const voltage = `POST ${dac}/parameters/voltage`
    await service.call(`POST ${dac}/safe-state`)
    expect((await service.call(voltage, { value: 3, channel: '1' })).status).toBe(400)
    expect((await service.call(voltage, { value: 11, channel: '10' })).status).toBe(400)
    expect((await service.call(`GET ${dac}`)).body.safe_state).toMatchObject({ status: 'safe' })
    expect((await service.call(`POST ${dac}/console`, { text: 'sour1:volt 0.1;:nonsense' })).status).not.toBe(200)
    expect((await service.call(`GET ${dac}`)).body.safe_state).toMatchObject({ status: 'unknown' })
    const { body } = await service.call('GET /v1/lab/experiment-log?instrument_id=flux-dac&limit=20')
    const entries = itemsOf(body)
      .filter(({ event }) => ['fault', 'limit', 'console'].includes(String(event)))
      .slice(0, 3)
    expect(entries).toMatchObject([
      {
        event: 'console',
        actor: 'key operator',
        text: expect.stringContaining('sour1:volt 0.1;:nonsense; it failed: '),
      },
      { event: 'fault', details: { channel: '10', requested: 11, fault: 'value_out_of_range' } },
      {
        event: 'limit',
        actor: 'key operator',
        simulated: true,
        text: 'Flux bias: voltage 1 was not set to 3 V: flux-dac: Flux of qubit 0 is kept to -2 to 2 V in this lab, not 3',
        details: { parameter: 'voltage', channel: '1', unit: 'V', requested: 3, fault: 'value_out_of_range' },
      },
    ])
  })

  it('are readings of sensors, polled for the preconditions, which are met, and no alarm', async () => {
    await expect
      .poll(async () => {
        const { body } = await service.call('GET /v1/lab/preconditions', undefined, 'jobs')
        return itemsOf(body).map(({ id, status, simulated }) => [id, status, simulated])
      })
      .toEqual([
        ['cold', 'met', true],
        ['vacuum', 'met', true],
      ])
    const { body: needs } = await service.call('GET /v1/lab/preconditions', undefined, 'jobs')
    expect(itemsOf(needs, 'outputs').length).toBeGreaterThan(0)
    const readings = '/v1/lab/readings?instrument_id=fridge-thermometer&parameter=temperature&channel=D'
    const { body } = await service.call(`GET ${readings}`, undefined, 'jobs')
    expect(itemsOf(body)[0]).toMatchObject({
      label: 'Mixing chamber',
      unit: 'K',
      below: 0.03,
      above: null,
      simulated: true,
    })
    expect(itemsOf(itemsOf(body)[0]!, 'points').length).toBeGreaterThan(0)
    expect((await service.call('GET /v1/lab/alarms?open=true')).body).toEqual({ items: [], next_cursor: null })
  })

  it('are outputs within the limits of the lab, read anew: a line by hand may have put one beyond', async () => {
    await ready(service, 'flux-dac')
    const outputs = async () =>
      itemsOf((await service.call('GET /v1/lab/preconditions', undefined, 'jobs')).body, 'outputs')
    const first = async () => (await outputs()).find(({ channel }) => channel === '1')
    await service.call('POST /v1/instruments/flux-dac/console', { text: 'sour1:volt 5' })
    expect(await first()).toMatchObject({
      status: 'beyond',
      instrument: 'flux-dac',
      parameter: 'voltage',
      min: -2,
      max: 2,
      unit: 'V',
      simulated: true,
      message: 'Flux of qubit 0: voltage 1 of flux-dac is 5 V; this lab keeps it to -2 to 2 V',
      reading: { value: 5 },
    })
    await service.call('POST /v1/instruments/flux-dac/console', { text: 'sour1:volt 0' })
    expect(await first()).toMatchObject({ status: 'ok', message: null, reading: { value: 0 } })
    expect((await outputs()).every(({ status }) => status === 'ok')).toBe(true)
  })
})
