import { tasksWith } from '../main/composition/tasks'
import type { ThreadPools } from '../main/composition/thread-pools'
import { signingTasks } from '../main/entropy/issuing/signing/tasks'
import type { RunEngines } from '../main/runs/model/run-engine'
import { direct } from '../main/worker/runner'

/** Everything on the calling thread: what threads compute is compared with it. */
export function openDirectPools(engines: RunEngines): ThreadPools {
  const runner = direct(tasksWith(() => engines))
  return {
    reading: runner,
    working: runner,
    computing: runner,
    signing: direct(signingTasks()),
    close: async () => undefined,
  }
}
