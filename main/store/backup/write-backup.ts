import { existsSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '../../contract/model/errors'
import { isoTime } from '../../contract/model/iso-time'
import { syncFolder } from '../../files/durable-file'
import { takeLock } from '../folder-lock'
import { type KeptFile, keptFiles, namedFiles } from '../garbage-collection'
import { hasCurrentSchema } from '../migrate'
import { furtherFiles } from './contents'
import { copyHashed, digestOf } from './copy-file'
import { type BackupFile, MANIFEST, type Manifest, manifestText } from './manifest'
import { makeWhole, refuseTaken } from './new-folder'
import { integrityFaults, schemaOf, snapshotDatabase, withDatabase } from './snapshot'

export type BackupProgress = (fraction: number, stage: string) => void

export interface BackupOptions {
  readonly data: string
  /** The backup's folder, which does not exist or is empty. */
  readonly folder: string
  /** Version of this program. */
  readonly version: string
  readonly progress: BackupProgress
  readonly signal?: AbortSignal
  /** Continues without blobs whose bytes no longer match their hash. */
  readonly without_damaged?: boolean
}

type BackupContents = Omit<Manifest, 'format'>

/**
 * Copies the data folder as of one moment, whether or not a service runs on it; no service can start on it meanwhile.
 * Throws `not_found` where there is no data, `conflict` for a folder that is not empty, `invalid_file` for damage.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupContents> {
  const { data, folder } = options
  if (!existsSync(join(data, 'pentad.sqlite')))
    throw new AppError('not_found', `${data} holds no data of Pentad. Name its data folder with --data.`, {
      details: { path: data },
    })
  refuseTaken(folder, data, 'backup')
  const release = lockUnlessHeld(data)
  try {
    return await makeWhole(folder, temporary => fill(temporary, options))
  } finally {
    release()
  }
}

function lockUnlessHeld(data: string): () => void {
  try {
    return takeLock(data, null).release
  } catch (error) {
    if (error instanceof AppError && error.details.reason === 'data_folder_locked') return () => undefined
    throw error
  }
}

async function fill(temporary: string, options: BackupOptions): Promise<BackupContents> {
  const { data, version, signal, progress } = options
  const created_at = isoTime(Date.now())
  const database = join(temporary, 'pentad.sqlite')
  const onFraction = (fraction: number) => progress(fraction * DATABASE_SHARE, 'database')
  await snapshotDatabase({ from: join(data, 'pentad.sqlite'), to: database, onFraction, signal })
  const { schema, kept } = withDatabase(database, { readonly: true }, db => {
    const faults = integrityFaults(db)
    if (faults.length > 0)
      throw new AppError('invalid_file', `The database in ${data} is damaged: ${faults[0]}. Restore an earlier backup.`)
    const named = hasCurrentSchema(db) ? namedFiles(db) : null
    const all = keptFiles(join(data, 'files'))
    return { schema: schemaOf(db), kept: named ? all.filter(({ name }) => named.has(name)) : all }
  })
  const first: BackupFile = { path: 'pentad.sqlite', ...(await digestOf(database, { signal })) }
  const { files, left_out } = await copyAll(temporary, options, kept)
  const written = { version, created_at, schema, files: [first, ...files], left_out }
  await writeFile(join(temporary, MANIFEST), manifestText(written), { mode: 0o600, flag: 'wx', flush: true })
  syncFolder(temporary)
  return written
}

/** Share of the progress for the database. */
const DATABASE_SHARE = 0.2

async function copyAll(temporary: string, options: BackupOptions, kept: readonly KeptFile[]) {
  const { data, signal, progress, without_damaged = false } = options
  const further = furtherFiles(data)
  const paths = [...further, ...kept.map(({ name }) => `files/${name.slice(0, 2)}/${name}`)]
  const at = (path: string, root: string) => join(root, ...path.split('/'))
  const total = paths.reduce((sum, path) => sum + (statSync(at(path, data), { throwIfNoEntry: false })?.size ?? 0), 1)
  let done = 0
  const onBytes = (bytes: number) => {
    done += bytes
    progress(Math.min(1, DATABASE_SHARE + (1 - DATABASE_SHARE) * (done / total)), 'files')
  }
  const files: BackupFile[] = []
  const left_out: string[] = []
  for (const path of paths) {
    const digest = await copyHashed(at(path, data), at(path, temporary), { onBytes, signal })
    files.push({ path, ...digest })
    if (path.startsWith('files/') && digest.sha256 !== basename(path)) left_out.push(basename(path))
  }
  if (left_out.length > 0 && !without_damaged) throw damagedFiles(data, left_out)
  for (const name of left_out) rmSync(at(`files/${name.slice(0, 2)}/${name}`, temporary))
  return { files: files.filter(({ path }) => !left_out.includes(basename(path))), left_out }
}

const damagedFiles = (data: string, names: readonly string[]): AppError =>
  new AppError(
    'invalid_file',
    `${names.length} kept files in ${data} are damaged, the first is files/${names[0]!.slice(0, 2)}/${names[0]}: its bytes have another hash. Put them back from an earlier backup, or go on without them with --without-damaged.`,
    { details: { damaged: names } },
  )
