import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runningService } from '../../../main/cli/io/client'
import { routes } from '../../../main/contract/routes'
import { itemsOf, type OpenedService, openService, ready } from './opened-lab'

let service: OpenedService
beforeAll(async () => {
  service = await openService()
  await ready(service, 'flux-dac', 'drive-attenuator', 'fridge-thermometer', 'amplifier-bias', 'sequencer-a')
})
afterAll(() => service.stop())

const voltage = 'POST /v1/instruments/flux-dac/parameters/voltage'

describe('the instruments of the demo lab', () => {
  it('are listed with what they are, where they hang, and that they are simulated', async () => {
    const { body } = await service.call('GET /v1/instruments', undefined, 'jobs')
    const dac = itemsOf(body).find(one => one.instrument_id === 'flux-dac')
    expect(dac).toMatchObject({
      label: 'Flux bias',
      role: 'flux_bias',
      vendor: 'QDevil',
      model: 'QDAC-II',
      simulated: true,
      state: 'ready',
      port: 'twin:flux-dac',
      problem: null,
      address: { kind: 'twin', name: 'flux-dac' },
      lease: { holder: null, queue: [] },
    })
    expect(itemsOf(body).every(one => one.simulated)).toBe(true)
  })

  it('have forms with the limits of driver and lab together', async () => {
    const { body } = await service.call('GET /v1/instruments/flux-dac', undefined, 'qec')
    const form = itemsOf(body, 'parameters').find(one => one.parameter === 'voltage')!
    expect(form).toMatchObject({ access: 'read_write', value: { type: 'number', unit: 'V', range: [-10, 10] } })
    const channels = itemsOf(form, 'channels')
    expect(channels[0]).toMatchObject({ channel: '1', limits: [-2, 2], lab: { label: 'Flux of qubit 0' } })
    expect(channels[9]).toMatchObject({ channel: '10', limits: [-10, 10], lab: null })
  })

  it('are read by any key and set by operators, ramped and read back', async () => {
    const set = await service.call(voltage, { value: 0.05, channel: '1' })
    expect(set).toMatchObject({
      status: 200,
      body: { requested: 0.05, read_back: 0.05, ramped: true, simulated: true },
    })
    const read = await service.call('GET /v1/instruments/flux-dac/parameters/voltage?channel=1', undefined, 'jobs')
    expect(read).toMatchObject({ status: 200, body: { value: 0.05, unit: 'V', status: 'ok', fresh: true } })
    expect(await service.call(voltage, { value: 0, channel: '1' }, 'jobs')).toMatchObject({ status: 403 })
  })

  it('refuse what the lab or the driver does not allow, and name the field', async () => {
    const beyond = await service.call(voltage, { value: 3, channel: '1' })
    expect(beyond).toMatchObject({ status: 400, body: { error: 'invalid_request', errors: [{ pointer: '/value' }] } })
    expect(beyond.body.detail).toContain('-2 to 2 V')
    expect((await service.call(voltage, { value: 11, channel: '10' })).body.detail).toContain('-10 to 10 V')
    expect(await service.call(voltage, { value: 'high', channel: '10' })).toMatchObject({ status: 400 })
    expect(await service.call('POST /v1/instruments/flux-dac/parameters/colour', { value: 1 })).toMatchObject({
      status: 404,
      body: { details: { fault: 'unknown_parameter' } },
    })
  })

  it('refuse a channel that is left out or not there, and name the field', async () => {
    const read = (query: string) => service.call(`GET /v1/instruments/flux-dac/parameters/voltage${query}`)
    for (const query of ['', '?channel=25'])
      expect(await read(query)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '#query/channel', message: expect.stringContaining('channels 1, 2,') }] },
      })
    expect(await service.call(voltage, { value: 0 })).toMatchObject({
      status: 400,
      body: { details: { fault: 'unknown_channel' }, errors: [{ pointer: '/channel' }] },
    })
    const single = await service.call('GET /v1/instruments/amplifier-bias/parameters/voltage?channel=1')
    expect(single).toMatchObject({ status: 400, body: { detail: expect.stringContaining('has no channels') } })
  })

  it('answer on the console to operators', async () => {
    const line = 'POST /v1/instruments/flux-dac/console'
    expect(await service.call(line, { text: '*IDN?' })).toMatchObject({
      status: 200,
      body: { sent: '*IDN?', reply: expect.stringContaining('QDAC-II'), simulated: true },
    })
    expect(await service.call(line, { text: '*IDN?' }, 'qec')).toMatchObject({ status: 403 })
    expect(await service.call('POST /v1/instruments/random-source/console', { text: 'x' })).toMatchObject({
      status: 409,
      body: { error: 'no_console' },
    })
  })

  it('are leased by one, and others wait in order', async () => {
    const lease = '/v1/instruments/drive-attenuator/lease'
    const held = await service.call(`POST ${lease}`, { minutes: 5 })
    expect(held.body).toMatchObject({ yours: 'held', place: null, holder: { kind: 'operator', label: 'key operator' } })
    expect(held.body.expires_at).not.toBeNull()
    expect(await service.call(`POST ${lease}`, { minutes: 1 })).toMatchObject({ body: { yours: 'held' } })
    const { secret } = await runningService(service.data)!.call(routes.createKey, {
      body: { name: 'other', roles: ['operator'] },
    })
    const other = (line: string, body?: object) =>
      fetch(service.url + line.split(' ')[1], {
        method: line.split(' ')[0]!,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }).then(async reply => ({ status: reply.status, body: (await reply.json()) as Record<string, unknown> }))
    expect(await other(`POST ${lease}`, {})).toMatchObject({ body: { yours: 'waiting', place: 1 } })
    expect(await other('POST /v1/instruments/drive-attenuator/parameters/attenuation', { value: 20 })).toMatchObject({
      status: 409,
      body: { error: 'instrument_held', detail: expect.stringContaining('key operator holds it') },
    })
    const seen = '/v1/instruments/drive-attenuator/parameters/attenuation'
    await service.call(`GET ${seen}`)
    expect(await other(`GET ${seen}`)).toMatchObject({ status: 200, body: { fresh: false, unit: 'dB' } })
    expect((await service.call(`DELETE ${lease}`)).body).toMatchObject({
      yours: 'none',
      holder: { label: 'key other' },
    })
    expect((await service.call(`DELETE ${lease}`)).status).toBe(409)
    const ended = await runningService(service.data)!.call(routes.releaseLease, {
      params: { instrument_id: 'drive-attenuator' },
    })
    expect(ended.holder).toBeNull()
  })

  it('go to their safe values at anybody’s word', async () => {
    const { status, body } = await service.call('POST /v1/instruments/drive-attenuator/safe-state', undefined, 'jobs')
    expect(status).toBe(200)
    expect(body.items).toMatchObject([
      { instrument_id: 'drive-attenuator', outcome: 'safe', values: [{ parameter: 'attenuation', value: 63 }] },
    ])
    const shown = await service.call('GET /v1/instruments/drive-attenuator')
    expect(shown.body).toMatchObject({ safe_state: { status: 'safe' } })
  })
})
