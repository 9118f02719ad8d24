/**
 * Acceptance of a run, exact for the rates that the sampler uses: the probabilities that a verified preparation is accepted
 * and that detection sees nothing, from the parts of a run.
 */
import type { CardinalState } from '../../contract/model/protocols'
import { LOGICAL_OF, readoutFor } from '../code/logical-readout'
import type { CompiledRound } from '../model/round'
import type { FaultRates } from '../noise/rates'
import type { CompiledMeasurement } from '../spam/measurement-circuit'
import { detectionAcceptanceBySyndrome } from '../spam/measurement-ops'
import type { CompiledPreparation } from '../spam/preparation-circuit'
import { acceptedSyndromes, attemptAcceptance, PREPARATION_ATTEMPTS } from '../spam/verified-preparation'
import { checkPasses, type UntriggeredOdds, type UntriggeredRounds, untriggeredRounds } from './detection-acceptance'

export interface PreparationOutlook {
  /** Acceptance of one attempt. */
  readonly acceptance: number
  /** Mean number of attempts if their number is not limited. */
  readonly mean_attempts: number
  readonly mean_duration_ns: number
  /** Share of the shots in which none of the allowed attempts is accepted. */
  readonly unserved: number
}

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
  readonly compiled: CompiledRound
  readonly rates: FaultRates
  readonly preparation?: CompiledPreparation
  readonly attempts?: number
  readonly measurement?: CompiledMeasurement
}

/** Share of all shots that is kept. */
export type Kept = (state: CardinalState, rounds: number) => number

/** Acceptance in detection mode; the part of the rounds is computed at once, that of each state when it is first needed. */
export function detectionAcceptance(parts: DetectionParts): Kept {
  const untriggered = untriggeredRounds(parts.compiled, parts.rates)
  const known = new Map<CardinalState, Ends>()
  return (state, rounds) => {
    const ends = known.get(state) ?? { before: beforeRounds(parts, untriggered, state), passes: passesOf(parts, state) }
    known.set(state, ends)
    let left = ends.before
    for (let round = 0; round < rounds; round++) left = untriggered.next(left)
    return left.reduce((sum, odds, syndrome) => sum + odds * ends.passes[syndrome]!, 0)
  }
}

interface Ends {
  readonly before: UntriggeredOdds
  /** By the syndrome that is left: probability that the readout keeps the shot. */
  readonly passes: readonly number[]
}

function beforeRounds(
  { preparation, attempts, rates }: DetectionParts,
  { projected }: UntriggeredRounds,
  state: CardinalState,
) {
  if (!preparation) return projected
  const { acceptance, unserved } = preparationOutlook(preparation, rates, attempts ?? PREPARATION_ATTEMPTS)
  return acceptedSyndromes(preparation, rates, state).map(odds => (odds / acceptance) * (1 - unserved))
}

const passesOf = ({ measurement, compiled, rates }: DetectionParts, state: CardinalState) =>
  measurement
    ? detectionAcceptanceBySyndrome({ measurement, state }, rates)
    : checkPasses(compiled, readoutFor(LOGICAL_OF[state].logical), rates)
