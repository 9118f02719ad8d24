/** How often two faults together fail one round: exact, by weighing every pair. */
import type { SingleFault } from '../../../../main/qec/model/fault'
import type { CompiledRound } from '../../../../main/qec/model/round'
import type { FaultRates } from '../../../../main/qec/noise/rates'
import { circuitFaults } from '../../../../main/qec/proof/fault-locations'
import { faultRate } from '../../../../main/qec/proof/flag-table'
import { respond, responsesOf, type Words } from '../../../../main/qec/proof/responses'
import { type Answers, failingFaults } from '../../../../main/qec/proof/verdict'
import { repeatFaults, respondInRepeat } from './repeat-responses'

interface Weighed {
  readonly rate: number
  readonly words: Words
  /** Faults of one location exclude each other. */
  readonly location: string
}

/**
 * Weight of the pairs of faults that leave a logical error after one adaptive round from a clean state: Σ r_i r_j over pairs
 * at different locations, the second inside the repeat included. To second order in the rates this is how often a round
 * fails, when no single fault does. Time O(faults²), a fraction of a second for a star.
 */
export function failingPairs(round: CompiledRound, rates: FaultRates, answers: Answers): number {
  const responses = responsesOf(round, false)
  const weigh = (faults: readonly SingleFault[], respondTo: (fault: SingleFault) => Words): Weighed[] =>
    faults
      .map(fault => ({ rate: faultRate(fault, round, rates), words: respondTo(fault), location: locationOf(fault) }))
      .filter(({ rate }) => rate > 0)
  const first = weigh(circuitFaults(round), fault => respond(responses, fault))
  const later = weigh(repeatFaults(round), fault => [respondInRepeat(responses, fault), 0, 0])
  let total = 0
  first.forEach((one, i) => {
    for (const other of first.slice(i + 1))
      if (other.location !== one.location && failsAdaptive(both(one.words, other.words), answers))
        total += one.rate * other.rate
    // A fault that triggers nothing leaves the repeat out, and the verdict then does not look at what is added.
    for (const other of later)
      if (failsAdaptive(withRepeat(one.words, other.words[0]), answers)) total += one.rate * other.rate
  })
  return total
}

/** Whether an adaptive round with these words fails. */
const failsAdaptive = (words: Words, answers: Answers): boolean =>
  failingFaults(
    { protocol: 'adaptive', words: Int32Array.from(words), faults: 1, tabled: 1 },
    { answers, closing: 'extraction' },
  ).length > 0

/** With what a fault inside the repeat adds to it, after whichever extraction it runs. */
function withRepeat([w0, w1, w2]: Words, repeated: number): Words {
  const added = repeated | (repeated << 14)
  return [w0, w1 ^ added, w2 ^ added]
}

const both = ([a0, a1, a2]: Words, [b0, b1, b2]: Words): Words => [a0 ^ b0, a1 ^ b1, a2 ^ b2]

const locationOf = ({ segment, index, op, kind }: SingleFault): string =>
  `${segment} ${index} ${op}${kind === 'idle' ? ' idle' : ''}`
