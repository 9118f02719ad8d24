/** The lab's instruments, its logs and the snapshots of its settings, each in a tab that the address names. */
import { Tab, Tabs } from '@blueprintjs/core'
import { useLocation, useSearch } from 'wouter'
import { PageLayout, Panel } from '../../components/layout/page'
import { CommandLogView } from '../../instruments/logs/command-log'
import { ExperimentLogView } from '../../instruments/logs/experiment-log'
import { ScopedLog, useLogScope } from '../../instruments/logs/log-scope'
import { OpenAlarms } from '../../instruments/safety/alarms'
import { LabInstruments } from './list/lab-instruments'
import { SnapshotsPanel } from './snapshots/snapshots-panel'

const VIEWS = ['instruments', 'log', 'experiment', 'snapshots'] as const

export function LabPage() {
  const asked = new URLSearchParams(useSearch()).get('view')
  const [, navigate] = useLocation()
  const { addressOf, ...scope } = useLogScope()
  const view = VIEWS.find(each => each === asked) ?? 'instruments'
  return (
    <PageLayout
      title="Instruments"
      about="Control instruments and sequencers of the lab: what each is, says, is set to, and who holds it."
    >
      <OpenAlarms />
      <Tabs
        id="lab-views"
        className="instruments-views"
        selectedTabId={view}
        renderActiveTabPanelOnly
        onChange={id => navigate(id === 'instruments' ? '/instruments' : `/instruments?view=${id}`)}
        aria-label="Views of the lab"
      >
        <Tab id="instruments" title="Instruments" panel={<LabInstruments />} />
        <Tab
          id="log"
          title="Command log"
          panel={
            <Panel title="Command log">
              <ScopedLog value={addressOf}>
                <CommandLogView {...scope} />
              </ScopedLog>
            </Panel>
          }
        />
        <Tab
          id="experiment"
          title="Experiment log"
          panel={
            <Panel title="Experiment log">
              <ScopedLog value={addressOf}>
                <ExperimentLogView {...scope} />
              </ScopedLog>
            </Panel>
          }
        />
        <Tab id="snapshots" title="Snapshots" panel={<SnapshotsPanel />} />
      </Tabs>
    </PageLayout>
  )
}
