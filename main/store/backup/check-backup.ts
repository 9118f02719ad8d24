import { lstatSync, readdirSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { AppError } from '../../contract/model/errors'
import { MIGRATIONS } from '../migrate'
import { digestOf } from './copy-file'
import { type BackupFile, MANIFEST, type Manifest, readManifest } from './manifest'
import { integrityFaults, schemaOf, withDatabase } from './snapshot'
import type { BackupProgress } from './write-backup'

interface CheckOptions {
  readonly folder: string
  readonly progress: BackupProgress
  readonly signal?: AbortSignal
}

interface BackupFindings {
  readonly manifest: Manifest
  /** One sentence per fault, naming its file; empty for an intact backup. */
  readonly faults: readonly string[]
}

/**
 * Reads and checks every file of a backup. Throws `not_found` without a manifest, `invalid_file` for an unusable one.
 */
export async function checkBackup({ folder, progress, signal }: CheckOptions): Promise<BackupFindings> {
  const manifest = readManifest(folder)
  const total = manifest.files.reduce((sum, { bytes }) => sum + bytes, 1)
  const faults = unlisted(folder, manifest)
  let done = 0
  const onBytes = (bytes: number) => {
    done += bytes
    progress(Math.min(1, done / total), 'check')
  }
  for (const file of manifest.files) {
    const fault =
      pathFault(folder, file) ?? digestFault(file, await digestOf(pathIn(folder, file), { onBytes, signal }))
    if (fault) faults.push(fault)
  }
  return { manifest, faults: faults.length > 0 ? faults : databaseFaults(folder, manifest) }
}

export const notWhole = (folder: string, faults: readonly string[]): AppError =>
  new AppError(
    'invalid_file',
    [`The backup ${folder} is not whole; use another.`, ...faults.slice(0, 20).map(fault => `  ${fault}`)].join('\n'),
    { details: { faults } },
  )

export const pathIn = (folder: string, { path }: Pick<BackupFile, 'path'>): string => join(folder, ...path.split('/'))

function pathFault(folder: string, file: BackupFile): string | null {
  const stat = lstatSync(pathIn(folder, file), { throwIfNoEntry: false })
  if (!stat) return `${file.path} is missing`
  if (!stat.isFile()) return `${file.path} is no file`
  return stat.size === file.bytes ? null : `${file.path} has ${stat.size} bytes instead of ${file.bytes}`
}

/** Compares a file's digest with the manifest, and that of a file under `files/` also with its name. */
export function digestFault({ path, sha256 }: BackupFile, read: { readonly sha256: string }): string | null {
  const named = path.startsWith('files/') ? basename(path) : sha256
  return read.sha256 === sha256 && sha256 === named ? null : `${path} was changed: its bytes have another SHA-256`
}

/** Files that the manifest does not name, and links. Links are not followed, so nothing outside the backup is read. */
function unlisted(folder: string, { files }: Manifest): string[] {
  const listed = new Set([MANIFEST, ...files.map(({ path }) => path)])
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => !entry.isDirectory())
    .map(entry => ({ entry, path: relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/') }))
    .filter(({ entry, path }) => entry.isSymbolicLink() || !listed.has(path))
    .map(({ entry, path }) => `${path} ${entry.isSymbolicLink() ? 'is a link' : 'is not named by the manifest'}`)
}

/**
 * Faults of a database whose bytes match the manifest: it may have been damaged before the backup, or be of a newer
 * version.
 */
function databaseFaults(folder: string, { schema, version }: Manifest): string[] {
  const path = join(folder, 'pentad.sqlite')
  return withDatabase(path, { readonly: true }, db => {
    const newest = Math.max(...MIGRATIONS.map(({ id }) => id))
    const found = schemaOf(db)
    if (found > newest)
      return [
        `pentad.sqlite is of a newer version (${version}, schema ${found}; this one knows up to ${newest}): use that version`,
      ]
    if (found !== schema) return [`pentad.sqlite has schema ${found} instead of ${schema}`]
    return integrityFaults(db).map(fault => `pentad.sqlite is damaged: ${fault}`)
  })
}
