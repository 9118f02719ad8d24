import { describe } from 'vitest'
import { createConditioner } from '../../../main/entropy/generation/conditioning/conditioner'
import { seededBytes } from '../../main/entropy/generation/seeded'
import { compare } from '../compare'

/** Conditioned bytes that one round makes. */
const OUTPUT = 2 ** 20

describe('conditioned bytes', () => {
  compare(
    'MB',
    [
      { bits: 1, entropy: 0.75 },
      { bits: 8, entropy: 6 },
    ].map(made => {
      const conditioner = createConditioner(made)
      const samples = seededBytes((OUTPUT / 64) * conditioner.blockSamples, made.bits, 2 ** made.bits)
      return {
        name: `from samples of ${made.bits} bits`,
        amount: OUTPUT / 1e6,
        run: async () => void conditioner.condition(samples.slice()),
      }
    }),
  )
})
