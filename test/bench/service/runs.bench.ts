/** What modules, runs and maps cost, and how long each holds the event loop: computed here, and in threads as the service does. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { bench, describe } from 'vitest'
import { type ServiceTasks, type ThreadData, tasksWith } from '../../../main/composition/tasks'
import { FAULT_PROTOCOLS, type FaultProtocol, FaultsQuery } from '../../../main/contract/modules/faults'
import { runEngines, versionsOf } from '../../../main/runs/sampling/frame-engine'
import { defaultNativeDirs } from '../../../main/simulation/addon/load'
import { loadEngines } from '../../../main/simulation/engines'
import type { Simulator } from '../../../main/simulation/model/simulator'
import { threadScript } from '../../../main/worker/offload'
import { createPool } from '../../../main/worker/pool'
import { direct, type Runner } from '../../../main/worker/runner'
import * as lab from '../../main/runs/laboratory'
import { findAddon } from '../../main/simulation/engine-fixtures'
import { openMemoryStore } from '../../main/store/memory-store'
import * as study_lab from '../../main/studies/laboratory'

const addon = findAddon()
const REPEATS = 3

function openAll(simulator: Simulator, computing: Runner<ServiceTasks>) {
  const store = openMemoryStore()
  const modules = lab.modulesOf(undefined, computing)
  const runs = lab.openLab({ store, simulator, computing })
  const { studies } = study_lab.openLab({ store, simulator, computing })
  const close = async (): Promise<void> => {
    await Promise.all([runs.stop(), studies.stop()])
    store.close()
  }
  return { computing, modules, runs, studies, close }
}
type Opened = ReturnType<typeof openAll>

interface Timed {
  readonly name: string
  readonly run: (opened: Opened) => Promise<unknown>
}

const asked = lab.request({ rounds: [1, 2, 4], shots: 20_000 })
const run = async ({ runs }: Opened, fields: Partial<typeof asked>) =>
  lab.completed(runs, await runs.submit(lab.MODULE, { ...asked, ...fields }))
const predict = ({ runs }: Opened, fields: Partial<typeof asked>) => runs.predict(lab.MODULE, { ...asked, ...fields })
const faultsOf = ({ modules }: Opened, protocol: FaultProtocol) =>
  modules.listFaults(lab.MODULE.backend_id, lab.MODULE.logical_id, { query: FaultsQuery.parse({ protocol }) })

async function redecode(opened: Opened) {
  const { run_id } = await run(opened, {})
  return opened.runs.redecode({ ...lab.MODULE, run_id }, { decoder: 'flag-map' })
}

async function map({ studies }: Opened, fields: Partial<ReturnType<typeof study_lab.request>>) {
  const body = study_lab.request({ scales: [0.1, 0.3, 1], rounds: [1, 2, 4], shots: 20_000, ...fields })
  return study_lab.completed(studies, await studies.submit(study_lab.MODULE, body))
}

const CASES: readonly Timed[] = [
  {
    name: 'module: search and proof',
    run: ({ computing }) => lab.modulesOf(undefined, computing).list(lab.MODULE.backend_id),
  },
  ...FAULT_PROTOCOLS.map(protocol => ({ name: `faults, ${protocol}`, run: (all: Opened) => faultsOf(all, protocol) })),
  { name: 'predict, correction, flag-lut', run: all => predict(all, {}) },
  { name: 'predict, correction, flag-map', run: all => predict(all, { decoder: 'flag-map' }) },
  { name: 'predict, detection', run: all => predict(all, { mode: 'detection' }) },
  { name: 'predict, 20 rounds', run: all => predict(all, { rounds: Array.from({ length: 20 }, (_, i) => 1 + 5 * i) }) },
  { name: 'run, correction, both decoders', run: all => run(all, {}) },
  { name: 'run, detection', run: all => run(all, { mode: 'detection' }) },
  {
    name: 'run, 100 rounds, 100,000 shots, one state',
    run: all => run(all, { rounds: [100], shots: 100_000, states: ['+'] }),
  },
  { name: 'run, and decoded again by flag-map', run: redecode },
  { name: 'map of three points, correction', run: all => map(all, {}) },
  { name: 'map of three points, detection', run: all => map(all, { mode: 'detection' }) },
]

async function measured({ name, run }: Timed, opened: Opened, where: string) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  await run(opened)
  const times: number[] = []
  delay.enable()
  // The monitor sees a block between two of its ticks only.
  await setTimeout(10)
  for (let i = 0; i < REPEATS; i++) {
    const start = performance.now()
    await run(opened)
    times.push(performance.now() - start)
  }
  await setTimeout(10)
  delay.disable()
  times.sort((a, b) => a - b)
  return {
    name,
    where,
    'median ms': times[REPEATS >> 1]!.toFixed(0),
    'spread ms': `${times[0]!.toFixed(0)} .. ${times.at(-1)!.toFixed(0)}`,
    'event loop p99 ms': (delay.percentile(99) / 1e6).toFixed(1),
    'event loop most ms': (delay.max / 1e6).toFixed(1),
  }
}

describe.skipIf(!addon)('modules, runs and maps on a 3×3 chiplet, rounds 1, 2 and 4, 20,000 shots', () => {
  bench(
    'everything once and again, here and in threads',
    async () => {
      const { simulator, trajectories } = loadEngines()
      const engines = runEngines({ simulator, trajectories })
      const data: ThreadData = { native_dirs: defaultNativeDirs(), versions: versionsOf(engines) }
      const pool = createPool<ServiceTasks>({ script: threadScript('thread.cjs'), data, limit_ms: null, threads: 3 })
      const here = openAll(simulator, direct(tasksWith(() => engines)))
      const threads = openAll(simulator, pool)
      const rows = []
      for (const one of CASES) rows.push(await measured(one, here, 'here'), await measured(one, threads, 'in threads'))
      console.table(rows)
      await Promise.all([here.close(), threads.close()])
      await pool.close()
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  )
})
