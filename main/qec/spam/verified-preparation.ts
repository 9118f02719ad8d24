/**
 * Verified preparation in the sampler: attempts until one is accepted, at most `attempts` of them, each only in the shots
 * that are still without a state; then one gate on every data qubit from |−>_L to the cardinal state. Shots that no attempt
 * served are discarded. Attempts are independent, so what is accepted does not depend on how many are allowed.
 */
import type { CardinalState } from '../../contract/model/protocols'
import { anticommute, multiply, weight } from '../code/pauli'
import type { Pauli5 } from '../model/fault'
import type { Durations } from '../model/noise-model'
import type { Graph, Layout } from '../model/round'
import type { FaultRates } from '../noise/rates'
import { UNIFORM_RATES } from '../noise/rates'
import { attemptPlane, checkBit, type ExtraPlanes, PREPARATION_BITS } from '../program/extra-planes'
import type { FrameOp } from '../program/frame'
import { type FrameEffect, type FrameFault, frameFaults } from '../program/frame-faults'
import { depolarize, type LocalQubit, localQubits, segmentOps } from '../program/noisy-ops'
import { patternOdds, residualSyndrome } from '../program/pattern-odds'
import { gatesTo, transversalOps } from '../program/transversal-gates'
import { RING_CHECKS, RING_GROUP } from '../schedule/ring-state'
import type { RouteCost } from '../schedule/route'
import type { Signs } from './measurement-table'
import {
  type CompiledPreparation,
  compilePreparation,
  type PreparationPlan,
  preparationPlans,
} from './preparation-circuit'
import { firstProven, memoizedByPair } from './proving'

/** Registers that this file and the measurement use; passes and windows use those below. */
export const PENDING = 10
export const SCRATCH = 11
export const EXTRA_REGISTERS = 12

/** Attempts by default: where every second attempt is accepted, one shot in 256 is left without a state. */
export const PREPARATION_ATTEMPTS = 8

/** One attempt, its bits in planes 0..5. */
const attemptOps = ({ segment }: CompiledPreparation, local: LocalQubit, rates: FaultRates): FrameOp[] =>
  segmentOps(segment, { local, rates, bit: checkBit })

/** The same with its bits in planes `first`..`first` + 5. */
const measuredInto = (attempt: readonly FrameOp[], first: number): FrameOp[] =>
  attempt.map(op => (op.op === 'measure' ? { ...op, bit: first + op.bit } : op))

const POSITIONS = Array.from({ length: PREPARATION_BITS }, (_, i) => i)

/** Keeps a shot pending if any of the attempt's bits is 1: pending &= a0 | a1 | a2 | f0 | f1 | f2. */
const keepRejected = (first: number): FrameOp[] => [
  { op: 'mask', reg: null },
  { op: 'set', reg: SCRATCH, value: 0 },
  ...POSITIONS.map(i => ({ op: 'or', reg: SCRATCH, from: 'bit', index: first + i }) as const),
  { op: 'and', reg: PENDING, from: 'reg', index: SCRATCH },
]

/** All attempts, then the rotation to the cardinal state. */
export function verifiedOps(
  preparation: CompiledPreparation,
  state: CardinalState,
  { local, rates, planes }: { readonly local: LocalQubit; readonly rates: FaultRates; readonly planes: ExtraPlanes },
): FrameOp[] {
  const attempt = attemptOps(preparation, local, rates)
  const planesOfAttempts = Array.from({ length: planes.attempts }, (_, t) => attemptPlane(planes, t, 0))
  return [
    { op: 'set', reg: PENDING, value: 1 },
    ...planesOfAttempts.flatMap((first): FrameOp[] => [
      { op: 'mask', reg: PENDING },
      ...measuredInto(attempt, first),
      ...keepRejected(first),
    ]),
    ...rotatedToState(preparation, { state, local, rates }),
  ]
}

/** The gates from |−>_L to the state, with their noise; none where the state needs none. */
export const rotatedToState = (
  { layout }: CompiledPreparation,
  { state, local, rates }: { readonly state: CardinalState; readonly local: LocalQubit; readonly rates: FaultRates },
): FrameOp[] => layout.data.flatMap(site => rotationGate(local(site), state, rates.single(site)))

const rotationGate = (q: number, state: CardinalState, p: number): FrameOp[] => {
  const rotation = gatesTo(state)
  return rotation.gates.length === 0 && rotation.pauli === 'I'
    ? []
    : [...transversalOps(rotation, q), ...depolarize(q, p)]
}

