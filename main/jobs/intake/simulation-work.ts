/** Model of how the time of a simulated job grows with its size, scaled by the times of recent jobs. Pure. */
import type { EstimateKind } from '../../contract/jobs/circuit-job'
import type { JobEstimate } from '../../contract/jobs/submit'
import type { ExecutionOptions } from '../model/execution'
import type { JobFeatures } from '../model/job'

export type Runtime = Pick<JobEstimate, 'runtime_ms' | 'runtime_interval' | 'runtime_basis' | 'basis'>

export interface SimulatedJob extends Pick<ExecutionOptions, 'noise' | 'precision'> {
  /** Features of the circuit; for a sweep those of the row that needs the most work. */
  readonly features: JobFeatures
  readonly rows: number
  /** Shots of each row. */
  readonly shots: number
  readonly estimates: EstimateKind | null
}

type SimulationEngine = 'state vector' | 'stabilizer' | 'trajectory'

/** Engine of the job: noise on gates that are not Clifford needs a state vector for each shot. */
export function simulationEngine({ features, noise, estimates }: SimulatedJob): SimulationEngine {
  if (features.is_clifford) return 'stabilizer'
  return noise === 'none' || estimates === 'exact' ? 'state vector' : 'trajectory'
}

/** Key of jobs whose times are compared: same engine, noise, precision, outputs and use of decisions. */
export function simulationKind(job: SimulatedJob): string {
  const { noise, precision, estimates, features } = job
  const engine = simulationEngine(job)
  const decides = features.has_decisions ? 'measurements decide' : ''
  return [engine, noise, engine === 'stabilizer' ? '' : precision, estimates ?? 'counts', decides].join('/')
}

/** Milliseconds of a job and of a row beside its gates and shots: reading, encoding, storing. */
const JOB_MS = 1
const ROW_MS = 0.05
/**
 * Rough milliseconds of an amplitude, a shot and a word of the tableau; the ratio time / work of recent jobs corrects for
 * the machine and its load.
 */
const AMPLITUDE_MS = 1e-6
const SHOT_MS = 1e-4
const WORD_MS = 1e-6
const WORD_BITS = 64
/** Rough number of faults per instruction on trajectories. */
const FAULTS = 1e-3
/** A pass over fewer amplitudes costs as much as one over so many, as starting it dominates. */
const MIN_AMPLITUDES = 2 ** 8

/**
 * Rough milliseconds. State vector: gates × 2^qubits, and shots. Trajectories: the same for each state that the gates pass
 * over (`trajectoryPasses`). Stabilizer: a gate updates a column of the tableau, of 2 × qubits bits; a measurement
 * multiplies up to 2 × qubits of its rows; 64 shots share each step.
 */
export function simulationWork(job: SimulatedJob): number {
  const { features, rows, shots } = job
  const { instructions, used_qubits: qubits, written_clbits: measured } = features
  const engine = simulationEngine(job)
  const sampling = shots * SHOT_MS
  if (engine === 'state vector') return JOB_MS + rows * (ROW_MS + instructions * 2 ** qubits * AMPLITUDE_MS + sampling)
  if (engine === 'trajectory') {
    const amplitudes = Math.max(MIN_AMPLITUDES, 2 ** qubits) * trajectoryPasses(instructions, shots)
    return JOB_MS + rows * (ROW_MS + amplitudes * AMPLITUDE_MS + sampling)
  }
  const words = Math.ceil((2 * qubits) / WORD_BITS)
  const tableau = (instructions + 2 * qubits * measured) * words
  const frames = instructions * Math.ceil(shots / WORD_BITS)
  return JOB_MS + rows * (ROW_MS + (tableau + frames) * WORD_MS + sampling)
}

/**
 * Gates times states: shots share one state until their first fault, so gate i is applied once for all of them, and once
 * for each shot of the fraction 1 - e^(-i × FAULTS) that has had a fault; the sum over all gates is taken as an integral.
 */
const trajectoryPasses = (gates: number, shots: number): number =>
  gates + shots * (gates + Math.expm1(-gates * FAULTS) / FAULTS)

export interface TimedJob {
  readonly work: number
  readonly duration_ms: number
}

/** Maximum jobs that an estimate rests on, and minimum for an interval. */
const NEAREST = 20
const FEWEST = 5
/** Times are recorded in whole milliseconds. */
const RESOLUTION_MS = 0.5
/** Maximum factor between a job's work and that of the nearest recent job for which an interval is given. */
const FARTHEST = 10

/**
 * Runtime of an amount of work, from `jobs` of its kind, newest first: the median of the ratios time / work of the twenty jobs with
 * the nearest work. The interval is the range of their ratios: of n + 1 exchangeable jobs, the last falls within the range of the
 * others with probability (n - 1) / (n + 1), whatever the distribution (Wilks, Ann. Math. Stat. 12 (1941) 91). null where `jobs` is
 * empty.
 */
export function runtimeFrom(
  jobs: readonly TimedJob[],
  work: number,
): Omit<Runtime, 'basis'> & { jobs: number; beyond: boolean } {
  const distance = (job: TimedJob): number => Math.abs(Math.log(job.work / work))
  const nearest = jobs.toSorted((a, b) => distance(a) - distance(b)).slice(0, NEAREST)
  const ratios = nearest.map(job => Math.max(job.duration_ms, RESOLUTION_MS) / job.work).toSorted((a, b) => a - b)
  const count = ratios.length
  if (count === 0) return { runtime_ms: null, runtime_interval: null, runtime_basis: 'unknown', jobs: 0, beyond: false }
  const beyond = distance(nearest[0]!) > Math.log(FARTHEST)
  const median = (ratios[Math.floor((count - 1) / 2)]! + ratios[Math.ceil((count - 1) / 2)]!) / 2
  const range = {
    low_ms: work * ratios[0]!,
    high_ms: work * ratios[count - 1]!,
    confidence: (count - 1) / (count + 1),
  }
  const runtime_interval = count < FEWEST || beyond ? null : range
  return { runtime_ms: work * median, runtime_interval, runtime_basis: 'recent_jobs', jobs: count, beyond }
}
