import { describe, expect, it } from 'vitest'
import { ibmConf, ibmFiles, ibmProps } from '../samples'
import { fault, read } from './read-files'

describe('IBM files', () => {
  it('read each time in the unit the file states', () => {
    const { qubits } = read(...ibmFiles())
    expect(qubits.map(qubit => Math.round(qubit.t1_us!))).toEqual([100, 200, 300])
  })

  it('give one record for a CZ published both ways, and none for rzz', () => {
    expect(read(...ibmFiles()).edges.map(({ a, b, gate }) => [a, b, gate])).toEqual([
      [0, 1, 'cz'],
      [1, 2, 'cz'],
    ])
  })

  it('take an error of exactly 1 for a mark', () => {
    const { qubits, edges } = read(...ibmFiles())
    expect(qubits[2]).toMatchObject({ fidelity_1q: null, out_of_service: expect.stringContaining('exactly 1') })
    expect(edges[1]).toMatchObject({
      fidelity: null,
      duration_ns: 68,
      out_of_service: expect.stringContaining('exactly 1'),
    })
  })

  it('turn the local time of the file into UTC', () =>
    expect(read(...ibmFiles()).calibrated_at).toBe('2026-01-02T02:04:05Z'))

  it('are refused alone, naming what is missing', () => {
    expect(fault(ibmConf()).message).toContain('no props among the files')
    expect(fault(ibmProps()).message).toContain('no conf among the files')
    expect(fault(ibmConf(), ibmConf(), ibmProps()).message).toContain('2 conf files')
  })

  it('are refused when they are of two machines', () => {
    expect(fault(ibmConf({ backend_name: 'ibm_other' }), ibmProps()).details).toEqual({
      file: 'props_line.json',
      pointer: '/backend_name',
    })
    expect(fault(ibmConf({ n_qubits: 4 }), ibmProps()).details.pointer).toBe('/qubits')
  })

  it('are refused for a unit that is no time and a gate on a qubit that is not there', () => {
    const parameters = [{ name: 'T1', unit: 'GHz', value: 5 }]
    expect(fault(ibmConf(), ibmProps({ qubits: [parameters, parameters, parameters] })).message).toContain('"GHz"')
    const gates = [{ gate: 'cz', qubits: [0, 7], parameters: [] }]
    expect(fault(ibmConf(), ibmProps({ gates })).message).toContain('names qubit "7"')
  })

  it('are refused for an error that is not a probability', () => {
    const gates = [{ gate: 'cz', qubits: [0, 1], parameters: [{ name: 'gate_error', unit: '', value: 3 }] }]
    expect(fault(ibmConf(), ibmProps({ gates }))).toMatchObject({
      message: expect.stringContaining('gate_error is 3, which is not a share from 0 to 1'),
      details: { file: 'props_line.json', pointer: '/gates/0' },
    })
    const qubit = [{ name: 'readout_error', unit: '%', value: 0.5 }]
    expect(fault(ibmConf(), ibmProps({ qubits: [[], [], qubit] }))).toMatchObject({
      message: expect.stringContaining('readout_error is 0.5 "%", which is not a share'),
      details: { pointer: '/qubits/2' },
    })
  })

  it.each([[[0]], [[0, 1, 2]]])('are refused for a CZ on %j', qubits => {
    const gates = [{ gate: 'cz', qubits, parameters: [] }]
    expect(fault(ibmConf(), ibmProps({ gates }))).toMatchObject({
      message: expect.stringContaining(`cz acts on two qubits, not ${qubits.length}`),
      details: { pointer: '/gates/0/qubits' },
    })
  })

  it('take a coherence time of more than a second for a fit gone astray, and lose only its qubit', () => {
    const qubit = [{ name: 'T1', unit: 's', value: 40 }]
    const { qubits } = read(ibmConf(), ibmProps({ qubits: [[], qubit, []] }))
    expect(qubits[1]).toMatchObject({ t1_us: null, out_of_service: expect.stringMatching(/T1 4\d+ µs.*believed/) })
    expect(qubits[0]!.out_of_service ?? '').not.toContain('believed')
  })

  it('are refused for gates of more than a second, which no part has', () => {
    const gates = [{ gate: 'cz', qubits: [0, 1], parameters: [{ name: 'gate_length', unit: 's', value: 70 }] }]
    expect(fault(ibmConf(), ibmProps({ gates })).message).toContain('Check its unit')
  })
})
