import { randomInt } from 'node:crypto'
import { AppError } from '../contract/model/errors'
import type { Run } from '../contract/runs/run'
import type { Caller } from '../contract/service/account'
import { direct } from '../worker/runner'
import { runTasks } from './execution/tasks'
import { createLookup, type RunLookup } from './lifecycle/lookup'
import { createRepetition, type Repetition } from './lifecycle/repetition'
import { createRunQueue, type RunQueue } from './lifecycle/run-queue'
import type { RunContext, RunId, RunServices } from './lifecycle/services'
import { createSubmission, type Submission } from './lifecycle/submission'

/** QEC runs from request to record. */
export interface Runs
  extends Submission,
    Repetition,
    Omit<RunLookup, 'found' | 'finished'>,
    Pick<RunQueue, 'resume' | 'running' | 'stop'> {
  /** Throws AppError not_found, conflict. */
  abort(params: RunId, caller: Caller): Promise<Run>
}

export function createRuns({ publish, ...services }: RunServices): Runs {
  const { computing = direct(runTasks(() => services.engines)), random = randomInt } = services
  /** Ends what callers wait for without its being a run: predictions and decodings. */
  const stopped = new AbortController()
  const until: RunContext['until'] = left => (left ? AbortSignal.any([stopped.signal, left]) : stopped.signal)
  const context = { ...services, money: services.money ?? null, computing, random, until }
  const queue = createRunQueue(context, publish)
  const { found, finished, ...lookup } = createLookup(context, queue)
  return {
    ...createSubmission(context, queue),
    ...createRepetition(context, queue, { finished }),
    ...lookup,
    abort: async (params, caller) => queue.abort(found(params).run_id, caller),
    resume: queue.resume,
    running: queue.running,
    async stop() {
      stopped.abort(new AppError('shutting_down', 'The service is stopping'))
      await queue.stop()
    },
  }
}
