import { describe, expect, it } from 'vitest'
import { importSnapshot } from '../../../../main/backends/importers/import-snapshot'
import { oqc, rigetti } from '../samples'
import { fault, read } from './read-files'

describe('Braket files of Rigetti', () => {
  it('number qubits in the order of their labels', () => {
    expect(read(rigetti()).qubits.map(({ index, label }) => [index, label])).toEqual([
      [0, '1'],
      [1, '2'],
      [2, '10'],
    ])
  })

  it('take fidelity 0.5 with standard error 1 and a T1 of 0 for marks, and say so', () => {
    const { qubits, edges } = read(rigetti())
    expect(qubits[0]).toMatchObject({
      fidelity_1q: null,
      t1_us: 30,
      out_of_service: expect.stringContaining('not measured (standard error 1)'),
    })
    expect(qubits[1]).toMatchObject({ t1_us: null, out_of_service: expect.stringContaining('T1 0 µs') })
    expect(qubits[2]!.out_of_service).toBeNull()
    expect(edges[0]).toMatchObject({
      a: 0,
      b: 1,
      fidelity: null,
      out_of_service: expect.stringContaining('not measured'),
    })
  })

  it('prefer isolated benchmarking, and mean the two assignment errors', () => {
    expect(read(rigetti()).qubits[2]).toMatchObject({
      fidelity_1q: 0.999,
      readout_fidelity: 0.97,
      reset_fidelity: null,
    })
  })

  it('know T2* by its experiment, the device by its name, and pairs without a gate', () => {
    const { t2_kind, source_device, notes, edges } = read(rigetti())
    expect({ t2_kind, source_device }).toEqual({ t2_kind: 'ramsey', source_device: 'rigetti_line_3q' })
    expect(notes).toEqual(['pairs listed without a gate, left out: 1-10'])
    expect(edges.map(edge => edge.gate)).toEqual(['cz', 'cz'])
  })

  it('raise a doubt where the name says another size than the file', () => {
    const renamed = { ...rigetti(), content: rigetti().content.replace('Line-3Q', 'Cepheus-1-108Q') }
    expect(read(renamed).notes.join()).toContain('the name says 108 qubits and the file lists 3')
  })

  it('are read through any JSON strings they are wrapped in', () => {
    const wrapped = { name: 'wrapped.json', content: JSON.stringify(JSON.stringify(rigetti().content)) }
    expect(importSnapshot([wrapped], { source: 's' }).snapshot).toEqual(
      importSnapshot([rigetti()], { source: 's' }).snapshot,
    )
  })
})

describe('Braket files of OQC', () => {
  it.each([
    ['uS', 1],
    ['us', 1],
    ['S', 1e-6],
    ['nS', 1e3],
  ])('read coherence times in %s as the file says', (unit, scale) => {
    expect(read(oqc(unit, scale)).qubits.map(({ t1_us }) => Math.round(t1_us! * 10) / 10)).toEqual([28.9, 29.9, 30.9])
  })

  it('are refused for a unit that is no time', () => {
    const { details, message } = fault(oqc('K'))
    expect(details).toEqual({
      file: 'oqc.json',
      pointer: '/standardized/oneQubitProperties/0/T1/unit',
      fault_count: 6,
    })
    expect(message).toContain('"K" is not a unit of time')
  })

  it('keep the direction of an ECR', () => {
    expect(read(oqc()).edges.map(({ a, b, gate }) => [a, b, gate])).toEqual([
      [1, 0, 'ecr'],
      [2, 1, 'ecr'],
    ])
  })

  it('take a date without an offset for UTC', () => expect(read(oqc()).calibrated_at).toBe('2026-03-04T05:06:07Z'))

  it('are read from the provider part where nothing else is there, with the unit inferred from the size', () => {
    const provider = JSON.parse(oqc().content).provider
    const { qubits, edges, notes } = read({ name: 'provider.json', content: JSON.stringify(provider) })
    expect(qubits.map(({ t1_us, readout_fidelity, fidelity_1q }) => [t1_us, readout_fidelity, fidelity_1q])[0]).toEqual(
      [28.9, 0.9, 0.99],
    )
    expect(edges).toMatchObject([{ a: 0, b: 1, gate: 'cx', fidelity: 0.877 }])
    expect(notes.join()).toContain('their size says microseconds')
  })

  it('are refused where the size does not determine the unit, and where percent stand for fidelities', () => {
    const provider = JSON.parse(oqc().content).provider
    provider.properties.one_qubit['0'].T1 = 0.00001
    expect(fault({ name: 'p.json', content: JSON.stringify(provider) }).message).toContain('no unit')
    const percent = oqc().content.replaceAll('"fRO":0.9', '"fRO":90.3')
    expect(fault({ name: 'p.json', content: JSON.stringify(JSON.parse(percent).provider) }).message).toContain(
      '90.3, outside 0 to 1',
    )
  })
})
