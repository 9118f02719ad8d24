/** Before the tests: bundles the programs of the threads from the sources, where one of them changed since the last time. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bundleThreads } from '../thread.config'

const ROOT = resolve(import.meta.dirname, '..')
/** Where main/worker/offload.ts looks for them. */
const FOLDER = join(ROOT, 'node_modules/.pentad')

const sources = (): string[] =>
  readdirSync(join(ROOT, 'main'), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.m?ts$/.test(name))
    .map(name => join('main', name))
    .sort()

function stampOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

/** Written whole or not at all: other tests may start meanwhile. */
function write(name: string, text: string): void {
  const partial = join(FOLDER, `${name}.${process.pid}`)
  writeFileSync(partial, text)
  renameSync(partial, join(FOLDER, name))
}

export async function setup(): Promise<void> {
  const stamp = stampOf([...sources(), 'thread.config.ts', 'package-lock.json'])
  const stamped = join(FOLDER, 'thread.stamp')
  if (existsSync(stamped) && readFileSync(stamped, 'utf8') === stamp) return
  const bundled = await bundleThreads()
  mkdirSync(FOLDER, { recursive: true })
  for (const { file, script } of bundled) write(file, script)
  write('thread.stamp', stamp)
}
