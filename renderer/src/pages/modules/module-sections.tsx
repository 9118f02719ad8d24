/** Sections of the chosen chiplet: layout, rank, candidates, demands, ruled-out layouts, drift and predicted gain. */
import type { Backend } from '../../../../main/contract/backends/catalogue'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import type { LogicalQubit } from '../../../../main/contract/modules/logical-qubits'
import { CandidatesStep } from './candidates/candidates-step'
import { RuledOut } from './candidates/ruled-out'
import { DemandsView } from './demands/demands-view'
import { DriftView } from './drift-view'
import { ImprovementsSheet } from './layout/improvements-sheet'
import { LayoutStep } from './layout/layout-step'
import { PredictedGain } from './predicted-gain'
import { WhyThisRank } from './ranking/ranking-list'
import { SectionTabs } from './section-tabs'

interface Props {
  readonly backend: Backend
  readonly module: ResolvedModule
  readonly chosen: LogicalQubit
  readonly first: LogicalQubit | null
  /** The same chiplet without demands. */
  readonly free: LogicalQubit | undefined
}

export function ModuleSections({ backend, module, chosen, first, free }: Props) {
  const { backend_id, logical_qubit: logical_id } = module
  const of = { backend_id, logical_id }
  const best = first === chosen ? null : (first?.module?.diagnostics.delta_round ?? null)
  return (
    <SectionTabs
      label="The module"
      sections={[
        { id: 'layout', title: 'Layout', content: <LayoutStep backend={backend} module={module} /> },
        {
          id: 'rank',
          title: 'Rank',
          content: (
            <div className="pentad-stack">
              <WhyThisRank each={chosen} first={first} />
              <h3>Where better parts pay most</h3>
              <ImprovementsSheet module={module} first={best} />
            </div>
          ),
        },
        { id: 'candidates', title: 'Candidates', content: <CandidatesStep backend={backend} module={module} /> },
        {
          id: 'demands',
          title: 'Pin or exclude',
          content: <DemandsView backend={backend} chosen={chosen} free={free} />,
        },
        {
          id: 'ruled-out',
          title: 'Ruled out',
          content: (
            <RuledOut key={module.calibration_id} {...of} backend={backend} first={module.candidates[0]} within />
          ),
        },
        { id: 'drift', title: 'Drift', content: <DriftView {...of} simulated={backend.simulated} /> },
        { id: 'gain', title: 'Predicted gain', content: <PredictedGain key={keyOf(module)} module={module} /> },
      ]}
    />
  )
}

const keyOf = ({ calibration_id, diagnostics }: ResolvedModule) => `${calibration_id} ${diagnostics.ft.schedule_hash}`
