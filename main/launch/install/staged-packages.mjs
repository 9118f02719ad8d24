/**
 * Installs packages in a separate folder and swaps them in on success, because `npm ci` removes the old ones before it
 * downloads.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of the new packages during installation; git ignores it. */
const STAGE = '.packages-next'
const PACKAGES = 'node_modules'
const GONE = { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }

/**
 * Runs `install` in a separate folder with package.json (without its scripts), the lock file and npm's settings; then
 * replaces the packages of `root` by the new ones. When `install` throws, the packages of `root` are unchanged, except
 * where the folder cannot be moved and `install` runs in `root` itself.
 * @template T
 * @param {string} root the project's folder
 * @param {(folder: string) => T} install makes node_modules in `folder`
 * @returns {T} what `install` returns
 * @throws what `install` throws
 */
export function stagedInstall(root, install) {
  const stage = join(root, STAGE)
  rmSync(stage, GONE)
  mkdirSync(stage)
  try {
    const { scripts: _, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    writeFileSync(join(stage, 'package.json'), JSON.stringify(manifest))
    for (const name of ['package-lock.json', '.npmrc'])
      if (existsSync(join(root, name))) copyFileSync(join(root, name), join(stage, name))
    const result = install(stage)
    if (!swap(root, stage)) install(root)
    return result
  } finally {
    rmSync(stage, GONE)
  }
}

/**
 * Returns false where node_modules cannot be moved, for example a mounted folder. @param {string} root @param {string}
 * stage
 */
function swap(root, stage) {
  const [present, next, before] = [join(root, PACKAGES), join(stage, PACKAGES), join(stage, 'before')]
  try {
    if (existsSync(present)) renameSync(present, before)
  } catch {
    return false
  }
  renameSync(next, present)
  return true
}
