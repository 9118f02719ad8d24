/** The lab's instruments, its logs and the snapshots of its settings, each in a tab that the address names. */
import { PageLayout, Panel } from '../../components/layout/page'
import { ViewTabs } from '../../components/layout/view-tabs'
import { CommandLogView } from '../../instruments/logs/command-log'
import { ExperimentLogView } from '../../instruments/logs/experiment-log'
import { ScopedLog, useLogScope } from '../../instruments/logs/log-scope'
import { OpenAlarms } from '../../instruments/safety/alarms'
import { LabInstruments } from './list/lab-instruments'
import { SnapshotsPanel } from './snapshots/snapshots-panel'

export function LabPage() {
  const { addressOf, ...scope } = useLogScope()
  const logs = [
    { id: 'log', title: 'Command log', view: <CommandLogView {...scope} /> },
    { id: 'experiment', title: 'Experiment log', view: <ExperimentLogView {...scope} /> },
  ].map(({ id, title, view }) => ({
    id,
    title,
    content: (
      <Panel title={title}>
        <ScopedLog value={addressOf}>{view}</ScopedLog>
      </Panel>
    ),
  }))
  return (
    <PageLayout
      title="Instruments"
      about="Control instruments and sequencers of the lab: what each is, says, is set to, and who holds it."
    >
      <OpenAlarms />
      <ViewTabs
        label="Views of the lab"
        path="/instruments"
        views={[
          { id: 'instruments', title: 'Instruments', content: <LabInstruments /> },
          ...logs,
          { id: 'snapshots', title: 'Snapshots', content: <SnapshotsPanel /> },
        ]}
      />
    </PageLayout>
  )
}
