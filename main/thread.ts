/** The entry of the worker threads. */
import { getPriority, platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { RunEngines } from './runs/sampling/engine'
import { runEngines, versionsOf } from './runs/sampling/engines'
import { loadEngines } from './simulation/engines'
import { type ThreadData, tasksWith } from './tasks'
import { serveTasks } from './worker/thread-server'

/** The event loop of the service comes first where cores are scarce. On Linux, niceness belongs to the thread. */
if (platform() === 'linux') setPriority(Math.min(19, getPriority() + 5))

const { native_dirs, versions }: ThreadData = workerData
let chosen: RunEngines | null = null

/** The engines of the service; others would give other bits. */
function engines(): RunEngines {
  const { simulator, trajectories, detail } = loadEngines({ nativeDirs: native_dirs })
  const found = runEngines({ simulator, trajectories })
  if (versionsOf(found) !== versions) throw new Error(`A thread has ${versionsOf(found)}, not ${versions}: ${detail}`)
  return found
}

serveTasks(
  parentPort!,
  tasksWith(() => {
    chosen ??= engines()
    return chosen
  }),
)
