import { bench, describe } from 'vitest'
import { assessEntropy } from '../../../main/entropy/generation/assessment/assess'
import { estimatesOf } from '../../../main/entropy/generation/assessment/estimates'
import { bitstringOf, sequenceOf } from '../../../main/entropy/generation/estimators/sequence'
import { seededBytes } from '../../main/entropy/generation/seeded'

const ONCE = { iterations: 1, warmupIterations: 0, time: 0, warmupTime: 0 }
const bytes = seededBytes(1_000_000, 1)

describe('an assessment of 10^6 samples', () => {
  bench(
    'of one bit',
    () => void assessEntropy({ samples: bytes.map(byte => byte & 1), bits: 1, claimed: 1 }, () => {}),
    ONCE,
  )
  bench('of a byte, symbols', () => void estimatesOf(sequenceOf(bytes), () => {}), ONCE)
  bench('of a byte, their bits', () => void estimatesOf(bitstringOf(bytes, 8), () => {}), ONCE)
})
