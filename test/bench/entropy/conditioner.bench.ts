import { bench, describe } from 'vitest'
import { createConditioner } from '../../../main/entropy/generation/conditioning/conditioner'
import { seededBytes } from '../../main/entropy/generation/seeded'

/** Conditioned bytes that one pass makes: hz × this are bytes a second. */
const OUTPUT = 2 ** 20

describe('a conditioned megabyte', () => {
  for (const [bits, entropy] of [
    [1, 0.75],
    [8, 6],
  ] as const) {
    const conditioner = createConditioner({ bits, entropy })
    const samples = seededBytes((OUTPUT / 64) * conditioner.blockSamples, bits, 2 ** bits)
    bench(`from samples of ${bits} bits`, () => void conditioner.condition(samples.slice()))
  }
})
