import { expect, it } from 'vitest'
import type { BreakEvenPoint } from '../../../main/contract/runs/studies'
import { fitBases } from '../../../main/qec/statistics/mean-over-bases'
import { pointWarnings } from '../../../main/studies/warnings'

/** A point whose best qubit failed this often in 10,000 shots of one round. */
function point(scale: number, failures: number): BreakEvenPoint {
  const physical = fitBases([[{ rounds: 1, shots: 10_000, failures }]])!.fit.error_per_round
  const gain = { estimate: physical, verdict: 'inconclusive' as const }
  const gains = { gain_best: gain, gain_median: gain, acceptance: physical }
  return { kind: 'all', scale, logical_error: physical, physical_best: physical, physical_median: physical, ...gains }
}

it('a map says where chance chose the best qubit, and nothing where enough failures were seen', () => {
  expect(pointWarnings([])).toEqual([])
  expect(pointWarnings([point(0.3, 60), point(1, 200)])).toEqual([])
  const [warning, ...others] = pointWarnings([point(0.01, 0), point(0.1, 2), point(1, 200)])
  expect(warning!.code).toBe('few_failures')
  expect(warning!.message).toMatch(/^At all × 0\.01, all × 0\.1 so few physical failures/)
  expect(others).toEqual([])
})
