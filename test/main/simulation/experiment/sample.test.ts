import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CARDINAL_STATES, type CardinalState } from '../../../../main/contract/model/protocols'
import { LOGICAL_OF, readoutFor } from '../../../../main/qec/code/logical-readout'
import { baselineProgram } from '../../../../main/qec/experiment/baseline'
import { baselineSigns, type SignedProgram } from '../../../../main/qec/experiment/reference-signs'
import { idlePaulis, untwirled } from '../../../../main/qec/noise/transform'
import { bitAt, type FrameOp, type FrameProgram } from '../../../../main/qec/program/frame'
import { basisGate } from '../../../../main/qec/program/product-state'
import { referenceRun } from '../../../../main/simulation/experiment/reference-run'
import {
  MAX_EXACT_OPS,
  MAX_EXACT_SECONDS,
  sampleByTrajectories,
  secondsEstimate,
} from '../../../../main/simulation/experiment/sample'
import { trajectoryProgramOfFrames } from '../../../../main/simulation/experiment/trajectory-program'
import { sampleFramesReference } from '../../../../main/simulation/frames/reference'
import { decay } from '../../../../main/simulation/noise/trajectory-program'
import { createNativeTrajectories } from '../../../../main/simulation/trajectories/native'
import { createReferenceTrajectories } from '../../../../main/simulation/trajectories/reference'
import { abortAfter, findAddon, freshSeed } from '../engine-fixtures'
import { exactOutcomes } from '../trajectories/density-matrix'
import { decaying, type Encoded, encodedOn } from './encoded-memory'

const addon = findAddon()
const trajectories = addon ? createNativeTrajectories(addon) : createReferenceTrajectories()
/** Fewer where every shot takes milliseconds. */
const shotsOf = (many: number) => (addon ? many : Math.ceil(many / 20))

const QUIET = decaying(0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)

const PROTOCOLS: [string, Pick<Encoded, 'mode' | 'protocol' | 'proven'>][] = [
  ['adaptive correction', { mode: 'correction', protocol: 'adaptive', proven: false }],
  ['detection', { mode: 'detection', protocol: 'adaptive', proven: false }],
  ['windows', { mode: 'correction', protocol: 'cyclic-window', proven: false }],
  ['adaptive correction, proven ends', { mode: 'correction', protocol: 'adaptive', proven: true }],
  ['detection, proven ends', { mode: 'detection', protocol: 'adaptive', proven: true }],
  ['windows, proven ends', { mode: 'correction', protocol: 'cyclic-window', proven: true }],
]

/** Six standard deviations of the difference of two counts of so many. */
function expectAlike(a: number, b: number, shots: number, note: string): void {
  const p = (a + b) / (2 * shots)
  expect(Math.abs(a - b), `${note}: ${a} and ${b} of ${shots}`).toBeLessThanOrEqual(
    6 * Math.sqrt(2 * shots * p * (1 - p)) + 6,
  )
}

const ones = (bits: Uint8Array): number => bits.reduce((sum, bit) => sum + bit, 0)

