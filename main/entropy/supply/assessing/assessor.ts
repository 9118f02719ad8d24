import type { Runner } from '../../../worker/runner'
import type { Assessment } from '../../generation/assessment/assess'
import type { RestartAssessment } from '../../generation/assessment/restart'
import type { AssessmentTasks } from './assessment-tasks'

export interface SamplesToAssess {
  readonly samples: Uint8Array
  readonly bits: number
  readonly claimed: number
  /** Whether the bits of the samples are assessed too, as SP 800-90B asks of a full assessment. */
  readonly full: boolean
  /** 1000 samples after each of 1000 restarts; null where the source cannot be restarted so often. */
  readonly restarts: Uint8Array | null
}

export interface SourceAssessment {
  readonly assessment: Assessment
  readonly restart: RestartAssessment | null
}

/** Assesses samples, which are handed over, off the calling thread; full assessments take seconds and go one by one. */
export type Assessor = (samples: SamplesToAssess) => Promise<SourceAssessment>

export function createAssessor(runner: Runner<AssessmentTasks>): Assessor {
  let last: Promise<unknown> = Promise.resolve()
  const run = (work: SamplesToAssess) => {
    const buffers = [work.samples, ...(work.restarts ? [work.restarts] : [])].map(({ buffer }) => buffer as ArrayBuffer)
    return runner.run('assessSource', work, { transfer: buffers, always_queued: true })
  }
  return work => {
    if (!work.full) return run(work)
    const turn = last.then(() => run(work))
    last = turn.catch(() => undefined)
    return turn
  }
}
