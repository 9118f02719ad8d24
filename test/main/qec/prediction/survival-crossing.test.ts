import { describe, expect, it } from 'vitest'
import { decayDraws } from '../../../../main/qec/comparison/decay-draws'
import { left, survivalPrediction } from '../../../../main/qec/prediction/survival-crossing'
import type { Tally } from '../../../../main/qec/statistics/likelihood'
import { fitBases } from '../../../../main/qec/statistics/mean-over-bases'
import type { Decay } from '../../../../main/qec/statistics/posterior'

const decay = (error: number, spam: number): Decay => ({ errors: [error, error, error], spams: [spam, spam, spam] })

const outlook = (encoded: Decay[], best: Decay | null, kept = 1) => {
  const side = best && { qubit: 3, decay: best }
  return survivalPrediction({ encoded, best: side, median: side, states: [2, 2, 2], kept })
}

describe('where the survival curves cross', () => {
  it('is where the slower decay has made up for its lower start', () => {
    const [encoded, physical] = [decay(0.01, 0.8), decay(0.05, 0.95)]
    const rounds = Math.log(0.95 / 0.8) / Math.log((1 - 0.02) / (1 - 0.1))
    expect(left(encoded, rounds)).toBeCloseTo(left(physical, rounds), 9)
    const { crossing } = outlook([encoded], physical)
    expect(crossing.predicted).toBe(true)
    expect(crossing.best.value).toBeCloseTo(rounds, 6)
    expect(crossing.text).toMatch(
      /cross at R ≈ 2.02 \[2.02, 2.02\], where 88.4 % survive: encoded is lower before and higher beyond/,
    )
  })
  it('names the qubits by the vendor’s labels beside our indices', () => {
    const side = { qubit: 3, decay: decay(0.05, 0.95) }
    const labels = { 3: 'QB4' }
    const { crossing } = survivalPrediction({
      encoded: [decay(0.01, 0.8)],
      best: side,
      median: side,
      states: [2, 2, 2],
      kept: 1,
      labels,
    })
    expect(crossing.text).toContain('against the best qubit (3 (QB4)) the curves')
    expect(crossing.text).toContain('against the median qubit (3 (QB4)) the curves')
  })
  it('is nowhere where the encoded state starts lower and falls faster, whichever is asked for first', () => {
    expect(outlook([decay(0.05, 0.95)], decay(0.2, 0.8)).crossing.best.value).toBeNull()
    const { crossing } = outlook([decay(0.2, 0.8)], decay(0.05, 0.95))
    expect(crossing.best).toMatchObject({ value: null, low: null, high: null })
    expect(crossing.text).toContain('never cross: encoded survival stays lower until both are lost')
  })
  it('is none where next to nothing is left of either', () => {
    // A basis of whose signal the simulation sees nothing but chance seems to last for ever.
    const noise: Decay = { errors: [0.5, 0, 0.5], spams: [0.8, 0.01, 0.8] }
    expect(outlook([noise], decay(0.3, 0.9)).crossing.best.value).toBeNull()
  })
  it('has the interval that the prediction leaves open, without an end where some draws never cross', () => {
    const draws = [0.01, 0.02, 0.03, 0.049, 0.06].map(error => decay(error, 0.8))
    const { best } = outlook(draws, decay(0.05, 0.95)).crossing
    expect(best.low!).toBeLessThan(best.value!)
    expect(best.high).toBeNull()
  })
  it('is not known without a physical qubit', () => {
    const { crossing } = outlook([decay(0.2, 0.8)], null)
    expect(crossing.best.value).toBeNull()
    expect(crossing.text).toContain('no qubit has figures')
  })
})

describe('what would make the logical error measurable', () => {
  it('is one round and as many shots as its signal needs', () => {
    const { measurable } = outlook([decay(0.45, 0.8)], null)
    // A signal of 0.08 in every basis, of two states each.
    expect(measurable).toMatchObject({ rounds: 1, shots: Math.ceil(3.42 ** 2 / (0.08 ** 2 * 2)) })
    expect(measurable.text).toContain('R = 1')
  })
  it('takes more shots where few are kept', () => {
    const [all, tenth] = [1, 0.1].map(kept => outlook([decay(0.45, 0.8)], null, kept).measurable.shots!)
    expect(tenth! / all!).toBeCloseTo(10, 1)
  })
  it('is nothing where next to no signal is left after one round', () => {
    const { measurable } = outlook([decay(0.4999, 0.5)], null)
    expect(measurable).toMatchObject({ rounds: null, shots: null })
    expect(measurable.text).toMatch(
      /no number of rounds with at most 1,000,000 shots .* shorter rounds or smaller errors would/,
    )
  })
  it('is left open where the prediction does not show whether any signal is left', () => {
    const { measurable } = outlook([decay(0.5, 0.8), decay(0.499, 0.8), decay(0.49, 0.8)], null)
    expect(measurable).toMatchObject({ rounds: 1, shots: null })
    expect(measurable.text).toContain('it is open whether any run determines ε_L')
  })
  it('is nothing where nothing would be accepted', () => {
    expect(outlook([], null).measurable.text).toBe('nothing is accepted after a round, as predicted')
  })
})

describe('draws of a predicted decay', () => {
  const counted = (rounds: number[], error: number, spam: number): Tally[] =>
    rounds.map(count => ({
      rounds: count,
      shots: 100_000,
      failures: Math.round(50_000 * (1 - spam * (1 - 2 * error) ** count)),
    }))
  const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!

  it.each([[[0, 1]], [[0, 4]], [[0, 2, 8]]])('distinguish A and ε by R = %j', rounds => {
    const bases = [counted(rounds, 0.03, 0.8), counted(rounds, 0.05, 0.9)]
    const draws = decayDraws(bases, fitBases(bases, 'tested'))
    expect(draws).toHaveLength(400)
    expect(middle(draws.map(({ errors }) => errors[0]!))).toBeCloseTo(0.03, 2)
    expect(middle(draws.map(({ errors }) => errors[1]!))).toBeCloseTo(0.05, 2)
    expect(middle(draws.map(({ spams }) => spams[0]!))).toBeCloseTo(0.8, 2)
  })
  it('leave a lost signal at ½, and are none of nothing', () => {
    const bases = [counted([0, 1], 0.5, 0.8)]
    const draws = decayDraws(bases, fitBases(bases, 'tested'))
    const errors = draws.map(draw => draw.errors[0]!)
    expect(Math.max(...errors)).toBe(0.5)
    expect(Math.min(...errors)).toBeGreaterThan(0.49)
    expect(decayDraws([], null)).toEqual([])
  })
})
