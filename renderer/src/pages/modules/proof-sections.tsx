/** Sections on the module's round: faults and schedule, steps, diagnostics, break-even map, and its rounds as text. */
import type { Backend } from '../../../../main/contract/backends/catalogue'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import { offeredProtocols } from '../../draw/runs/options'
import { FaultsView } from './faults/faults-view'
import { Diagnostics } from './layout/diagnostics'
import { ExtractionSteps } from './layout/extraction-steps'
import { RoundsView } from './rounds-view'
import { SectionTabs } from './section-tabs'
import { StudiesView } from './studies/studies-view'

interface Props {
  readonly backend: Backend
  readonly module: ResolvedModule
}

export function ProofSections({ backend, module }: Props) {
  const of = { backend_id: module.backend_id, logical_id: module.logical_qubit }
  return (
    <SectionTabs
      label="Views of the module"
      sections={[
        { id: 'faults', title: 'Faults and schedule', content: <FaultsView backend={backend} module={module} /> },
        { id: 'steps', title: 'Steps', content: <ExtractionSteps module={module} /> },
        { id: 'figures', title: 'Diagnostics', content: <Diagnostics module={module} /> },
        {
          id: 'break-even',
          title: 'Break-even map',
          content: <StudiesView {...of} protocols={offeredProtocols(module)} />,
        },
        { id: 'rounds', title: 'Export rounds', content: <RoundsView module={module} /> },
      ]}
    />
  )
}
