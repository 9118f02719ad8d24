import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from '../../config/options.mjs'
import { AppError } from '../../contract/model/errors'

/** Refuses before the work what could not be written after it. */
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

/** Who may read a written file: everybody whom the umask lets, or its owner alone. */
type FileReaders = 'all' | 'owner'

/** The file holds all of the content or is as it was before. */
export function writeWhole(
  path: string,
  cwd: string,
  content: string | Uint8Array,
  readers: FileReaders = 'all',
): void {
  const target = resolve(cwd, path)
  const temporary = `${target}.${process.pid}.part`
  try {
    const file = openSync(temporary, 'w', readers === 'owner' ? 0o600 : 0o666)
    try {
      writeFileSync(file, content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw new AppError('conflict', `${path} cannot be written: ${(error as Error).message}`, { path })
  }
}
