import type Database from 'better-sqlite3'
import { syncFolder } from '../../files/durable-file'
import { checkBackup, digestFault, notWhole, pathIn } from './check-backup'
import { copyHashed } from './copy-file'
import type { Manifest } from './manifest'
import { makeWhole, refuseTaken } from './new-folder'
import { withDatabase } from './snapshot'
import type { BackupProgress } from './write-backup'

interface RestoreOptions {
  readonly folder: string
  /** The new data folder, which does not exist yet or is empty. */
  readonly data: string
  readonly progress: BackupProgress
  readonly signal?: AbortSignal
  /** Last step in the new folder, before it takes its name; what it throws leaves nothing there. */
  readonly finish?: (folder: string, kids: readonly string[]) => Promise<void>
}

/**
 * Makes a data folder of a backup: all of it, or nothing. Throws `conflict` for a folder that is taken, `invalid_file` for a
 * backup that is not whole. It has no marker, so the next start takes it for what it is and begins a new log of receipts.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { folder, data, signal, progress, finish } = options
  refuseTaken(data, folder, 'restored data')
  const { manifest, faults } = await checkBackup({
    ...{ folder, progress: (fraction, stage) => progress(fraction / 2, stage) },
    ...(signal && { signal }),
  })
  if (faults.length > 0) throw notWhole(folder, faults)
  await makeWhole(data, async temporary => {
    await copyBack(temporary, manifest, options)
    if (finish)
      await finish(
        temporary,
        withDatabase(pathIn(temporary, { path: 'pentad.sqlite' }), { readonly: true }, activeKeys),
      )
    syncFolder(temporary)
  })
  return manifest
}

/** Hashed once more on the way: what is checked is what is copied. */
async function copyBack(
  temporary: string,
  { files }: Manifest,
  { folder, progress, signal }: RestoreOptions,
): Promise<void> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 1)
  let done = 0
  const onBytes = (bytes: number) => {
    done += bytes
    progress(Math.min(1, (1 + done / total) / 2), 'restore')
  }
  for (const file of files) {
    const fault = digestFault(
      file,
      await copyHashed(pathIn(folder, file), pathIn(temporary, file), { onBytes, signal }),
    )
    if (fault) throw notWhole(folder, [fault])
  }
}

/** Ids of the signing keys in use; none in a folder that never signed. */
function activeKeys(db: Database.Database): string[] {
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'entropy_keys'").get()) return []
  const records = db.prepare<[], string>('SELECT record FROM entropy_keys ORDER BY position').pluck().all()
  return records
    .map(text => JSON.parse(text) as { kid: string; status: string })
    .filter(({ status }) => status === 'active')
    .map(({ kid }) => kid)
}
