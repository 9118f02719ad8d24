import { describe, expect, it } from 'vitest'
import { CARDINAL_STATES } from '../../../../main/contract/model/protocols'
import type { CircuitCount, QubitCounts } from '../../../../main/qec/comparison/counts'
import { againstOne, bestNamedQubit, type NamedQubit } from '../../../../main/qec/comparison/survival'
import { uniforms } from '../../../../main/qec/statistics/random'
import { freshSeed } from '../fixtures/random-bits'

/** Six states at each R, failing so often in each. */
const counts = (failing: Readonly<Record<number, number>>, shots = 1_000, kept = shots): CircuitCount[] =>
  Object.entries(failing).flatMap(([rounds, share]) =>
    CARDINAL_STATES.map(state => ({
      state,
      rounds: Number(rounds),
      shots,
      accepted: kept,
      failures: Math.round(share * kept),
    })),
  )

const qubit = (index: number, failing: Readonly<Record<number, number>>, shots = 1_000): QubitCounts => ({
  qubit: index,
  role: 'D0',
  skipped: null,
  counts: counts(failing, shots),
})

const best = (index: number): NamedQubit => ({ qubit: index, name: 'best', among: 1 })

describe('survival against a physical qubit', () => {
  it('calls a coin toss against a qubit that keeps 73 % what it is: lower at every measured R', () => {
    const encoded = counts({ 0: 0.3, 1: 0.5 }, 20_000)
    const against = againstOne({ encoded, physical: [qubit(3, { 0: 0.02, 1: 0.27 }, 20_000)] }, best(3))!
    expect(against.verdict).toBe('lower')
    expect(against.text).toContain('lower than the best physical qubit (3) at every measured R')
    const { value, low, high } = against.differences[1]!.difference
    expect(value).toBeCloseTo(-0.23, 9)
    expect(high! - low!).toBeLessThan(0.01)
    expect(against.text).toContain('−23.00 [−23.38, −22.62] pp at R = 1')
  })
  it('names the qubit by the vendor’s label beside our index', () => {
    const [encoded, physical] = [counts({ 1: 0.5 }), [qubit(3, { 1: 0.2 })]]
    const against = againstOne({ encoded, physical, labels: { 3: 'QB4' } }, best(3))!
    expect(against.text).toContain('the best physical qubit (3 (QB4)) at every measured R')
  })
  it('is not lower at every R where it is so at all but one', () => {
    const encoded = counts({ 1: 0.4, 2: 0.45, 4: 0.4 })
    const against = againstOne({ encoded, physical: [qubit(3, { 1: 0.2, 2: 0.3, 4: 0.4 })] }, best(3))!
    expect(against).toMatchObject({ verdict: 'undecided', higher_at: [] })
    expect(against.text).toMatch(/neither lower .* at every measured R nor higher at some R/)
  })
  it('shows R = 0 and does not count it, neither for a loss nor for a gain', () => {
    const physical = [qubit(3, { 0: 0.01, 1: 0.3 })]
    const lost = againstOne({ encoded: counts({ 0: 0.01, 1: 0.5 }), physical }, best(3))!
    expect(lost.verdict).toBe('lower')
    expect(lost.differences.map(({ rounds }) => rounds)).toEqual([0, 1])
    const kept = againstOne(
      { encoded: counts({ 0: 0, 1: 0.3 }, 100_000), physical: [qubit(3, { 0: 0.1, 1: 0.3 }, 100_000)] },
      best(3),
    )!
    expect(kept.verdict).toBe('undecided')
  })
  it('is higher at the R where it beats every qubit, by Holm’s procedure over R', () => {
    const encoded = counts({ 1: 0.2, 2: 0.2, 4: 0.2 }, 5_000)
    const [a, b] = [qubit(3, { 1: 0.1, 2: 0.3, 4: 0.45 }, 5_000), qubit(5, { 1: 0.15, 2: 0.19, 4: 0.4 }, 5_000)]
    const against = againstOne({ encoded, physical: [a, b] }, best(3))!
    expect(against).toMatchObject({ verdict: 'higher', higher_at: [4] })
    expect(against.text).toContain('and than every other qubit, at R = 4 (jointly over R)')
    // The qubit that lies at the median stands for itself.
    expect(againstOne({ encoded, physical: [a, b] }, { ...best(3), name: 'median' })!.higher_at).toEqual([2, 4])
  })
  it('says nothing of an R where a state has no kept shot', () => {
    const encoded = counts({ 1: 0.5, 2: 0.5 }).map(count =>
      count.rounds === 2 && count.state === '+' ? { ...count, accepted: 0, failures: 0 } : count,
    )
    const against = againstOne({ encoded, physical: [qubit(3, { 1: 0.1, 2: 0.1 })] }, best(3))!
    expect(against.verdict).toBe('undecided')
    expect(against.differences[1]!.difference).toMatchObject({ value: null, low: null, high: null })
    expect(against.text).toContain('not known (a state without a kept shot) at R = 2')
  })
  it('is none against a qubit without counts', () => {
    expect(againstOne({ encoded: counts({ 1: 0.5 }), physical: [] }, best(3))).toBeNull()
  })
})

