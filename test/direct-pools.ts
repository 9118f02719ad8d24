import type { RunEngines } from '../main/runs/sampling/run-engine'
import { tasksWith } from '../main/tasks'
import type { ThreadPools } from '../main/thread-pools'
import { direct } from '../main/worker/runner'

/** Everything on the calling thread: what threads compute is compared with it. */
export function openDirectPools(engines: RunEngines): ThreadPools {
  const runner = direct(tasksWith(() => engines))
  return { reading: runner, working: runner, computing: runner, signing: runner, close: async () => undefined }
}
