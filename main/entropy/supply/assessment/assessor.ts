import type { Runner } from '../../../worker/runner'
import type { AssessmentTasks, SamplesToAssess, SourceAssessment } from './assessment-tasks'

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
