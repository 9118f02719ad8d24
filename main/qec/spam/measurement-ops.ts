/** The fault-tolerant logical measurement in the sampler. */
import type { CardinalState, RunMode } from '../../contract/model/protocols'
import { generatorMask } from '../code/five-qubit'
import { LOGICAL_OF } from '../code/logical-readout'
import { multiply, parity } from '../code/pauli'
import type { Pauli5 } from '../model/fault'
import type { FaultRates } from '../noise/rates'
import { renewOpened } from '../program/cyclic-window'
import { checkBit, type ExtraPlanes } from '../program/extra-planes'
import type { FrameOp } from '../program/frame'
import { frameFaults } from '../program/frame-faults'
import { depolarize, type LocalQubit, localQubits, segmentOps } from '../program/noisy-ops'
import { patternOdds } from '../program/pattern-odds'
import { transversalOps, turnToX } from '../program/transversal-gates'
import { type PlaneLayout, tailPlane } from '../schedule/plane-layout'
import { RING_CHECKS } from '../schedule/ring-state'
import type { CompiledMeasurement } from './measurement-circuit'
import { CHECK_OUTCOMES } from './measurement-table'
import { PENDING, SCRATCH } from './verified-preparation'

/** K_0..K_4 as they read the state's logical Pauli: before the transversal turn, up to a sign. */
export const turnedChecks = (state: CardinalState): readonly Pauli5[] => {
  const back = BEFORE_TURN[LOGICAL_OF[state].letter]
  return RING_CHECKS.map(({ x, z }) => ({ x: back.x(x, z), z: back.z(x, z) }))
}

/** Masks before the turn from masks after it: unchanged for X; X→Y, Z→X for Y; X→Z, Z→Y for Z. */
const BEFORE_TURN = {
  X: { x: (x: number, _: number) => x, z: (_: number, z: number) => z },
  Y: { x: (x: number, z: number) => x | z, z: (x: number, _: number) => x },
  Z: { x: (_: number, z: number) => z, z: (x: number, z: number) => x | z },
}

export interface MeasurementSetup {
  readonly measurement: CompiledMeasurement
  readonly state: CardinalState
  readonly mode: RunMode
  readonly layout: PlaneLayout
  readonly planes: ExtraPlanes
}

/**
 * `checks`: the turn and the three flagged checks. `repeat`: all five unflagged, which correction mode runs after a
 * trigger.
 */
export function measurementStages(
  {
    measurement,
    state,
    planes,
  }: Pick<MeasurementSetup, 'measurement' | 'state'> & { readonly planes: Pick<ExtraPlanes, 'measurement'> },
  local: LocalQubit,
  rates: FaultRates,
) {
  const gates = turnToX(state)
  const turn = (site: number): FrameOp[] =>
    gates.length === 0
      ? []
      : [...transversalOps({ gates }, local(site)), ...depolarize(local(site), rates.single(site))]
  const plane = (name: string) => planes.measurement! + checkBit(name)
  return {
    checks: [
      ...measurement.layout.data.flatMap(turn),
      ...segmentOps(measurement.segment, { local, rates, bit: plane }),
    ],
    repeat: segmentOps(measurement.repeat, { local, rates, bit: plane }),
  }
}

/** Bits a0..a2 and f0..f2. */
const CHECK_BITS = [0, 1, 2, 3, 4, 5]

export function measurementOps(measured: MeasurementSetup, local: LocalQubit, rates: FaultRates): FrameOp[] {
  const { checks, repeat } = measurementStages(measured, local, rates)
  if (measured.mode === 'detection') return checks
  return [...checks, ...trigger(measured), { op: 'mask', reg: PENDING }, ...repeat, { op: 'mask', reg: null }]
}

/** pending = any flag, or outcomes that differ by more than the reference syndrome says. */
function trigger({ measurement, state, layout, planes }: MeasurementSetup): FrameOp[] {
  const plane = (name: string) => planes.measurement! + checkBit(name)
  const checks = turnedChecks(state)
  const [first, ...others] = measurement.centres.map(i => checks[i]!)
  return [
    ...(layout.tail > 0 ? renewOpened(SCRATCH, k => tailPlane(layout, k)) : []),
    { op: 'set', reg: PENDING, value: 0 },
    ...[0, 1, 2].map(j => ({ op: 'or', reg: PENDING, from: 'bit', index: plane(`f${j}`) }) as const),
    ...others.flatMap((other, j): FrameOp[] => [
      { op: 'set', reg: SCRATCH, value: 0 },
      { op: 'xor', reg: SCRATCH, from: 'bit', index: plane('a0') },
      { op: 'xor', reg: SCRATCH, from: 'bit', index: plane(`a${j + 1}`) },
      ...generatorsOf(multiply(first!, other)).map(k => ({ op: 'xor', reg: SCRATCH, from: 'reg', index: k }) as const),
      { op: 'or', reg: PENDING, from: 'reg', index: SCRATCH },
    ]),
  ]
}

/** The generators whose product is this stabilizer. */
const generatorsOf = (p: Pauli5): number[] => [0, 1, 2, 3].filter(k => (generatorMask(p) >> k) & 1)

/** For each of the eleven bits, the generators whose references flip it: K_i is the logical operator times a stabilizer. */
export function referenceMasks({
  measurement,
  state,
}: Pick<MeasurementSetup, 'measurement' | 'state'>): readonly number[] {
  const checks = turnedChecks(state)
  const { logical } = LOGICAL_OF[state]
  const read = [...measurement.centres.map(i => checks[i]!), null, null, null, ...checks]
  return read.map(check => (check ? generatorMask(multiply(check, logical)) : 0))
}

/** By reference syndrome: which of the bits with these masks it flips. */
export const referenceFlips = (masks: readonly number[]): readonly number[] =>
  Array.from({ length: 16 }, (_, syndrome) => masks.reduce((bits, mask, i) => bits | (parity(syndrome & mask) << i), 0))

/**
 * By the syndrome left on the data: how often detection mode accepts the readout, that is the three outcomes agree and
 * no flag rises. Exact.
 */
export function detectionAcceptanceBySyndrome(
  of: Pick<MeasurementSetup, 'measurement' | 'state'>,
  rates: FaultRates,
): readonly number[] {
  const { qubits, local } = localQubits(of.measurement)
  const { checks } = measurementStages({ ...of, planes: { measurement: 0 } }, local, rates)
  const faults = frameFaults({ ops: checks, qubits, bits: CHECK_BITS })
  const odds = patternOdds(faults, CHECK_BITS.length, ({ flips }) => flips)
  return referenceFlips(referenceMasks(of)).map(flips => odds[flips & CHECK_OUTCOMES]! + odds[~flips & CHECK_OUTCOMES]!)
}
