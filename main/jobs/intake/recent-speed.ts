/** How long simulated jobs are expected to run, by how long recent ones of their kind took on this machine. */
import { isLargeJson } from '../../worker/json'
import type { Runner, WorkContext } from '../../worker/runner'
import { createYielder } from '../../worker/yielder'
import { featuresOf, type JobFeatures } from '../model/job'
import type { CompletedRun, CompletedRuns } from '../storage/completed-runs'
import { isInFile } from '../storage/job-table'
import type { JobTasks } from '../tasks/registry'
import {
  type Runtime,
  runtimeFrom,
  type SimulatedJob,
  simulationEngine,
  simulationKind,
  simulationWork,
  type TimedJob,
} from './simulation-work'

/** Number of the latest completed jobs that are considered. */
const LAST = 200

interface KnownJob extends TimedJob {
  readonly kind: string
}

/** Resolves with a function that predicts the runtime of any job from those completed so far. */
export type RecentSpeed = (context: WorkContext) => Promise<(job: SimulatedJob) => Runtime>

export function createRecentSpeed(runs: CompletedRuns, interactive: Runner<JobTasks>): RecentSpeed {
  let known = new Map<number, KnownJob>()

  async function knownJobs(context: WorkContext): Promise<KnownJob[]> {
    const next = new Map<number, KnownJob>()
    const yielder = createYielder()
    for (const run of runs(LAST)) {
      if (yielder.isDue()) await yielder.yieldNow(0)
      const job = known.get(run.sequence) ?? (await knownJob(run, interactive, context))
      if (job) next.set(run.sequence, job)
    }
    known = next
    return [...next.values()]
  }

  return async context => {
    const all = await knownJobs(context)
    return job => {
      const kind = simulationKind(job)
      return runtimeOf(
        job,
        all.filter(each => each.kind === kind),
      )
    }
  }
}

function runtimeOf(job: SimulatedJob, alike: readonly TimedJob[]): Runtime {
  const { jobs, beyond, ...runtime } = runtimeFrom(alike, simulationWork(job))
  const what = describe(job)
  if (jobs === 0) return { ...runtime, basis: `no ${what} has completed here lately` }
  const from = jobs === 1 ? `one recent ${what}` : `${jobs} recent jobs`
  return { ...runtime, basis: `from ${from}, ${scaled(job)}${doubts(runtime, beyond)}` }
}

async function knownJob(
  run: CompletedRun,
  interactive: Runner<JobTasks>,
  context: WorkContext,
): Promise<KnownJob | null> {
  const { rows, shots, noise, precision, estimates, duration_ms } = run
  const features = run.features ?? (await featuresRead(run, interactive, context))
  if (features === null) return null
  const job: SimulatedJob = { features, rows: rows ?? 1, shots, noise, precision, estimates }
  return { kind: simulationKind(job), work: simulationWork(job), duration_ms }
}

/**
 * Features of a job stored by an earlier version: its circuit is read once. null where the circuit is in a file, which is not read
 * for this.
 */
async function featuresRead(
  { circuit: json, rows, engine }: CompletedRun,
  interactive: Runner<JobTasks>,
  context: WorkContext,
): Promise<JobFeatures | null> {
  if (json === null || isInFile(json) || isLargeJson(json)) return null
  const features = featuresOf(await interactive.run('facts', { json }, { ...context, size: json.length }))
  // Rows of a sweep differ in their angles, which its circuit does not hold.
  return rows === null ? features : { ...features, is_clifford: /^[^,]*(stabilizer|propagation)[^,]*$/.test(engine) }
}

const describe = (job: SimulatedJob): string => {
  const { noise, estimates } = job
  const asked = estimates === null ? 'job' : `job of ${ASKED[estimates]}`
  return `${noise === 'none' ? 'noiseless' : 'noisy'} ${simulationEngine(job)} ${asked}`
}
const ASKED = { sampled: 'expectation values', exact: 'exact values', mitigated_counts: 'mitigated counts' } as const

const scaled = (job: SimulatedJob): string => SCALED[simulationEngine(job)]
const SCALED = {
  stabilizer: 'scaled by rows, gates, qubits and shots on the stabilizer engine',
  'state vector': 'scaled by rows × gates × 2^qubits and shots on the state vector',
  trajectory:
    'scaled by rows × 2^qubits, and by gates and shots of noisy trajectories, which share states until a fault',
} as const

function doubts({ runtime_interval: interval }: Pick<Runtime, 'runtime_interval'>, beyond: boolean): string {
  if (interval) return `; ${Math.round(interval.confidence * 100)}% of such jobs take between the two`
  return beyond ? '; none of them comes near its size, so no interval is known' : '; too few for an interval'
}
