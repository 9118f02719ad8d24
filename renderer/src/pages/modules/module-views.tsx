/** What else there is to a resolved module: its faults and schedule, its drift, its break-even maps, its rounds as text. */
import { Tab, Tabs } from '@blueprintjs/core'
import { useState } from 'react'
import type { Backend } from '../../../../main/contract/backends/catalogue'
import type { ResolvedModule } from '../../../../main/contract/modules/candidates'
import { offeredProtocols } from '../../draw/runs/options'
import { Panel } from '../../show/page'
import { DriftView } from './drift-view'
import { FaultsView } from './faults/view'
import { RoundsView } from './rounds-view'
import { StudiesView } from './studies/view'

interface Props {
  readonly backend: Backend
  readonly module: ResolvedModule
}

export function ModuleViews({ backend, module }: Props) {
  const [view, setView] = useState('faults')
  const of = { backend_id: module.backend_id, logical_id: module.logical_qubit }
  return (
    <Panel title={`Examine ${module.logical_qubit}`}>
      <Tabs
        id="module-views"
        className="modules-views"
        selectedTabId={view}
        onChange={id => setView(String(id))}
        renderActiveTabPanelOnly
        aria-label="Views of the module"
      >
        <Tab id="faults" title="Faults and schedule" panel={<FaultsView backend={backend} module={module} />} />
        <Tab id="drift" title="Drift" panel={<DriftView {...of} simulated={backend.simulated} />} />
        <Tab
          id="break-even"
          title="Break-even map"
          panel={<StudiesView {...of} protocols={offeredProtocols(module)} />}
        />
        <Tab id="rounds" title="Export rounds" panel={<RoundsView module={module} />} />
      </Tabs>
    </Panel>
  )
}
