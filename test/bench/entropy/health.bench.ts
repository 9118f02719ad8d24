import { describe } from 'vitest'
import { healthCutoffs } from '../../../main/entropy/generation/health/cutoffs'
import { createHealthMonitor } from '../../../main/entropy/generation/health/monitor'
import { slowHealthCounters } from '../../main/entropy/generation/health/slow-counters'
import { seededBytes } from '../../main/entropy/generation/seeded'
import { compare } from '../compare'

const SAMPLES = 2 ** 18

describe('health tests of raw samples, one to a byte', () => {
  for (const bits of [1, 8]) {
    const cutoffs = healthCutoffs(2 ** bits, 0.9 * bits)
    const samples = seededBytes(SAMPLES, bits, 2 ** bits)
    const monitors = {
      fast: createHealthMonitor(cutoffs),
      slow: createHealthMonitor(cutoffs, slowHealthCounters(cutoffs)),
    }
    compare(
      'MB',
      (['fast', 'slow'] as const).map(name => ({
        name: `${name}, ${bits} bits`,
        amount: SAMPLES / 1e6,
        run: async () => {
          monitors[name].test(samples)
          if (monitors[name].state === 'latched') throw new Error('the health tests failed')
        },
      })),
    )
  }
})
