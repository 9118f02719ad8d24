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
  /** The new data folder, which does not exist or is empty. */
  readonly data: string
  readonly progress: BackupProgress
  readonly signal?: AbortSignal
  /**
   * Last step in the temporary folder before it is renamed, with the ids of the active signing keys; an error removes
   * the folder.
   */
  readonly finish?: (folder: string, kids: readonly string[]) => Promise<void>
}

/**
 * Creates a data folder from a backup, completely or not at all. Throws `conflict` for a folder that is not empty,
 * `invalid_file` for a damaged backup. The folder has no log marker, so that the next start detects the restore and
 * begins a new log of receipts.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { folder, data, signal, progress, finish } = options
  refuseTaken(data, folder, 'restored data')
  const { manifest, faults } = await checkBackup({
    folder,
    progress: (fraction, stage) => progress(fraction / 2, stage),
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

/** Hashes every file again while copying, so that the bytes copied are the bytes checked. */
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

/** Ids of the active signing keys; empty when the folder never had any. */
function activeKeys(db: Database.Database): string[] {
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'entropy_keys'").get()) return []
  const records = db.prepare<[], string>('SELECT record FROM entropy_keys ORDER BY position').pluck().all()
  return records
    .map(text => JSON.parse(text) as { kid: string; status: string })
    .filter(({ status }) => status === 'active')
    .map(({ kid }) => kid)
}
