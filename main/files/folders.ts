import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Creates the folder and what is missing above it, by default readable by its owner only.
 * Node's own recursive mkdirSync never ends where a file system takes no folders, as /proc does.
 */
export function makeFolders(path: string, mode = 0o700): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeFolders(dirname(path), mode)
  mkdirSync(path, { mode })
}

/** Removes the temporary files that a killed process left; only for who holds the folder, as a living one writes them too. */
export function removeTemporaryFiles(folder: string): void {
  for (const name of readdirSync(folder)) if (name.endsWith('.part')) rmSync(join(folder, name), { force: true })
}