describe.each(PROTOCOLS)('the state itself through %s', (_, protocol) => {
  it('never fails without noise, in any state', async () => {
    for (const state of CARDINAL_STATES) {
      const { signed, decode } = encodedOn({ ...protocol, state, rounds: 2, rates: QUIET })
      const seed = freshSeed()
      const { wrong, accepted } = decode(
        await sampleByTrajectories(trajectories, signed, { shots: shotsOf(200), seed }),
      )
      expect(ones(wrong), `${state}, seed ${seed}`).toBe(0)
      expect(
        accepted.every(bit => bit === 1),
        `${state}, seed ${seed}`,
      ).toBe(true)
    }
  })

  it('comes to what the frames say where decay is twirled', async () => {
    const state = CARDINAL_STATES[Math.floor(Math.random() * 6)]!
    const { signed, decode } = encodedOn({ ...protocol, state, rounds: 2, rates: decaying(0.004, 60_000, 50_000) })
    const [seed, shots] = [freshSeed(), shotsOf(5_000)]
    const one = decode(await sampleByTrajectories(trajectories, signed, { shots, seed, decay: 'twirled' }))
    const other = decode(await sampleFramesReference(signed.program, { shots, seed }))
    const note = `${state}, seed ${seed}`
    const failures = ({ wrong, accepted }: typeof one) => ones(wrong.map((bit, i) => bit & accepted[i]!))
    expect(
      other.triggers.reduce((sum, count) => sum + count, 0),
      note,
    ).toBeGreaterThan(shots / 20)
    expectAlike(failures(one), failures(other), shots, `${note}, failures`)
    expectAlike(ones(one.accepted), ones(other.accepted), shots, `${note}, accepted`)
    for (const k of [0, 1, 2, 3]) {
      expectAlike(one.triggers[k]!, other.triggers[k]!, 2 * shots, `${note}, triggers at ${k}`)
      expectAlike(one.flags[k]!.raised, other.flags[k]!.raised, 2 * shots, `${note}, flags of ${k}`)
      expectAlike(one.flags[k]!.executed, other.flags[k]!.executed, 2 * shots, `${note}, extractions of ${k}`)
    }
  })
})

/** Parity of all five data qubits in the state's letter, which is its logical operator, once the program has prepared them. */
function logicalOf({ program, signs }: SignedProgram, state: CardinalState, prepared: number): number {
  const reference = referenceRun(program.qubits)
  for (const op of program.ops.slice(0, prepared)) reference.step(op)
  for (const sign of signs) reference.applySign(sign)
  return [0, 1, 2, 3, 4].reduce((sum, q) => {
    for (const op of basisGate(q, LOGICAL_OF[state].letter, 0)) reference.step(op)
    return sum ^ reference.step({ op: 'measure', q, bit: 0, flip: 0 })
  }, 0)
}

describe.each([
  ['projective', false],
  ['verified', true],
] as const)('what a %s preparation prepares', (_, proven) => {
  it.each([
    ['0', '1'],
    ['+', '-'],
    ['i', '-i'],
  ] as const)('is %s or %s, as it is named', (...pair) => {
    const [plus, minus] = pair.map(state => {
      return encodedOn({ mode: 'correction', protocol: 'adaptive', state, rounds: 1, rates: QUIET, proven }).signed
    }) as [SignedProgram, SignedProgram]
    // One of the two has its sign turned where the preparation ends; without noise both end at one op.
    const prepared = [...plus.signs, ...minus.signs][0]!.at
    expect(logicalOf(plus, pair[0], prepared)).toBe(0)
    expect(logicalOf(minus, pair[1], prepared)).toBe(1)
  })
})

