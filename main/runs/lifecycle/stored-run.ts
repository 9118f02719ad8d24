/** One run from its stored row to its stored record. */
import type { Replay } from '../../contract/runs/record'
import type { Run } from '../../contract/runs/run'
import type { Store } from '../../store/store'
import type { Runner } from '../../worker/runner'
import type { RunTasks } from '../execution/tasks'
import { recordIn } from '../recording/record-file'
import { removeOrphanedBits } from './discard-bits'
import { type RunRow, requestOf } from './run-row'
import type { RunTable } from './table'
import { tokensOf } from './tokens'

export interface ExecutionContext {
  readonly store: Store
  readonly table: RunTable
  readonly computing: Runner<RunTasks>
  readonly now: () => number
  readonly version: string
  /** Told of the shots of a run that were executed so far. */
  readonly executed: (run_id: string, shots: number) => void
}

/**
 * Runs the row and completes it. Rejects when aborted, with the signal's reason, or broken down; the bit files written so
 * far are removed then, and the row is left as it is.
 */
export async function executeStored(
  row: RunRow,
  { store, table, computing, now, version, executed }: ExecutionContext,
  signal: AbortSignal,
  progress: (at: Run['progress']) => void,
): Promise<void> {
  const { run_id, backend_id } = row
  const written: Promise<string>[] = []
  let fraction = 0
  const tell = (at: number, stage: string): void => {
    fraction = at
    progress({ fraction, stage })
  }
  /** On a full disk the run waits. */
  const retryWhenFree = <T>(work: () => Promise<T>): Promise<T> =>
    store.space.retryWhenFree(work, signal, () => tell(fraction, NO_SPACE))
  const writeBits = (bytes: Uint8Array): Promise<string> => {
    const file = retryWhenFree(() => store.writeFile(bytes))
    written.push(file)
    return file
  }
  try {
    const plan = await store.readFile(row.plan)
    const repeated = row.replay === null ? null : table.record((JSON.parse(row.replay) as Replay).of)
    const original = repeated && (await recordIn(repeated, store.readFile))
    const price_per_shot = tokensOf(row)?.price_per_shot ?? null
    const simulated = row.simulated === 1
    const run = { run_id, backend_id, simulated, price_per_shot, request: requestOf(row), version, plan, original }
    const host = { writeBits, now, progress: tell, executed: (shots: number) => executed(run_id, shots) }
    // A run that was interrupted starts over: what it had executed is not charged twice.
    executed(run_id, 0)
    const result = await computing.run('carryOutRun', run, { signal, host, patient: true })
    signal.throwIfAborted()
    const kept = await retryWhenFree(() => table.move(run_id, 'COMPLETED', { finished_at: now(), ...result }))
    if (!kept) throw new Error(`run ${run_id} was ended while it was being completed`)
  } catch (error) {
    await removeOrphanedBits(await settledOf(written), table, store)
    throw error
  }
}

/** Stage of a run that a full disk holds up. */
export const NO_SPACE = 'waiting for space on the disk'

/** Whoever gives a run up does not wait for the file that is being written. */
async function settledOf(written: readonly Promise<string>[]): Promise<string[]> {
  const files = await Promise.allSettled(written)
  return files.flatMap(file => (file.status === 'fulfilled' ? [file.value] : []))
}