describe('the qubit that survival is held against', () => {
  const physical = [qubit(3, { 1: 0.3 }), qubit(5, { 1: 0.2 }), qubit(8, { 1: 0.4 })]
  const held = { encoded: counts({ 1: 0.5 }), physical }
  const reported = {
    qubit: 3,
    error_per_round: { value: 0.3, low: 0.2, high: 0.4, confidence: 0.95, method: '' },
    pooled: [],
  }
  it('is the one that pilot shots chose, without a correction', () => {
    expect(bestNamedQubit(held, reported, true)).toEqual({ qubit: 3, name: 'best', among: 1 })
  })
  it('is corrected for the choice where the same shots made it', () => {
    expect(bestNamedQubit(held, reported, false)).toEqual({ qubit: 3, name: 'best', among: 3 })
    expect(againstOne(held, { qubit: 3, name: 'best', among: 3 })!.text).toContain(
      'corrected for the choice among 3 qubits',
    )
  })
  it('is the one with the most survival where no qubit has a figure', () => {
    expect(bestNamedQubit(held, null, true)).toEqual({ qubit: 5, name: 'best', among: 3 })
    expect(bestNamedQubit({ ...held, physical: [] }, null, true)).toBeNull()
  })
})

/** Shot by shot. */
function drawn(failing: Readonly<Record<number, number>>, shots: number, random: () => number): CircuitCount[] {
  return counts(failing, shots).map(count => {
    let failures = 0
    for (let i = 0; i < shots; i++) if (random() < failing[count.rounds]!) failures++
    return { ...count, failures }
  })
}

describe('by simulation', () => {
  // 2.5 % each; six standard deviations of 600 runs are 3.8 %.
  const [RUNS, MOST] = [600, 0.063]
  it('hardly ever says "higher at some R" where no R is, of three', () => {
    const seed = freshSeed()
    const random = uniforms(BigInt(seed))
    const equal = { 1: 0.2, 2: 0.3, 4: 0.4 }
    let wrong = 0
    for (let run = 0; run < RUNS; run++) {
      const physical = [{ ...qubit(3, {}), counts: drawn(equal, 60, random) }]
      if (againstOne({ encoded: drawn(equal, 60, random), physical }, best(3))!.verdict === 'higher') wrong++
    }
    expect(wrong / RUNS, `seed ${seed}`).toBeLessThan(MOST)
  })
  it('hardly ever says "lower at every R" where one R is not, the others far below', () => {
    const seed = freshSeed()
    const random = uniforms(BigInt(seed))
    let wrong = 0
    for (let run = 0; run < RUNS; run++) {
      const physical = [{ ...qubit(3, {}), counts: drawn({ 1: 0.1, 2: 0.1, 4: 0.4 }, 60, random) }]
      const encoded = drawn({ 1: 0.45, 2: 0.45, 4: 0.4 }, 60, random)
      if (againstOne({ encoded, physical }, best(3))!.verdict === 'lower') wrong++
    }
    expect(wrong / RUNS, `seed ${seed}`).toBeLessThan(MOST)
  })
})
