/** The long work of studies as tasks for a thread (main/worker). */
import type { Warning } from '../contract/model/primitives'
import type { BreakEvenPoint, Crossing, ErrorKind, Study } from '../contract/runs/studies'
import { FRESH, type Proofs } from '../modules/rounds/proven-parts'
import type { RunEngines } from '../runs/sampling/engine'
import { planRun } from '../runs/planning/plan'
import { type PlainResolution, withNoise } from '../runs/resolution'
import { choiceWarnings } from '../runs/decoding/protocols'
import { type Place, placesOf, runOf } from './admit'
import { crossingsOf } from './crossings'
import { decodeStudyPlan } from './plan'
import { type Computed, computePoint } from './point'

interface Admitting {
  readonly resolution: PlainResolution
  readonly request: Study['request']
}

interface Pointing {
  /** As stored. */
  readonly plan: Uint8Array
  readonly request: Study['request']
  readonly at: Place
}

interface PointHost {
  readonly progress: (fraction: number, stage: string) => void
}

interface Crossings {
  readonly kind: ErrorKind
  readonly points: readonly BreakEvenPoint[]
  readonly seed: number
}

/** `engines` are asked for where a task samples. What is proved of a module holds at every factor, as lengths are not scaled. */
export const studyTasks = (engines: () => RunEngines, proofs: Proofs = FRESH) => ({
  /** What its choices have a map say. Throws AppError `invalid_request` where its points cannot be planned. */
  admitStudy({ resolution, request }: Admitting): Warning[] {
    const point = runOf(request, placesOf(request)[0]!)
    return choiceWarnings(planRun(withNoise(resolution), point, proofs), point)
  },
  studyPoint: ({ plan, request, at }: Pointing, { progress }: PointHost, signal: AbortSignal): Promise<Computed> =>
    computePoint(decodeStudyPlan(plan), request, at, { engines: engines(), signal, progress }, proofs),
  crossings: ({ kind, points, seed }: Crossings): Crossing[] => crossingsOf(kind, points, seed),
})
export type StudyTasks = ReturnType<typeof studyTasks>
