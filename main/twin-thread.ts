/** Entry of the threads that run twins of instruments and sequencers. */
import { parentPort, workerData } from 'node:worker_threads'
import { loadEngines, type SimulationEngines } from './simulation/engines'
import type { TwinThreadData } from './twins/thread/messages'
import { serveTwins } from './twins/thread/serve-twins'
import { leaveCoresToTheService } from './worker/priority'

leaveCoresToTheService()
const { native_dirs }: TwinThreadData = workerData

let engines: SimulationEngines | null = null
serveTwins(parentPort!, () => (engines ??= loadEngines({ nativeDirs: native_dirs })))
