import { describe, expect, it } from 'vitest'
import type { NamedText } from '../../../../main/backends/files/json'
import { importSnapshot } from '../../../../main/backends/importers/import-snapshot'
import { googleMetrics, googleSpec, ibmConf, ibmFiles, ibmProps, oqc, pentadFile, rigetti, snapshot } from '../samples'

const read = (...files: NamedText[]) => importSnapshot(files).snapshot
const fault = (...files: NamedText[]) => {
  try {
    read(...files)
  } catch (error) {
    return error as Error & { code: string; details: Record<string, unknown> }
  }
  throw new Error('the file was taken')
}

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
    expect(qubits[1]).toMatchObject({ t1_us: null, out_of_service: expect.stringMatching(/t1_us 4\d+.*believed/) })
    expect(qubits[0]!.out_of_service ?? '').not.toContain('believed')
  })

  it('are refused for gates of more than a second, which no part has', () => {
    const gates = [{ gate: 'cz', qubits: [0, 1], parameters: [{ name: 'gate_length', unit: 's', value: 70 }] }]
    expect(fault(ibmConf(), ibmProps({ gates })).message).toContain('Check its unit')
  })
})

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
    expect(qubits[1]).toMatchObject({ t1_us: null, out_of_service: expect.stringContaining('t1_us 0') })
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
    expect(details).toEqual({ file: 'oqc.json', pointer: '/standardized/oneQubitProperties/0/T1/unit' })
    expect(message).toContain('"K" is not a unit of time')
  })

  it('keep the direction of an ECR', () => {
    expect(read(oqc()).edges.map(({ a, b, gate }) => [a, b, gate])).toEqual([
      [1, 0, 'ecr'],
      [2, 1, 'ecr'],
    ])
  })

  it('take a date without an offset for UTC', () => expect(read(oqc()).calibrated_at).toBe('2026-03-04T05:06:07Z'))

  it('are read from the provider part where nothing else is there, with the unit told from the size', () => {
    const provider = JSON.parse(oqc().content).provider
    const { qubits, edges, notes } = read({ name: 'provider.json', content: JSON.stringify(provider) })
    expect(qubits.map(({ t1_us, readout_fidelity, fidelity_1q }) => [t1_us, readout_fidelity, fidelity_1q])[0]).toEqual(
      [28.9, 0.9, 0.99],
    )
    expect(edges).toMatchObject([{ a: 0, b: 1, gate: 'cx', fidelity: 0.877 }])
    expect(notes.join()).toContain('their size says microseconds')
  })

  it('are refused where the size does not tell the unit, and where percent stand for fidelities', () => {
    const provider = JSON.parse(oqc().content).provider
    provider.properties.one_qubit['0'].T1 = 0.00001
    expect(fault({ name: 'p.json', content: JSON.stringify(provider) }).message).toContain('no unit')
    const percent = oqc().content.replaceAll('"fRO":0.9', '"fRO":90.3')
    expect(fault({ name: 'p.json', content: JSON.stringify(JSON.parse(percent).provider) }).message).toContain(
      '90.3, outside 0 to 1',
    )
  })
})

