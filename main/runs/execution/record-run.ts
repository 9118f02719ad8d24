/** One run from its stored plan to its record: what of it needs no database, so that a thread can do it. */
import { isoTime } from '../../contract/model/iso-time'
import type { RunRecord } from '../../contract/runs/record'
import type { Run } from '../../contract/runs/run'
import { decoderVersion } from '../decoding/protocols'
import { decodePlan } from '../model/plan'
import type { RunResults } from '../model/results'
import { comparisonOf } from '../recording/comparison'
import { type RecordHead, recordOf } from '../recording/record'
import { recordColumn, recordOfJson } from '../recording/record-file'
import { replayOf, replayWarnings } from '../recording/replay'
import { summaryOf } from '../recording/summary'
import { countedEngine, type RunEngines } from '../sampling/engine'
import { sampleCircuits } from './circuits'
import { wallTimeBaselines } from './wall-time'

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
