import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadDevice, readProfile } from '../../../../main/backends/devices/device-profile'
import { AppError } from '../../../../main/contract/model/errors'
import { loadLab } from '../../../../main/lab/profile/lab-file'
import { profile, rigetti, snapshot } from '../samples'

const read = (value: unknown) => readProfile({ name: 'dev.json', content: JSON.stringify(value) })
const given = profile()

const SEQUENCERS = join(import.meta.dirname, '../../../../resources/sequencers')

describe('a device profile', () => {
  it('is read as it stands', () => expect(read(given)).toEqual(given))

  it.each<[string, object, string]>([
    ['an unknown field', { colour: 'red' }, '/colour'],
    ['a qubit without a place', { qubits: [{ index: 0, label: 'Q0' }] }, '/qubits/0/x'],
    ['an index twice', { qubits: [given.qubits[0], given.qubits[0]] }, '/qubits/1/index'],
    ['a label twice', { qubits: [given.qubits[0], { ...given.qubits[1], label: 'Q0' }] }, '/qubits/1/label'],
    ['a coupling to nowhere', { couplings: [[0, 8]] }, '/couplings/0'],
    ['a coupling to itself', { couplings: [[1, 1]] }, '/couplings/0'],
    [
      'a coupling twice',
      {
        couplings: [
          [0, 1],
          [1, 0],
        ],
      },
      '/couplings/1',
    ],
    ['a coupling of three', { couplings: [[0, 1, 2]] }, '/couplings/0'],
    ['a chiplet with a stranger', { chiplets: [{ chiplet_id: 'a', qubits: [0, 9] }] }, '/chiplets/0/qubits/1'],
    [
      'chiplets that overlap',
      {
        chiplets: [
          { chiplet_id: 'a', qubits: [0, 1] },
          { chiplet_id: 'b', qubits: [1] },
        ],
      },
      '/chiplets/1/qubits/0',
    ],
    [
      'a chiplet id twice',
      {
        chiplets: [
          { chiplet_id: 'a', qubits: [0] },
          { chiplet_id: 'a', qubits: [1] },
        ],
      },
      '/chiplets/1/chiplet_id',
    ],
    ['another gate', { two_qubit_gate: 'iswap' }, '/two_qubit_gate'],
    ['an id that no path takes', { device_id: 'a/b' }, '/device_id'],
    ['the id of a mock', { device_id: 'dev-mock' }, '/device_id'],
    ['no calibration', { calibrations: [] }, '/calibrations'],
    ['an assumed value of 0', { assumed: { ...given.assumed, cz_length_ns: 0 } }, '/assumed/cz_length_ns'],
    ['a threshold above 1', { thresholds: { ...given.thresholds, cz_fidelity: 1.01 } }, '/thresholds/cz_fidelity'],
    ['a threshold below 0', { thresholds: { ...given.thresholds, t2_us: -1 } }, '/thresholds/t2_us'],
    ['a threshold in words', { thresholds: { ...given.thresholds, t1_us: '5 us' } }, '/thresholds/t1_us'],
    [
      'a threshold missing',
      { thresholds: { ...given.thresholds, reset_fidelity: undefined } },
      '/thresholds/reset_fidelity',
    ],
    ['a threshold of something else', { thresholds: { ...given.thresholds, t3_us: 1 } }, '/thresholds/t3_us'],
    ['feedforward in words', { feedforward: 'no' }, '/feedforward'],
    ['a latency below 0', { feedforward_latency_ns: -1 }, '/feedforward_latency_ns'],
    ['a latency in words', { feedforward_latency_ns: '350 ns' }, '/feedforward_latency_ns'],
    [
      'a latency from hearsay',
      { feedforward_latency_ns: 350, feedforward_latency_basis: 'told' },
      '/feedforward_latency_basis',
    ],
    [
      'a basis of no latency',
      { feedforward_latency_ns: null, feedforward_latency_basis: 'measured' },
      '/feedforward_latency_basis',
    ],
    ['feedforward and none', { feedforward: true, feedforward_latency_ns: null }, '/feedforward'],
    [
      'a reset that decides where nothing can',
      { feedforward_latency_ns: null, assumed: { ...given.assumed, reset_length_ns: 'measure_and_flip' } },
      '/assumed/reset_length_ns',
    ],
    ['a reset by another rule', { assumed: { ...given.assumed, reset_fidelity: 'good' } }, '/assumed/reset_fidelity'],
  ])('with %s is refused at its place', (_, changes, pointer) => {
    expect(() => read({ ...given, ...changes })).toThrow(
      expect.objectContaining({
        code: 'invalid_file',
        details: expect.objectContaining({ file: 'dev.json', pointer }),
      }),
    )
  })

  it('is taken or refused, whatever is in it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(given)), fc.jsonValue(), (key, value) => {
        try {
          read({ ...given, [key]: value })
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
      }),
    )
  })
})

