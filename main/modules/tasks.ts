/** The long work of modules as tasks for a thread (main/worker): the search, what is proved of its rounds, and their texts. */
import type { DeviceState } from '../backends/backends'
import { protocolsOf } from '../contract/calibration/feedforward'
import type { DisqualifiedLayout } from '../contract/modules/candidates'
import type { FaultReplay, FaultReplayQuery, FaultsQuery } from '../contract/modules/faults'
import type { RoundsQuery } from '../contract/modules/rounds'
import type { CompiledRound } from '../qec/model/round'
import { noiseModel } from '../qec/noise/transform'
import type { Chiplet } from '../qec/noise/vetoes'
import { disqualifiedLayouts, type Screened } from '../qec/search/explain/disqualified'
import { jsonBytes } from '../worker/json'
import type { Task } from '../worker/runner'
import type { NotFound, PlainResolvedChiplet, ReadyModule } from './model/module'
import { newMemory, resolveChiplet } from './resolution/resolve'
import { disqualifiedLayout, resolvedModule } from './resolution/resolved-module'
import { createEnumeration, type FaultsOfRound } from './rounds/enumeration'
import { exportedRounds } from './rounds/exported-text'
import { type Proofs, UNCACHED_PROOFS } from './rounds/proven-parts'

interface ResolutionTask {
  /** With the snapshots that stability looks back over. */
  readonly device: Pick<DeviceState, 'profile' | 'current' | 'snapshots'>
  readonly chiplet: Chiplet
}

interface FaultTask<Query> {
  readonly compiled: CompiledRound
  readonly query: Query
}

interface ExportTask {
  readonly ready: Omit<ReadyModule, 'noise'>
  readonly query: RoundsQuery
}

export type ModuleTasks = {
  readonly resolveChiplet: Task<ResolutionTask, unknown, PlainResolvedChiplet | NotFound>
  readonly disqualifiedLayouts: Task<Screened, unknown, DisqualifiedLayout[]>
  readonly listFaults: Task<FaultTask<FaultsQuery>, unknown, FaultsOfRound>
  readonly replayFault: Task<FaultTask<FaultReplayQuery>, unknown, FaultReplay>
  /** JSON of the RoundsText, which is megabytes for many rounds on a large device. */
  readonly exportRounds: Task<ExportTask, unknown, Uint8Array>
}

/** Verdicts and shapes are remembered by each thread for itself: they change no answer. */
export function moduleTasks(proofs: Proofs = UNCACHED_PROOFS): ModuleTasks {
  const memory = newMemory()
  const enumeration = createEnumeration()
  return {
    resolveChiplet({ device, chiplet }, _host, _signal, checkpoint) {
      const resolution = resolveChiplet(device, chiplet, memory, checkpoint)
      if (!resolution.found) return resolution
      const { vetoes, compiled } = resolution
      return { found: true, chiplet, vetoes, compiled, module: resolvedModule(device, resolution) }
    },
    disqualifiedLayouts(screened, _host, _signal, checkpoint) {
      const selecting = { ...memory, verdict: memory.verdictOf(protocolsOf(screened.profile)[0]!) }
      return disqualifiedLayouts(screened, selecting, checkpoint).map(disqualifiedLayout)
    },
    listFaults: ({ compiled, query }, _host, _signal, checkpoint) => enumeration.list(compiled, query, checkpoint),
    replayFault: ({ compiled, query }, _host, _signal, checkpoint) => enumeration.replay(compiled, query, checkpoint),
    exportRounds: ({ ready, query }) =>
      jsonBytes(exportedRounds({ ...ready, noise: noiseModel(ready.profile, ready.snapshot) }, query, proofs)),
  }
}
