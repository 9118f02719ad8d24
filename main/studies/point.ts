/** One point of a map: the run that the device would give with its errors scaled. */
import type { BreakEvenPoint, Study } from '../contract/runs/studies'
import { type Proofs, provedAsCalibrated, UNCACHED_PROOFS } from '../modules/rounds/proven-parts'
import { scaledNoise } from '../qec/noise/scaling'
import { noiseModel } from '../qec/noise/transform'
import { sampleCircuits } from '../runs/execution/circuits'
import type { ExecutionHost } from '../runs/execution/stage'
import { withDeviceDefaults } from '../runs/intake/admit'
import { planRun } from '../runs/planning/plan'
import { comparisonOf } from '../runs/recording/comparison'
import { acceptance } from '../runs/recording/outcomes'
import { figuresOf } from '../runs/recording/summary'
import { type MapPoint, runOf } from './admit'
import type { StudyPlan } from './plan'

export interface ComputedPoint {
  readonly point: BreakEvenPoint
  readonly engine: string
}

interface PointTools extends Omit<ExecutionHost, 'writeBits'> {
  readonly proofs?: Proofs
  readonly checkpoint: () => void
}

/** In place of a file's name: the bits of a map are not kept. */
const NOT_KEPT = '0'.repeat(64)

/** Throws the signal's reason when aborted. Layout and schedule stay as planned; the decoder knows the scaled errors. */
export async function computePoint(
  plan: StudyPlan,
  study: Study['request'],
  { kind, scale }: MapPoint,
  { proofs = UNCACHED_PROOFS, checkpoint, ...tools }: PointTools,
): Promise<ComputedPoint> {
  const request = withDeviceDefaults({ ...runOf(study, { kind, scale }), readout: study.readout }, plan)
  const calibrated = noiseModel(plan.profile, plan.snapshot)
  const noise = scaledNoise(calibrated, kind, scale)
  const planned = planRun({ ...plan, noise }, request, provedAsCalibrated(proofs, calibrated))
  const results = await sampleCircuits(planned, request, {
    ...tools,
    writeBits: async () => NOT_KEPT,
    predicts: false,
  })
  const comparison = comparisonOf(request, results, undefined, checkpoint)
  const point: BreakEvenPoint = { kind, scale, ...figuresOf(comparison, acceptance(request, results.encoded)) }
  return { point, engine: results.engine }
}
