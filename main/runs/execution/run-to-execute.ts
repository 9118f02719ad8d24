/** Input of a run's execution, the services it calls meanwhile, and its result. */
import type { RunRecord } from '../../contract/runs/record'
import { decoderVersion } from '../decoding/protocols'
import type { ReportProgress } from '../model/partial-counts'
import type { RunResults } from '../model/results'
import type { RecordHead } from '../recording/record'
import { recordOfJson } from '../recording/record-file'
import { replayOf, replayWarnings } from '../recording/replay'
import type { RunEngines } from '../sampling/run-engine'
import type { DeviceHost } from './measure-on-device'

export interface RunToExecute
  extends Pick<RecordHead, 'run_id' | 'backend_id' | 'simulated' | 'version' | 'price_per_shot' | 'request'> {
  readonly plan: Uint8Array
  /** JSON of the record that it repeats; null for a run of its own. */
  readonly original: string | Uint8Array | null
}

/** JSON texts, as the table stores them. */
export interface ExecutedRun {
  /** See `recordColumn`. */
  readonly record: string
  readonly summary: string
  readonly replay: string | null
}

/** Services that an executing run calls. */
export interface RunHost extends Partial<DeviceHost> {
  /** Stores a bit file and returns its SHA-256; settles when it is safe on disk. */
  readonly writeBits: (bytes: Uint8Array) => Promise<string>
  readonly progress: ReportProgress
  /** Called with the shots executed so far, after every circuit. */
  readonly executed: (shots: number) => unknown
  /** Milliseconds since 1970. */
  readonly now: () => number | Promise<number>
}

export interface TaskParts {
  readonly engines: RunEngines
  readonly signal: AbortSignal
  readonly checkpoint: () => void
}

export function recordHeadOf(
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