describe('profiles in a folder', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pentad-devices-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const put = (name: string, value: unknown): string => {
    const path = join(folder, name)
    writeFileSync(path, JSON.stringify(value))
    return path
  }

  it('come with their snapshots, in their order', () => {
    put('old.json', snapshot({ calibrated_at: '2026-11-01T00:00:00Z' }))
    put('new.json', snapshot())
    const { bundled } = loadDevice(put('dev.json', profile({ calibrations: ['old.json', 'new.json'] })))
    expect(bundled.map(dated => dated.snapshot.calibrated_at)).toEqual(['2026-11-01T00:00:00Z', '2026-11-20T08:00:00Z'])
  })

  it.each<[string, unknown, RegExp]>([
    ['a snapshot that is not there', null, /square\.json: it cannot be read/],
    [
      'a snapshot of another device',
      snapshot({ qubits: snapshot().qubits.map(qubit => ({ ...qubit, label: `R${qubit.index}` })) }),
      /has no qubit R0/,
    ],
    ['a published file in its place', JSON.parse(rigetti().content), /npm run devices -- import/],
  ])('are refused with %s', (_, figures, message) => {
    if (figures !== null) put('square.json', figures)
    const path = put('dev.json', profile())
    expect(() => loadDevice(path)).toThrow(message)
  })

  it('are refused with the same figures twice', () => {
    put('square.json', snapshot())
    put('again.json', snapshot({ source: 'again' }))
    const path = put('dev.json', profile({ calibrations: ['square.json', 'again.json'] }))
    expect(() => loadDevice(path)).toThrow(
      expect.objectContaining({ details: { file: path, pointer: '/calibrations/1' } }),
    )
  })

  it.each<[string, Buffer, RegExp]>([
    ['UTF-16', Buffer.from(`\uFEFF${JSON.stringify(profile())}`, 'utf16le'), /line 1 column 1: this is not UTF-8 text/],
    ['another code page', Buffer.from('{\n  "name": "Zürich"', 'latin1'), /line 2 column 13: this is not UTF-8 text/],
  ])('are refused in %s, where it begins', (_, bytes, message) => {
    const path = join(folder, 'dev.json')
    writeFileSync(path, bytes)
    expect(() => loadDevice(path)).toThrow(message)
  })

  it.skipIf(platform() === 'win32')('are read from files only: no folder, pipe or device is waited for', () => {
    execFileSync('mkfifo', [join(folder, 'pipe')])
    expect(() => loadDevice(join(folder, 'pipe'))).toThrow(/pipe: it is a pipe or a device\. Name a file/)
    expect(() => loadDevice('/dev/zero')).toThrow(/it is a pipe or a device/)
    expect(() => loadDevice(folder)).toThrow(/it is a folder\. Name the file/)
  })

  const lab = (devices: string[]) => ({
    format: 'pentad-lab/1',
    name: 'L',
    description: '',
    simulated_device: true,
    devices,
  })

  it('are found by a lab profile beside them, and added by path', () => {
    put('square.json', snapshot())
    put('dev.json', profile())
    const extra = put('extra.json', profile({ device_id: 'dev-x' }))
    const { devices } = loadLab(put('lab.json', lab(['dev.json'])), { profiles: [extra], sequencers: SEQUENCERS })
    expect(devices.map(device => device.profile.device_id)).toEqual(['dev-square', 'dev-x'])
  })

  it('may not share an id within a lab', () => {
    put('square.json', snapshot())
    const path = put('dev.json', profile())
    const file = put('lab.json', lab(['dev.json']))
    expect(() => loadLab(file, { profiles: [path], sequencers: SEQUENCERS })).toThrow(
      /dev-square \(from --device .*\) is already the id of/,
    )
  })

  it('are refused where the lab file is not one', () => {
    expect(() => loadLab(put('lab.json', { ...lab([]), colour: 'red' }), { sequencers: SEQUENCERS })).toThrow(
      /unknown field/,
    )
    expect(() => loadLab(join(folder, 'none.json'), { sequencers: SEQUENCERS })).toThrow(/cannot be read/)
  })
})
