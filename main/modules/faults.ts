/** What is proved of a module's round, and any fault of it replayed. */
import type { FaultReplay, FaultReplayQuery, FaultsQuery, FaultsReport } from '../contract/modules/faults'
import { direct, type Runner } from '../worker/runner'
import type { Modules } from './modules'
import { type ModuleTasks, moduleTasks } from './tasks'

export interface Faults {
  /** Throws AppError not_found, no_embedding, disqualified. The signal is that of a caller who may leave. */
  list(backend_id: string, logical_id: string, query: FaultsQuery, signal?: AbortSignal): Promise<FaultsReport>
  /** Throws as `list`, and AppError invalid_request for a fault that the round does not have or a closing without windows. */
  replay(backend_id: string, logical_id: string, query: FaultReplayQuery, signal?: AbortSignal): Promise<FaultReplay>
}

/** `computing` does the long work: on the calling thread unless given. */
export const createFaults = (
  modules: Pick<Modules, 'resolve'>,
  computing: Runner<ModuleTasks> = direct(moduleTasks()),
): Faults => ({
  async list(backend_id, logical_id, query, signal) {
    const { module, compiled } = await modules.resolve(backend_id, logical_id)
    const { logical_qubit, calibration_id } = module
    return { logical_qubit, calibration_id, ...(await computing.run('listFaults', { compiled, query }, { signal })) }
  },
  async replay(backend_id, logical_id, query, signal) {
    const { compiled } = await modules.resolve(backend_id, logical_id)
    return computing.run('replayFault', { compiled, query }, { signal })
  },
})