/** Least weight of the error times a stabilizer of |−>_L, as those leave the state unchanged. */
export const residualWeight = (error: Pauli5): number =>
  Math.min(...RING_GROUP.map(member => weight(multiply(error, member))))

export interface PreparationFault extends FrameFault {
  readonly accepted: boolean
  /** Error that it leaves on the data. */
  readonly error: Pauli5
}

/** Every single fault of one attempt as the sampler draws them; those of probability 0 are left out. */
export const preparationFaults = memoizedByPair(
  (preparation: CompiledPreparation, rates: FaultRates): readonly PreparationFault[] => {
    const { qubits, local } = localQubits(preparation)
    const stretch = { ops: attemptOps(preparation, local, rates), qubits, bits: POSITIONS }
    return frameFaults(stretch).map(fault => ({
      ...fault,
      accepted: fault.effect.flips === 0,
      error: { x: fault.effect.x & 31, z: fault.effect.z & 31 },
    }))
  },
)

export interface PreparationVerdict {
  readonly ft_preserved: boolean
  /** Single faults injected, idle windows included. */
  readonly cases: number
  /** Accepted single faults that leave an error of weight above 1. */
  readonly failures: number
  readonly counterexample: PreparationFault | null
}

/** Fault tolerant when no single fault is accepted and leaves an error of weight above 1, modulo the state's stabilizers. */
export function preparationVerdict(preparation: CompiledPreparation): PreparationVerdict {
  const faults = preparationFaults(preparation, UNIFORM_RATES)
  const failing = faults.filter(({ accepted, error }) => accepted && residualWeight(error) > 1)
  return {
    ft_preserved: failing.length === 0,
    cases: faults.length,
    failures: failing.length,
    counterexample: failing[0] ?? null,
  }
}

export interface ProvenPreparation {
  readonly preparation: CompiledPreparation
  readonly verdict: PreparationVerdict
}

/** The cheapest preparation that the enumeration proves fault tolerant, null when none is: then it must be projective. */
export function provenPreparation(
  graph: Graph,
  { layout, cost, durations }: { readonly layout: Layout; readonly cost: RouteCost; readonly durations: Durations },
): ProvenPreparation | null {
  const compile = (plan: PreparationPlan): ProvenPreparation => {
    const preparation = compilePreparation(plan, durations)
    return { preparation, verdict: preparationVerdict(preparation) }
  }
  return firstProven(preparationPlans(graph, layout, cost), compile, ({ verdict }) => verdict.ft_preserved)
}

/** How often one attempt is accepted: exact at these rates, over every set of faults. */
export const attemptAcceptance = memoizedByPair((preparation: CompiledPreparation, rates: FaultRates): number => {
  const { qubits, local } = localQubits(preparation)
  const ops = attemptOps(preparation, local, rates)
  return patternOdds(frameFaults({ ops, qubits, bits: POSITIONS }), PREPARATION_BITS, ({ flips }) => flips)[0]!
})

/** How likely each pattern of signs of K_0..K_4 is on an accepted |−>_L, bit i for K_i: exact at these rates. */
export const acceptedSigns = memoizedByPair((preparation: CompiledPreparation, rates: FaultRates): Signs => {
  const { qubits, local } = localQubits(preparation)
  const faults = frameFaults({ ops: attemptOps(preparation, local, rates), qubits, bits: POSITIONS })
  const odds = patternOdds(faults, 5 + PREPARATION_BITS, effect => signsOf(effect) | (effect.flips << 5)).slice(0, 32)
  const accepted = odds.reduce((sum, chance) => sum + chance, 0)
  return odds.map(chance => chance / accepted)
})

const signsOf = ({ x, z }: FrameEffect): number =>
  RING_CHECKS.reduce((bits, check, i) => bits | (Number(anticommute({ x: x & 31, z: z & 31 }, check)) << i), 0)

/**
 * By syndrome: how often one attempt is accepted and leaves that syndrome on the state. The sum is `attemptAcceptance`.
 */
export function acceptedSyndromes(
  preparation: CompiledPreparation,
  rates: FaultRates,
  state: CardinalState,
): Float64Array {
  const { qubits, local } = localQubits(preparation)
  const ops = [...attemptOps(preparation, local, rates), ...rotatedToState(preparation, { state, local, rates })]
  const faults = frameFaults({ ops, qubits, bits: POSITIONS })
  const pattern = (effect: FrameEffect) => (effect.flips << 4) | residualSyndrome(effect)
  return patternOdds(faults, PREPARATION_BITS + 4, pattern).slice(0, 16)
}
