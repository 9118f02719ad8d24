/** One run from its stored row to its stored record. */
import type { Replay } from '../contract/runs/record'
import type { Run } from '../contract/runs/run'
import type { Store } from '../store/store'
import type { Runner } from '../worker/runner'
import { discard } from './lifecycle/discard-bits'
import { type RunRow, type RunTable, requestOf } from './table'
import type { RunTasks } from './tasks'

export interface Means {
  readonly store: Store
  readonly table: RunTable
  readonly computing: Runner<RunTasks>
  readonly now: () => number
  readonly version: string
}

/**
 * Runs the row and completes it. Rejects when aborted, with the signal's reason, or broken down; the bit files written so
 * far are removed then, and the row is left as it is.
 */
export async function perform(
  row: RunRow,
  { store, table, computing, now, version }: Means,
  signal: AbortSignal,
  progress: (at: Run['progress']) => void,
): Promise<void> {
  const { run_id, backend_id } = row
  const written: Promise<string>[] = []
  const keep = (bytes: Uint8Array): Promise<string> => {
    const file = store.writeFile(bytes)
    written.push(file)
    return file
  }
  try {
    const plan = await store.readFile(row.plan)
    const original = row.replay === null ? null : table.record((JSON.parse(row.replay) as Replay).of)
    const run = { run_id, backend_id, simulated: row.simulated === 1, request: requestOf(row), version, plan, original }
    const host = { keep, now, progress: (fraction: number, stage: string) => progress({ fraction, stage }) }
    const carried = await computing.run('carryOutRun', run, { signal, host, patient: true })
    signal.throwIfAborted()
    const kept = await table.move(run_id, 'COMPLETED', { finished_at: now(), ...carried })
    if (!kept) throw new Error(`run ${run_id} was ended while it was being completed`)
  } catch (error) {
    await discard(await settledOf(written), table, store)
    throw error
  }
}

/** Whoever gives a run up does not wait for the file that is being written. */
async function settledOf(written: readonly Promise<string>[]): Promise<string[]> {
  const files = await Promise.allSettled(written)
  return files.flatMap(file => (file.status === 'fulfilled' ? [file.value] : []))
}
