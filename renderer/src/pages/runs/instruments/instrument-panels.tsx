/** The instruments around a run: what each does meanwhile, readings with their limits, and the logs. */
import { useState } from 'react'
import { Link } from 'wouter'
import type { MachineProgress } from '../../../../../main/contract/instruments/lab'
import { routes } from '../../../../../main/contract/routes'
import type { Run } from '../../../../../main/contract/runs/run'
import { useMachine } from '../../../api/instruments/use-instruments'
import { usePolled } from '../../../api/use-fetch'
import { Panel } from '../../../components/layout/page'
import { Answer } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { isTerminal, shortId } from '../../../draw/format/job-and-run-text'
import { batchText, bytesText, PHASE_TEXT } from '../../../draw/instruments/state-text'
import { CommandLogView } from '../../../instruments/logs/command-log'
import { ExperimentLogView } from '../../../instruments/logs/experiment-log'
import { OpenAlarms } from '../../../instruments/safety/alarms'
import { ReadingPlots } from '../../../instruments/status/readings'

const READ_EVERY_MS = 2_000

/** Alarms, readings and logs of a run on a device. */
export function InstrumentPanels({ run }: { readonly run: Run }) {
  const work = run.run_id
  const going = !isTerminal(run)
  return (
    <>
      <OpenAlarms />
      <ReadingsOfRun work={work} going={going} />
      <Panel title="Experiment log">
        <ExperimentLogView work={work} />
        <CommandsOfRun work={work} />
      </Panel>
    </>
  )
}

/** Fetched once it is opened: a run sends thousands of lines. */
function CommandsOfRun({ work }: { readonly work: string }) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>Every command and answer of this run</summary>
      {open && <CommandLogView work={work} />}
    </details>
  )
}

export function InstrumentRoles({ work }: { readonly work: string }) {
  const machine = useMachine(work)
  return (
    <Panel
      title="Machine"
      tags={<span className="pentad-quiet">{machine.live ? 'live' : 'updated every few seconds'}</span>}
    >
      <Answer of={machine} what="what the instruments do">
        {({ items }) =>
          items.length === 0 ? (
            <p className="pentad-quiet">No instrument has started on it yet.</p>
          ) : (
            <MachineTable progress={items} />
          )
        }
      </Answer>
    </Panel>
  )
}

/** Sequencers come before the instruments that hold their settings. */
const sequencersFirst = (progress: readonly MachineProgress[]): MachineProgress[] =>
  [...progress].sort(
    (one, other) =>
      Number(one.batch === null) - Number(other.batch === null) || one.instrument_id.localeCompare(other.instrument_id),
  )

const MachineTable = ({ progress }: { readonly progress: readonly MachineProgress[] }) => (
  <ScrollRegion label="What each instrument does">
    <HeadedTable
      caption="What each instrument does"
      columns={['Instrument', 'Does', 'Batch', 'Bytes', 'Error queue']}
      numeric={['Bytes']}
      className="machine-does"
    >
      {sequencersFirst(progress).map(each => (
        <tr key={each.instrument_id}>
          <th scope="row">
            <Link href={`/instruments/${each.instrument_id}`}>{each.instrument_id}</Link>{' '}
            {each.simulated && <SimulatedTag />}
          </th>
          <td>{PHASE_TEXT[each.phase]}</td>
          <td>{batchText(each)}</td>
          <td data-column="Bytes" className="pentad-number">
            {bytesText(each.bytes)}
          </td>
          <td data-column="Error queue">
            {each.errors.length === 0 ? 'empty' : <span className="pentad-fault">{each.errors.join('; ')}</span>}
          </td>
        </tr>
      ))}
    </HeadedTable>
  </ScrollRegion>
)

interface ReadingsProps {
  readonly work: string
  readonly going: boolean
}

/** Readings during the run, which can still be plotted after it. */
function ReadingsOfRun({ work, going }: ReadingsProps) {
  const readings = usePolled(
    routes.listReadings,
    { query: { work, points: 500 } },
    { until: () => !going, every_ms: READ_EVERY_MS },
  )
  return (
    <Panel title="Temperatures, pressures and other readings">
      <Answer of={readings} what="the readings">
        {({ items }) => (
          <ReadingPlots
            series={items}
            fileName={`run-${shortId(work)}-readings`}
            empty={going ? 'Nothing was read yet.' : 'Nothing was read during this run.'}
          />
        )}
      </Answer>
    </Panel>
  )
}
