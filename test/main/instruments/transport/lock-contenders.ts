/** Processes that open one port at the same moment. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../../../..')
const LOCK = join(ROOT, 'main/instruments/transport/port-lock.ts')

export const CONTENDED_PORT = '/dev/ttyS-test'

/** Takes lines `folder milliseconds`: releases what it holds, waits for that time, locks the port and says how that ended. */
const CONTENDER = `
import { createInterface } from 'node:readline'
const { lockPort } = await import(process.argv[1])
let release = () => {}
console.log('ready')
for await (const line of createInterface({ input: process.stdin })) {
  release()
  release = () => {}
  const [folder, at] = line.split(' ')
  while (Date.now() < Number(at));
  try {
    release = lockPort(folder, '${CONTENDED_PORT}')
    console.log('held')
  } catch (error) {
    console.log(error.fault === 'port_busy' ? 'busy' : String(error.stack).replaceAll('\\n', ' '))
  }
}
`

export interface Contenders {
  /** All lock the port at once; how each attempt ended. Each holds what it got until the next round. */
  round(folder: string): Promise<string[]>
  end(): void
}

/** So many processes with the code of the lock. */
export async function startContenders(count: number): Promise<Contenders> {
  mkdirSync(join(ROOT, 'out'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, 'out', 'lock-'))
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: LOCK,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rollupOptions: { output: { format: 'es', entryFileNames: 'port-lock.mjs' } },
    },
  })
  const script = pathToFileURL(join(folder, 'port-lock.mjs')).href
  const argv = ['--input-type=module', '-e', CONTENDER, script]
  const children = Array.from({ length: count }, () => spawn(process.execPath, argv, { cwd: ROOT }))
  for (const child of children) child.stderr.pipe(process.stderr)
  const answers = children.map(answersOf)
  await Promise.all(answers.map(next => next()))
  return {
    round(at) {
      const start = Date.now() + 3
      for (const child of children) child.stdin.write(`${at} ${start}\n`)
      return Promise.all(answers.map(next => next()))
    },
    end() {
      for (const child of children) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function answersOf(child: ChildProcessWithoutNullStreams): () => Promise<string> {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('the process has ended')
    return value
  }
}
