/** Steps of the set-up, run quietly and skipped while a stamp of their inputs matches. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A failed step; its message is for the user. */
export class SetupError extends Error {}

/** @typedef {(line: string) => void} Say */

/** `npm run --silent` would also silence the npm that we start, and with it the reason of a failure. */
const TALKATIVE = { ...process.env, npm_config_loglevel: 'error' }

/**
 * Runs a program without showing its output, and returns the output. Throws SetupError with all of the output when it
 * fails.
 * @param {string} what name of the step in the error
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, advice: string }} options
 */
export function runQuietly(what, program, args, { cwd, advice }) {
  const shell = process.platform === 'win32' && /\.cmd$/.test(program)
  const result = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28, shell, env: TALKATIVE })
  if (result.status === 0) return `${result.stdout}${result.stderr}`
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim() || String(result.error ?? '')
  throw new SetupError(`${output}\n\n${what} failed. ${advice}`)
}

/** @param {string} path @param {string} content */
export const isStamped = (path, content) => existsSync(path) && readFileSync(path, 'utf8') === content

/** @param {string} path @param {string} content */
export function writeStamp(path, content) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** @param {string} path */
export const removeStamp = path => rmSync(path, { force: true })

/** @param {readonly string[]} parts */
export const hashOf = parts => createHash('sha256').update(parts.join('\n')).digest('hex')

/**
 * Hash of the path, size and modification time of every file at or below the paths.
 * @param {string} root
 * @param {readonly string[]} paths relative to root; a missing one counts as "missing"
 */
export const fingerprint = (root, paths) => hashOf(paths.flatMap(path => linesOf(root, path)))

/** @param {string} root @param {string} path @returns {string[]} */
function linesOf(root, path) {
  const full = join(root, path)
  if (!existsSync(full)) return [`${path} missing`]
  const { size, mtimeMs } = statSync(full)
  if (!statSync(full).isDirectory()) return [`${path} ${size} ${mtimeMs}`]
  return readdirSync(full)
    .sort()
    .flatMap(name => linesOf(root, join(path, name)))
}
