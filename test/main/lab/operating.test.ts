import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openForeignQdac } from '../instruments/transport/foreign-qdac'
import { itemsOf, type OpenedService, openService, ready } from './opened-lab'

let service: OpenedService
beforeAll(async () => {
  service = await openService()
  await ready(service, 'flux-dac', 'amplifier-bias', 'drive-attenuator', 'readout-switch', 'fridge-gauge')
})
afterAll(() => service.stop())

const until = async (line: string, wanted: (body: Record<string, unknown>) => boolean) => {
  for (const end = Date.now() + 60_000; ; ) {
    const { body } = await service.call(line)
    if (wanted(body)) return body
    if (Date.now() > end) throw new Error(JSON.stringify(body))
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
const attenuation = '/v1/instruments/drive-attenuator/parameters/attenuation'

describe('fluxes', () => {
  it('become voltages by the matrix, which all channels reach together and which read back as the fluxes', async () => {
    const dry = await service.call('POST /v1/lab/flux', { phi0: { 'flux-q1': 0.02 }, dry_run: true })
    const [first, second] = itemsOf(dry.body)
    expect(first).toMatchObject({ channel_id: 'flux-q1', simulated: true })
    expect(second!.volts).not.toBe(0)
    const set = await service.call('POST /v1/lab/flux', { phi0: { 'flux-q1': 0.02 } })
    expect(set.status).toBe(200)
    for (const [at, { volts, phi0 }] of itemsOf(set.body).entries()) {
      expect(volts).toBeCloseTo(Number(itemsOf(dry.body)[at]!.volts), 4)
      expect(phi0).toBeCloseTo(Number(itemsOf(dry.body)[at]!.phi0), 4)
    }
    expect(itemsOf((await service.call('GET /v1/lab/flux', undefined, 'jobs')).body)[0]!.phi0).toBeCloseTo(0.02, 4)
  })

  it('are refused before anything moves where the product leaves the limits of a channel', async () => {
    const before = await service.call('GET /v1/lab/flux')
    const { status, body } = await service.call('POST /v1/lab/flux', { phi0: { 'flux-q2': 5 } })
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_request' })
    expect(body.detail).toMatch(/Flux of qubit \d is kept to -2 to 2 V/)
    expect((await service.call('GET /v1/lab/flux')).body).toEqual(before.body)
    const logged = await service.call('GET /v1/lab/experiment-log?event=limit&limit=1')
    expect(itemsOf(logged.body)).toMatchObject([{ actor: 'key operator', details: { fault: 'value_out_of_range' } }])
    const unknown = await service.call('POST /v1/lab/flux', { phi0: { nothing: 0 } })
    expect(unknown.body).toMatchObject({ error: 'invalid_request', errors: [{ pointer: '/phi0/nothing' }] })
  })
})

describe('snapshots of settings', () => {
  it('are taken, compared with now, previewed and restored', async () => {
    await service.call(`POST ${attenuation}`, { value: 20 })
    const instruments = ['drive-attenuator', 'amplifier-bias']
    const taken = await service.call('POST /v1/lab/snapshots', { label: 'before', instruments })
    expect(taken).toMatchObject({ status: 201, body: { label: 'before', instruments, simulated: true } })
    const at = `/v1/lab/snapshots/${taken.body.snapshot_id}`
    expect((await service.call(`GET ${at}/compare`)).body).toMatchObject({ differences: [], problems: [] })

    await service.call(`POST ${attenuation}`, { value: 30 })
    await service.call('POST /v1/instruments/amplifier-bias/parameters/voltage', { value: 0.02 })
    const later = await service.call('POST /v1/lab/snapshots', { label: 'after', instruments })
    for (const other of ['', `?with=${later.body.snapshot_id}`])
      expect((await service.call(`GET ${at}/compare${other}`, undefined, 'jobs')).body.differences).toMatchObject([
        { instrument_id: 'drive-attenuator', parameter: 'attenuation', unit: 'dB', before: 20, after: 30 },
        { instrument_id: 'amplifier-bias', parameter: 'voltage', before: 0, after: 0.02, settable: true },
      ])

    const preview = await service.call(`POST ${at}/restore`, { dry_run: true })
    expect(preview.body.steps).toMatchObject([
      { instrument_id: 'drive-attenuator', from: 30, to: 20, outcome: 'planned' },
      { instrument_id: 'amplifier-bias', from: 0.02, to: 0, outcome: 'planned', ramp_s: expect.closeTo(0.1, 2) },
    ])
    expect((await service.call(`GET ${attenuation}`)).body.value).toBe(30)
    const restored = await service.call(`POST ${at}/restore`, { dry_run: false })
    expect(itemsOf(restored.body, 'steps').map(({ outcome }) => outcome)).toEqual(['set', 'set'])
    expect((await service.call(`GET ${attenuation}`)).body.value).toBe(20)

    const list = await service.call('GET /v1/lab/snapshots?limit=1')
    expect(itemsOf(list.body).map(({ label }) => label)).toEqual(['after'])
    const next = await service.call(`GET /v1/lab/snapshots?cursor=${list.body.next_cursor}`)
    expect(itemsOf(next.body).map(({ label }) => label)).toEqual(['before'])
    expect((await service.call(`DELETE ${at}`)).body).toEqual({ ok: true })
    expect((await service.call(`GET ${at}`)).status).toBe(404)
  })

  it('hold everything that a sequencer and sources can be asked, with no problem on the way', async () => {
    await ready(service, 'sequencer-b', 'random-source')
    const instruments = ['sequencer-b', 'flux-dac', 'fridge-gauge', 'random-source']
    const taken = await service.call('POST /v1/lab/snapshots', { label: 'rack', instruments })
    const [sequencer, flux, , random] = itemsOf(taken.body)
    expect(itemsOf(taken.body).map(({ problem }) => problem)).toEqual([null, null, null, null])
    expect(sequencer!.readings).toMatchObject([{ parameter: 'state', channel: null, value: 'OKAY;IDLE;;;;' }])
    expect(random!.readings, 'random bytes are no setting').toEqual([])
    expect(flux!.readings).toContainEqual(expect.objectContaining({ parameter: 'voltage', channel: '24' }))
    const at = `/v1/lab/snapshots/${taken.body.snapshot_id}`
    expect((await service.call(`GET ${at}/compare`)).body).toMatchObject({ problems: [] })
    expect((await service.call(`POST ${at}/restore`, { dry_run: true })).body).toMatchObject({ problems: [] })
    await service.call(`DELETE ${at}`)
  })
})

describe('faults of a twin', () => {
  it('end in an unplugged instrument that comes back by itself', async () => {
    const faults = '/v1/instruments/readout-switch/faults'
    const script = [{ fault: { kind: 'unplug' } }]
    expect(await service.call(`POST ${faults}`, { script })).toMatchObject({ status: 200, body: { plugged_in: false } })
    const lost = await until('GET /v1/instruments/readout-switch', ({ state }) => state !== 'ready')
    expect(lost.problem).toMatchObject({ remedy: expect.any(String) })
    const read = await service.call('GET /v1/instruments/readout-switch/parameters/positions')
    expect(read).toMatchObject({
      status: 409,
      body: { error: 'instrument_unavailable', details: { remedy: expect.any(String) } },
    })
    expect((await service.call(`GET ${faults}`)).body).toMatchObject({ plugged_in: false })
    expect((await service.call(`POST ${faults}`, { script: [] })).body).toMatchObject({ plugged_in: true })
    await until('GET /v1/instruments/readout-switch', ({ state }) => state === 'ready')
  })

  it('are refused with texts that no line carries', async () => {
    const refused = async (fault: object) => {
      const { status, body } = await service.call('POST /v1/instruments/readout-switch/faults', { script: [{ fault }] })
      return [status, itemsOf(body, 'errors')[0]!.pointer]
    }
    expect(await refused({ kind: 'nak', reply: '€5' })).toEqual([400, '/script/0/fault/reply'])
    expect(await refused({ kind: 'unsolicited', text: 'ready ✓' })).toEqual([400, '/script/0/fault/text'])
    expect(await refused({ kind: 'unplug', serial_number: '№ 7' })).toEqual([400, '/script/0/fault/serial_number'])
  })

  it('end in a named fault and never in a wrong value, and a query that was lost is asked again', async () => {
    const faults = '/v1/instruments/amplifier-bias/faults'
    await service.call(`POST ${faults}`, { seed: 5, script: [{ after_replies: 0, fault: { kind: 'drop' } }] })
    const read = await service.call('GET /v1/instruments/amplifier-bias/parameters/voltage')
    expect(read).toMatchObject({ status: 200, body: { value: 0 } })
    await service.call(`POST ${faults}`, { script: [{ fault: { kind: 'ignore_set' } }] })
    const set = await service.call('POST /v1/instruments/amplifier-bias/parameters/voltage', { value: 0.01 })
    expect(set).toMatchObject({ status: 409, body: { error: 'set_not_taken', details: { fault: 'set_not_taken' } } })
    await service.call(`POST ${faults}`, { script: [] })
  })
})

describe('the heater of the simulated fridge', () => {
  it('warms the mixing chamber beyond the limit that runs need', async () => {
    await ready(service, 'fridge-thermometer')
    const at = 'POST /v1/instruments/fridge-thermometer/parameters'
    expect(await service.call(`${at}/setpoint`, { channel: '1', value: 4 })).toMatchObject({ status: 200 })
    expect((await service.call(`${at}/heater_range`, { channel: '1', value: 'high' })).body.read_back).toBe('high')
    const { body } = await service.call(`GET ${at.slice(5)}/heater_range?channel=2`)
    expect(body.value).toBe('off')
    const breached = await until('GET /v1/lab/preconditions', ({ items }) =>
      itemsOf({ items }).some(({ id, status }) => id === 'cold' && status === 'limit_breached'),
    )
    expect(itemsOf(breached)[0]).toMatchObject({ simulated: true, reading: { parameter: 'temperature', channel: 'D' } })
  })
})

describe('an address', () => {
  it('is asked who is there, and nothing is kept', async () => {
    const twin = { driver: 'srs-dc205', address: { kind: 'twin', name: 'spare' } }
    expect(await service.call('POST /v1/lab/identify', twin)).toMatchObject({
      status: 200,
      body: { identity: { model: 'DC205' }, simulated: true },
    })
    expect(itemsOf((await service.call('GET /v1/instruments')).body).some(one => one.instrument_id === 'spare')).toBe(
      false,
    )
    const nobody = { driver: 'srs-dc205', address: { kind: 'serial', path: '/dev/pentad-nowhere' } }
    expect(await service.call('POST /v1/lab/identify', nobody)).toMatchObject({
      status: 409,
      body: { error: 'instrument_unavailable', details: { fault: 'port_missing', remedy: expect.any(String) } },
    })
    const closed = { driver: 'srs-dc205', address: { kind: 'tcp', host: '127.0.0.1', port: 9 } }
    expect((await service.call('POST /v1/lab/identify', closed)).status).toBeGreaterThanOrEqual(400)
  })

  it('on TCP is simulated where the question says so, though no instrument of the lab is there', async () => {
    const peer = await openForeignQdac()
    const asked = async (simulated: boolean) => {
      const address = { kind: 'tcp', host: '127.0.0.1', port: peer.port, simulated }
      return (await service.call('POST /v1/lab/identify', { driver: 'qdevil-qdac2', address })).body
    }
    try {
      expect(await asked(true)).toMatchObject({ identity: { serial_number: '83' }, simulated: true })
      expect(await asked(false)).toMatchObject({ identity: { serial_number: '83' }, simulated: false })
    } finally {
      peer.end()
    }
  })

  it('that cannot be listed is explained by discovery, which answers all the same', async () => {
    const { status, body } = await service.call('POST /v1/lab/discovery')
    expect(status).toBe(200)
    for (const problem of itemsOf(body, 'problems'))
      expect(problem).toMatchObject({ remedy: expect.stringMatching(/\w/) })
  })
})

describe('sequencers', () => {
  it('are listed with their backends, limits and who waits', async () => {
    const { body } = await service.call('GET /v1/lab/sequencers', undefined, 'qec')
    expect(itemsOf(body)[0]).toMatchObject({
      instrument_id: 'sequencer-b',
      role: 'sequencer',
      device_id: 'dev-b',
      backend_ids: ['dev-b'],
      simulated: true,
      profile: { grid_ns: 4, timestamps: 'marks' },
      lease: { holder: null, held_with: [], queue: [] },
    })
  })
})

describe('the stream of instruments', () => {
  it('reports states, leases, readings and safe states, marked as simulated, and goes on where a listener left off', async () => {
    const frames: Record<string, unknown>[] = []
    const stream = async (query = '') => {
      const address = `${service.url.replace('http', 'ws')}/v1/instruments/events${query}`
      const socket = new WebSocket(address, { headers: { authorization: `Bearer ${await service.keyOf('jobs')}` } })
      socket.on('message', data => frames.push(JSON.parse(String(data))))
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      return socket
    }
    const seen = (wanted: (frame: Record<string, unknown>) => boolean) =>
      expect.poll(() => frames.some(wanted)).toBe(true)
    const first = await stream()
    await seen(({ type }) => type === 'hello')
    await service.call(`POST ${attenuation}`, { value: 25 })
    await seen(({ type, simulated, reading }) => {
      const { parameter, value } = (reading ?? {}) as Record<string, unknown>
      return type === 'reading' && simulated === true && parameter === 'attenuation' && value === 25
    })
    const standsAt = (wanted: string) =>
      seen(({ instrument }) => JSON.stringify(instrument ?? null).includes(`"safe_state":{"status":"${wanted}"`))
    await service.call('POST /v1/instruments/drive-attenuator/safe-state')
    await standsAt('safe')
    frames.length = 0
    await service.call(`POST ${attenuation}`, { value: 25 })
    await standsAt('unknown')
    first.close()
    const last = Number(frames.at(-1)!.sequence)
    frames.length = 0
    await service.call('POST /v1/instruments/drive-attenuator/lease', {})
    await service.call('DELETE /v1/instruments/drive-attenuator/lease')
    const second = await stream(`?after=${last}&instrument_id=drive-attenuator`)
    await seen(
      ({ type, instrument }) => type === 'instrument' && JSON.stringify(instrument).includes('drive-attenuator'),
    )
    second.close()
  })

  it.each([
    ['without a key', '', {}, 401],
    ['with a key that nobody has', '', { authorization: 'Bearer nobody' }, 401],
    ['from a position that is no number', '?after=x', null, 400],
    ['from a position before the first', '?after=-1', null, 400],
    ['of an instrument that could be a path', `?instrument_id=${encodeURIComponent('../../etc')}`, null, 400],
    ['of a field that there is not', '?everything=yes', null, 400],
  ])('is refused %s', async (_, query, headers, status) => {
    const authorization = `Bearer ${await service.keyOf('jobs')}`
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/v1/instruments/events${query}`, {
      headers: headers ?? { authorization },
    })
    const answer = await new Promise<number>((resolve, reject) => {
      socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode!))
      socket.once('open', () => reject(new Error('it was opened')))
      socket.once('error', reject)
    })
    socket.on('error', () => undefined).terminate()
    expect(answer).toBe(status)
  })

  it('receives nothing of what a listener sends, ends one that sends too much, and serves the others', async () => {
    const address = `${service.url.replace('http', 'ws')}/v1/instruments/events`
    const open = async () => {
      const headers = { authorization: `Bearer ${await service.keyOf('jobs')}` }
      const socket = new WebSocket(address, { headers })
      socket.on('error', () => undefined)
      await new Promise(resolve => socket.once('open', resolve))
      return socket
    }
    const [loud, quiet] = [await open(), await open()]
    const received: string[] = []
    quiet.on('message', data => received.push(String(data)))
    const closed = new Promise(resolve => loud.once('close', resolve))
    loud.send('{"type":"set","instrument":"drive-attenuator","value":1}')
    loud.send(Buffer.alloc(2 ** 21, 0x5b))
    await closed
    await service.call(`POST ${attenuation}`, { value: 17 })
    await expect.poll(() => received.some(frame => frame.includes('17'))).toBe(true)
    quiet.close()
  })
})
