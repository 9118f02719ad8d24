/**
 * What detection mode will accept, to first order in every fault: exp(−what is seen), from the parts that a run is made of.
 * Faults are followed through the compiled circuits with the rates that the sampler uses.
 */
import type { CardinalState } from '../contract/run_request'
import { predictedAcceptance, type SeenFaults } from './acceptance'
import { syndromeOf, WEIGHT_ONE } from './code'
import type { CompiledPreparation } from './encoding'
import { turnedChecks } from './measured'
import { type CompiledMeasurement, isTriggered, seenByMeasurement } from './measurement'
import type { CompiledRound, Pauli5 } from './model'
import { anticommute } from './pauli'
import type { FaultRates } from './rates'
import type { Readout } from './readout'
import { remembered } from './remembered'
import { turnOf, turnToX } from './turns'
import { attemptAcceptance, PREPARATION_ATTEMPTS, preparationFaults } from './verified'

export interface PreparationOutlook {
  /** Of one attempt. */
  readonly acceptance: number
  /** Mean number of attempts where they may go on for ever. */
  readonly mean_attempts: number
  readonly mean_duration_ns: number
  /** Shots that none of the allowed attempts serves. */
  readonly unserved: number
}

/** To first order in the faults of one attempt. */
export function preparationOutlook(
  preparation: CompiledPreparation,
  rates: FaultRates,
  attempts: number,
): PreparationOutlook {
  const acceptance = attemptAcceptance(preparation, rates)
  return {
    acceptance,
    mean_attempts: 1 / acceptance,
    mean_duration_ns: preparation.duration_ns / acceptance,
    unserved: (1 - acceptance) ** attempts,
  }
}

/** The parts of a detection run; as in `MemoryExperiment`. */
export interface DetectionParts {
  readonly seen: SeenFaults
  readonly compiled: CompiledRound
  readonly rates: FaultRates
  readonly readout: Readout
  readonly state: CardinalState
  readonly rounds: number
  readonly preparation?: CompiledPreparation
  readonly attempts?: number
  readonly measurement?: CompiledMeasurement
}

/** The share of all shots that detection mode keeps. */
export function detectionAcceptance(parts: DetectionParts): number {
  const { preparation, measurement, rates, compiled, readout, rounds, attempts = PREPARATION_ATTEMPTS } = parts
  const served = preparation ? 1 - preparationOutlook(preparation, rates, attempts).unserved : 1
  const seen = preparation ? { ...parts.seen, first: leftByPreparation(preparation, parts) } : parts.seen
  if (!measurement) return served * predictedAcceptance(seen, compiled, readout, rates, rounds)
  return served * Math.exp(-seen.first - (rounds - 1) * seen.middle - seenAtTheEnd(measurement, parts))
}

/** Expected number of errors that an accepted preparation leaves for the first round to see. */
function leftByPreparation(preparation: CompiledPreparation, { rates, state }: DetectionParts): number {
  const { gates, pauli } = turnOf(state)
  const turn = gates.length > 0 || pauli !== 'I' ? singles(preparation.layout.data, rates) : 0
  return preparationFaults(preparation, rates)
    .filter(({ accepted, error }) => accepted && syndromeOf(error) !== 0)
    .reduce((sum, { probability }) => sum + probability, turn)
}

const seenBy = remembered(seenByMeasurement)

const singles = (sites: readonly number[], rates: FaultRates): number =>
  sites.reduce((sum, site) => sum + rates.single(site), 0)

/** What the last round leaves, what the turn does, and the measurement's own faults. */
function seenAtTheEnd(measurement: CompiledMeasurement, { seen, rates, state }: DetectionParts): number {
  const checks = turnedChecks(state)
  const disagree = (error: Pauli5) =>
    isTriggered(measurement.centres.reduce((bits, i, j) => bits | (anticommute(error, checks[i]!) ? 1 << j : 0), 0))
  const turned = turnToX(state).length === 0 ? 0 : WEIGHT_ONE.filter(disagree).length / WEIGHT_ONE.length
  return seen.lastBy(disagree) + turned * singles(measurement.layout.data, rates) + seenBy(measurement, rates)
}