describe('a waiting qubit', () => {
  const [t1, t2] = [50_000, 30_000]
  const waits: [CardinalState, number, (ns: number) => number][] = [10_000, 50_000, 200_000].flatMap(ns => [
    ['0', ns, () => 0] as [CardinalState, number, (ns: number) => number],
    ['1', ns, t => -Math.expm1(-t / t1)],
    ['+', ns, t => -Math.expm1(-t / t2) / 2],
    ['-i', ns, t => -Math.expm1(-t / t2) / 2],
  ])

  it.each(waits)('in state %s for %d ns decays as T1 and T2 say', async (state, ns, expected) => {
    const signed = {
      program: baselineProgram({ site: 0, state, duration_ns: ns, rates: decaying(0, t1, t2) }),
      signs: baselineSigns(state),
    }
    const [seed, shots] = [freshSeed(), shotsOf(20_000)]
    const wrong = await sampleByTrajectories(trajectories, signed, { shots, seed })
    const count = Array.from({ length: shots }, (_, i) => bitAt(wrong, 0, i)).filter(bit => bit === 1).length
    const p = expected(ns)
    const slack = 6 * Math.sqrt(shots * p * (1 - p)) + 1e-6
    expect(Math.abs(count - p * shots), `${count} of ${shots}, expected ${p}, seed ${seed}`).toBeLessThanOrEqual(slack)
  })

  it('has back from its Pauli twirl the decay that was twirled', () => {
    const time = fc.double({ min: 1, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(time, time, fc.double({ min: 0.01, max: 3, noNaN: true }), (t, t1, share) => {
        fc.pre(t < 20 * t1)
        const exact = decay(t, t1, share * t1)
        const back = untwirled(idlePaulis(t, t1, share * t1))!
        expect(Math.abs(back.gamma - exact.gamma)).toBeLessThan(1e-12)
        // What is left of the coherence divides by sqrt(1 - gamma).
        expect(Math.abs(back.pz - exact.pz)).toBeLessThan(1e-12 * Math.exp(t / t1) + 1e-12)
      }),
    )
    expect(untwirled({ px: 0.01, py: 0.02, pz: 0 })).toBeNull()
    expect(untwirled({ px: 0.3, py: 0.3, pz: 0 })).toBeNull()
  })
})

const windowsOf = ({ program }: SignedProgram) => program.ops.filter(op => op.op === 'pauli1' && op.idle).length

describe('decay in the encoded rounds', () => {
  // A window between two extractions is a good part of T1: what is left of |1> is far from half.
  const { signed } = encodedOn({
    mode: 'detection',
    protocol: 'adaptive',
    state: '0',
    proven: false,
    rounds: 1,
    rates: decaying(0.001, 5_000, 5_000),
  })

  it('stands wherever a qubit waits', async () => {
    const count = async (decay: 'exact' | 'twirled') =>
      (await trajectoryProgramOfFrames(signed, decay)).steps.filter(({ kind }) => kind === 'damp').length
    expect(windowsOf(signed)).toBeGreaterThan(40)
    expect(await count('exact')).toBe(windowsOf(signed))
    expect(await count('twirled')).toBe(0)
  })

  it.skipIf(!addon)('draws the data to |0>, which its twirl does not', async () => {
    const shots = 20_000
    const seed = freshSeed()
    const bias = async (decay: 'exact' | 'twirled') => {
      const planes = await sampleByTrajectories(trajectories, signed, { shots, seed, decay })
      // D4 is read in Z.
      const last = planes.planes - 1
      const count = Array.from({ length: shots }, (_, i) => bitAt(planes, last, i)).filter(bit => bit === 1).length
      return Math.abs(count - shots / 2) / Math.sqrt(shots / 4)
    }
    expect(readoutFor(LOGICAL_OF['0'].logical).basis[4]).toBe('Z')
    expect(await bias('exact'), `seed ${seed}`).toBeGreaterThan(12)
    expect(await bias('twirled'), `seed ${seed}`).toBeLessThan(6)
  })
})

/** |1> waits, its population is asked by an ancilla, and where that says 0 once more after another wait. */
const CHECKED: FrameProgram = {
  qubits: 2,
  bits: 3,
  registers: 2,
  inputs: 0,
  ops: [
    { op: 'reset', q: 0, flip: 0.05 },
    ...asked(0),
    { op: 'set', reg: 0, value: 1 },
    { op: 'set', reg: 1, value: 0 },
    { op: 'xor', reg: 1, from: 'bit', index: 0 },
    { op: 'and', reg: 0, from: 'reg', index: 1 },
    { op: 'mask', reg: 0 },
    ...asked(1),
    { op: 'mask', reg: null },
    { op: 'measure', q: 0, bit: 2, flip: 0.01 },
  ],
}

function asked(bit: number): FrameOp[] {
  return [
    { op: 'pauli1', q: 0, ...idlePaulis(1, 2, 2), idle: true },
    { op: 'reset', q: 1, flip: 0 },
    { op: 'h', q: 1 },
    { op: 'cz', a: 0, b: 1 },
    { op: 'h', q: 1 },
    { op: 'measure', q: 1, bit, flip: 0.02 },
  ]
}

it('samples masked programs as their density matrices say', async () => {
  const signed = { program: CHECKED, signs: [{ at: 1, pauli: 'X', qubits: [0] } as const] }
  const exact = exactOutcomes(await trajectoryProgramOfFrames(signed))
  const [seed, shots] = [freshSeed(), shotsOf(40_000)]
  const planes = await sampleByTrajectories(trajectories, signed, { shots, seed })
  for (let key = 0; key < 8; key++) {
    const holds = (shot: number) => [0, 1, 2].every(bit => bitAt(planes, bit, shot) === ((key >> bit) & 1))
    const count = Array.from({ length: shots }, (_, i) => holds(i)).filter(Boolean).length
    const p = [...exact]
      .filter(([bits]) => Number.parseInt(bits, 2) % 8 === key)
      .reduce((sum, [, share]) => sum + share, 0)
    const slack = 6 * Math.sqrt(shots * p * (1 - p)) + 6
    expect(Math.abs(count - shots * p), `${key}: ${count}, share ${p}, seed ${seed}`).toBeLessThanOrEqual(slack)
  }
})

describe('a call', () => {
  const busy = (rounds: number) =>
    encodedOn({
      mode: 'correction',
      protocol: 'adaptive',
      state: '+',
      proven: false,
      rounds,
      rates: decaying(0.003, 60_000, 50_000),
    }).signed

  it('gives the same bits for the same seed, others for another', async () => {
    const [signed, seed] = [busy(1), freshSeed()]
    const first = await sampleByTrajectories(trajectories, signed, { shots: 100, seed })
    expect(await sampleByTrajectories(trajectories, signed, { shots: 100, seed })).toEqual(first)
    expect(await sampleByTrajectories(trajectories, signed, { shots: 100, seed: seed ^ 1n })).not.toEqual(first)
  })

  it('is refused where it would take too long, and says how many shots would not', async () => {
    const signed = busy(50)
    const shots = 1_000_000
    const seconds = await secondsEstimate(trajectories, signed)
    expect(seconds(shots)).toBeGreaterThan(MAX_EXACT_SECONDS)
    const refusal = sampleByTrajectories(trajectories, signed, { shots, seed: 1n })
    await expect(refusal).rejects.toMatchObject({ code: 'invalid_request', details: { max_shots: expect.any(Number) } })
    const { details } = (await refusal.catch((error: unknown) => error)) as { details: { max_shots: number } }
    expect(seconds(details.max_shots)).toBeLessThan(1.1 * MAX_EXACT_SECONDS)
  })

  it('is refused where its operations are too many', async () => {
    const signed = busy(1_000)
    expect(signed.program.ops.length).toBeGreaterThan(MAX_EXACT_OPS)
    const refused = { code: 'invalid_request', details: { max_operations: MAX_EXACT_OPS } }
    await expect(sampleByTrajectories(trajectories, signed, { shots: 1, seed: 1n })).rejects.toMatchObject(refused)
    await expect(secondsEstimate(trajectories, signed)).rejects.toMatchObject(refused)
  })

  it('stops when aborted, with its reason', async () => {
    const { reason } = await abortAfter(50, signal =>
      sampleByTrajectories(trajectories, busy(20), { shots: shotsOf(20_000), seed: 1n, signal }),
    )
    expect(reason).toMatchObject({ message: 'enough' })
  })

  it('knows no peeks', async () => {
    const peek: FrameProgram = { ...CHECKED, ops: [{ op: 'peek', q: 0, which: 'x', bit: 0 }] }
    await expect(
      sampleByTrajectories(trajectories, { program: peek, signs: [] }, { shots: 1, seed: 1n }),
    ).rejects.toThrow(RangeError)
  })
})
