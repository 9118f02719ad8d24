import { describe, expect, it } from 'vitest'
import type { Instruction } from '../../../main/contract/jobs/circuit'
import { type BitPlanes, bitAt, type FrameOp, type FrameProgram } from '../../../main/qec/program/frame'
import type { Simulator } from '../../../main/simulation/model/simulator'
import { freshSeed } from './engine-fixtures'

const COUNT = 16

/** Histogram of the four peeked bits x0, z0, x1, z1 (bit i of the index is plane i) over the shots whose plane 4 is `masked`. */
function histogram(planes: BitPlanes, masked: 0 | 1): number[] {
  const counts = Array<number>(COUNT).fill(0)
  for (let shot = 0; shot < planes.shots; shot++) {
    if (bitAt(planes, 4, shot) !== masked) continue
    counts[[0, 1, 2, 3].reduce((index, b) => index | (bitAt(planes, b, shot) << b), 0)]! += 1
  }
  return counts
}

/** Six standard deviations, and room for the skew of rare counts. */
function expectLaw(counts: readonly number[], law: readonly number[], note: string): void {
  const total = counts.reduce((sum, count) => sum + count, 0)
  law.forEach((share, i) => {
    const slack = 6 * Math.sqrt(total * share * (1 - share)) + (share > 0 && share < 1 ? 8 : 0)
    expect(Math.abs(counts[i]! - total * share), `${note}: outcome ${i} came ${counts[i]} times`).toBeLessThanOrEqual(
      slack,
    )
  })
}

/** Applies `ops` to the shots of an input plane alone and peeks at all of q0 and q1. */
const under = (ops: readonly FrameOp[]): FrameProgram => ({
  qubits: 3,
  bits: 5,
  registers: 1,
  inputs: 1,
  ops: [
    { op: 'load', q: 2, which: 'x', input: 0 },
    { op: 'peek', q: 2, which: 'x', bit: 4 },
    { op: 'or', reg: 0, from: 'bit', index: 4 },
    { op: 'mask', reg: 0 },
    ...ops,
    { op: 'mask', reg: null },
    { op: 'peek', q: 0, which: 'x', bit: 0 },
    { op: 'peek', q: 0, which: 'z', bit: 1 },
    { op: 'peek', q: 1, which: 'x', bit: 2 },
    { op: 'peek', q: 1, which: 'z', bit: 3 },
  ],
})

const law = (shares: Record<number, number>) => Array.from({ length: COUNT }, (_, i) => shares[i] ?? 0)

/** Channel at strength p and the law of (x0, z0, x1, z1) it leaves. */
const CHANNELS: [string, (p: number) => { ops: FrameOp[]; law: number[] }][] = [
  [
    'pauli1',
    p => ({
      ops: [{ op: 'pauli1', q: 0, px: 0.2 * p, py: 0.3 * p, pz: 0.5 * p }],
      law: law({ 0: 1 - p, 1: 0.2 * p, 3: 0.3 * p, 2: 0.5 * p }),
    }),
  ],
  [
    'pauli2',
    p => ({
      ops: [{ op: 'pauli2', a: 0, b: 1, p }],
      law: Array.from({ length: COUNT }, (_, i) => (i === 0 ? 1 - p : p / 15)),
    }),
  ],
  [
    'two pauli1 of one strength, one after the other',
    p => ({
      ops: [0, 1].map(q => ({ op: 'pauli1', q, px: p, py: 0, pz: 0 })),
      law: law({ 0: (1 - p) ** 2, 1: p * (1 - p), 4: p * (1 - p), 5: p * p }),
    }),
  ],
  [
    'reset',
    p => ({
      ops: [
        { op: 'pauli', q: 0, x: true, z: false },
        { op: 'reset', q: 0, flip: p },
      ],
      law: law({ 0: (1 - p) / 2, 1: p / 2, 2: (1 - p) / 2, 3: p / 2 }),
    }),
  ],
  [
    'measure',
    p => ({
      // The readout of q0 returns as the x of q1 by way of the register that masks.
      ops: [
        { op: 'measure', q: 0, bit: 0, flip: p },
        { op: 'and', reg: 0, from: 'bit', index: 0 },
        { op: 'pauli', q: 1, x: true, z: false },
      ],
      law: law({ 0: (1 - p) / 2, 2: (1 - p) / 2, 4: p / 2, 6: p / 2 }),
    }),
  ],
]

const h = (q: number): Instruction => ({ name: 'h', qubits: [q] })
const measure = (q: number): Instruction => ({ name: 'measure', qubits: [q], clbits: [q] })
const FOUR = [0, 1, 2, 3]

/** Engines, each with so many shots, against the exact laws of each channel: they show a wrong share, mask or gap. */
export function channelCases(engines: readonly (readonly [string, Simulator, number])[]): void {
  describe.each(engines)('the %s frame sampler', (_, engine, shots) => {
    const half = Uint8Array.from({ length: shots / 8 }, (_, i) => (i * 151) & 255)

    describe.each(CHANNELS)('at %s', (_, channel) => {
      it.each([0, 0.0015, 0.019, 0.021, 0.3, 1])('keeps the law under a mask, strength %d', async p => {
        const seed = freshSeed()
        const { ops, law } = channel(p)
        const planes = await engine.sampleFrames(under(ops), { shots, seed, inputs: [half] })
        expectLaw(histogram(planes, 1), law, `seed ${seed}`)
        expect(histogram(planes, 0).slice(1)).toEqual(Array(COUNT - 1).fill(0))
      })
    })

    it('gives every shot of a block the same chance', async () => {
      const qubits = 64
      const ops = Array.from({ length: qubits }, (_, q): FrameOp[] => [
        { op: 'pauli1', q, px: 0.004, py: 0, pz: 0 },
        { op: 'peek', q, which: 'x', bit: q },
      ]).flat()
      const seed = freshSeed()
      const short = Math.max(2 ** 12, shots / 16)
      const planes = await engine.sampleFrames(
        { qubits, bits: qubits, registers: 0, inputs: 0, ops },
        { shots: short, seed },
      )
      const hits = (shot: number) => planes.data.filter((_, byte) => byte % planes.stride === shot >> 3)
      for (const place of [0, 1, 63, 64, 4095]) {
        let count = 0
        let trials = 0
        for (let shot = place; shot < short; shot += 4096) {
          count += hits(shot).reduce((sum, byte) => sum + ((byte >> (shot & 7)) & 1), 0)
          trials += qubits
        }
        const mean = trials * 0.004
        expect(count, `seed ${seed}, place ${place}`).toBeLessThan(mean + 7 * Math.sqrt(mean) + 6)
      }
    })
  })

  describe.each(engines)('the %s circuit engine', (_, engine, shots) => {
    it('draws every outcome of four fair qubits equally often', async () => {
      const seed = freshSeed()
      const fair = { num_qubits: 4, instructions: [...FOUR.map(h), ...FOUR.map(measure)] }
      const counts = await engine.countOutcomes(fair, { shots, seed })
      const keys = Array.from({ length: COUNT }, (_, i) => i.toString(2).padStart(4, '0'))
      expectLaw(
        keys.map(key => counts.get(key) ?? 0),
        Array(COUNT).fill(1 / COUNT),
        `seed ${seed}`,
      )
    })
  })
}
