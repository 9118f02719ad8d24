/** One run from its stored plan to its record: what of it needs no database, so that a thread can do it. */
import type { RunRecord } from '../contract/runs/record'
import type { Run } from '../contract/runs/run'
import type { RunEngines } from './sampling/engine'
import { executeRun, type RunResults } from './execute'
import { decodePlan } from './planning/plan'
import { comparisonOf, type RecordHead, recordOf, summaryOf } from './record'
import { replayOf, replayWarnings } from './recording/replay'
import { stepwise } from './stepwise'

export interface Carrying extends Pick<RecordHead, 'run_id' | 'backend_id' | 'simulated' | 'version'> {
  readonly plan: Uint8Array
  readonly request: Run['request']
  /** JSON of the record that it repeats; null for a run of its own. */
  readonly original: string | null
}

/** JSON texts, as the table keeps them. */
export interface Carried {
  readonly record: string
  readonly summary: string
  readonly replay: string | null
}

export interface RunHost {
  /** Keeps a bit file; settles when it is safe on disk. */
  readonly keep: (bytes: Uint8Array) => Promise<string>
  readonly progress: (fraction: number, stage: string) => void
  /** Milliseconds since 1970. */
  readonly now: () => number | Promise<number>
}

/** Throws the signal's reason when aborted; leaves nothing behind but bit files that no row names. */
export async function carryOut(
  run: Carrying,
  engines: RunEngines,
  host: RunHost,
  signal: AbortSignal,
): Promise<Carried> {
  const plan = decodePlan(run.plan)
  const { request } = run
  const { keep, progress } = host
  const results = await executeRun(plan, request, { engines, keep, progress, signal })
  const comparison = await stepwise(comparisonOf(request, results), signal)
  const head = headOf(run, results, await host.now())
  const record = recordOf(head, plan, results, comparison)
  return {
    record: JSON.stringify(record),
    summary: JSON.stringify(summaryOf(record)),
    replay: record.replay ? JSON.stringify(record.replay) : null,
  }
}

function headOf({ plan: _, original, ...run }: Carrying, { engine, encoded }: RunResults, now: number): RecordHead {
  const repeated: RunRecord | null = original === null ? null : JSON.parse(original)
  return {
    ...run,
    executed_at: new Date(now).toISOString(),
    replay: repeated && replayOf(repeated, engine, encoded),
    warnings: repeated ? replayWarnings(repeated, engine) : [],
  }
}
