/** What is proved of a module's round, and any fault of it replayed. */
import type { FaultReplay, FaultReplayQuery, FaultsQuery, FaultsReport } from '../contract/modules/faults'
import { type CallOwner, direct, type Runner } from '../worker/runner'
import type { Modules, ReadyModule } from './model/module'
import { closingFor, protocolFor, roundUnder } from './rounds/protocol'
import { type ModuleTasks, moduleTasks } from './tasks'

export interface Faults {
  /** Throws AppError not_found, no_embedding, disqualified. `asker` is a caller who may leave. */
  list(backend_id: string, logical_id: string, query: FaultsQuery, asker?: CallOwner): Promise<FaultsReport>
  /** Throws as `list`, and AppError invalid_request for a fault that the round does not have or a closing without windows. */
  replay(backend_id: string, logical_id: string, query: FaultReplayQuery, asker?: CallOwner): Promise<FaultReplay>
}

/** The round as the protocol runs it. Throws AppError invalid_request for one that the device does not offer. */
function underProtocol<Query extends FaultsQuery | FaultReplayQuery>(ready: ReadyModule, query: Query) {
  const protocol = protocolFor(ready.profile, query.protocol)
  const closing = closingFor(ready.profile, protocol, query.closing)
  return { compiled: roundUnder(ready, protocol), query: { ...query, protocol, closing } }
}

/** `computing` does the long work: on the calling thread unless given. */
export const createFaults = (
  modules: Pick<Modules, 'resolve'>,
  computing: Runner<ModuleTasks> = direct(moduleTasks()),
): Faults => ({
  async list(backend_id, logical_id, query, asker) {
    const ready = await modules.resolve(backend_id, logical_id, asker)
    const { logical_qubit, calibration_id } = ready.module
    const report = await computing.run('listFaults', underProtocol(ready, query), asker)
    return { logical_qubit, calibration_id, ...report }
  },
  async replay(backend_id, logical_id, query, asker) {
    const ready = await modules.resolve(backend_id, logical_id, asker)
    return computing.run('replayFault', underProtocol(ready, query), asker)
  },
})
