import type { BreakEvenPoint, Study } from '../contract/runs/studies'
import { type PlainModule, plainOf, type ReadyModule } from '../modules/model/module'
import { type Proofs, provedAsCalibrated, UNCACHED_PROOFS } from '../modules/rounds/proven-parts'
import { scaledNoise } from '../qec/noise/scaling'
import { noiseModel } from '../qec/noise/transform'
import { type ExecutionHost, sampleCircuits } from '../runs/execution/sample'
import { withDeviceDefaults } from '../runs/planning/checked-request'
import { planRun } from '../runs/planning/plan-run'
import { comparisonOf, figuresOf } from '../runs/recording/comparison'
import { acceptance } from '../runs/recording/record'
import { jsonBytes, parsed } from '../worker/json'
import { type MapPoint, runOf } from './checked-request'

/** One point of a map: the run that the device would give with its errors scaled. */

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

/** What a study needs beside its request, as plain data: stored before it starts, so that a later calibration changes nothing. */

export type StudyPlan = PlainModule & { readonly format: 'pentad-study-plan/1' }

export const planStudy = (resolution: ReadyModule): StudyPlan => ({
  format: 'pentad-study-plan/1',
  ...plainOf(resolution),
})

export const encodeStudyPlan = (plan: StudyPlan): Uint8Array => jsonBytes(plan)
export const decodeStudyPlan = (bytes: Uint8Array): StudyPlan => parsed(bytes)