describe('Google files', () => {
  it('turn Pauli errors into average errors', () => {
    const { qubits, edges } = read(googleMetrics(), googleSpec())
    expect(qubits[0]!.fidelity_1q).toBeCloseTo(1 - 0.002, 12)
    expect(edges.map(({ gate, fidelity }) => [gate, fidelity])).toEqual([
      ['sqrt_iswap', 1 - 0.01 * (4 / 5)],
      ['sycamore', 0.99],
    ])
  })

  it('take durations from the spec, and row 0 column 9 before column 10', () => {
    const { qubits, edges } = read(googleSpec(), googleMetrics())
    expect(qubits.map(qubit => qubit.label)).toEqual(['0_9', '0_10'])
    expect(qubits[0]).toMatchObject({
      gate_1q_length_ns: 25,
      readout_length_ns: 4_000,
      reset_length_ns: null,
      t2_us: null,
    })
    expect(edges[1]).toMatchObject({ gate: 'sycamore', duration_ns: 12 })
  })

  it('leave out a measurement of milliseconds', () => {
    const { qubits, notes } = read(googleMetrics(), googleSpec(4_000_000_000))
    expect(qubits[0]!.readout_length_ns).toBeNull()
    expect(notes.join()).toContain('longer than a T1')
  })

  it('go by the time inside, else by the date in the name, else by none', () => {
    const named = (name: string) => read(googleMetrics(name)).source_device
    expect(named('line_2026_02_03_calibration.json')).toBe('google_line')
    expect(named('willow_pink_d7v1-2024_08_16_calibration.json')).toBe('google_willow_pink')
    expect(named('google_willow_pink_2024-08-16__willow_pink_d7v1-2024_08_16_calibration.json')).toBe(
      'google_willow_pink',
    )
    expect(named('upload.json')).toBe('google_unnamed')
    expect(read(googleMetrics()).calibrated_at).toBe('2026-02-03T00:00:00Z')
    expect(read(googleMetrics('figures.json')).calibrated_at).toBeNull()
    expect(read(googleMetrics('figures.json', { timestampMs: '1562544000021' })).calibrated_at).toBe(
      '2019-07-08T00:00:00.021Z',
    )
  })

  it('are read as Cirq wraps them, and faults are named inside', () => {
    const bare = JSON.parse(googleMetrics().content)
    const wrap = (metrics: object) => ({
      name: googleMetrics().name,
      content: JSON.stringify({ cirq_type: 'Calibration', metrics }),
    })
    expect(read(wrap(bare))).toEqual(read(googleMetrics()))
    expect(fault(wrap({ metrics: [{ name: 'x', targets: [], values: [] }] })).details.pointer).toBe(
      '/metrics/metrics/0',
    )
  })

  it('are refused for a time beyond all calendars', () => {
    expect(fault(googleMetrics('f.json', { timestampMs: 9e15 })).details.pointer).toBe('/timestampMs')
  })

  it('are refused as a spec alone', () => expect(fault(googleSpec()).message).toContain('alone holds no figures'))
})

