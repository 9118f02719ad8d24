/**
 * A sweep of 1,000 rows of a 12-qubit circuit with 1,000 shots each on the state-vector mock, through the job service on a store
 * on the disk: its seconds from submit to COMPLETED, the CPU it took, which other programs on
 * the machine do not change, and the event loop's delay meanwhile. The target is 2 s and a 99th percentile below 20 ms.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { bench } from 'vitest'
import { createLedger } from '../../../main/account/ledger'
import { openThreadPools } from '../../../main/composition/thread-pools'
import type { Backend } from '../../../main/contract/backends/catalogue'
import type { ParametricInstruction } from '../../../main/contract/jobs/circuit'
import type { Caller } from '../../../main/contract/service/account'
import { createExecutors } from '../../../main/jobs/execution/executors'
import { createJobs } from '../../../main/jobs/jobs'
import { createLog } from '../../../main/log/log'
import { runEngines } from '../../../main/runs/sampling/frame-engine'
import { loadEngines } from '../../../main/simulation/engines'
import { openStore } from '../../../main/store/store'

const [ROWS, QUBITS, SHOTS, LAYERS] = [1_000, 12, 1_000, 3]
const holder: Caller = { kind: 'session', key_id: null, name: 'bench', roles: ['jobs'] }

/** Layers of ry(theta + k) and a ring of cz, as variational circuits are. */
function ansatz() {
  const instructions: ParametricInstruction[] = []
  for (let layer = 0; layer < LAYERS; layer++) {
    for (let q = 0; q < QUBITS; q++)
      instructions.push({ name: 'ry', qubits: [q], params: [`${layer % 2 === 0 ? 'theta' : 'phi'} + ${q / 10}`] })
    for (let q = 0; q < QUBITS; q++) instructions.push({ name: 'cz', qubits: [q, (q + 1) % QUBITS] })
  }
  for (let q = 0; q < QUBITS; q++) instructions.push({ name: 'measure', qubits: [q], clbits: [q] })
  return { num_qubits: QUBITS, instructions }
}

const backend = {
  backend_id: 'dev-a-mock',
  mode: 'mock',
  simulated: true,
  online: true,
  offline_reason: null,
  token_price_per_shot: 0,
  limits: { max_qubits: 30, max_shots: 1e6, max_instructions: 1e6 },
} as unknown as Backend

async function sweeps(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pentad-sweep-'))
  const store = openStore({ dataDir })
  const engines = loadEngines()
  const pools = openThreadPools(runEngines(engines))
  const threads = { background: pools.working, interactive: pools.reading }
  const executors = createExecutors({
    engines,
    deviceOf: () => {
      throw new Error('no device')
    },
    devices: null,
    ...threads,
  })
  const jobs = createJobs({
    store,
    executors,
    log: createLog('silent'),
    now: Date.now,
    ledger: createLedger(store, Date.now),
    backends: { get: () => backend },
    ...threads,
  })
  const rows = Array.from({ length: ROWS }, (_, row) => [row / 100, row / 37])
  const body = { backend: 'dev-a-mock', shots: SHOTS, circuit: ansatz(), parameters: { names: ['theta', 'phi'], rows } }
  for (let turn = 0; turn < 4; turn++) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    const { job_uuid } = await jobs.submit({ ...body, seed: turn }, { caller: holder })
    for (;;) {
      const { status, status_reason } = (await jobs.get(job_uuid, holder, { query: { circuit: false } })) as {
        status: string
        status_reason: unknown
      }
      if (status === 'COMPLETED') break
      if (status === 'FAILED') throw new Error(JSON.stringify(status_reason))
      await setTimeout(5)
    }
    delay.disable()
    const seconds = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(cpu)
    console.log(
      `turn ${turn}: ${seconds.toFixed(2)} s, ${((user + system) / 1e6).toFixed(2)} s of CPU on all threads, event loop p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, most ${(delay.max / 1e6).toFixed(1)} ms` +
        '\n',
    )
  }
  await jobs.stop()
  await pools.close()
  store.close()
  rmSync(dataDir, { recursive: true, force: true })
}

bench('a sweep of 1,000 rows of 12 qubits with 1,000 shots, four times', sweeps, {
  iterations: 1,
  warmupIterations: 0,
  time: 0,
})
