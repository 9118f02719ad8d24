/** Entry of the worker threads that run the service's tasks. */
import { parentPort, workerData } from 'node:worker_threads'
import { type ThreadData, tasksWith } from './composition/tasks'
import type { RunEngines } from './runs/model/run-engine'
import { runEngines, versionsOf } from './runs/sampling/frame-engine'
import { loadEngines } from './simulation/engines'
import { leaveCoresToTheService } from './worker/priority'
import { serveTasks } from './worker/thread-server'

leaveCoresToTheService()
const data: ThreadData = workerData

/** Loads the engines. Throws when their versions differ from the service's, as they would sample other bits. */
function sameEngines({ native_dirs, versions }: ThreadData): RunEngines {
  const { simulator, trajectories, detail } = loadEngines({ nativeDirs: native_dirs })
  const found = runEngines({ simulator, trajectories })
  if (versionsOf(found) !== versions) throw new Error(`A thread has ${versionsOf(found)}, not ${versions}: ${detail}`)
  return found
}

let engines: RunEngines | null = null
serveTasks(
  parentPort!,
  tasksWith(() => (engines ??= sameEngines(data))),
)
