import { expect, it } from 'vitest'
import type { ExpectationValue } from '../../../../main/contract/jobs/observables'
import {
  expectationChart,
  groupTable,
  quasiTable,
  roundedValue,
  targetText,
} from '../../../../renderer/src/draw/jobs/expectations'

const raw = { value: 0.91, standard_error: 0.01, interval: { low: 0.89, high: 0.93, level: 0.95 } }
const mitigated: ExpectationValue = {
  name: 'ZZ',
  label: 'mitigated',
  method: 'm',
  raw,
  variance_factor: 1.21,
  value: 1.00123,
  standard_error: 0.0123,
  interval: { low: 0.9771, high: 1.0253, level: 0.95 },
  target: { standard_error: 0.01, verdict: 'not_reached' },
}

it('values show digits down to their error, and never clip', () => {
  expect(roundedValue(1.00123, 0.0123)).toBe('1.001')
  expect(roundedValue(-1.2, 0)).toBe('−1.200000')
  expect(roundedValue(12345, 200)).toBe('12,345')
})

it('a mitigated value stands beside its raw one, in the table and in the plot', () => {
  const { chart, table } = expectationChart([mitigated])
  expect(table.rows).toEqual([
    ['ZZ', '1.001', '0.012', '[0.977, 1.025]', 'Mitigated, target error not reached', '0.910', '0.010', '1.21 ×'],
  ])
  expect(chart.traces.map(({ name }) => name)).toEqual(['Mitigated', 'Raw'])
  expect(chart.traces[0]).toMatchObject({ y: [1.00123], error_y: { array: [1.0253 - 1.00123] } })
  expect(chart.layout).toMatchObject({ showlegend: true })
})

it('values that are not mitigated have no columns of raw ones', () => {
  const { raw: _raw, variance_factor: _factor, target: _target, ...rest } = mitigated
  const { chart, table } = expectationChart([{ ...rest, label: 'raw' }])
  expect(table.columns).toEqual(['Observable', 'Value', 'Standard error', '95 % interval', 'Label'])
  expect(table.rows).toEqual([['ZZ', '1.001', '0.012', '[0.977, 1.025]', 'Raw']])
  expect(chart.traces).toHaveLength(1)
})

it('groups name what they measure, and cut what is long', () => {
  const paulis = Array.from({ length: 8 }, (_, q) => `Z${q}`)
  const group = { paulis, basis_change: ['h q[0];'], measured_qubits: [0], pilot_shots: 10, shots: 90 }
  expect(groupTable([group]).rows).toEqual([[1, 'Z0, Z1, Z2, Z3, Z4, Z5 and 2 more', 'h q[0];', 10, 90]])
})

it('quasi-probabilities stand in their order, negative ones last', () => {
  const one = (value: number) => ({ value, standard_error: 0.01, interval: { low: value, high: value, level: 0.95 } })
  const { rows } = quasiTable({
    label: 'mitigated',
    clbits: [0],
    method: 'm',
    variance_factor: null,
    quasi_probabilities: { '0': one(-0.02), '1': one(1.02) },
  })
  expect(rows.map(([bits, value]) => [bits, value])).toEqual([
    ['1', '1.020'],
    ['0', '−0.020'],
  ])
})

it('a target error says whether it was reached, in how many rounds, and why it was not', () => {
  const one = {
    standard_error: 0.01,
    verdict: 'reached',
    rounds: 1,
    ended_by: 'reached',
    unused_shots: 0,
    method: 'm',
  } as const
  expect(targetText(one)).toBe('The target error of 0.01 was reached in 1 round of shots.')
  expect(targetText({ ...one, rounds: 2, unused_shots: 1_200 })).toBe(
    'The target error of 0.01 was reached in 2 rounds of shots; 1,200 shots were not taken and are not charged.',
  )
  expect(targetText({ ...one, unused_shots: 1 })).toContain('1 shot was not taken and is not charged.')
  expect(targetText({ ...one, verdict: 'not_reached', ended_by: 'shots', rounds: 3 })).toBe(
    'The target error of 0.01 was not reached: the largest number of shots was taken, in 3 rounds of shots.',
  )
})
