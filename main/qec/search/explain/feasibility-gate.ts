/**
 * The feasibility gate: passed, failed, or unknown where an unknown T2 would decide; and at which value of an assumed figure the
 * verdict turns, the layout and its schedule kept.
 */
import { type AssumedUse, assumedText } from '../../../contract/calibration/assumed-figures'
import type { DeviceProfile } from '../../../contract/calibration/device-profile'
import { figureName, withUnit } from '../../../contract/calibration/figure-names'
import type { CalibrationSnapshot } from '../../../contract/calibration/snapshot'
import type { AssumedFigure, FeasibilityVerdict } from '../../../contract/modules/feasibility-gate'
import { MAX_COHERENCE_RATIO } from '../../../contract/modules/logical-qubits'
import { roundedDown } from '../../../contract/numbers/number-text'
import type { NoiseModel } from '../../model/noise-model'
import type { CompiledRound, Layout } from '../../model/round'
import { shortestT2, sitesOf } from '../../noise/score'
import { assumedUses, noiseModel } from '../../noise/transform'
import { durationBy } from '../../schedule/compile'

/** Exactly the limit passes; the ratio is compared unrounded. */
export const isFeasible = (ratio: number): boolean => ratio <= MAX_COHERENCE_RATIO

/** Sites without a T2: `noise.t2` has the limit 2·T1 there, and the coherence ratio is then a lower bound. */
export const sitesWithoutT2 = (layout: Layout, noise: NoiseModel): number[] =>
  sitesOf(layout).filter(site => noise.t2Unknown?.(site) ?? false)

/** A lower bound above the limit fails the gate as the ratio itself would; below it says nothing. */
export function feasibilityVerdict(ratio: number, layout: Layout, noise: NoiseModel): FeasibilityVerdict {
  if (!isFeasible(ratio)) return 'failed'
  return sitesWithoutT2(layout, noise).length > 0 ? 'unknown' : 'passed'
}

/** How long the round takes by the value of one figure. */
type DurationByValue = (value: number) => number

/** The profile with another value of a figure that it assumes. */
function withValue(profile: DeviceProfile, figure: AssumedUse['figure'], value: number): DeviceProfile {
  if (figure === 'feedforward_latency_ns') return { ...profile, feedforward_latency_ns: value }
  return { ...profile, assumed: { ...profile.assumed, [figure]: value } }
}

/** Figures that the length of the round depends on, each with the value at which it is the longest that the shortest T2 lets pass. */
export function assumedInFeasibility(
  round: CompiledRound,
  {
    profile,
    snapshot,
    noise,
  }: { readonly profile: DeviceProfile; readonly snapshot: CalibrationSnapshot; readonly noise: NoiseModel },
): AssumedFigure[] {
  const most_ns = MAX_COHERENCE_RATIO * shortestT2(round.layout, noise)
  const words = sitesWithoutT2(round.layout, noise).length > 0 ? BOUNDED : KNOWN
  const within = round.duration_ns <= most_ns
  return assumedUses(profile, snapshot, new Set(sitesOf(round.layout))).flatMap(use => {
    const length: DurationByValue = value =>
      durationBy(round, noiseModel(withValue(profile, use.figure, value), snapshot))
    const values = use.uses.map(({ assumption }) => assumption.value)
    // Fidelities have no length, and a latency within the reset's own time changes none.
    if (length(0) === length(BEYOND_NS)) return []
    const longest = { length, most_ns }
    return [{ ...of(use, values), ...turning(use.figure, longest, within ? words.within : words.beyond) }]
  })
}

const of = (use: AssumedUse, values: readonly number[]) => ({
  figure: use.figure,
  low: Math.min(...values),
  high: Math.max(...values),
  parts: use.uses.map(({ part }) => part),
  text: assumedText(use),
})

/** A second: longer than any round that passes. */
const BEYOND_NS = 1e9

/** Wording for a known value: for a round within the limit and for one beyond it. */
const KNOWN = {
  within: (at: string) => `It passes with ${at}.`,
  beyond: (at: string) => `It would pass with ${at}.`,
}
/** Where a T2 is not known, its limit 2·T1 can fail the gate and never pass it. */
const BOUNDED = {
  within: (at: string) => `It is unknown with ${at}, and would fail above that.`,
  beyond: (at: string) => `It would be unknown with ${at}.`,
}

function turning(
  figure: string,
  { length, most_ns }: { readonly length: DurationByValue; readonly most_ns: number },
  words: (at: string) => string,
) {
  if (length(0) > most_ns)
    return { turns_at: null, message: `With a ${figureName(figure)} of 0 the gate would fail too.` }
  const turns_at = longestPassing(length, most_ns)
  // Never above: what is shown must pass.
  return {
    turns_at,
    message: words(`a ${figureName(figure)} of at most ${withUnit(figure, roundedDown(turns_at, 1))}`),
  }
}

/** Bisection to PRECISION_NS: the length of a schedule never falls where one of its operations gets longer. */
function longestPassing(length: DurationByValue, most_ns: number): number {
  let [low, high] = [0, BEYOND_NS]
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high || high - low < PRECISION_NS) return low
    if (length(middle) <= most_ns) low = middle
    else high = middle
  }
}

const PRECISION_NS = 1e-6
