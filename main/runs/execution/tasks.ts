/** The long work of runs as tasks for a thread (main/worker): proofs, predictions, sampling, decoding, fits. No database here. */
import { isoTime } from '../../contract/model/iso-time'
import type { Warning } from '../../contract/model/primitives'
import type { Decoder } from '../../contract/model/protocols'
import type { RunRecord } from '../../contract/runs/record'
import type { Redecoding, RunPrediction } from '../../contract/runs/run'
import { type ReadyModule, withNoise } from '../../modules/model/module'
import { type Proofs, UNCACHED_PROOFS } from '../../modules/rounds/proven-parts'
import type { Task } from '../../worker/runner'
import { choiceWarnings, decoderVersion } from '../decoding/protocols'
import { decodePlan, encodePlan, type RunSettings } from '../model/plan'
import type { RunResults } from '../model/results'
import type { CheckedRequest } from '../planning/checked-request'
import { planRun, withReadout } from '../planning/plan-run'
import { baselinesOf, plannedShots } from '../planning/shots'
import { predict, predictSummary } from '../prediction/predict'
import { predictionOf } from '../prediction/reply'
import { comparisonOf, runSummaryOf } from '../recording/comparison'
import { type RecordHead, recordOf } from '../recording/record'
import { recordColumn, recordOfJson } from '../recording/record-file'
import { redecode } from '../recording/redecode'
import { replayOf, replayWarnings } from '../recording/replay'
import { countedEngine, type RunEngines } from '../sampling/engine'
import { sampleRun } from './sample'
import { sampleWallTimes } from './wall-time'

interface RunToPlan {
  readonly resolution: ReadyModule
  readonly request: CheckedRequest
}

interface PlannedRun {
  /** As `decodePlan` reads it. */
  readonly plan: Uint8Array
  /** With its readout. */
  readonly request: RunSettings
  readonly warnings: Warning[]
  /** That the run will execute. */
  readonly shots: number
}

interface RunToExecute
  extends Pick<RecordHead, 'run_id' | 'backend_id' | 'simulated' | 'version' | 'price_per_shot' | 'request'> {
  readonly plan: Uint8Array
  /** JSON of the record that it repeats; null for a run of its own. */
  readonly original: string | Uint8Array | null
}

/** JSON texts, as the table stores them. */
interface ExecutedRun {
  /** See `recordColumn`. */
  readonly record: string
  readonly summary: string
  readonly replay: string | null
}

/** What a run that executes asks of the service. */
interface RunHost {
  /** Stores a bit file and answers its SHA-256; settles when it is safe on disk. */
  readonly writeBits: (bytes: Uint8Array) => Promise<string>
  readonly progress: (fraction: number, stage: string) => void
  /** Told of the shots executed so far, after every circuit. */
  readonly executed: (shots: number) => unknown
  /** Milliseconds since 1970. */
  readonly now: () => number | Promise<number>
}

interface RunToRedecode {
  /** JSON. */
  readonly record: string | Uint8Array
  readonly request: RunSettings
  readonly plan: Uint8Array
  readonly decoder: Decoder
}

interface FileHost {
  readonly readFile: (sha256: string) => Promise<Uint8Array>
}

export type RunTasks = {
  /** Throws AppError for a run that cannot be planned or that takes its engine too long. */
  readonly planRun: Task<RunToPlan, unknown, Promise<PlannedRun>>
  readonly predictRun: Task<RunToPlan, unknown, Promise<RunPrediction>>
  readonly carryOutRun: Task<RunToExecute, RunHost, Promise<ExecutedRun>>
  readonly redecodeRun: Task<RunToRedecode, FileHost, Promise<Redecoding>>
}

/** `engines` are asked for where a task samples, or asks how long that will take. */
export const runTasks = (engines: () => RunEngines, proofs: Proofs = UNCACHED_PROOFS): RunTasks => ({
  async planRun(given, _host, signal) {
    const { plan, request } = planned(given, proofs)
    await engines()[request.engine].estimateSeconds(plan, request, signal)
    const warnings = [...plan.module.warnings, ...choiceWarnings(plan, request)]
    return { plan: encodePlan(plan), request, warnings, shots: plannedShots(request, baselinesOf(plan)).total }
  },
  async predictRun(given, _host, signal, checkpoint) {
    const { plan, request } = planned(given, proofs)
    const seconds = await engines()[request.engine].estimateSeconds(plan, request, signal)
    const prediction = await predict(plan, request, { engines: engines(), signal }, checkpoint)
    return predictionOf(plan, request, prediction, seconds)
  },
  carryOutRun: (run, host, signal, checkpoint) => executeRun(run, host, { engines: engines(), signal, checkpoint }),
  async redecodeRun({ record, request, plan, decoder }, { readFile }, signal, checkpoint) {
    const finished = { record: recordOfJson(record), request, plan: decodePlan(plan) }
    return redecode(finished, decoder, { readFile, kernels: engines().frames, signal, checkpoint })
  },
})

function planned({ resolution, request: asked }: RunToPlan, proofs: Proofs) {
  const whole = withNoise(resolution)
  const { request, readout_choice } = withReadout(whole, asked, proofs)
  return { plan: { ...planRun(whole, request, proofs), readout_choice }, request }
}

/** From stored plan to record. Throws the signal's reason when aborted; leaves nothing behind but bit files that no row names. */
async function executeRun(
  run: RunToExecute,
  { writeBits, progress, executed, now }: RunHost,
  {
    engines,
    signal,
    checkpoint,
  }: { readonly engines: RunEngines; readonly signal: AbortSignal; readonly checkpoint: () => void },
): Promise<ExecutedRun> {
  const { request: settings } = run
  const plan = decodePlan(run.plan)
  const { engine, shots } = countedEngine(engines[settings.engine], executed)
  progress(0, 'predicting')
  const prediction = await predictSummary(plan, settings, { engines, signal })
  const sampled = await sampleRun({ plan, settings, engine, kernels: engines.frames, writeBits, progress, signal })
  const results: RunResults = { ...sampled, prediction }
  const compared = comparisonOf(settings, results, plan.module.qubit_labels, checkpoint)
  progress(0.99, 'physical baseline at the wall times of the shots')
  const physical_wall_time = await sampleWallTimes(results.encoded, compared, { plan, settings, engine, signal })
  const comparison = { ...compared, ...(physical_wall_time && { physical_wall_time }) }
  const head = headOf(run, results, { shots_executed: shots(), executed_at: isoTime(await now()) })
  const record = recordOf(head, plan, results, comparison)
  return {
    record: await recordColumn(record, writeBits),
    summary: JSON.stringify(runSummaryOf(record)),
    replay: record.replay ? JSON.stringify(record.replay) : null,
  }
}

function headOf(
  { plan: _, original, ...run }: RunToExecute,
  { engine, encoded }: RunResults,
  executed: Pick<RecordHead, 'shots_executed' | 'executed_at'>,
): RecordHead {
  const repeated: RunRecord | null = original === null ? null : recordOfJson(original)
  return {
    ...run,
    ...executed,
    replay: repeated && replayOf(repeated, engine, encoded),
    warnings: repeated ? replayWarnings(repeated, { engine, decoder_version: decoderVersion(run.request) }) : [],
  }
}
