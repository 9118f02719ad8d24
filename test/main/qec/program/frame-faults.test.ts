import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FrameOp, FrameProgram } from '../../../../main/qec/program/frame'
import { bitAt } from '../../../../main/qec/program/frame'
import { entryEffects, frameFaults } from '../../../../main/qec/program/frame-faults'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import { freshSeed } from '../fixtures/random-bits'
import { silent, singleFaults } from '../reference/single-faults'

const QUBITS = 4
const BITS = 3
const simulator = createReferenceSimulator()

const q = fc.nat({ max: QUBITS - 1 })
const pair = fc.uniqueArray(q, { minLength: 2, maxLength: 2 }).map(([a, b]) => ({ a: a!, b: b! }))
const anyOp: fc.Arbitrary<FrameOp> = fc.oneof(
  q.map(on => ({ op: 'h', q: on }) as const),
  q.map(on => ({ op: 's', q: on }) as const),
  pair.map(on => ({ op: 'cz', ...on }) as const),
  q.map(on => ({ op: 'reset', q: on, flip: 0.1 }) as const),
  fc.record({ op: fc.constant('measure' as const), q, bit: fc.nat({ max: BITS - 1 }), flip: fc.constant(0.1) }),
  q.map(on => ({ op: 'pauli1', q: on, px: 0.1, py: 0.1, pz: 0.1 }) as const),
  pair.map(on => ({ op: 'pauli2', ...on, p: 0.1 }) as const),
)

/** Every bit is written once at most, so that its flips add up. */
const onceEach = (ops: readonly FrameOp[]): FrameOp[] =>
  ops.filter((op, i) => op.op !== 'measure' || ops.findIndex(o => o.op === 'measure' && o.bit === op.bit) === i)

/** Bits, then X and Z of every qubit at the end. */
const peeking = (ops: readonly FrameOp[]): FrameProgram => ({
  qubits: QUBITS,
  bits: BITS + 2 * QUBITS,
  registers: 0,
  inputs: 0,
  ops: [
    ...ops,
    ...Array.from({ length: 2 * QUBITS }, (_, i) => {
      const which = i < QUBITS ? ('x' as const) : ('z' as const)
      return { op: 'peek' as const, q: i % QUBITS, which, bit: BITS + i }
    }),
  ],
})

async function outcome(program: FrameProgram, seed: bigint): Promise<number> {
  const planes = await simulator.sampleFrames(program, { shots: 1, seed })
  return Array.from({ length: planes.planes }, (_, bit) => bitAt(planes, bit, 0) << bit).reduce((a, b) => a | b, 0)
}

const packed = ({ flips, x, z }: { flips: number; x: number; z: number }) =>
  flips | (x << BITS) | (z << (BITS + QUBITS))

it('finds for every fault what the sampler shows when it is injected', async () => {
  const seed = BigInt(freshSeed())
  await fc.assert(
    fc.asyncProperty(fc.array(anyOp, { minLength: 1, maxLength: 25 }), async any => {
      const ops = onceEach(any)
      const program = peeking(ops)
      const clean = await outcome({ ...program, ops: program.ops.flatMap(silent) }, seed)
      const faults = frameFaults({ ops, qubits: QUBITS, bits: [0, 1, 2] })
      const injected = singleFaults(program, 0, ops.length)
      expect(faults).toHaveLength(injected.length)
      const shown = await Promise.all(injected.map(async faulty => (await outcome(faulty, seed)) ^ clean))
      const sorted = (numbers: number[]) => [...numbers].sort((a, b) => a - b)
      expect(sorted(faults.map(({ effect }) => packed(effect))), `seed ${seed}`).toEqual(sorted(shown))
    }),
    { numRuns: 150 },
  )
})

it('finds for every error at the entry what the sampler shows', async () => {
  const seed = BigInt(freshSeed())
  await fc.assert(
    fc.asyncProperty(fc.array(anyOp, { minLength: 1, maxLength: 25 }), async any => {
      const ops = onceEach(any).flatMap(silent)
      const entry = entryEffects({ ops, qubits: QUBITS, bits: [0, 1, 2] })
      const clean = await outcome(peeking(ops), seed)
      for (let on = 0; on < QUBITS; on++)
        for (const which of ['x', 'z'] as const) {
          const error: FrameOp = { op: 'pauli', q: on, x: which === 'x', z: which === 'z' }
          const shown = (await outcome(peeking([error, ...ops]), seed)) ^ clean
          expect(packed(entry[which][on]!), `seed ${seed}`).toBe(shown)
        }
    }),
    { numRuns: 100 },
  )
})

it('leaves out faults of probability 0 and knows its limit', () => {
  const ops: FrameOp[] = [{ op: 'pauli1', q: 0, px: 0.1, py: 0, pz: 0 }]
  expect(frameFaults({ ops, qubits: 1, bits: [] }).map(({ pauli }) => pauli)).toEqual(['X'])
  expect(() => frameFaults({ ops, qubits: 32, bits: [] })).toThrow(RangeError)
})
