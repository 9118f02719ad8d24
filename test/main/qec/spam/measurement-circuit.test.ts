import { describe, expect, it } from 'vitest'
import { CARDINAL_STATES } from '../../../../main/contract/model/protocols'
import { LOGICAL_OF } from '../../../../main/qec/code/logical-readout'
import { anticommute, single, weight } from '../../../../main/qec/code/pauli'
import { RING_CHECKS, THREE_CHECKS } from '../../../../main/qec/schedule/ring-state'
import { swapCost } from '../../../../main/qec/schedule/route'
import { compileMeasurement, measurementPlans } from '../../../../main/qec/spam/measurement-circuit'
import { turnedChecks } from '../../../../main/qec/spam/measurement-ops'
import { isTriggered } from '../../../../main/qec/spam/measurement-table'
import { sameCoset } from '../fixtures/cosets'
import { STAR } from '../fixtures/graphs'
import { FAR_PLACE, PLACES } from '../fixtures/layouts'
import { STAR_LAYOUT, TYPICAL, UNEVEN } from '../fixtures/rounds'

it.each(CARDINAL_STATES)('reads weight-3 representatives of the logical operator of %s', state => {
  for (const check of turnedChecks(state)) {
    expect(weight(check)).toBe(3)
    expect(sameCoset(check, LOGICAL_OF[state].logical)).toBe(true)
  }
})

it('no Pauli on one qubit flips all three checks', () => {
  for (let q = 0; q < 5; q++)
    for (const letter of ['X', 'Y', 'Z'] as const)
      expect(THREE_CHECKS.every(i => anticommute(single(q, letter), RING_CHECKS[i]!))).toBe(false)
})

it('is triggered by a flag or by outcomes that differ', () => {
  const triggered = Array.from({ length: 64 }, (_, pattern) => pattern).filter(isTriggered)
  expect(triggered).toHaveLength(62)
  expect([0, 7].filter(isTriggered)).toEqual([])
})

describe.each([...PLACES, FAR_PLACE])('the logical measurement on %s', (_, graph, layout) => {
  it('reads the right outcome under every single fault and every input error of weight 1', () => {
    const plans = measurementPlans(graph, layout, swapCost)
    expect(plans).toHaveLength(60)
    for (const plan of plans.slice(0, layout.routing.length > 3 ? 2 : 12)) {
      const { cases, failures, ft_preserved } = compileMeasurement(plan, UNEVEN)
      expect({ failures, ft_preserved }).toEqual({ failures: 0, ft_preserved: true })
      expect(cases).toBeGreaterThan(300)
    }
  })
})

it('reads the other value where every outcome is the other one', () => {
  const { table } = compileMeasurement(measurementPlans(STAR, STAR_LAYOUT, swapCost)[0]!, TYPICAL)
  for (let pattern = 0; pattern < 2048; pattern++) {
    if (!isTriggered(pattern)) continue
    expect(table[pattern ^ 0b11111_000_111], pattern.toString(2)).toBe(1 - table[pattern]!)
  }
  expect([table[0], table[7]]).toEqual([0, 1])
})

it('fails without the flag', () => {
  const plan = measurementPlans(STAR, STAR_LAYOUT, swapCost)[0]!
  const checks = plan.checks.map(check => ({ ...check, steps: check.steps.filter(({ kind }) => kind !== 'flag') }))
  const { ft_preserved, failures } = compileMeasurement({ ...plan, checks }, TYPICAL)
  expect(ft_preserved).toBe(false)
  expect(failures).toBeGreaterThan(0)
})
