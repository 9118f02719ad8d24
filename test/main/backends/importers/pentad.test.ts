import { describe, expect, it } from 'vitest'
import { ibmConf, ibmProps, pentadFile, rigetti, snapshot } from '../samples'
import { fault, read } from './read-files'

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
