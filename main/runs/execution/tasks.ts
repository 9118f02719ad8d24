import { isoTime } from '../../contract/model/iso-time'
import type { Warning } from '../../contract/model/primitives'
import type { Decoder } from '../../contract/model/protocols'
import type { RunRecord } from '../../contract/runs/record'
import type { Redecoding, Run, RunPrediction } from '../../contract/runs/run'
import { type PlainModule, withNoise } from '../../modules/model/module'
import { type Proofs, UNCACHED_PROOFS } from '../../modules/rounds/proven-parts'
import type { Task } from '../../worker/runner'
import { choiceWarnings, decoderVersion } from '../decoding/protocols'
import { decodePlan, encodePlan } from '../model/plan'
import type { RunResults } from '../model/results'
import type { NormalizedRequest } from '../planning/checked-request'
import { planRun, withReadout } from '../planning/plan-run'
import { baselinesOf, plannedShots } from '../planning/shots'
import { predict } from '../prediction/predict'
import { predictionOf } from '../prediction/reply'
import { comparisonOf, summaryOf } from '../recording/comparison'
import { type RecordHead, recordOf } from '../recording/record'
import { recordColumn, recordOfJson } from '../recording/record-file'
import { comparisonOfRedecoding, redecode, redecoding } from '../recording/redecode'
import { replayOf, replayWarnings } from '../recording/replay'
import { countedEngine, type RunEngines } from '../sampling/engine'
import { sampleCircuits } from './sample'
import { wallTimeBaselines } from './wall-time'

/** The long work of runs as tasks for a thread (main/worker): proofs, predictions, sampling, decoding, fits. */

interface Planning {
  readonly resolution: PlainModule
  readonly request: NormalizedRequest
}

interface Planned {
  /** As `decodePlan` reads it. */
  readonly plan: Uint8Array
  /** With its readout. */
  readonly request: Run['request']
  readonly warnings: Warning[]
  /** That the run will execute. */
  readonly shots: number
}

interface Redecode {
  /** JSON. */
  readonly record: string | Uint8Array
  readonly request: Run['request']
  readonly plan: Uint8Array
  readonly decoder: Decoder
}

interface Files {
  readonly readFile: (sha256: string) => Promise<Uint8Array>
}

export type RunTasks = {
  /** Throws AppError for a run that cannot be planned or that its engine does not admit. */
  readonly planRun: Task<Planning, unknown, Promise<Planned>>
  readonly predictRun: Task<Planning, unknown, Promise<RunPrediction>>
  readonly carryOutRun: Task<StoredRunInput, RunHost, Promise<StoredRunResult>>
  readonly redecodeRun: Task<Redecode, Files, Promise<Redecoding>>
}

/** `engines` are asked for where a task samples, or asks how long that will take. */
export const runTasks = (engines: () => RunEngines, proofs: Proofs = UNCACHED_PROOFS): RunTasks => ({
  async planRun(planning, _host, signal) {
    const { plan, request } = plannedOf(planning, proofs)
    await engines()[request.engine].admit(plan, request, signal)
    const warnings = [...plan.module.warnings, ...choiceWarnings(plan, request)]
    return { plan: encodePlan(plan), request, warnings, shots: plannedShots(request, baselinesOf(plan)).total }
  },
  async predictRun(planning, _host, signal, checkpoint) {
    const { plan, request } = plannedOf(planning, proofs)
    const seconds = await engines()[request.engine].admit(plan, request, signal)
    const prediction = await predict(plan, request, { engines: engines(), signal }, checkpoint)
    return predictionOf(plan, request, prediction, seconds)
  },
  carryOutRun: (run, host, signal, checkpoint) => executeToRecord(run, engines(), host, { signal, checkpoint }),
  async redecodeRun({ decoder, ...stored }, host, signal, checkpoint) {
    const record = recordOfJson(stored.record)
    const finished = { record, request: stored.request, plan: decodePlan(stored.plan) }
    const found = await redecode(
      finished,
      decoder,
      { readFile: sha256 => host.readFile(sha256), kernels: engines().frames },
      signal,
    )
    return redecoding(found, comparisonOfRedecoding(record, found.counts, checkpoint))
  },
})

function plannedOf({ resolution, request: asked }: Planning, proofs: Proofs) {
  const whole = withNoise(resolution)
  const { request, readout_choice } = withReadout(whole, asked, proofs)
  return { plan: { ...planRun(whole, request, proofs), readout_choice }, request }
}

/** One run from its stored plan to its record: what of it needs no database, so that a thread can do it. */

export interface StoredRunInput
  extends Pick<RecordHead, 'run_id' | 'backend_id' | 'simulated' | 'version' | 'price_per_shot'> {
  readonly plan: Uint8Array
  readonly request: Run['request']
  /** JSON of the record that it repeats; null for a run of its own. */
  readonly original: string | Uint8Array | null
}

/** JSON texts, as the table keeps them. */
export interface StoredRunResult {
  /** See `recordColumn`. */
  readonly record: string
  readonly summary: string
  readonly replay: string | null
}

export interface RunHost {
  /** Stores a bit file and answers its SHA-256; settles when it is safe on disk. */
  readonly writeBits: (bytes: Uint8Array) => Promise<string>
  readonly progress: (fraction: number, stage: string) => void
  /** Told of the shots executed so far, after every circuit. */
  readonly executed: (shots: number) => unknown
  /** Milliseconds since 1970. */
  readonly now: () => number | Promise<number>
}

/** Throws the signal's reason when aborted; leaves nothing behind but bit files that no row names. */
export async function executeToRecord(
  run: StoredRunInput,
  engines: RunEngines,
  host: RunHost,
  { signal, checkpoint }: { readonly signal: AbortSignal; readonly checkpoint: () => void },
): Promise<StoredRunResult> {
  const plan = decodePlan(run.plan)
  const { request } = run
  const { writeBits, progress, executed } = host
  const results = await sampleCircuits(plan, request, { engines, writeBits, progress, executed, signal })
  const compared = comparisonOf(request, results, plan.module.qubit_labels, checkpoint)
  progress(0.99, 'physical baseline at the wall times of the shots')
  const waiting = countedEngine(engines[request.engine], executed, results.shots_executed)
  const waited = await wallTimeBaselines(plan, request, results, compared, { engine: waiting.engine, signal })
  const comparison = { ...compared, ...(waited && { physical_wall_time: waited }) }
  const head = headOf(run, results, await host.now())
  const record = recordOf(head, plan, { ...results, shots_executed: waiting.shots() }, comparison)
  return {
    record: await recordColumn(record, writeBits),
    summary: JSON.stringify(summaryOf(record)),
    replay: record.replay ? JSON.stringify(record.replay) : null,
  }
}

function headOf(
  { plan: _, original, ...run }: StoredRunInput,
  { engine, encoded }: RunResults,
  now: number,
): RecordHead {
  const repeated: RunRecord | null = original === null ? null : recordOfJson(original)
  return {
    ...run,
    executed_at: isoTime(now),
    replay: repeated && replayOf(repeated, engine, encoded),
    warnings: repeated ? replayWarnings(repeated, { engine, decoder_version: decoderVersion(run.request) }) : [],
  }
}
