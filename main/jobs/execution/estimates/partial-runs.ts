/** Several executions that make up one job: circuits, seeds, progress, and what their results have in common. */
import { createHash } from 'node:crypto'
import type { Circuit } from '../../../contract/jobs/circuit'
import { sum } from '../../../contract/numbers/arithmetic'
import type { Runner } from '../../../worker/runner'
import { type ExecutionContext, type Executor, requestFor } from '../../model/execution'
import { type ExecutionResult, type MeasuredBy, refuseChanged } from '../../model/execution-result'
import { formOf } from '../../tasks/measured-outcomes'
import type { JobTasks } from '../../tasks/registry'
import type { PartExecution } from './estimate-circuits'

export interface PartialRun {
  readonly execution: PartExecution
  /**
   * Purpose of the run, under which its batches are stored and from which its seed is derived (`seedOf`). null: the submitted
   * circuit, with the job's own seed.
   */
  readonly label: string | null
  /** Round of repeated runs of the same circuit, from the second on; left out: the first. */
  readonly round?: number | undefined
  readonly shots: number
  readonly layout?: readonly number[] | undefined
}

export interface PartialRuns {
  readonly backend_id: string
  /** Whether qubits of results are those of a device, by the transpiled circuits' layouts. */
  readonly is_device: boolean
  run(run: PartialRun): Promise<ExecutionResult>
  /** Executes a small circuit; returns its shots, and in how many each of the bits 0 to `bits` - 1 was 1. */
  onesOf(
    run: Omit<PartialRun, 'execution'> & { readonly circuit: Circuit },
    bits: number,
  ): Promise<{ readonly shots: number; readonly ones: readonly number[] }>
  /** Sets how many shots the next runs have together, and the progress (0..1) at their end. Progress never goes back. */
  plan(shots: number, end: number): void
  /** The calibration that all executions so far used; null without one, or before the first. */
  calibrationId(): string | null
  /**
   * The engine of the first run (readout circuits may use another), the noise and calibration that all share, and the
   * devices with the lost shots of all.
   */
  provenance(): Pick<ExecutionResult, 'engine' | 'noise' | 'calibration_id' | 'machine'>
}

/** Runs for one job. `shots` is the total of all runs, at which progress is 1 unless `plan` changes it. */
export function createPartialRuns(
  executor: Executor,
  {
    request,
    shots,
    background,
  }: { readonly request: ExecutionContext; readonly shots: number; readonly background: Runner<JobTasks> },
): PartialRuns {
  const { backend, seed, signal, onProgress, options, owner, work, onWait, onPosition, onStart, batchStorage } = request
  const results: ExecutionResult[] = []
  const progress = stagedProgress(shots, onProgress)

  async function run({ execution, label, round = 1, shots, layout }: PartialRun): Promise<ExecutionResult> {
    signal.throwIfAborted()
    const own = round === 1 ? label : `${label} round ${round}`
    const result = await execution({
      backend,
      shots,
      layout,
      options,
      owner,
      signal,
      work,
      onWait,
      onPosition,
      onStart,
      seed: own === null ? seed : seedOf(seed, own),
      ...(batchStorage && { batchStorage: () => batchStorage(label === null ? {} : { part: label }) }),
      onProgress: (fraction: number) => progress.report(fraction * shots),
    })
    progress.done(shots)
    refuseChanged(results[0] ?? null, result)
    results.push(result)
    return result
  }

  return {
    backend_id: backend.backend_id,
    is_device: backend.mode === 'live',
    run,
    async onesOf({ circuit, ...rest }, bits) {
      const json = JSON.stringify(circuit)
      const result = await run({ ...rest, execution: own => executor.execute(requestFor(json, own)) })
      const ones = await background.run(
        'onesOfBits',
        { form: formOf(result), bits },
        { size: result.shots, signal, owner },
      )
      return { shots: result.shots, ones }
    },
    plan: progress.plan,
    calibrationId: () => results[0]?.calibration_id ?? null,
    provenance() {
      const { engine, noise, calibration_id } = results[0]!
      return { engine, noise, calibration_id, machine: joined(results) }
    },
  }
}

/** Progress of runs whose total number of shots is not known at the beginning. */
function stagedProgress(shots: number, onProgress: (fraction: number) => void) {
  let stage = { start: 0, end: 1, shots }
  let [done, reported] = [0, 0]
  const report = (running: number): void => {
    const share = Math.min(1, (done + running) / stage.shots)
    reported = Math.max(reported, stage.start + (stage.end - stage.start) * share)
    onProgress(reported)
  }
  return {
    report,
    done(shots: number): void {
      done += shots
      report(0)
    },
    plan(shots: number, end: number): void {
      stage = { start: reported, end: Math.max(reported, end), shots }
      done = 0
    },
  }
}

/** Seed of a labelled run: the first 64 bits of SHA-256 over the job's seed and the label. */
const seedOf = (seed: bigint, label: string): bigint =>
  createHash('sha256').update(`pentad-estimate/1 ${seed} ${label}`).digest().readBigUInt64BE()

function joined(results: readonly ExecutionResult[]): MeasuredBy | undefined {
  const machines = results.flatMap(({ machine }) => machine ?? [])
  if (machines.length === 0) return undefined
  const sequencers = new Map<string, MeasuredBy['sequencers'][number]>()
  for (const own of machines.flatMap(each => each.sequencers)) {
    const known = sequencers.get(own.id)
    sequencers.set(own.id, known ? { ...known, programs: [...known.programs, ...own.programs] } : own)
  }
  return { lost_shots: sum(machines.map(each => each.lost_shots)), sequencers: [...sequencers.values()] }
}
