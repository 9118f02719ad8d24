import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { everyFaultText } from '../../../../main/backends/files/fault-list'
import { loadDrivers } from '../../../../main/instruments/driver-files/load'
import { refuseMisfits } from '../../../../main/lab/profile/by-driver'
import { instrumentsOf, loadLab } from '../../../../main/lab/profile/lab-file'

const RESOURCES = resolve(import.meta.dirname, '../../../../resources')
const SEQUENCERS = { sequencers: join(RESOURCES, 'sequencers') }
const { drivers: shippedDrivers } = loadDrivers([join(RESOURCES, 'instruments')])
/** With one of the lab's own, which has no twin. */
const drivers = new Map([...shippedDrivers, ['mine-1', { ...shippedDrivers.get('srs-dc205')!, id: 'mine-1' }]])
const folder = mkdtempSync(join(tmpdir(), 'pentad-lab-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Json = Record<string, never>
const shipped = (): Json => {
  const lab = JSON.parse(readFileSync(join(RESOURCES, 'labs/demo.json'), 'utf8'))
  lab.devices = lab.devices.map((path: string) => resolve(RESOURCES, 'labs', path))
  for (const sequencer of lab.sequencers) sequencer.profile = join(RESOURCES, 'sequencers/demo.json')
  return lab
}
function put(text: string): string {
  const file = join(folder, 'lab.json')
  writeFileSync(file, text)
  return file
}
/** The demo lab with one place replaced; `undefined` takes it away. */
function changed(pointer: string, value: unknown): string {
  const lab = shipped()
  const steps = pointer.split('/').slice(1)
  const last = steps.pop()!
  const parent = steps.reduce<Record<string, unknown>>((at, step) => at[step] as Record<string, unknown>, lab)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return put(JSON.stringify(lab))
}
function load(file: string) {
  const lab = loadLab(file, SEQUENCERS)
  refuseMisfits(lab, { all: drivers, hasTwin: id => shippedDrivers.has(id) })
  return lab
}

describe('a lab file', () => {
  it('of the demo has a twin of a sequencer for each device and instruments for every role', () => {
    const lab = load(join(RESOURCES, 'labs/demo.json'))
    expect(lab.may_purchase).toBe(true)
    expect(lab.sequencers.map(({ device_id, limits }) => [device_id, limits.grid_ns])).toEqual([
      ['dev-b', 4],
      ['dev-a', 4],
      ['dev-c', 4],
    ])
    expect([...lab.sequencers, ...lab.instruments].every(({ address }) => address.kind === 'twin')).toBe(true)
    expect(new Set(lab.instruments.map(({ role }) => role))).toContain('thermometer')
  })

  it('has a run need what its roles, channels and preconditions name, and nothing of the role other beside', () => {
    const lab = load(join(RESOURCES, 'labs/demo.json'))
    const [gauge] = lab.instruments
    const spare = { ...gauge!, id: 'spare', role: 'other' as const }
    const idsOf = (more: Partial<typeof lab> = {}) =>
      instrumentsOf({ ...lab, instruments: [...lab.instruments, spare], ...more }, 'dev-b').map(({ id }) => id)
    expect(idsOf()).toEqual(instrumentsOf(lab, 'dev-b').map(({ id }) => id))
    expect(idsOf()).toContain('amplifier-bias')
    const [precondition] = lab.preconditions
    expect(idsOf({ preconditions: [{ ...precondition!, instrument: 'spare' }] })).toContain('spare')
    const [channel] = lab.channels
    expect(idsOf({ channels: [...lab.channels, { ...channel!, instrument: 'spare', device_id: null }] })).toContain(
      'spare',
    )
    expect(
      idsOf({ channels: [...lab.channels, { ...channel!, instrument: 'spare', device_id: 'dev-a' }] }),
    ).not.toContain('spare')
  })

  it('is refused a label or serial number that would turn the text around it, or break its line', () => {
    for (const label of ['a\u0000', 'a\u202eb', 'a\nb'])
      for (const field of ['label', 'serial_number'])
        expect(() => load(changed(`/instruments/0/${field}`, label))).toThrow(/one line without control characters/)
  })

  it('lets the twin of a sequencer decay exactly, and modules of one mainframe share a twin', () => {
    expect(load(changed('/sequencers/1/decay', 'exact')).sequencers.map(({ decay }) => decay)).toEqual([
      'twirled',
      'exact',
      'twirled',
    ])
    const module = (slot: number) => ({
      id: `bias-${slot}`,
      label: `Bias ${slot}`,
      driver: 'srs-sim928',
      options: { slot },
      address: { kind: 'twin', name: 'mainframe' },
    })
    const modules = (...slots: number[]) => ({
      ...shipped(),
      instruments: slots.map(module),
      channels: [],
      preconditions: [],
    })
    const file = (lab: object) => put(JSON.stringify({ ...lab, crosstalk: undefined, entropy: undefined }))
    expect(load(file(modules(3, 5))).instruments).toHaveLength(2)
    const same = modules(3, 5)
    same.instruments[1]!.options = { slot: 3 }
    expect(() => load(file(same))).toThrow(/mainframe is already the name of the twin at \/instruments\/0/)
  })

  it('names a sequencer under sequencers and nothing else there, and twins and options that its driver has', () => {
    const refused = (pointer: string, value: unknown) => expect(() => load(changed(pointer, value)))
    refused('/instruments/0/driver', 'pentad-sequencer').toThrow(
      /\/instruments\/0\/driver: pentad-sequencer is the driver of a/,
    )
    refused('/sequencers/1/driver', 'srs-dc205').toThrow(/\/sequencers\/1\/driver: srs-dc205 .* role voltage_source/)
    refused('/instruments/0/options', { slo: 7 }).toThrow(
      /\/instruments\/0\/options\/slo: qdevil-qdac2 has no option slo/,
    )
    refused('/instruments/0/driver', 'mine-1').toThrow(/\/instruments\/0\/address\/kind: mine-1 has no twin/)
    expect(load(changed('/sequencers/1/options', { slot: 4, sequencer: 1 })).sequencers[1]!.options).toEqual({
      slot: 4,
      sequencer: 1,
    })
  })

  it('of version 1 still opens: a twin for each device, or offline', () => {
    const first = { format: 'pentad-lab/1', name: 'Old', description: '', devices: shipped().devices }
    const twins = load(put(JSON.stringify({ ...first, simulated_device: true })))
    expect(twins).toMatchObject({ may_purchase: true, instruments: [] })
    expect(twins.sequencers.map(({ id, address }) => [id, address.kind])).toEqual([
      ['sequencer-dev-b', 'twin'],
      ['sequencer-dev-a', 'twin'],
      ['sequencer-dev-c', 'twin'],
    ])
    const offline = load(put(JSON.stringify({ ...first, simulated_device: false })))
    expect(offline).toMatchObject({ may_purchase: false, sequencers: [] })
  })

  it.each([
    ['/format', 'pentad-lab/9'],
    ['/colour', 'red'],
    ['/sequencers/0/id', 'Not An Id'],
    ['/sequencers/0/id', 'events'],
    ['/sequencers/1/id', 'sequencer-b'],
    ['/sequencers/0/device_id', 'dev-z'],
    ['/sequencers/1/device_id', 'dev-b'],
    ['/sequencers/0/profile', '/nowhere/profile.json'],
    ['/instruments/0/id', 'sequencer-b'],
    ['/instruments/0/address/name', 'sequencer-b'],
    ['/instruments/0/address', { kind: 'tcp', host: 'a b', port: 1 }],
    ['/instruments/0/role', 'coffee'],
    ['/channels/0/instrument', 'nothing'],
    ['/channels/0/parameter', 'colour'],
    ['/channels/0/channel', '99'],
    ['/channels/6/unit', 'mV'],
    ['/channels/0/max', 11],
    ['/channels/0/max', -3],
    ['/channels/0/qubit', 5_000],
    ['/channels/0/device_id', 'dev-z'],
    ['/channels/0/safe_value', 'high'],
    ['/channels/1/id', 'flux-q1'],
    ['/channels/0/ramp_per_s', 0],
    ['/crosstalk/channels/0', 'nothing'],
    ['/crosstalk/channels/0', 'mixing-chamber'],
    ['/crosstalk/channels/1', 'flux-q1'],
    ['/crosstalk/matrix_v_per_phi0/2', [1, 2]],
    ['/crosstalk/matrix_v_per_phi0', [[1]]],
    ['/crosstalk/offsets_v', [1]],
    ['/preconditions/0/instrument', 'nothing'],
    ['/preconditions/0/channel', 'Z'],
    ['/preconditions/0/unit', 'mK'],
    ['/preconditions/0/max_age_s', -1],
    ['/preconditions/1/id', 'cold'],
  ])('is refused with the place %s where that says %j', (pointer, value) => {
    let message = ''
    try {
      load(changed(pointer, value))
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toContain('lab.json')
    expect(message).toContain(pointer)
    expect(message.length).toBeLessThan(600)
  })

  it('lists every fault at once, each with its place', () => {
    const lab = shipped() as unknown as Record<string, Record<string, unknown>[]>
    Object.assign(lab.channels![0]!, { instrument: 'nothing' })
    Object.assign(lab.channels![1]!, { max: -3 })
    Object.assign(lab.preconditions![0]!, { below: null, above: null })
    const places = (file: string) => {
      try {
        load(file)
        return []
      } catch (error) {
        return everyFaultText(error as Error)
          .split('\n')
          .slice(1)
      }
    }
    expect(places(put(JSON.stringify(lab)))).toEqual([
      expect.stringMatching(/lab\.json at \/channels\/0\/instrument: there is no instrument nothing/),
      expect.stringMatching(/lab\.json at \/channels\/1\/max: /),
      expect.stringMatching(/lab\.json at \/preconditions\/0: give below, above, or both/),
    ])
    const fitted = shipped() as unknown as Record<string, Record<string, unknown>[]>
    Object.assign(fitted.channels![0]!, { parameter: 'colour' })
    Object.assign(fitted.preconditions![0]!, { channel: 'Z', unit: 'mK' })
    expect(places(put(JSON.stringify(fitted)))).toEqual([
      expect.stringMatching(/\/channels\/0\/parameter: qdevil-qdac2 has no colour/),
      expect.stringMatching(/\/preconditions\/0\/channel: /),
      expect.stringMatching(/\/preconditions\/0\/unit: /),
    ])
  })

  it('that names a device file which is not there is an error at that place', () =>
    expect(() => load(changed('/devices/1', 'nowhere.json'))).toThrow(/lab\.json at \/devices\/1: there is no file/))

  it('is refused where its crosstalk cannot be inverted, and where a limit has no side', () => {
    const flat = Array.from({ length: 5 }, () => [1, 1, 1, 1, 1])
    expect(() => load(changed('/crosstalk/matrix_v_per_phi0', flat))).toThrow(/no inverse/)
    expect(() => load(changed('/preconditions/0/below', undefined))).toThrow(/give below, above, or both/)
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{"format": "pentad-lab/2", '],
    ['a list', '[]'],
    ['a name twice', '{"format":"pentad-lab/2","format":"pentad-lab/2"}'],
    ['a prototype', '{"__proto__": {}, "format": "pentad-lab/2"}'],
    ['depth', '['.repeat(5_000)],
    ['other bytes', '\u0000\u0001'],
  ])('that holds %s is refused by its name', (_, text) => {
    expect(() => load(put(text))).toThrow(/lab\.json/)
  })

  it('leaves channels alone whose driver is not there: the instrument is listed with that', () => {
    expect(load(changed('/instruments/0/driver', 'not-yet-written')).instruments[0]!.driver).toBe('not-yet-written')
  })
})
