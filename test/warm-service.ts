/** Services of tests that compute on threads which outlive them: a thread starts, and compiles what is hot, once in a process. */
import { openThreadPools, type ThreadPools } from '../main/composition/thread-pools'
import type { Config } from '../main/config/config'
import { AppError } from '../main/contract/model/errors'
import type { RunEngines } from '../main/runs/model/run-engine'
import { type Service, startService } from '../main/service'
import type { Runner, Tasks } from '../main/worker/runner'

/** Of the process, started by its first service; every service loads the same engines. */
let warm: ThreadPools | null = null

function openWarmPools(engines: RunEngines): ThreadPools {
  warm ??= openThreadPools(engines)
  return borrowed(warm)
}

/** As `startService`, which the tests of the service, of programs and of crashes start as it is. */
export const startWarmService = (config: Config): Promise<Service> => startService(config, { openPools: openWarmPools })

/** What a closed service waits for is rejected as by threads of its own, which here go on for others. */
function borrowed({ reading, working, computing, signing }: ThreadPools): ThreadPools {
  const closing = new AbortController()
  const until = <T extends Tasks>(runner: Runner<T>): Runner<T> => ({
    run: (name, input, { signal = closing.signal, ...options } = {}) =>
      runner.run(name, input, { ...options, signal: AbortSignal.any([signal, closing.signal]) }),
  })
  return {
    reading: until(reading),
    working: until(working),
    computing: until(computing),
    signing: until(signing),
    close: async () => closing.abort(new AppError('shutting_down', 'The service is stopping')),
  }
}
