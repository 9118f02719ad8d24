/** The fast estimators against slow obvious ones, on short inputs drawn afresh. */
import { describe, expect, it } from 'vitest'
import { lagEstimate } from '../../../../../main/entropy/generation/estimators/lag'
import { lz78yOfBits, lz78yOfSymbols } from '../../../../../main/entropy/generation/estimators/lz78y'
import { multiMcwEstimate } from '../../../../../main/entropy/generation/estimators/multi-mcw'
import { mmcOfBits, mmcOfSymbols } from '../../../../../main/entropy/generation/estimators/multi-mmc'
import { commonPrefixes, suffixArray } from '../../../../../main/entropy/generation/estimators/suffix-array'
import { tupleEstimates } from '../../../../../main/entropy/generation/estimators/tuples'
import { freshSeed, seededBytes, seededUniform } from '../seeded'
import { slowLag, slowLz78y, slowMcw, slowMmc, slowTuples } from './slow-estimators'

const pass = () => {}

/** Symbols that now and then repeat what was before. */
function drawn(length: number, symbols: number, seed: number): Uint8Array {
  const data = seededBytes(length, seed, symbols)
  const uniform = seededUniform(seed + 1)
  for (let i = 100; i < length; i += 100) {
    const back = 1 + Math.floor(90 * uniform())
    for (let k = i; uniform() < 0.97 && k < length; k++) data[k] = data[k - back]!
  }
  return data
}

const compareSuffixes = (data: Uint8Array) => (a: number, b: number) => {
  while (a < data.length && b < data.length && data[a] === data[b]) {
    a++
    b++
  }
  return a === data.length || b === data.length ? b - a : data[a]! - data[b]!
}

/** Sequences of so many symbols of each alphabet. */
export function symbolCases(alphabets: readonly number[], length: number): void {
  describe.each(alphabets.map(symbols => [symbols, freshSeed()] as const))(
    'with %i symbols, seed %i',
    (symbols, seed) => {
      const data = drawn(length, symbols, seed)
      const sequence = { data, symbols }

      it('suffixes are in order, with what neighbours share', () => {
        const sorted = suffixArray(data, symbols, pass)
        const slow = Array.from(data, (_, i) => i).sort(compareSuffixes(data))
        expect([...sorted]).toEqual(slow)
        const shared = (a: number, b: number) => {
          let length = 0
          while (a + length < data.length && b + length < data.length && data[a + length] === data[b + length]) length++
          return length
        }
        expect([...commonPrefixes(data, sorted, pass)]).toEqual(
          slow.map((at, i) => (i === 0 ? 0 : shared(at, slow[i - 1]!))),
        )
      })

      it('tuples are counted right', () => {
        const [tuple, lrs] = tupleEstimates(sequence, pass)
        const slow = slowTuples(data)
        expect(tuple.figures.t).toBe(slow.t)
        expect(lrs.figures).toMatchObject({ u: slow.t + 1, v: slow.v })
        if (slow.t > 0) expect(tuple.figures.p_max).toBeCloseTo(slow.p_max, 12)
        expect(lrs.figures.p_hat).toBeCloseTo(slow.p_hat, 12)
      })

      it('predictors predict the same', () => {
        const counts = ({ correct, predictions, longest_run }: ReturnType<typeof slowLag>) => ({
          c: correct,
          n: predictions,
          r: longest_run + 1,
        })
        expect(lagEstimate(sequence, pass).figures).toMatchObject(counts(slowLag(data)))
        expect(multiMcwEstimate(sequence, pass).figures).toMatchObject(counts(slowMcw(data)))
        expect(mmcOfSymbols(data, pass)).toEqual(slowMmc(data))
        expect(lz78yOfSymbols(data, pass)).toEqual(slowLz78y(data))
      })
    },
  )
}

/** Of a sequence of so many bits. */
export function bitCases(length: number): void {
  it('the tables for bits do as the trees for symbols, beyond the limit of entries too', () => {
    const data = drawn(length, 2, freshSeed())
    expect(mmcOfBits(data, pass)).toEqual(mmcOfSymbols(data, pass))
    expect(lz78yOfBits(data, pass)).toEqual(lz78yOfSymbols(data, pass))
  })
}
