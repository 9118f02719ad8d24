import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../contract/model/errors'
import { sha256InPieces } from '../files/sha256'

const SHA256 = /^[0-9a-f]{64}$/

/** Path of a blob: the first two hex digits name its folder, which keeps folders small (`ab/ab12…`). */
const pathOf = (folder: string, sha256: string): string => join(folder, sha256.slice(0, 2), sha256)

/**
 * Writes a temporary file, flushes it, renames it and flushes the folders: after a power cut a path has all of its
 * bytes or does not exist. Writing the same bytes again replaces the file, which also repairs one damaged on disk.
 */
export async function writeHashed(folder: string, bytes: Uint8Array): Promise<string> {
  const sha256 = await sha256InPieces(bytes)
  const path = pathOf(folder, sha256)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = join(folder, `.${randomUUID()}.part`)
  try {
    await writeFlushed(temporary, bytes)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await flushFolder(dirname(path))
  await flushFolder(folder)
  return sha256
}

export async function readHashed(folder: string, sha256: string): Promise<Uint8Array> {
  const bytes = SHA256.test(sha256) ? await readIfThere(pathOf(folder, sha256)) : null
  if (!bytes) throw new AppError('not_found', `No file is kept under ${sha256.slice(0, 64)}`, { details: { sha256 } })
  if ((await sha256InPieces(bytes)) !== sha256)
    throw new AppError('conflict', `The kept file ${sha256} was changed on disk: its bytes have another hash`, {
      details: { sha256, reason: 'damaged_file' },
    })
  return bytes
}

/** Removes the file where there is one. */
export const removeHashed = (folder: string, sha256: string): Promise<void> =>
  rm(pathOf(folder, sha256), { force: true })

async function readIfThere(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Flushes a folder's entries to disk; does nothing on Windows, which cannot open a folder: NTFS journals the rename
 * itself.
 */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
