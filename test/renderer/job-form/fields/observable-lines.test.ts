import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BackendSummary } from '../../../../main/contract/backends/catalogue'
import { SubmitJob } from '../../../../main/contract/jobs/submit'
import { observableLines, readObservableLines } from '../../../../renderer/src/job-form/fields/observable-lines'
import { bodyOf, FIRST_FIELDS, fieldFaults } from '../../../../renderer/src/job-form/fields/submit-fields'
import { ghzCircuit } from '../../samples/circuits'

const term = (pauli: string, coefficient: number) => ({ pauli, coefficient })

describe('observables as lines of text', () => {
  it.each([
    ['Z0', [term('Z0', 1)]],
    ['0.5 * Z0 Z1 - 0.3 X0', [term('Z0 Z1', 0.5), term('X0', -0.3)]],
    ['-1e-3*z0*x3+ZZI', [term('Z0 X3', -0.001), term('ZZI', 1)]],
    ['2 + Z0Z1', [term('I', 2), term('Z0 Z1', 1)]],
  ])('%j is read', (line, terms) => {
    expect(readObservableLines(line)).toEqual([{ name: line, terms }])
  })

  it('take a name before a colon, and say which line is none', () => {
    expect(readObservableLines('a: Z0\n\n b : X1 ')).toEqual([
      { name: 'a', terms: [term('Z0', 1)] },
      { name: 'b', terms: [term('X1', 1)] },
    ])
    expect(readObservableLines('Z0\nnonsense')).toEqual({ fault: 'Line 2: write a sum such as 0.5 * Z0 Z1 - X0' })
    expect(readObservableLines('Z0 + + X1')).toMatchObject({ fault: expect.stringContaining('Line 1') })
  })

  it('come back from what was submitted', () => {
    const text = 'energy: 0.5 * Z0 Z1 - X0\n- 2 * ZZ + I'
    const read = readObservableLines(text)
    expect(observableLines(read as never)).toBe(text)
  })

  it('end, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'XZ01 +-*.e:\n'), maxLength: 60 }), text => {
        const read = readObservableLines(text)
        if (Array.isArray(read)) for (const { terms } of read) expect(terms.length).toBeGreaterThan(0)
        else expect(read.fault).toMatch(/^Line \d+: /)
      }),
    )
  })
})

describe('the submit form with observables', () => {
  const mock = { backend_id: 'dev-a-mock', mode: 'mock', online: true, limits: { max_shots: 5_000 } } as BackendSummary
  const live = { ...mock, backend_id: 'dev-a', mode: 'live' } as BackendSummary
  const fields = { ...FIRST_FIELDS, observables: 'Z0 Z1' }
  const observables = [{ name: 'Z0 Z1', terms: [term('Z0 Z1', 1)] }]

  it('sends them as the contract wants them', () => {
    const asked = { ...fields, target_error: '0.01', grouping: 'general', readout: 'measured' } as const
    const body = bodyOf(asked, live, ghzCircuit(2))
    expect(body).toMatchObject({
      observables,
      target_error: 0.01,
      options: { grouping: 'general', mitigation: { readout: 'measured' } },
    })
    expect(SubmitJob.safeParse(body).success).toBe(true)
  })

  it('sends no shots with exact values, which only simulators have', () => {
    const exact = { ...fields, exact: true, shots: '', readout: 'measured' } as const
    const body = bodyOf(exact, mock, ghzCircuit(2))
    expect(body).toEqual({ backend: 'dev-a-mock', circuit: ghzCircuit(2), observables, exact: true })
    expect(SubmitJob.safeParse(body).success).toBe(true)
    expect(fieldFaults(exact, mock)).toEqual({})
    expect(Object.keys(fieldFaults(exact, live))).toEqual(['shots'])
  })

  it('says what is wrong with them', () => {
    expect(Object.keys(fieldFaults({ ...fields, observables: '?', target_error: '-1' }, mock))).toEqual([
      'observables',
      'target_error',
    ])
  })
})
