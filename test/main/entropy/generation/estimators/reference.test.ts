/** The fast estimators against slow obvious ones; longer inputs are in reference.soak.test.ts. */
import { expect, it } from 'vitest'
import { lagEstimate } from '../../../../../main/entropy/generation/estimators/lag'
import { multiMcwEstimate } from '../../../../../main/entropy/generation/estimators/multi-mcw'
import { tupleEstimates } from '../../../../../main/entropy/generation/estimators/tuples'
import { seededBytes } from '../seeded'
import { bitCases, symbolCases } from './reference.cases'

symbolCases([2, 3, 200], 1_500)
// Beyond the 65,536 contexts of LZ78Y.
bitCases(40_000)

it('a long estimation ends when its checkpoint throws', () => {
  let calls = 0
  const stop = () => {
    if (++calls > 3) throw new Error('enough')
  }
  const sequence = { data: seededBytes(20_000, 1, 4), symbols: 4 }
  for (const estimate of [tupleEstimates, lagEstimate, multiMcwEstimate]) {
    calls = 0
    expect(() => estimate(sequence, stop)).toThrow('enough')
  }
})
