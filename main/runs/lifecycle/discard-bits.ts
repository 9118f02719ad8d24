import { setImmediate } from 'node:timers/promises'
import type { Store } from '../../store/store'
import type { RunRow } from './run-row'

/** Records looked at before the event loop gets its turn. */
const RECORDS_AT_ONCE = 20

interface Records {
  recordsAfter(sequence: RunRow['sequence'], limit: number): { sequence: number; record: string }[]
}

/**
 * Removes the bit files of a run that did not complete, but for those that a record names: a replay writes the very files
 * of the run it repeats. Nothing else may write bit files meanwhile, as runs go one at a time.
 */
export async function removeOrphanedBits(hashes: Iterable<string>, records: Records, store: Pick<Store, 'removeFile'>) {
  const candidates = new Set(hashes)
  let after = 0
  for (;;) {
    const page = records.recordsAfter(after, RECORDS_AT_ONCE)
    for (const { record } of page) for (const hash of candidates) if (record.includes(hash)) candidates.delete(hash)
    if (page.length < RECORDS_AT_ONCE || candidates.size === 0) break
    after = page.at(-1)!.sequence
    await setImmediate()
  }
  for (const hash of candidates) await store.removeFile(hash)
}
