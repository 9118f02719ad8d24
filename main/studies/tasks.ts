/** The long work of studies as tasks for a thread (main/worker). */
import type { Warning } from '../contract/model/primitives'
import type { RunReadout } from '../contract/model/protocols'
import type { BreakEvenPoint, Crossing, ErrorKind, Study } from '../contract/runs/studies'
import { type ReadyModule, withNoise } from '../modules/model/module'
import { type Proofs, UNCACHED_PROOFS } from '../modules/rounds/proven-parts'
import { choiceWarnings } from '../runs/decoding/protocols'
import type { RunEngines } from '../runs/model/run-engine'
import { withDeviceDefaults } from '../runs/planning/checked-request'
import { createRunPlan, withReadout } from '../runs/planning/plan-run'
import type { Task } from '../worker/runner'
import { type MapPoint, mapPointsOf, runRequestAt, type StudySettings } from './checked-request'
import { crossingsOf } from './crossings'
import { type ComputedPoint, computePoint, decodeStudyPlan } from './point'

interface StudyToCheck {
  readonly resolution: ReadyModule
  readonly request: StudySettings
}

interface CheckedStudy {
  readonly warnings: Warning[]
  readonly readout: RunReadout
}

interface PointToCompute {
  /** As stored. */
  readonly plan: Uint8Array
  readonly request: Study['request']
  readonly at: MapPoint
}

interface PointHost {
  readonly progress: (fraction: number, stage: string) => void
}

interface PointsToCross {
  readonly kind: ErrorKind
  readonly points: readonly BreakEvenPoint[]
  readonly seed: number
}

export type StudyTasks = {
  /**
   * The readout, and the warnings that the choices of the request lead to. Throws AppError `invalid_request` where its
   * points cannot be planned.
   */
  readonly admitStudy: (given: StudyToCheck) => CheckedStudy
  readonly studyPoint: Task<PointToCompute, PointHost, Promise<ComputedPoint>>
  readonly crossings: (given: PointsToCross) => Crossing[]
}

/** `engines` is called only where a task samples. Proofs hold for all factors, as lengths are not scaled. */
export const studyTasks = (engines: () => RunEngines, proofs: Proofs = UNCACHED_PROOFS): StudyTasks => ({
  admitStudy({ resolution, request }) {
    const calibrated = withNoise(resolution)
    const asked = withDeviceDefaults(runRequestAt(request, mapPointsOf(request)[0]!), resolution)
    const point = withReadout(calibrated, asked, proofs).settings
    return { warnings: choiceWarnings(createRunPlan(calibrated, point, proofs), point), readout: point.readout }
  },
  studyPoint: ({ plan, request, at }, { host: { progress }, signal, checkpoint }) =>
    computePoint(decodeStudyPlan(plan), {
      study: request,
      point: at,
      engines: engines(),
      signal,
      progress,
      proofs,
      checkpoint,
    }),
  crossings: ({ kind, points, seed }) => crossingsOf(kind, points, seed),
})
