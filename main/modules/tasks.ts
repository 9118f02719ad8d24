/** The long work of modules as tasks for a thread (main/worker): the search, what is proved of its rounds, and their texts. */
import type { DeviceState } from '../backends/backends'
import type { FaultReplay, FaultReplayQuery, FaultsQuery } from '../contract/modules/faults'
import type { DisqualifiedLayout, Veto } from '../contract/modules'
import type { RoundsQuery, RoundsText } from '../contract/modules/rounds'
import { paced } from '../pace/pace'
import type { CompiledRound } from '../qec/model/round'
import { noiseModel } from '../qec/noise/transform'
import type { Chiplet } from '../qec/noise/vetoes'
import { disqualifiedLayouts } from '../qec/search/explain/disqualified'
import { createEnumeration, type FaultsOfRound } from './rounds/enumeration'
import type { ReadyModule } from './modules'
import { FRESH, type Proofs } from './rounds/proven-parts'
import { type NotFound, newMemory, resolveChiplet } from './resolution/resolve'
import { disqualifiedLayout, resolvedModule, type UndatedModule } from './resolution/resolved-module'
import { exportedRounds } from './rounds'

interface Resolving {
  /** With the snapshots that stability looks back over. */
  readonly device: Pick<DeviceState, 'profile' | 'current' | 'snapshots'>
  readonly chiplet: Chiplet
}

interface Screening {
  readonly profile: DeviceState['profile']
  readonly snapshot: DeviceState['current']
  readonly chiplet: Chiplet
}

/** What a chiplet gives, without the search behind it. */
export interface Chosen {
  readonly found: true
  readonly chiplet: Chiplet
  readonly vetoes: readonly Veto[]
  readonly compiled: CompiledRound
  readonly module: UndatedModule
}

interface Struck<Query> {
  readonly compiled: CompiledRound
  readonly query: Query
}

interface Exporting {
  readonly ready: Omit<ReadyModule, 'noise'>
  readonly query: RoundsQuery
}

/** Verdicts and shapes are remembered by each thread for itself: they change no answer. */
export function moduleTasks(proofs: Proofs = FRESH) {
  const memory = newMemory()
  const enumeration = createEnumeration()
  return {
    async resolveChiplet({ device, chiplet }: Resolving): Promise<Chosen | NotFound> {
      const resolution = await paced(resolveChiplet(device, chiplet, memory))
      if (!resolution.found) return resolution
      const { vetoes, compiled } = resolution
      return { found: true, chiplet, vetoes, compiled, module: resolvedModule(device, resolution) }
    },
    async disqualifiedLayouts({ profile, snapshot, chiplet }: Screening): Promise<DisqualifiedLayout[]> {
      return (await paced(disqualifiedLayouts(profile, snapshot, chiplet, memory))).map(disqualifiedLayout)
    },
    listFaults: ({ compiled, query }: Struck<FaultsQuery>): Promise<FaultsOfRound> => enumeration.list(compiled, query),
    replayFault: ({ compiled, query }: Struck<FaultReplayQuery>): Promise<FaultReplay> =>
      enumeration.replay(compiled, query),
    exportRounds: ({ ready, query }: Exporting): RoundsText =>
      exportedRounds({ ...ready, noise: noiseModel(ready.profile, ready.snapshot) }, query, proofs),
  }
}
export type ModuleTasks = ReturnType<typeof moduleTasks>
