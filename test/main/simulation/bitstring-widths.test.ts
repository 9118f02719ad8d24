import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clbitsOf } from '../../../main/circuits/model/classical-bits'
import type { Circuit, Condition, Instruction } from '../../../main/contract/jobs/circuit'
import { createReferenceSimulator } from '../../../main/simulation/engines'
import type { StabilizerSimulator } from '../../../main/simulation/model/stabilizer'
import { noisyCliffordProgram } from '../../../main/simulation/noise/clifford-program'
import { noisyTrajectoryProgram } from '../../../main/simulation/noise/trajectory-program'
import { createNativeStabilizer } from '../../../main/simulation/stabilizer/native'
import { stabilizerProgram } from '../../../main/simulation/stabilizer/program'
import { createReferenceStabilizer } from '../../../main/simulation/stabilizer/reference'
import { createNativeTrajectories } from '../../../main/simulation/trajectories/native'
import { createReferenceTrajectories } from '../../../main/simulation/trajectories/reference'
import { findAddon, nativeWith } from './engine-fixtures'
import { lasting } from './noise/parameter-fixtures'

const addon = findAddon()
const none = () => 0
const silent = lasting({ gate1Error: none, gate2Error: none, readoutError: none, resetError: none })
const SHOTS = { fast: 2_000, slow: 300 }

const MEASURED = 3
const QUBITS = 3
const qubit = fc.integer({ min: 0, max: QUBITS - 1 })
/** Measurements write the bits below `MEASURED`; conditions read up to eight bits above them. */
const read = fc.oneof(fc.integer({ min: 0, max: MEASURED - 1 }), fc.integer({ min: 0, max: MEASURED + 8 }))
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ clbit: read, value: fc.constantFrom(0 as const, 1 as const) }),
  fc
    .uniqueArray(read, { minLength: 2, maxLength: 3 })
    .chain(clbits => fc.record({ clbits: fc.constant(clbits), value: fc.integer({ min: 0, max: 3 }) })),
)
const named = (...names: string[]) =>
  fc.record({ name: fc.constantFrom(...names), qubits: qubit.map(q => [q]) }) as fc.Arbitrary<Instruction>
const measure: fc.Arbitrary<Instruction> = fc.record({
  name: fc.constant('measure'),
  qubits: qubit.map(q => [q]),
  clbits: fc.integer({ min: 0, max: MEASURED - 1 }).map(bit => [bit]),
})
const pair: fc.Arbitrary<Instruction> = fc
  .uniqueArray(qubit, { minLength: 2, maxLength: 2 })
  .map(qubits => ({ name: 'cx', qubits }))

const instruction = (...gates: string[]) =>
  fc
    .tuple(fc.oneof(named(...gates), measure, pair), fc.option(condition, { nil: undefined }))
    .map(([plain, when]): Instruction => (when ? { ...plain, condition: when } : plain))

const circuitOf = (...gates: string[]): fc.Arbitrary<Circuit> =>
  fc
    .tuple(
      fc.array(instruction(...gates), { maxLength: 12 }),
      measure,
      fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
    )
    .map(([instructions, last, spare]) => {
      const circuit = { num_qubits: QUBITS, instructions: [...instructions, last] }
      return spare === undefined ? circuit : { ...circuit, num_clbits: clbitsOf(circuit) + spare }
    })

type Counts = ReadonlyMap<string, number>
const total = (counts: Counts) => [...counts.values()].reduce((sum, count) => sum + count, 0)

/** Six standard deviations of the difference of two shares, and room for the tail of rare counts. */
function expectAlike(note: string, fast: Counts, slow: Counts): void {
  const [a, b] = [total(fast), total(slow)]
  for (const key of new Set([...fast.keys(), ...slow.keys()])) {
    const [x, y] = [fast.get(key) ?? 0, slow.get(key) ?? 0]
    const mean = (x + y) / (a + b)
    const most = 6 * Math.sqrt(mean * (1 - mean) * (1 / a + 1 / b)) + 12 / Math.min(a, b)
    expect(Math.abs(x / a - y / b), `${note}: ${key}`).toBeLessThanOrEqual(most)
  }
}

const reference = createReferenceSimulator()
const slowStabilizer = createReferenceStabilizer()
const slowTrajectories = createReferenceTrajectories()
const { fast, slow } = SHOTS

