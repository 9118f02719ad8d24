/** Plan that a study stores before it starts, and one point of its map: a run on the device with its errors scaled. */
import type { BreakEvenPoint, Study } from '../contract/runs/studies'
import type { ReadyModule } from '../modules/model/module'
import { type Proofs, provedAsCalibrated, UNCACHED_PROOFS } from '../modules/rounds/proven-parts'
import { scaledNoise } from '../qec/noise/scaling'
import { noiseModel } from '../qec/noise/transform'
import type { RunEngines } from '../runs/model/run-engine'
import { withDeviceDefaults } from '../runs/planning/checked-request'
import { createRunPlan } from '../runs/planning/plan-run'
import { acceptance, comparisonOf, summaryFigures } from '../runs/recording/comparison'
import { sampleRun } from '../runs/sampling/sample'
import { jsonBytes, parsed } from '../worker/json'
import { type MapPoint, runRequestAt } from './checked-request'

/** Plain data beside the request, so that a later calibration changes nothing. */
export type StudyPlan = ReadyModule & { readonly format: 'pentad-study-plan/1' }

export const planStudy = (resolution: ReadyModule): StudyPlan => ({
  format: 'pentad-study-plan/1',
  ...resolution,
})

export const encodeStudyPlan = (plan: StudyPlan): Uint8Array => jsonBytes(plan)
export const decodeStudyPlan = (bytes: Uint8Array): StudyPlan => parsed(bytes)

export interface ComputedPoint {
  readonly point: BreakEvenPoint
  readonly engine: string
}

interface StudyPointContext {
  readonly engines: RunEngines
  readonly progress: (fraction: number, stage: string) => void
  readonly signal: AbortSignal
  readonly checkpoint: () => void
  readonly proofs?: Proofs
}

/** In place of a file's name: the bits of a map are not stored. */
const NOT_STORED = '0'.repeat(64)

/** Throws the signal's reason when aborted. Layout and schedule stay as planned; the decoder knows the scaled errors. */
export async function computePoint(
  plan: StudyPlan,
  {
    study,
    point: { kind, scale },
    engines,
    progress,
    signal,
    checkpoint,
    proofs = UNCACHED_PROOFS,
  }: { readonly study: Study['request']; readonly point: MapPoint } & StudyPointContext,
): Promise<ComputedPoint> {
  const settings = withDeviceDefaults({ ...runRequestAt(study, { kind, scale }), readout: study.readout }, plan)
  const calibrated = noiseModel(plan.profile, plan.snapshot)
  const noise = scaledNoise(calibrated, kind, scale)
  const sampled = await sampleRun({
    plan: createRunPlan({ ...plan, noise }, settings, provedAsCalibrated(proofs, calibrated)),
    settings,
    engine: engines[settings.engine],
    kernels: engines.frames,
    writeBits: async () => NOT_STORED,
    progress,
    signal,
    checkpoint,
  })
  const comparison = comparisonOf(settings, { results: sampled, checkpoint })
  const point: BreakEvenPoint = { kind, scale, ...summaryFigures(comparison, acceptance(settings, sampled.encoded)) }
  return { point, engine: sampled.engine }
}
