import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Creates the folder and its missing parents, by default readable by its owner only. Node's own recursive mkdirSync
 * never ends on file systems that refuse new folders, such as /proc.
 */
export function makeFolders(path: string, mode = 0o700): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeFolders(dirname(path), mode)
  mkdirSync(path, { mode })
}

/**
 * Removes the temporary files that a killed process left. Call it only while holding the folder's lock: a running
 * process writes such files too.
 */
export function removeTemporaryFiles(folder: string): void {
  for (const name of readdirSync(folder)) if (name.endsWith('.part')) rmSync(join(folder, name), { force: true })
}
