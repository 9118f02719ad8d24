/**
 * Probability that a shot without rounds is read wrongly, for each readout: exact at these rates, over every set of faults
 * of the prepared state, of its last gate, and of the readout with its waiting. In detection mode, of the kept shots.
 */
import type { CardinalState, RunMode } from '../../contract/model/protocols'
import { sum } from '../../contract/numbers/arithmetic'
import { flipOnFailedCheck, LOGICAL_OF, readoutFor, supportMask } from '../code/logical-readout'
import { equal, IDENTITY, multiply, parity } from '../code/pauli'
import { measureData } from '../experiment/memory'
import type { Pauli5 } from '../model/fault'
import type { CompiledRound } from '../model/round'
import type { FaultRates } from '../noise/rates'
import type { FrameOp } from '../program/frame'
import { type FrameEffect, frameFaults } from '../program/frame-faults'
import { type LocalQubit, localQubits } from '../program/noisy-ops'
import { restOfDecision } from '../program/passes'
import { patternOdds } from '../program/pattern-odds'
import { dataPlane, planeLayout } from '../schedule/plane-layout'
import type { CompiledMeasurement } from '../spam/measurement-circuit'
import { measurementStages, turnedChecks } from '../spam/measurement-ops'
import {
  CHECK_OUTCOMES,
  enteredOdds,
  isTriggered,
  MEASURED_BITS,
  misreadOdds,
  type Signs,
} from '../spam/measurement-table'
import type { CompiledPreparation } from '../spam/preparation-circuit'
import { projectedSigns } from '../spam/projected-signs'
import { acceptedSigns, rotatedToState } from '../spam/verified-preparation'
import { readoutFlips, waitedForDecision } from './detection-acceptance'

/** Parts of a run other than its rounds and its readout; projective without a preparation. */
export interface SpamParts {
  readonly compiled: CompiledRound
  readonly rates: FaultRates
  readonly mode: RunMode
  readonly preparation?: CompiledPreparation
}

export interface SpamError {
  /** Error of the kept shots. */
  readonly error: number
  /** Share of the shots with a prepared state that are kept; 1 in correction mode. */
  readonly kept: number
}

/** Mean over equally many shots of each state; null where no shot is kept. */
export function meanSpamError(each: readonly SpamError[]): SpamError | null {
  const kept = sum(each.map(({ kept }) => kept))
  if (!(kept > 0)) return null
  // A state without kept shots has no error.
  const wrong = each.reduce((sum, one) => (one.kept > 0 ? sum + one.error * one.kept : sum), 0)
  return { error: wrong / kept, kept: kept / each.length }
}

/** By the product measurement with one check, as `flag-lut` reads it. */
export function checkedError(parts: SpamParts, state: CardinalState): SpamError {
  const { compiled, rates, mode } = parts
  const { qubits, local } = localQubits(compiled)
  const readout = readoutFor(LOGICAL_OF[state].logical)
  const layout = planeLayout(mode, { rounds: 0 })
  const waits = parts.preparation ? restOfDecision('all', { compiled, local, rates }) : []
  const ops = [...gatesOf(parts, state, local), ...waits, ...measureData({ compiled, rates, readout }, local, layout)]
  const bits = [0, 1, 2, 3, 4].map(q => dataPlane(layout, q))
  const [outcome, check] = [supportMask(readout.representative), supportMask(readout.check)]
  const seen = ({ flips }: FrameEffect) => parity(flips & outcome) | (parity(flips & check) << 1)
  const odds = patternOdds(frameFaults({ ops, qubits, bits }), 2, seen)
  const members = [readout.representative, readout.check].map(pauli => membersOf(pauli, state))
  const both = new Float64Array(4)
  signsOf(parts, state).forEach((chance, signs) => {
    const flips = parity(signs & members[0]!) | (parity(signs & members[1]!) << 1)
    odds.forEach((weight, at) => {
      both[at ^ flips]! += weight * chance
    })
  })
  if (mode === 'detection') return { error: both[1]! / (both[0]! + both[1]!), kept: both[0]! + both[1]! }
  const flip = flipOnFailedCheck(
    readout,
    readoutFlips(compiled, { readout, rates, waited_ns: waitedForDecision(compiled) }),
  )
  return { error: both[1]! + both[flip ? 2 : 3]!, kept: 1 }
}

/** By the fault-tolerant logical measurement, as its table reads it. */
export function measuredError(parts: SpamParts, measurement: CompiledMeasurement, state: CardinalState): SpamError {
  const { compiled, rates, mode } = parts
  const { qubits, local } = localQubits(compiled)
  const { checks, repeat } = measurementStages({ measurement, state, planes: { measurement: 0 } }, local, rates)
  const ops = [...gatesOf(parts, state, local), ...checks, ...repeat]
  const bits = Array.from({ length: MEASURED_BITS }, (_, bit) => bit)
  const odds = patternOdds(frameFaults({ ops, qubits, bits }), MEASURED_BITS, ({ flips }) => flips)
  const seen = enteredOdds(odds, measurement.centres, signsOf(parts, state))
  const sum = (of: (pattern: number) => boolean) => seen.reduce((all, chance, at) => (of(at) ? all + chance : all), 0)
  if (mode === 'correction') return { error: misreadOdds(seen, measurement.table), kept: 1 }
  const kept = sum(at => !isTriggered(at))
  return { error: sum(at => !isTriggered(at) && (at & CHECK_OUTCOMES) !== 0) / kept, kept }
}

/** Gates from |−>_L to the state; none after a projective preparation, which begins in the state's own letter. */
const gatesOf = ({ preparation, rates }: SpamParts, state: CardinalState, local: LocalQubit): FrameOp[] =>
  preparation ? rotatedToState(preparation, { state, local, rates }) : []

const signsOf = ({ compiled, preparation, rates, mode }: SpamParts, state: CardinalState): Signs =>
  preparation ? acceptedSigns(preparation, rates) : projectedSigns(compiled, { rates, state, mode })

/** Mask of the state's checks whose product is `pauli`. */
function membersOf(pauli: Pauli5, state: CardinalState): number {
  const checks = turnedChecks(state)
  const product = (mask: number) => checks.reduce((p, check, i) => ((mask >> i) & 1 ? multiply(p, check) : p), IDENTITY)
  return Array.from({ length: 32 }, (_, mask) => mask).find(mask => equal(product(mask), pauli))!
}
