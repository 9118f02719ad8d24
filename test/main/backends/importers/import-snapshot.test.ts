import { describe, expect, it } from 'vitest'
import { importSnapshot } from '../../../../main/backends/importers/import-snapshot'
import { oqc, pentadFile, rigetti, snapshot } from '../samples'
import { fault, read } from './read-files'

describe('a calibration id', () => {
  it('changes with any figure and with no wording', () => {
    const id = (changes: object) => read(pentadFile({ ...snapshot(), ...changes })).calibration_id
    const same = id({})
    expect(id({ notes: ['a'], source: 'elsewhere' })).toBe(same)
    expect(id({ edges: snapshot().edges.toReversed(), qubits: snapshot().qubits.toReversed() })).toBe(same)
    expect(id({ vendor: 'another' })).not.toBe(same)
    expect(id({ edges: snapshot().edges.map(edge => ({ ...edge, fidelity: 0.9900000001 })) })).not.toBe(same)
  })

  it('says undated where the figures are', () =>
    expect(read(pentadFile({ ...snapshot(), calibrated_at: null })).calibration_id).toMatch(/^cal-undated-/))
})

describe('files of no or mixed formats', () => {
  it.each([
    ['an empty object', '{}'],
    ['a list', '[1]'],
    ['a number', '5'],
    ['null', 'null'],
    ['another vendor', '{"braketSchemaHeader":{"name":"braket.device_schema.ionq.ionq_device_capabilities"}}'],
    ['no qubits', '{"braketSchemaHeader":{"name":"braket.device_schema.iqm.iqm_device_capabilities"}}'],
    ['nothing', ''],
    ['blanks', '  \n '],
    ['prose', 'T1 is 5'],
  ])('refuse %s', (_, content) => expect(fault({ name: 'strange.json', content }).message).toContain('strange.json'))

  it('say what a device profile is for', () => {
    expect(fault({ name: 'p.json', content: '{"format":"pentad-device/1"}' }).message).toContain('--device')
  })

  it('are distinguished', () => {
    expect(fault(pentadFile(), rigetti()).message).toContain('it is braket, while square.json is pentad')
    expect(fault(rigetti(), oqc()).message).toContain('one braket file makes one snapshot')
    expect(() => importSnapshot([rigetti()], { format: 'ibm' })).toThrow('it is braket, not ibm as asked')
    expect(() => importSnapshot([])).toThrow('no files')
  })
})
