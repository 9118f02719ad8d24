/** The long work of studies as tasks for a thread (main/worker). */
import type { BreakEvenPoint, Crossing, ErrorKind, Study } from '../contract/studies'
import type { RunEngines } from '../runs/engine'
import type { Place } from './admit'
import { crossingsOf } from './crossings'
import { decodeStudyPlan } from './plan'
import { type Computed, computePoint } from './point'

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

/** `engines` are asked for where a task samples. */
export const studyTasks = (engines: () => RunEngines) => ({
  studyPoint: ({ plan, request, at }: Pointing, { progress }: PointHost, signal: AbortSignal): Promise<Computed> =>
    computePoint(decodeStudyPlan(plan), request, at, { engines: engines(), signal, progress }),
  crossings: ({ kind, points, seed }: Crossings): Crossing[] => crossingsOf(kind, points, seed),
})
export type StudyTasks = ReturnType<typeof studyTasks>
