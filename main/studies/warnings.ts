/** Warnings of a map besides its figures. None of them prevents its computation. */
import type { Warning } from '../contract/model/primitives'
import type { BreakEvenPoint, Study } from '../contract/runs/studies'
import type { CompiledRound } from '../qec/model/round'
import { saturates } from '../qec/noise/scaling'
import { sitesOf } from '../qec/noise/score'
import { noiseModel } from '../qec/noise/transform'
import { mapPointsOf } from './checked-request'
import type { StudyPlan } from './point'

/** Warnings before the computation: of the module, of the choices (`choices`), of the factors. */
export function studyWarnings(request: Study['request'], plan: StudyPlan, choices: readonly Warning[]): Warning[] {
  const spam =
    'One number of rounds: preparation and readout errors are counted in the error per round, encoded and physical alike. ' +
    'Survival without any round is not fitted.'
  return [
    ...plan.module.warnings,
    ...choices,
    ...(request.rounds.length === 1 ? [{ code: 'spam_not_separated', message: spam }] : []),
    ...saturationWarning(request, plan),
  ]
}

function saturationWarning(request: Study['request'], { profile, snapshot, compiled }: StudyPlan): Warning[] {
  const noise = noiseModel(profile, snapshot)
  const sites = sitesOf(compiled.layout)
  const pairs = pairsOf(compiled)
  const beyond = mapPointsOf(request).filter(({ kind, scale }) =>
    saturates(noise, { kind, factor: scale, sites, pairs }),
  )
  if (beyond.length === 0) return []
  const named = beyond.map(({ kind, scale }) => `${kind} × ${scale}`).join(', ')
  const message = `At ${named} some error of the layout reaches its largest meaningful value and is kept there instead of growing with the factor.`
  return [{ code: 'scaled_error_saturated', message }]
}

const pairsOf = ({ flagged }: CompiledRound): (readonly [number, number])[] =>
  flagged.flatMap(({ ops }) =>
    ops.filter(({ gate }) => gate === 'CZ').map(({ sites }) => [sites[0]!, sites[1]!] as const),
  )

/** Ratio of high to low bound of the best baseline's interval above which another qubit may well be the best. */
const MAX_INTERVAL_RATIO = 4

/** Warnings of points with so few failures of each qubit that chance decides which one is chosen as the best. */
export function pointWarnings(points: readonly BreakEvenPoint[]): Warning[] {
  const few = points.filter(
    ({ physical_best: { value, low, high } }) => value !== null && high! > MAX_INTERVAL_RATIO * low!,
  )
  if (few.length === 0) return []
  const named = few.map(({ kind, scale }) => `${kind} × ${scale}`).join(', ')
  const message = `At ${named} so few physical failures were seen that chance decided which qubit was chosen as the best: another may be better, and a gain has to hold against every one. More shots or rounds settle it; the gain over the median qubit suffers less.`
  return [{ code: 'few_failures', message }]
}
