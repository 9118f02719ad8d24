import type { BackendExecution } from '../../backends/listing'
import type { Run } from '../../contract/runs/run'
import type { Device } from '../../device/device'
import type { Logger } from '../../log/log'
import type { ReadyModule } from '../../modules/model/module'
import type { Store } from '../../store/store'
import type { Runner, WorkContext } from '../../worker/runner'
import type { RunTasks } from '../execution/tasks'
import type { RunEngines } from '../model/run-engine'
import type { RunPricing } from './tokens'

/** Services that runs depend on. */
export interface RunServices {
  readonly store: Store
  /** Throws not_found, no_embedding, disqualified. */
  readonly modules: { resolve(backend_id: string, logical_id: string, context?: WorkContext): Promise<ReadyModule> }
  /** Throws not_found for an unknown backend. */
  readonly backends: { execution(backend_id: string): BackendExecution }
  /** Device that measures the runs of a live backend; null, or left out: they are simulated. */
  readonly deviceOf?: ((backend_id: string) => Device | null) | undefined
  /** Charges for runs; left out: runs are free. */
  readonly pricing?: RunPricing | undefined
  readonly engines: RunEngines
  /** Where the long work is done. */
  readonly computing: Runner<RunTasks>
  readonly log: Logger
  readonly now: () => number
  /** Version of the software, for the record. */
  readonly version: string
  /** Called at every change of status, and about ten times a second with progress. */
  readonly publish?: ((run: Run) => void) | undefined
}

export interface ModuleId {
  readonly backend_id: string
  readonly logical_id: string
}

export interface RunId extends ModuleId {
  readonly run_id: string
}
