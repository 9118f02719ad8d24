/** How long simulated jobs are expected to run, by how long recent ones of their kind took on this machine. */
import { createYielder } from '../../simulation/model/yield'
import type { CallOwner, Runner } from '../../worker/runner'
import { isBlob } from '../model/job'
import type { CompletedRun, CompletedRuns } from '../storage/completed-runs'
import type { JobTasks } from '../tasks/registry'
import {
  type Runtime,
  runtimeFrom,
  type SimulatedJob,
  simulationKind,
  simulationWork,
  type TimedJob,
} from './simulation-work'

/** Completed jobs that are looked at. */
const LAST = 200

interface KnownJob extends TimedJob {
  readonly kind: string
}

/** As the jobs stand now: says of any job how long it is expected to run. */
export type RecentSpeed = (asker: CallOwner) => Promise<(job: SimulatedJob) => Runtime>

export function createRecentSpeed(runs: CompletedRuns, interactive: Runner<JobTasks>): RecentSpeed {
  let known = new Map<number, KnownJob>()

  /** Each circuit is read once; one that lies in a file is not read for this. */
  async function knownJobs(asker: CallOwner): Promise<KnownJob[]> {
    const next = new Map<number, KnownJob>()
    const yielder = createYielder()
    for (const run of runs(LAST)) {
      if (yielder.isDue()) await yielder.yieldNow(0)
      const job = known.get(run.sequence) ?? (await knownJob(run, interactive, asker))
      if (job) next.set(run.sequence, job)
    }
    known = next
    return [...next.values()]
  }

  return async asker => {
    const all = await knownJobs(asker)
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

async function knownJob(run: CompletedRun, interactive: Runner<JobTasks>, asker: CallOwner): Promise<KnownJob | null> {
  const { circuit: json, rows, shots, noise, precision, estimates, duration_ms } = run
  if (json.startsWith('file:') || isBlob(json)) return null
  const facts = await interactive.run('facts', { json }, { ...asker, size: json.length })
  // Rows of a sweep differ in their angles, which its circuit does not tell.
  const is_clifford =
    rows === null ? facts.first_non_clifford === null : /^[^,]*(stabilizer|propagation)[^,]*$/.test(run.engine)
  const engine = is_clifford ? 'stabilizer' : 'state vector'
  const job: SimulatedJob = { engine, facts, rows: rows ?? 1, shots, noise, precision, estimates }
  return { kind: simulationKind(job), work: simulationWork(job), duration_ms }
}

const describe = ({ engine, noise, estimates }: SimulatedJob): string => {
  const asked = estimates === null ? 'job' : `job of ${ASKED[estimates]}`
  return `${noise === 'none' ? 'noiseless' : 'noisy'} ${engine} ${asked}`
}
const ASKED = { sampled: 'expectation values', exact: 'exact values', mitigated_counts: 'mitigated counts' } as const

const scaled = ({ engine }: SimulatedJob): string =>
  engine === 'stabilizer'
    ? 'scaled by rows, gates, qubits and shots on the stabilizer engine'
    : 'scaled by rows × gates × 2^qubits and shots on the state vector'

function doubts({ runtime_interval: interval }: Pick<Runtime, 'runtime_interval'>, beyond: boolean): string {
  if (interval) return `; ${Math.round(interval.confidence * 100)}% of such jobs take between the two`
  return beyond ? '; none of them comes near its size, so no interval is known' : '; too few for an interval'
}
