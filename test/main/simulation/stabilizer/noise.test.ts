import { describe, expect, it } from 'vitest'
import type { StabilizerOp } from '../../../../main/simulation/model/stabilizer'
import { createNativeStabilizer } from '../../../../main/simulation/stabilizer/native'
import { stabilizerProgramOf } from '../../../../main/simulation/stabilizer/program'
import { findAddon, freshSeed } from '../engine-fixtures'
import { range } from './circuits'

const addon = findAddon()
const SHOTS = 1_000_000

/** A Bell pair for each qubit that suffers, measured in the Bell basis: every Pauli shows as two bits of its own, z then x. */
function bellProbe(suffering: number, noise: readonly StabilizerOp[]) {
  const pairs = range(suffering)
  const prepare = pairs.flatMap((q): StabilizerOp[] => [
    { op: 'h', q },
    { op: 'cx', a: q, b: suffering + q },
  ])
  const read = pairs.flatMap((q): StabilizerOp[] => [
    { op: 'cx', a: q, b: suffering + q },
    { op: 'h', q },
    { op: 'measure', q, bit: 2 * q, flip: 0 },
    { op: 'measure', q: suffering + q, bit: 2 * q + 1, flip: 0 },
  ])
  return stabilizerProgramOf([...prepare, ...noise, ...read])
}

async function expectChannel(
  suffering: number,
  noise: readonly StabilizerOp[],
  shares: Readonly<Record<string, number>>,
) {
  const seed = freshSeed()
  const found = await createNativeStabilizer(addon!).countOutcomes(bellProbe(suffering, noise), { shots: SHOTS, seed })
  for (const [outcome, p] of Object.entries(shares)) {
    const sigma = Math.sqrt(SHOTS * p * (1 - p))
    const off = Math.abs((found.get(outcome) ?? 0) - SHOTS * p)
    expect(off, `seed ${seed}: ${outcome}`).toBeLessThanOrEqual(5.5 * sigma)
  }
}

describe.skipIf(!addon)('noise of the stabilizer engine', () => {
  // Rare and dense rates are drawn in two ways; a channel without one of the Paulis in a third.
  it.each([
    [0.004, 0.001, 0.007],
    [0.0001, 0.0001, 0.01],
    [0.01, 0, 0.005],
    [0.01, 0.009, 0],
    [0.2, 0.1, 0.05],
    [0, 0, 1],
  ])('applies X, Y and Z with the probabilities %f, %f and %f', async (px, py, pz) => {
    const shares = { '00': 1 - px - py - pz, '01': pz, '10': px, '11': py }
    await expectChannel(1, [{ op: 'pauli1', q: 0, px, py, pz }], shares)
  })

  it.each([0.001, 0.015, 0.3, 15 / 16, 1])(
    'applies each of the 15 two-qubit Paulis equally often, together with probability %f',
    async p => {
      const shares = Object.fromEntries(range(16).map(i => [i.toString(2).padStart(4, '0'), i === 0 ? 1 - p : p / 15]))
      await expectChannel(2, [{ op: 'pauli2', a: 0, b: 1, p }], shares)
    },
  )

  it.each([0.003, 0.4])('notes the wrong bit with the probability %f, and leaves the state', async flip => {
    const seed = freshSeed()
    const twice = stabilizerProgramOf([
      { op: 'measure', q: 0, bit: 0, flip },
      { op: 'measure', q: 0, bit: 1, flip: 0 },
    ])
    const found = await createNativeStabilizer(addon!).countOutcomes(twice, { shots: SHOTS, seed })
    expect([...found.keys()]).toEqual(['00', '01'])
    const off = Math.abs(found.get('01')! - SHOTS * flip)
    expect(off, `seed ${seed}`).toBeLessThan(5.5 * Math.sqrt(SHOTS * flip * (1 - flip)))
  })

  it('composes two channels as applied one after the other', async () => {
    const [a, b] = [0.015, 0.01]
    const noise: StabilizerOp[] = [a, b].map(px => ({ op: 'pauli1', q: 0, px, py: 0, pz: 0 }))
    const odd = a * (1 - b) + b * (1 - a)
    await expectChannel(1, noise, { '00': 1 - odd, '10': odd })
  })
})
