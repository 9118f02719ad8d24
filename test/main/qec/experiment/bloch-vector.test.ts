import { describe, expect, it } from 'vitest'
import { CARDINAL_STATES, type CardinalState } from '../../../../main/contract/model/protocols'
import { baselineProgram } from '../../../../main/qec/experiment/baseline'
import { exactFailure } from '../../../../main/qec/experiment/bloch-vector'
import { baselineSigns } from '../../../../main/qec/experiment/reference-signs'
import type { FaultRates } from '../../../../main/qec/noise/rates'
import { idlePaulis } from '../../../../main/qec/noise/transform'
import { bitAt, type FrameProgram } from '../../../../main/qec/program/frame'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import { trajectoryProgramOfFrames } from '../../../../main/simulation/experiment/trajectory-program'
import { freshSeed } from '../../simulation/engine-fixtures'
import { exactOutcomes } from '../../simulation/trajectories/density-matrix'

const noise: FaultRates = {
  cz: () => 0,
  single: () => 0.03,
  readout: () => 0.04,
  reset: () => 0.02,
  idle: (_, ns) => ({ px: 1e-5 * ns, py: 2e-5 * ns, pz: 5e-5 * ns }),
}

const waiting = (state: CardinalState, rates: FaultRates) => ({
  program: baselineProgram({ site: 0, state, duration_ns: 1000, rates }),
  signs: baselineSigns(state),
})

const odd = (flips: readonly number[]) => (1 - flips.reduce((product, flip) => product * (1 - 2 * flip), 1)) / 2
const [turn, bitFlip, phaseFlip, bothFlip] = [0.02, 0.03, 0.07, 0.06]

it.each([
  ['0', [0.02, bitFlip, 0.04]],
  ['1', [0.02, turn, bitFlip, 0.04]],
  ['+', [0.02, turn, phaseFlip, turn, 0.04]],
  ['-', [0.02, turn, phaseFlip, turn, 0.04]],
  ['i', [0.02, turn, bothFlip, turn, 0.04]],
] as const)('composes the flips that matter in state %s', (state, flips) => {
  expect(exactFailure(waiting(state, noise), 'twirled')).toBeCloseTo(odd(flips), 12)
})

it('is what sampling tends to, in every state', async () => {
  const seed = freshSeed()
  const shots = 20_000
  for (const state of CARDINAL_STATES) {
    const planes = await createReferenceSimulator().sampleFrames(waiting(state, noise).program, { shots, seed })
    let failures = 0
    for (let shot = 0; shot < shots; shot++) failures += bitAt(planes, 0, shot)
    const exact = exactFailure(waiting(state, noise), 'twirled')
    const room = 5 * Math.sqrt((exact * (1 - exact)) / shots)
    expect(Math.abs(failures / shots - exact), `state ${state}, seed ${seed}`).toBeLessThan(room)
  }
})

describe('with exact decay', () => {
  const decaying: FaultRates = { ...noise, idle: (_, ns) => idlePaulis(ns, 900, 700) }

  it.each(CARDINAL_STATES)('is what the density matrix says in state %s, as is its twirl', async state => {
    const signed = waiting(state, decaying)
    for (const decay of ['exact', 'twirled'] as const) {
      const ones = exactOutcomes(await trajectoryProgramOfFrames(signed, decay)).get('1') ?? 0
      expect(exactFailure(signed, decay), decay).toBeCloseTo(ones, 12)
    }
  })

  it.each([
    ['0', '1'],
    ['+', '-'],
    ['i', '-i'],
  ] as const)('comes to its twirl in the mean of %s and %s', (...pair) => {
    const mean = (decay: 'exact' | 'twirled') =>
      pair.reduce((sum, state) => sum + exactFailure(waiting(state, decaying), decay), 0) / 2
    expect(mean('exact')).toBeCloseTo(mean('twirled'), 12)
    const [zero, one] = (['0', '1'] as const).map(state => exactFailure(waiting(state, decaying), 'exact'))
    expect(one! - zero!).toBeGreaterThan(0.5)
  })
})

describe('of a T2 that is entered above its limit 2·T1', () => {
  const unphysical: FaultRates = { ...noise, idle: (_, ns) => idlePaulis(ns, 1_000, 20_000) }
  const left = (rounds: number, dd?: 'x2') => {
    const pulses = dd && ({ sequence: dd, rounds, pulse_ns: 1 } as const)
    const program = baselineProgram({
      site: 0,
      state: '+',
      duration_ns: 700 * rounds,
      rates: { ...unphysical, single: () => 0 },
      dd: pulses,
      rounds,
    })
    return 1 - 2 * exactFailure({ program, signs: baselineSigns('+') }, 'twirled')
  }

  it.each([undefined, 'x2'] as const)('loses the same share of the phase in every round, with pulses %s', dd => {
    const share = left(1, dd) / left(0, dd)
    for (const rounds of [2, 4, 8, 64])
      expect(left(rounds, dd) / left(0, dd), `${rounds} rounds`).toBeCloseTo(share ** rounds, 12)
  })
})

it('returns a definite Pauli exactly', () => {
  const program: FrameProgram = {
    qubits: 1,
    bits: 1,
    registers: 0,
    inputs: 0,
    ops: [
      { op: 'reset', q: 0, flip: 0 },
      { op: 'pauli', q: 0, x: true, z: true },
      { op: 'measure', q: 0, bit: 0, flip: 0.1 },
    ],
  }
  expect(exactFailure({ program, signs: [] }, 'twirled')).toBeCloseTo(0.9, 12)
})

it('refuses programs on more than one qubit', () => {
  const program = { qubits: 2, bits: 1, registers: 0, inputs: 0, ops: [] }
  expect(() => exactFailure({ program, signs: [] }, 'twirled')).toThrow(RangeError)
})