/** Every engine that takes any circuit, with the counts it gives. */
async function countsOfAny(circuit: Circuit, seed: bigint): Promise<[string, Counts][]> {
  const program = noisyTrajectoryProgram(circuit, silent)
  const found: [string, Counts][] = [
    ['reference trajectories', await slowTrajectories.countOutcomes(program, { shots: slow, seed })],
  ]
  if (!addon) return found
  const [native, trajectories] = [nativeWith(addon), createNativeTrajectories(addon)]
  return [
    ...found,
    ['native state vector', await native.countOutcomes(circuit, { shots: fast, seed })],
    ['native state vector, float32', await native.countOutcomes(circuit, { shots: fast, seed, precision: 'float32' })],
    ['native trajectories', await trajectories.countOutcomes(program, { shots: fast, seed })],
    [
      'native trajectories, float32',
      await trajectories.countOutcomes(program, { shots: fast, seed, precision: 'float32' }),
    ],
  ]
}

const tableaus: [string, StabilizerSimulator, number][] = [
  ['reference stabilizer', slowStabilizer, slow],
  ...(addon
    ? [['native stabilizer', createNativeStabilizer(addon), fast] as [string, StabilizerSimulator, number]]
    : []),
]

async function expectSameEverywhere(circuit: Circuit, counts: readonly [string, Counts][], seed: bigint) {
  const judged = await reference.countOutcomes(circuit, { shots: slow, seed: seed ^ 1n })
  for (const [name, found] of [['reference state vector', judged] as const, ...counts]) {
    for (const key of found.keys()) expect(key.length, name).toBe(clbitsOf(circuit))
    expectAlike(name, found, judged)
  }
}

describe('the bitstrings of every engine', () => {
  it('have num_clbits characters, also where a condition reads above the highest measured bit', async () => {
    const circuit: Circuit = {
      num_qubits: 1,
      instructions: [
        { name: 't', qubits: [0] },
        { name: 'h', qubits: [0] },
        { name: 'measure', qubits: [0], clbits: [0] },
        { name: 'x', qubits: [0], condition: { clbit: 2, value: 1 } },
      ],
    }
    for (const [name, counts] of [
      ['reference state vector', await reference.countOutcomes(circuit, { shots: slow, seed: 1n })] as const,
      ...(await countsOfAny(circuit, 1n)),
    ])
      expect([...counts.keys()].sort(), name).toEqual(['000', '001'])
  })

  it('are as long and as likely as those of the reference, whatever conditions read', async () => {
    await fc.assert(
      fc.asyncProperty(circuitOf('h', 'x', 't', 'reset'), fc.bigInt(0n, 2n ** 40n), async (circuit, seed) =>
        expectSameEverywhere(circuit, await countsOfAny(circuit, seed), seed),
      ),
      { numRuns: 60 },
    )
  })

  it('are so for Clifford circuits in counts, planes and single shots, with noise or without', async () => {
    await fc.assert(
      fc.asyncProperty(circuitOf('h', 'x', 's', 'reset'), fc.bigInt(0n, 2n ** 40n), async (circuit, seed) => {
        const width = clbitsOf(circuit)
        const counts: [string, Counts][] = []
        for (const [name, engine, shots] of tableaus)
          for (const program of [stabilizerProgram(circuit), noisyCliffordProgram(circuit, silent)]) {
            counts.push([name, await engine.countOutcomes(program, { shots, seed })])
            const [planes, packed] = [
              await engine.samplePlanes(program, { shots: 70, seed }),
              await engine.sampleShots(program, { shots: 70, seed }),
            ]
            expect(planes, name).toMatchObject({ planes: width, data: { length: planes.stride * width } })
            const bytes = Math.ceil(width / 8)
            expect(packed, name).toMatchObject({ clbits: width, width: bytes, data: { length: 70 * bytes } })
            const inShot = (shot: number, bit: number) => (packed.data[shot * bytes + (bit >> 3)]! >> (bit & 7)) & 1
            const inPlane = (shot: number, bit: number) =>
              (planes.data[bit * planes.stride + (shot >> 3)]! >> (shot & 7)) & 1
            const differing: number[][] = []
            for (let shot = 0; shot < 70; shot++)
              for (let bit = 0; bit < width; bit++)
                if (inShot(shot, bit) !== inPlane(shot, bit)) differing.push([shot, bit])
            expect(differing, name).toEqual([])
          }
        await expectSameEverywhere(circuit, counts, seed)
      }),
      { numRuns: 40 },
    )
  })
})
