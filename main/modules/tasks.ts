/** The long work of modules as tasks for a thread (main/worker): the search, what is proved of its rounds, and their texts. */
import type { DeviceState } from '../backends/backends'
import { protocolsOf } from '../contract/calibration/feedforward'
import type { DisqualifiedLayout } from '../contract/modules/candidates'
import type { FaultReplay, FaultReplayQuery, FaultsQuery } from '../contract/modules/faults'
import type { RoundsQuery } from '../contract/modules/rounds'
import type { CompiledRound } from '../qec/model/round'
import type { Chiplet } from '../qec/noise/vetoes'
import { disqualifiedLayouts, type Screened } from '../qec/search/explain/disqualified'
import { jsonBytes } from '../worker/json'
import type { Task } from '../worker/runner'
import { type ChipletResolution, type ReadyModule, withNoise } from './model/module'
import { contextFor, newMemory, resolveChiplet } from './resolution/resolve'
import { disqualifiedLayout } from './resolution/resolved-module'
import { createFaultReports, type FaultsOfRound } from './rounds/fault-reports'
import { type Proofs, UNCACHED_PROOFS } from './rounds/proven-parts'
import { exportedRounds } from './rounds/round-exports'

interface FaultTask<Query> {
  readonly compiled: CompiledRound
  readonly query: Query
}

export type ModuleTasks = {
  /** `device` with the snapshots that stability looks back over. */
  readonly resolveChiplet: Task<{ readonly device: DeviceState; readonly chiplet: Chiplet }, unknown, ChipletResolution>
  readonly disqualifiedLayouts: Task<Screened, unknown, DisqualifiedLayout[]>
  readonly listFaults: Task<FaultTask<FaultsQuery>, unknown, FaultsOfRound>
  readonly replayFault: Task<FaultTask<FaultReplayQuery>, unknown, FaultReplay>
  /** JSON of the RoundsText, which is megabytes for many rounds on a large device. */
  readonly exportRounds: Task<{ readonly ready: ReadyModule; readonly query: RoundsQuery }, unknown, Uint8Array>
}

/** Verdicts and shapes are remembered by each thread for itself: they change no answer. */
export function moduleTasks(proofs: Proofs = UNCACHED_PROOFS): ModuleTasks {
  const memory = newMemory()
  const faults = createFaultReports()
  return {
    resolveChiplet: ({ device, chiplet }, { checkpoint }) => resolveChiplet(device, { chiplet, memory, checkpoint }),
    disqualifiedLayouts: (screened, { checkpoint }) =>
      disqualifiedLayouts(screened, contextFor(memory, protocolsOf(screened.profile)[0]!), checkpoint).map(
        disqualifiedLayout,
      ),
    listFaults: ({ compiled, query }, { checkpoint }) => faults.list(compiled, query, checkpoint),
    replayFault: ({ compiled, query }, { checkpoint }) => faults.replay(compiled, query, checkpoint),
    exportRounds: ({ ready, query }) => jsonBytes(exportedRounds(withNoise(ready), query, proofs)),
  }
}
