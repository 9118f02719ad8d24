import { bench, describe } from 'vitest'
import { planExtraction } from '../../../main/entropy/generation/extraction/plan'
import { seededBytes } from '../../main/entropy/generation/seeded'
import { findAddon } from '../../main/simulation/engine-fixtures'

const addon = findAddon()
const sources = ['a', 'b'].map(id => ({ id, entropy: 0.75, available: 1e9 }))

describe.skipIf(!addon)('a circulant extraction at h = 0.75', () => {
  for (const bytes of [16_384, 65_536]) {
    const plan = planExtraction({ bytes, sources })
    if ('refused' in plan) throw new Error(plan.refused)
    const [{ n, m }] = plan.steps as [{ n: number; m: number }]
    const bits = (count: number) => {
      const made = seededBytes(Math.ceil(count / 8), count)
      made[made.length - 1]! &= (1 << (count % 8 || 8)) - 1
      return made
    }
    const [x, y] = [bits(n - 1), bits(n)]
    bench(`of ${bytes} bytes`, async () => {
      await addon!.extractCirculant({ n, m, x, y }).promise
    })
  }
})
