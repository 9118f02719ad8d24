/** One point of a map: the run that the device would give with its errors scaled. */
import type { BreakEvenPoint, Study } from '../contract/runs/studies'
import type { Proofs } from '../modules/rounds/proven-parts'
import { paced } from '../pace/pace'
import { noiseModel } from '../qec/noise/transform'
import { scaledNoise } from '../qec/noise/scaling'
import { executeRun, type Tools } from '../runs/execute'
import { planRun } from '../runs/planning/plan'
import { acceptance, comparisonOf, figuresOf } from '../runs/record'
import { type Place, runOf } from './admit'
import type { StudyPlan } from './plan'

export interface Computed {
  readonly point: BreakEvenPoint
  readonly engine: string
}

/** In place of a file's name: the bits of a map are not kept. */
const NOT_KEPT = '0'.repeat(64)

/** Throws the signal's reason when aborted. Layout and schedule stay as planned; the decoder knows the scaled errors. */
export async function computePoint(
  plan: StudyPlan,
  study: Study['request'],
  { kind, scale }: Place,
  tools: Omit<Tools, 'keep'>,
  proofs?: Proofs,
): Promise<Computed> {
  const request = runOf(study, { kind, scale })
  const noise = scaledNoise(noiseModel(plan.profile, plan.snapshot), kind, scale)
  const results = await executeRun(planRun({ ...plan, noise }, request, proofs), request, {
    ...tools,
    keep: async () => NOT_KEPT,
    predicts: false,
  })
  const comparison = await paced(comparisonOf(request, results), undefined, tools.signal)
  const point: BreakEvenPoint = { kind, scale, ...figuresOf(comparison, acceptance(request, results.encoded)) }
  return { point, engine: results.engine }
}
