import { describe, expect, it } from 'vitest'
import type { BackendSummary } from '../../../../main/contract/backends/catalogue'
import { MAX_BATCH, SubmitJob } from '../../../../main/contract/jobs/submit'
import { circuitJson } from '../../../../renderer/src/draw/circuits/circuit-text'
import {
  batchBody,
  faultsByCircuit,
  hasRoom,
  savedText,
  type TypedCircuit,
  typedCircuitFaults,
} from '../../../../renderer/src/job-form/fields/batch-fields'
import { FIRST_FIELDS } from '../../../../renderer/src/job-form/fields/submit-fields'
import { ghzCircuit } from '../../samples/circuits'

const backend = { backend_id: 'dev-a-mock', mode: 'mock', limits: { max_shots: 5_000 } } as BackendSummary
const SAVED = { circuit_id: '0190a4d2-3c4e-4abc-8def-000000000001', version: 3 }
const typed = (given: Partial<TypedCircuit>): TypedCircuit => ({
  id: 1,
  name: '',
  shots: '',
  text: 'OPENQASM 3.0;',
  parameters: '',
  saved: '',
  ...given,
})

describe('the circuits of a batch', () => {
  it('are sent as text or JSON with what differs, and the contract takes them', () => {
    const circuits = [
      typed({ name: ' first ', shots: '20' }),
      typed({ text: circuitJson(ghzCircuit(2)) }),
      typed({ parameters: 'theta\n0.5\n1' }),
      typed({ saved: savedText(SAVED) }),
    ]
    const body = batchBody({ ...FIRST_FIELDS, name: 'all', observables: 'Z0' }, backend, circuits)
    expect(body).toEqual({
      backend: 'dev-a-mock',
      shots: 1_000,
      name: 'all',
      observables: [{ name: expect.any(String), terms: [{ pauli: 'Z0', coefficient: 1 }] }],
      circuits: [
        { text: 'OPENQASM 3.0;', name: 'first', shots: 20 },
        { circuit: ghzCircuit(2) },
        { text: 'OPENQASM 3.0;', parameters: { names: ['theta'], rows: [[0.5], [1]] } },
        { text: 'OPENQASM 3.0;', saved_circuit: SAVED },
      ],
    })
    expect(SubmitJob.safeParse(body).success).toBe(true)
  })

  it('take no shots of their own where values are exact', () => {
    const fields = { ...FIRST_FIELDS, observables: 'Z0', exact: true }
    const body = batchBody(fields, backend, [typed({ shots: '20' })])
    expect(body).not.toHaveProperty('shots')
    expect(body.circuits).toEqual([{ text: 'OPENQASM 3.0;' }])
    expect(SubmitJob.safeParse(body).success).toBe(true)
  })

  it.each<[string, Partial<TypedCircuit>, object]>([
    ['nothing', {}, {}],
    ['no text', { text: ' ' }, { text: 'Write a circuit, or import a file' }],
    ['broken JSON', { text: '{\n"num_qubits": }' }, { text: expect.stringMatching(/^line 2, column \d+: /) }],
    ['shots of the backend', { shots: '5001' }, { shots: 'A whole number from 1 to 5,000' }],
    ['no shots', { shots: '0' }, { shots: expect.any(String) }],
    ['a long name', { name: 'x'.repeat(201) }, { name: 'At most 200 characters' }],
    [
      'a short row',
      { parameters: 'a,b\n1' },
      { parameters: expect.stringContaining('Row 0: one number for each of a, b') },
    ],
  ])('with %s have the faults that these are', (_, given, faults) => {
    expect(typedCircuitFaults(typed(given), backend)).toEqual(faults)
  })

  it('have what the service found beside them, with line and column or the place in words', () => {
    const found = faultsByCircuit([
      { pointer: '/circuits/2/text', message: 'no such gate', line: 4, column: 1 },
      { pointer: '/circuits/0/circuit/instructions/3', message: 'wrong' },
      { pointer: '/circuits/0/parameters/rows/12/0', message: 'row 12, parameter theta: no number' },
      { pointer: '/circuits/2/shots', message: 'too many' },
      { pointer: '/seed', message: 'too large' },
      { pointer: '/circuits', message: 'too long' },
    ])
    expect([...found]).toEqual([
      [2, ['line 4, column 1: no such gate', 'shots: too many']],
      [0, ['instruction 3: wrong', 'row 12, parameter theta: no number']],
      [-1, ['too large', 'too long']],
    ])
  })

  it('are as many as a batch may have', () => {
    const full = Array.from({ length: MAX_BATCH }, () => typed({}))
    expect(hasRoom(full.slice(1))).toBe(true)
    expect(hasRoom(full)).toBe(false)
    expect(hasRoom(full.slice(2), 3)).toBe(false)
  })
})
