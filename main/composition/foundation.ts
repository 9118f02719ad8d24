/** Parts of the service that all other parts depend on. */
import { type Account, createAccount } from '../account/account'
import type { Config } from '../config/config'
import type { LabChanges } from '../lab/profile/lab-changes'
import { createLog, type Logger } from '../log/log'
import type { RunEngines } from '../runs/model/run-engine'
import { runEngines } from '../runs/sampling/frame-engine'
import { loadEngines, type SimulationEngines } from '../simulation/engines'
import { openStore, type Store } from '../store/store'
import { type OpenedLab, openChanges, openLab } from './machine'
import type { Shutdown } from './shutdown'
import type { openThreadPools, ThreadPools } from './thread-pools'

export interface Foundation {
  readonly config: Config
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number
  readonly log: Logger
  /** The lab file as read at the start. */
  readonly lab: OpenedLab
  /** The lab including the changes made in the window. */
  readonly changes: LabChanges
  readonly store: Store
  readonly simulators: SimulationEngines
  /** Engines of runs and studies; they use the same simulators. */
  readonly engines: RunEngines
  readonly pools: ThreadPools
  readonly account: Account
  readonly shutdown: Shutdown
}

/** Reads the lab file before it opens the store, so that a faulty file leaves no data folder behind. */
export function openFoundation(config: Config, openPools: typeof openThreadPools, shutdown: Shutdown): Foundation {
  const now = Date.now
  const log = createLog(config.log_level)
  const notice = (line: string): void => log.warn(line)
  const lab = openLab(config)
  const simulators = loadEngines({ log: notice })
  const store = openStore({ dataDir: config.data, binding: config.sqlite_binding, notice })
  shutdown.add(() => store.close())
  const engines = runEngines(simulators)
  const pools = openPools(engines)
  shutdown.add(pools.close)
  const changes = openChanges(lab, config, now)
  const account = createAccount({ store, now, may_purchase: lab.base.may_purchase })
  return { config, now, log, lab, changes, store, simulators, engines, pools, account, shutdown }
}
