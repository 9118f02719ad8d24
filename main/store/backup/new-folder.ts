import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import { isDiskFull } from '../../contract/model/disk-full'
import { AppError } from '../../contract/model/errors'
import { syncFolder } from '../../files/durable-file'
import { makeFolders } from '../../files/folders'

/** Throws `conflict` where `folder` is not empty, or lies within `other`. */
export function refuseTaken(folder: string, other: string, what: string): void {
  const path = relative(other, folder)
  if (path === '' || !(path === '..' || path.startsWith(`..${sep}`) || /^[a-z]:/i.test(path)))
    throw new AppError('conflict', `${folder} lies within ${other}. Choose a folder outside of it for the ${what}.`)
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (!stat || (stat.isDirectory() && readdirSync(folder).length === 0)) return
  throw new AppError(
    'conflict',
    `${folder} is not empty, and nothing is written over. Choose a new folder for the ${what}.`,
    { details: { path: folder } },
  )
}

/**
 * Calls `fill` with a temporary folder beside `folder`, renames it to `folder` on success and removes it on failure.
 */
export async function makeWhole<T>(folder: string, fill: (temporary: string) => Promise<T>): Promise<T> {
  const temporary = `${folder}.${process.pid}.part`
  try {
    rmSync(temporary, { recursive: true, force: true })
    makeFolders(temporary)
    const answer = await fill(temporary)
    // rmdir fails when files have appeared meanwhile, so nothing is overwritten.
    if (existsSync(folder)) rmdirSync(folder)
    renameSync(temporary, folder)
    syncFolder(dirname(folder))
    return answer
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    throw explained(folder, error)
  }
}

function explained(folder: string, error: unknown): unknown {
  if (error instanceof AppError) return error
  const message = (error as Error).message
  if (isDiskFull(error))
    return new AppError(
      'storage_full',
      `The disk of ${folder} is full; nothing was left there. Free some, or choose another.`,
    )
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (/^E[A-Z]+$/.test(code))
    return new AppError('conflict', `${folder} cannot be made: ${message}.`, { details: { path: folder } })
  return error
}
