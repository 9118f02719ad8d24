/** What is predicted of a run before it starts, as rows and sentences. */
import { MAX_RUN_SHOTS } from '../../../../main/contract/model/protocols'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import { significant } from '../../../../main/contract/numbers/number-text'
import type { RunPrediction } from '../../../../main/contract/runs/run'
import type { DataTable } from '../charts/chart'
import { count, faults, nanoseconds, percent } from '../format/quantity'

/** Figures of the module in the rows. */
export type RoundFigures = Pick<ResolvedModule, 'predicted_round_duration_ns'> & {
  readonly diagnostics: { readonly delta_round: { readonly total: number } }
}

/** A row for each number of rounds; `shots` are those of each state. */
export const predictedByRounds = (module: RoundFigures, prediction: RunPrediction, shots: number): DataTable => ({
  columns: ['Rounds', 'Expected faults', 'Duration', 'Accepted', 'Shots kept of each state'],
  rows: prediction.acceptance.map(({ rounds, predicted }) => [
    rounds,
    faults(module.diagnostics.delta_round.total * rounds),
    nanoseconds(module.predicted_round_duration_ns * rounds),
    percent(predicted),
    `≈ ${count(Math.round(predicted * shots))}`,
  ]),
})

const KILO = 1_000
const SIZES = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Bytes in decimal units, e.g. `1.23 MB`. */
export function bytes(value: number): string {
  const step = value < KILO ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log10(value) / 3))
  return `${significant(value / KILO ** step)} ${SIZES[step]}`
}

export interface ShotsOffer {
  readonly against: 'best' | 'median'
  readonly shots: number
  /** Whether a run may ask for so many shots. */
  readonly possible: boolean
}

/** The numbers of shots that would decide the gain; none where no number can. Equal numbers are offered once. */
export function shotsOffers({ shots_needed: { best, median } }: Pick<RunPrediction, 'shots_needed'>): ShotsOffer[] {
  const offer = (against: ShotsOffer['against'], shots: number | null): ShotsOffer[] =>
    shots === null || shots < 1 ? [] : [{ against, shots, possible: shots <= MAX_RUN_SHOTS }]
  return [...offer('best', best), ...(median === best ? [] : offer('median', median))]
}