describe("Pentad's own files", () => {
  it('come back as they are, with the id of their figures', () => {
    const given = snapshot()
    expect(read(pentadFile(given))).toEqual({
      ...given,
      calibration_id: expect.stringMatching(/^cal-20261120T080000Z-[0-9a-f]{10}$/),
    })
  })

  it('move no cursor by what they call their fields', () => {
    const { message, details } = fault(pentadFile({ ...snapshot(), '\u001B[2J\u202E': 1 }))
    expect(message).toContain('square.json at /\\u001b[2J\\u202e: unknown field')
    expect(details.pointer).toBe('/\u001B[2J\u202E')
  })

  it('flood no message by what they call their fields, or their units', () => {
    const long = 'x'.repeat(100_000)
    const unit = [{ name: 'readout_error', unit: long, value: 0.5 }]
    const entries = rigetti().content.replace('"10":{', `"${long}":{"T1":5},"10":{`)
    for (const refused of [
      fault(pentadFile({ ...snapshot(), [long]: 1 })),
      fault(ibmConf(), ibmProps({ qubits: [unit, [], []] })),
      fault({ name: 'rigetti.json', content: entries }),
    ])
      expect(refused.message.length).toBeLessThan(800)
  })

  it('may state ideal parts, which hold for ever', () => {
    const qubits = snapshot().qubits.map(qubit => ({ ...qubit, t1_us: 1e100, t2_us: 1e15 }))
    expect(read(pentadFile({ ...snapshot(), qubits })).qubits).toMatchObject(qubits)
  })

  it('may leave out the id', () => {
    const { calibration_id: _, ...rest } = snapshot()
    expect(read(pentadFile(rest))).toEqual(read(pentadFile()))
  })

  it.each([
    ['an unknown field', { ...snapshot(), t1: 5 }, '/t1', 'unknown field'],
    [
      'a misspelt figure',
      { ...snapshot(), qubits: [{ ...snapshot().qubits[0], t1_ms: 1 }] },
      '/qubits/0/t1_ms',
      'unknown field',
    ],
    ['a missing figure', { ...snapshot(), qubits: [{ index: 0, label: 'Q0' }] }, '/qubits/0/t1_us', 'missing'],
    [
      'a fidelity above 1',
      { ...snapshot(), edges: [{ ...snapshot().edges[0], fidelity: 1.5 }] },
      '/edges/0/fidelity',
      'expected at most 1, not 1.5',
    ],
    [
      'a T1 of 0',
      { ...snapshot(), qubits: [{ ...snapshot().qubits[0], t1_us: 0 }] },
      '/qubits/0/t1_us',
      'more than 0, not 0',
    ],
    [
      'a number as text',
      { ...snapshot(), qubits: [{ ...snapshot().qubits[0], t1_us: 'NaN' }] },
      '/qubits/0/t1_us',
      'expected a number, not "NaN"',
    ],
    [
      'an index twice',
      { ...snapshot(), qubits: [snapshot().qubits[0], { ...snapshot().qubits[1], index: 0 }], edges: [] },
      '/qubits/1/index',
      'taken',
    ],
    [
      'a label twice',
      { ...snapshot(), qubits: [snapshot().qubits[0], { ...snapshot().qubits[1], label: 'Q0' }], edges: [] },
      '/qubits/1/label',
      'taken',
    ],
    ['an edge to nowhere', { ...snapshot(), edges: [{ ...snapshot().edges[0], b: 9 }] }, '/edges/0', 'qubit 9'],
    ['an edge to itself', { ...snapshot(), edges: [{ ...snapshot().edges[0], b: 0 }] }, '/edges/0', 'itself'],
    ['an edge twice', { ...snapshot(), edges: [snapshot().edges[0], snapshot().edges[0]] }, '/edges/1', 'twice'],
    ['a date that is none', { ...snapshot(), calibrated_at: 'yesterday' }, '/calibrated_at', 'a time such as'],
    [
      'a T1 that overflows sums',
      { ...snapshot(), qubits: [{ ...snapshot().qubits[0], t1_us: 1e308 }], edges: [] },
      '/qubits/0/t1_us',
      '1e+308 is more than 1e+100',
    ],
    [
      'a readout that does',
      { ...snapshot(), qubits: [{ ...snapshot().qubits[0], readout_length_ns: 1e300 }], edges: [] },
      '/qubits/0/readout_length_ns',
      '1e+300 is more than',
    ],
    [
      'a gate that does',
      { ...snapshot(), edges: [{ ...snapshot().edges[0], duration_ns: 1e101 }] },
      '/edges/0/duration_ns',
      'more than 1e+100',
    ],
    [
      'a gate in capitals',
      { ...snapshot(), edges: [{ ...snapshot().edges[0], gate: 'CZ' }] },
      '/edges/0/gate',
      'write "cz", not "CZ"',
    ],
    [
      'a label of two lines',
      { ...snapshot(), qubits: [{ ...snapshot().qubits[0], label: 'Q0\nrefused' }], edges: [] },
      '/qubits/0/label',
      'cannot be printed',
    ],
  ])('are refused for %s, at its place', (_, value, pointer, message) => {
    const { code, details, message: said } = fault(pentadFile(value))
    expect(code).toBe('invalid_file')
    expect(details.pointer).toBe(pointer)
    expect(said).toContain(message)
  })
})

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

  it('are told apart', () => {
    expect(fault(pentadFile(), rigetti()).message).toContain('it is braket, while square.json is pentad')
    expect(fault(rigetti(), oqc()).message).toContain('one braket file makes one snapshot')
    expect(() => importSnapshot([rigetti()], { format: 'ibm' })).toThrow('it is braket, not ibm as asked')
    expect(() => importSnapshot([])).toThrow('no files')
  })
})
