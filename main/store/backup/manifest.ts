import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../contract/model/errors'

export const MANIFEST = 'manifest.json'
const FORMAT = 'pentad-backup/1'
/** Largest manifest in bytes; one with a million files has about 150 MB. */
const MAX_BYTES = 2 ** 28

const SHA256 = /^[0-9a-f]{64}$/
const PATHS =
  /^(?:pentad\.sqlite|lab-changes\.json|entropy\/keys\.json|files\/[0-9a-f]{2}\/[0-9a-f]{64}|(?:drivers|instruments)\/.+)$/

/** Whether the path, relative to the data folder with `/` as separator, stays inside that folder on every system. */
function isSafe(path: string): boolean {
  const names = path.split('/')
  return PATHS.test(path) && names.every(name => /^[^\\:\p{Cc}]+$/u.test(name) && name !== '.' && name !== '..')
}

const BackupFile = z.strictObject({
  path: z.string().max(1_000).refine(isSafe, 'is no place of a data folder'),
  bytes: z.int().min(0),
  sha256: z.string().regex(SHA256),
})
export type BackupFile = z.infer<typeof BackupFile>

const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  /** Version of the program that wrote the backup. */
  version: z.string().max(100),
  created_at: z.iso.datetime(),
  /** Newest migration of the database. */
  schema: z.int().min(0),
  files: z.array(BackupFile),
  /** Hashes of the blobs that were damaged, and so left out, when the backup was made. */
  left_out: z.array(z.string().regex(SHA256)),
})
export type Manifest = z.infer<typeof Manifest>

export const manifestText = (manifest: Omit<Manifest, 'format'>): string =>
  `${JSON.stringify({ format: FORMAT, ...manifest } satisfies Manifest, null, 1)}\n`

/** Throws `not_found` when there is no manifest, `invalid_file` when it cannot be used. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST)
  const invalid = (why: string) =>
    new AppError('invalid_file', `${path} is no manifest of a backup: ${why}. Use another backup.`, {
      details: { path },
    })
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile())
    throw new AppError('not_found', `${folder} is no backup: it has no ${MANIFEST}. Name the folder of a backup.`, {
      details: { path },
    })
  if (stat.size > MAX_BYTES) throw invalid(`it has ${stat.size} bytes`)
  const read = parsed(readFileSync(path, 'utf8'), invalid)
  const paths = new Set(read.files.map(file => file.path.toLowerCase()))
  if (paths.size < read.files.length) throw invalid('it names a file twice')
  if (!paths.has('pentad.sqlite')) throw invalid('it names no database')
  return read
}

function parsed(text: string, invalid: (why: string) => AppError): Manifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalid((error as Error).message)
  }
  const format = (value as { format?: unknown } | null)?.format
  if (typeof format === 'string' && /^pentad-backup\/\d+$/.test(format) && format !== FORMAT)
    throw invalid(`its format is ${format}, and this version reads ${FORMAT}`)
  const read = Manifest.safeParse(value)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  throw invalid(`/${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}`)
}
