/** The worker threads of the service. */
import type { SigningTasks } from '../entropy/issuing/signing/tasks'
import type { RunEngines } from '../runs/model/run-engine'
import { versionsOf } from '../runs/sampling/frame-engine'
import { defaultNativeDirs } from '../simulation/addon/load'
import { createOffload, threadScript } from '../worker/offload'
import { createPool } from '../worker/pool'
import type { Runner } from '../worker/runner'
import { createThreadShares } from '../worker/thread-shares'
import { type ServiceTasks, type ThreadData, tasksWith } from './tasks'

export interface ThreadPools {
  /** Pool for requests and results that callers wait for. */
  readonly reading: Runner<ServiceTasks>
  /** Pool for the long steps of jobs. */
  readonly working: Runner<ServiceTasks>
  /** Pool for runs, studies and the predictions, proofs and decodings that callers wait for. */
  readonly computing: Runner<ServiceTasks>
  /** Pool for signatures of receipts, checkpoints and pulses, which take milliseconds each. */
  readonly signing: Runner<SigningTasks>
  close(): Promise<void>
}

/** Each caller may use two threads, so two callers with heavy requests occupy all; further callers take turns. */
const READING_THREADS = 4
/** Time limit for reading one body: megabytes of OpenQASM take ten seconds, longer on busy cores. */
const READING_MS = 180_000
/** Maximum waiting requests of one caller; each holds its body in memory. */
const MAX_READING = 32
/** Each key may use one, so that a transpilation of minutes does not delay the jobs of another key. */
const WORKING_THREADS = 2
/** Time limit for one step of a job: transpiling a million instructions takes minutes. */
const WORKING_MS = 600_000
/** Never reached, as the queues of the backends limit what runs at once. */
const MAX_WORKING = 1_000
const COMPUTING_THREADS = 5
const SIGNING_THREADS = 2
/**
 * Idle time after which a thread ends: clients often continue, and a warm thread selects a module several times faster.
 */
const WARM_MS = 600_000

export function openThreadPools(engines: RunEngines, script = threadScript('thread.cjs')): ThreadPools {
  const data: ThreadData = { native_dirs: defaultNativeDirs(), versions: versionsOf(engines) }
  const tasks = tasksWith(() => engines)
  const [each, shares] = [{ script, data }, createThreadShares()]
  const reading = createOffload(tasks, {
    ...each,
    shares,
    threads: READING_THREADS,
    limit_ms: READING_MS,
    most_waiting: MAX_READING,
  })
  const working = createOffload(tasks, {
    ...each,
    shares: createThreadShares(1),
    threads: WORKING_THREADS,
    limit_ms: WORKING_MS,
    most_waiting: MAX_WORKING,
  })
  const computing = createOffload(tasks, {
    ...each,
    shares,
    threads: COMPUTING_THREADS,
    limit_ms: null,
    idle_ms: WARM_MS,
    keep_warm: true,
  })
  const signing = createPool<SigningTasks>({
    script: threadScript('signing-thread.cjs'),
    shares: createThreadShares(SIGNING_THREADS),
    threads: SIGNING_THREADS,
    limit_ms: null,
  })
  return {
    reading,
    working,
    computing,
    signing,
    async close() {
      for (const pool of [signing, computing, working, reading]) await pool.close()
    },
  }
}
