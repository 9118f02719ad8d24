import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenedService, openService, ready } from './opened-lab'

let service: OpenedService
beforeAll(async () => {
  service = await openService()
  await ready(service, 'flux-dac', 'drive-attenuator', 'fridge-thermometer', 'amplifier-bias', 'sequencer-a')
}, 90_000)
afterAll(() => service.stop())

const voltage = 'POST /v1/instruments/flux-dac/parameters/voltage'

describe('the instruments of the demo lab', () => {
  it('are listed with what they are, where they hang, and that they are simulated', async () => {
    const { body } = await service.call('GET /v1/instruments', undefined, 'jobs')
    const dac = body.items.find((one: { instrument_id: string }) => one.instrument_id === 'flux-dac')
    expect(dac).toMatchObject({
      ...{ label: 'Flux bias', role: 'flux_bias', vendor: 'QDevil', model: 'QDAC-II', simulated: true, state: 'ready' },
      ...{ port: 'twin:flux-dac', problem: null, address: { kind: 'twin', name: 'flux-dac' } },
      lease: { holder: null, queue: [] },
    })
    expect(body.items.every((one: { simulated: boolean }) => one.simulated)).toBe(true)
  })

  it('have forms with the limits of driver and lab together', async () => {
    const { body } = await service.call('GET /v1/instruments/flux-dac', undefined, 'qec')
    const form = body.parameters.find((one: { parameter: string }) => one.parameter === 'voltage')
    expect(form).toMatchObject({ access: 'read_write', value: { type: 'number', unit: 'V', range: [-10, 10] } })
    expect(form.channels[0]).toMatchObject({ channel: '1', limits: [-2, 2], lab: { label: 'Flux of qubit 0' } })
    expect(form.channels[9]).toMatchObject({ channel: '10', limits: [-10, 10], lab: null })
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
    const window = await fetch(`${service.url}/v1/instruments/drive-attenuator/lease`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await service.keyOf('operator')}`, 'content-type': 'application/json' },
      body: '{"minutes":1}',
    })
    expect(await window.json()).toMatchObject({ yours: 'held' })
    expect((await service.call(`DELETE ${lease}`)).body).toMatchObject({ yours: 'none', holder: null })
  })

  it('go to their safe values at anybody’s word', async () => {
    const { status, body } = await service.call('POST /v1/instruments/drive-attenuator/safe-state', undefined, 'jobs')
    expect(status).toBe(200)
    expect(body.items).toMatchObject([
      { instrument_id: 'drive-attenuator', outcome: 'safe', values: [{ parameter: 'attenuation', value: 63 }] },
    ])
    const shown = await service.call('GET /v1/instruments/drive-attenuator')
    expect(shown.body.safe_state.status).toBe('safe')
  })
})
