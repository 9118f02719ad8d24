/**
 * Why a candidate is not first, and the smallest change of one figure that would make it first or make the gate pass.
 */
import { figureName } from '../../../contract/calibration/figure-names'
import { labelled, type QubitLabels } from '../../../contract/model/qubit-labels'
import type { Fix } from '../../../contract/modules/candidates'
import type { DeltaTerms } from '../../../contract/modules/diagnostics'
import { MAX_COHERENCE_RATIO } from '../../../contract/modules/logical-qubits'
import { sum } from '../../../contract/numbers/arithmetic'
import { shortest } from '../../../contract/numbers/number-text'
import type { NoiseModel } from '../../model/noise-model'
import type { CompiledRound } from '../../model/round'
import { partWords } from '../../noise/figure-names'
import { shortestT2, sitesOf } from '../../noise/score'
import { edgeName, qubitName } from '../../noise/vetoes'
import type { PlacedRound } from '../enumerate/placement-task'
import { addUses, noUses, type Uses } from '../model/compiled-shapes'
import type { Figures } from '../model/figures'

export function usesOf(round: PlacedRound, figures: Figures): Uses {
  const uses = noUses()
  for (const { placed } of round.extractions) addUses(uses, placed, figures)
  return uses
}

const weighted = (uses: ReadonlyMap<number, number>, errors: Float64Array): number =>
  [...uses].reduce((sum, [part, count]) => sum + count * errors[part]!, 0)

/** Δ_round by term. */
export function termsOf(round: PlacedRound, figures: Figures): DeltaTerms {
  const { cz, single, readout, reset } = usesOf(round, figures)
  const gates = {
    two_qubit: weighted(cz, figures.cz),
    single_qubit: weighted(single, figures.pulse),
    measurement: weighted(readout, figures.readout),
    reset: weighted(reset, figures.reset),
  }
  const error = sum(round.extractions.map(extraction => extraction.error))
  return { total: round.delta, ...gates, idle: round.delta - error }
}

/** Δ_round of `round` minus that of `best`, by term. */
export function versusBest(round: PlacedRound, best: PlacedRound, figures: Figures): DeltaTerms {
  const [mine, least] = [termsOf(round, figures), termsOf(best, figures)]
  const terms = Object.keys(mine) as (keyof DeltaTerms)[]
  return Object.fromEntries(terms.map(term => [term, mine[term] - least[term]])) as DeltaTerms
}

const KINDS = [
  { uses: 'cz', figure: 'cz_fidelity' },
  { uses: 'single', figure: 'fidelity_1q' },
  { uses: 'readout', figure: 'readout_fidelity' },
  { uses: 'reset', figure: 'reset_fidelity' },
] as const

interface FigureImprovement {
  readonly site: string
  readonly figure: string
  readonly error: number
  readonly less: number
}

/**
 * The smallest improvement of one fidelity with which `round` would be no worse than `best`. Only a part that `round`
 * uses more often than `best` can close the gap: its error must fall by the gap divided by the number of further uses.
 * Null where no error is large enough to fall that far.
 */
export function fixFor(
  round: PlacedRound,
  {
    best,
    figures,
    labels,
  }: { readonly best: PlacedRound; readonly figures: Figures; readonly labels?: QubitLabels | undefined },
): Fix | null {
  const gap = round.delta - best.delta
  const [mine, theirs] = [usesOf(round, figures), usesOf(best, figures)]
  const options = KINDS.flatMap(({ uses, figure }) =>
    [...mine[uses]].flatMap(([part, count]): FigureImprovement[] => {
      const more = count - (theirs[uses].get(part) ?? 0)
      const error = figures[uses === 'single' ? 'pulse' : uses][part]!
      return more > 0 && gap <= more * error
        ? [{ site: partName(uses, part, figures), figure, error, less: gap / more }]
        : []
    }),
  )
  return options.length > 0
    ? fixOf(
        options.reduce((a, b) => (b.less < a.less ? b : a)),
        labels,
      )
    : null
}

function partName(uses: (typeof KINDS)[number]['uses'], part: number, { sites }: Figures): string {
  if (uses !== 'cz') return qubitName(sites[part]!)
  return edgeName(sites[Math.floor(part / sites.length)]!, sites[part % sites.length]!)
}

const shown = (value: number): string => shortest(value, 6)

function fixOf({ site, figure, error, less }: FigureImprovement, labels: QubitLabels | undefined): Fix {
  const [value, needed] = [1 - error, 1 - error + less]
  const message = `With ${figureName(figure)} of ${partWords(site, labels)} at ${shown(needed)} in place of ${shown(value)} it would be first.`
  return { aim: 'become_first', site, figure, value, needed, message }
}

const NS_PER_US = 1_000

/**
 * Fixes with which the coherence ratio would pass; empty where it passes already. The last is a shorter round. A longer
 * T2 comes before it where T2 of one qubit only is too short, and is known.
 */
export function feasibilityFixes(round: CompiledRound, noise: NoiseModel): Fix[] {
  const least = round.duration_ns / MAX_COHERENCE_RATIO
  const short = sitesOf(round.layout).filter(site => noise.t2(site) < least)
  if (short.length === 0) return []
  const duration = MAX_COHERENCE_RATIO * shortestT2(round.layout, noise)
  const shorter = {
    aim: 'pass_gate' as const,
    site: 'round',
    figure: 'round_duration_ns',
    value: round.duration_ns,
    needed: duration,
    message: `A round of ${shown(duration)} ns in place of ${shown(round.duration_ns)} ns would pass the gate.`,
  }
  // An unknown T2 is set to its limit 2·T1: a longer T2 is impossible at the same T1.
  const known = short.length === 1 && !noise.t2Unknown?.(short[0]!)
  return known ? [longerT2(short[0]!, least, noise), shorter] : [shorter]
}

function longerT2(site: number, least_ns: number, noise: NoiseModel): Fix {
  const [value, needed] = [noise.t2(site) / NS_PER_US, least_ns / NS_PER_US]
  const message = `With T2 of qubit ${labelled(site, noise.labels)} at ${shown(needed)} µs in place of ${shown(value)} µs the gate would pass.`
  return { aim: 'pass_gate', site: qubitName(site), figure: 't2_us', value, needed, message }
}
