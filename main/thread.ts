/** The entry of the worker threads: of the service's tasks, and of its twins. */
import { getPriority, platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { type ThreadData, tasksWith } from './composition/tasks'
import { runEngines, versionsOf } from './runs/sampling/engines'
import type { RunEngines } from './runs/sampling/run-engine'
import { loadEngines } from './simulation/engines'
import type { TwinThreadData } from './twins/thread/messages'
import { serveTwins } from './twins/thread/serve-twins'
import { serveTasks } from './worker/thread-server'

/** The event loop of the service comes first where cores are scarce. On Linux, niceness belongs to the thread. */
if (platform() === 'linux') setPriority(Math.min(19, getPriority() + 5))

const data: ThreadData | TwinThreadData = workerData

/** The engines of the service; others would give other bits. */
function sameEngines({ native_dirs, versions }: ThreadData): RunEngines {
  const { simulator, trajectories, detail } = loadEngines({ nativeDirs: native_dirs })
  const found = runEngines({ simulator, trajectories })
  if (versionsOf(found) !== versions) throw new Error(`A thread has ${versionsOf(found)}, not ${versions}: ${detail}`)
  return found
}

/** Made when they are first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly it: T } | null = null
  return () => {
    made ??= { it: make() }
    return made.it
  }
}

if ('role' in data)
  serveTwins(
    parentPort!,
    once(() => loadEngines({ nativeDirs: data.native_dirs })),
  )
else serveTasks(parentPort!, tasksWith(once(() => sameEngines(data))))
