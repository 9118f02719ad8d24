/** Installs packages beside those that are there, which give way once that has worked: `npm ci` removes before it fetches. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where packages are installed; git ignores it. */
const STAGE = '.packages-next'
const PACKAGES = 'node_modules'
const GONE = { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }

/**
 * Runs `install` in a folder of its own, which holds the manifest without its scripts, the lock file and npm's settings; then
 * puts the packages that it made into the place of those of `root`. Where it throws, those of `root` are as they were.
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

/** False where the folder of packages cannot be moved, as one that is mounted. @param {string} root @param {string} stage */
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
