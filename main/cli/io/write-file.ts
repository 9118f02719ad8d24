import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from '../../config/options.mjs'
import { AppError } from '../../contract/model/errors'
import { replaceFile } from '../../files/durable-file'
import { makeFolders } from '../../files/folders'

/** Throws UsageError where a file cannot be written, so that this is known before the work. */
export function refuseUnwritable(path: string, cwd: string): void {
  const target = resolve(cwd, path)
  try {
    accessSync(dirname(target), constants.W_OK)
  } catch (error) {
    throw new UsageError(`--out cannot be ${path}: ${(error as Error).message}`)
  }
  if (statSync(target, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--out cannot be ${path}: it is a folder`)
}

/** The folder of `--out`, created when missing. Throws UsageError where it cannot be created. */
export function outFolder(path: string, cwd: string): string {
  const folder = resolve(cwd, path)
  try {
    makeFolders(folder, 0o777)
  } catch (error) {
    throw new UsageError(`--out cannot be ${path}: ${(error as Error).message}`)
  }
  return folder
}

/** Readers of a written file: all that the umask allows, or the owner only. */
type ReadableBy = 'all' | 'owner'

/**
 * Replaces the file atomically: it has all of the content, or is unchanged. Throws `conflict` where it cannot be
 * written.
 */
export function writeWhole(
  path: string,
  {
    cwd,
    content,
    readers = 'all',
  }: { readonly cwd: string; readonly content: string | Uint8Array; readonly readers?: ReadableBy },
): void {
  const target = resolve(cwd, path)
  try {
    replaceFile(target, content, readers === 'owner' ? 0o600 : 0o666)
  } catch (error) {
    throw new AppError('conflict', `${path} cannot be written: ${(error as Error).message}`, { details: { path } })
  }
}
