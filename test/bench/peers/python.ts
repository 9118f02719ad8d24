import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Circuit } from '../../../main/contract/jobs/circuit'
import type { Contender } from '../compare'

const HERE = fileURLToPath(new URL('.', import.meta.url))

/** The peers, each run by its `*-peer.py` in this folder, and the package that it imports. */
const PYTHON_PEERS = { qsim: 'qsimcirq', qulacs: 'qulacs', stim: 'stim' } as const
export type PythonPeer = keyof typeof PYTHON_PEERS

function refuse(peer: PythonPeer, why: string): null {
  console.log(
    `${peer} did not run (${why}), so no ratio to it is given: set PENTAD_PYTHON to a python3 with ${PYTHON_PEERS[peer]}`,
  )
  return null
}

/** The Python that can run a peer; null, with a line that says why, where none is there. */
export function pythonWith(peer: PythonPeer): string | null {
  const python = process.env.PENTAD_PYTHON
  if (!python) return refuse(peer, 'PENTAD_PYTHON is not set')
  const { status, error } = spawnSync(python, ['-c', `import ${PYTHON_PEERS[peer]}`], { stdio: 'ignore' })
  if (status === 0) return python
  return refuse(peer, error ? error.message : `${python} cannot import ${PYTHON_PEERS[peer]}`)
}

/** What a peer gets as its job, beside how many threads it may use. */
export type PeerJob =
  | { readonly circuit: Circuit }
  /** A circuit of Stim's language; `fastest`: whichever of the two takes the peer less time; `detect`: that, of detectors and observable. */
  | { readonly text: string; readonly shots: number; readonly format: 'b8' | 'ptb64' | 'fastest' | 'detect' }

/**
 * A peer in Python, kept running beside us with the circuit built and warmed up: each `run` is one line to it and one
 * line back, which costs some 0.1 ms, and answers the time its processors took. Throws where it does not start; it ends with
 * this process.
 */
async function start(python: string, peer: PythonPeer, job: PeerJob, threads: number) {
  const child = spawn(python, [join(HERE, `${peer}-peer.py`)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, OMP_NUM_THREADS: String(threads) },
  })
  // What fails to start ends its output, too.
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (line: string): Promise<Record<string, unknown>> => {
    child.stdin.write(`${line}\n`)
    const { value, done } = await lines.next()
    const reply = done ? { missing: 'it ended' } : (JSON.parse(value) as Record<string, unknown>)
    if (reply.missing !== undefined) throw new Error(`${peer}: ${reply.missing}`)
    return reply
  }
  const { version } = await ask(JSON.stringify({ ...job, threads }))
  child.unref()
  return { version: String(version), run: async () => ({ cpu_ms: Number((await ask('run')).cpu_ms) }) }
}

/** A peer started at its first run, which is the one to warm up: benchmarks that are not asked for start none. */
export function lazyPeer(python: string, peer: PythonPeer, job: PeerJob, { name = peer as string, amount = 1 } = {}) {
  let running: ReturnType<typeof start> | null = null
  return {
    name: `${name}, one thread`,
    amount,
    run: async () => {
      running ??= start(python, peer, job, 1)
      return (await running).run()
    },
  } satisfies Contender
}

/** A peer of the state vector at once; null, with a line that says why, where it cannot run. */
export async function startPeer(peer: PythonPeer, circuit: Circuit, threads = 1): Promise<Contender | null> {
  const python = pythonWith(peer)
  if (python === null) return null
  const { version, run } = await start(python, peer, { circuit }, threads)
  return { name: `${peer} ${version}, ${threads === 1 ? 'one thread' : `${threads} threads`}`, amount: 1, run }
}
