/** Runs of every module, newest first. Refreshes while one of them can still change. */
import { Button, HTMLSelect, HTMLTable } from '@blueprintjs/core'
import { Add, ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { routes } from '../../../../main/contract/routes'
import { type Run, RunStatus } from '../../../../main/contract/runs'
import { usePolled } from '../../api/use-fetch'
import { ABSENT, count, estimate, percent, utc } from '../../draw/quantity'
import { gainFigure, isFinished, roundsText, VERDICT_WORDS } from '../../draw/run-words'
import { Page, Panel } from '../../show/page'
import { ScrollRegion } from '../../show/scroll-region'
import { Answer, Empty } from '../../show/states'
import { SimulatedTag, StatusTag } from '../../show/tags'
import { addressOfRun } from './run-address'

const PAGE = 100

export function RunList() {
  const [, navigate] = useLocation()
  const [status, setStatus] = useState<RunStatus | ''>('')
  /** Cursors of the pages gone through; the last is the one shown. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const query = { limit: PAGE, ...(status && { status }), ...(cursor && { cursor }) }
  const runs = usePolled(routes.listRuns, { query }, { until: ({ items }) => items.every(isFinished) })
  const setUp = <Button intent="primary" icon={<Add />} text="Set up a run" onClick={() => navigate('/runs/new')} />
  const filter = (chosen: string) => {
    setStatus(chosen as RunStatus | '')
    setCursors([])
  }
  return (
    <Page title="Runs" about="Physical baselines, the encoded experiment, and whether encoding helped." actions={setUp}>
      <Panel title="All runs" actions={<StatusFilter status={status} choose={filter} />}>
        <Answer of={runs} what="the runs">
          {({ items, next_cursor }) =>
            items.length === 0 ? (
              <Empty title={status === '' ? 'No run yet' : `No run is ${status}`}>
                Resolve a module on the <Link href="/modules">Modules</Link> page, then set up a run on it.
              </Empty>
            ) : (
              <>
                <RunTable runs={items} />
                <Pages
                  older={next_cursor === null ? null : () => setCursors([...cursors, next_cursor])}
                  newer={cursors.length === 0 ? null : () => setCursors(cursors.slice(0, -1))}
                />
              </>
            )
          }
        </Answer>
      </Panel>
    </Page>
  )
}

const StatusFilter = ({ status, choose }: { readonly status: string; readonly choose: (status: string) => void }) => (
  <HTMLSelect aria-label="Show runs of status" value={status} onChange={event => choose(event.currentTarget.value)}>
    <option value="">Any status</option>
    {RunStatus.options.map(each => (
      <option key={each}>{each}</option>
    ))}
  </HTMLSelect>
)

function Pages({ older, newer }: { readonly older: (() => void) | null; readonly newer: (() => void) | null }) {
  if (older === null && newer === null) return null
  return (
    <div className="pentad-row">
      <Button icon={<ChevronLeft />} text="Newer" disabled={newer === null} onClick={() => newer?.()} />
      <Button endIcon={<ChevronRight />} text="Older" disabled={older === null} onClick={() => older?.()} />
    </div>
  )
}

const HEADINGS = [
  'Run',
  'Status',
  'Module',
  'Mode',
  'Rounds',
  'Shots',
  'Logical error a round',
  'Verdict, gain against best',
  'Created',
]

const RunTable = ({ runs }: { readonly runs: readonly Run[] }) => (
  <ScrollRegion label="Runs" className="runs-list">
    <HTMLTable compact className="pentad-table">
      <thead>
        <tr>
          {HEADINGS.map(name => (
            <th key={name} scope="col" className={name === 'Shots' ? 'pentad-number' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {runs.map(run => (
          <RunRow key={run.run_id} run={run} />
        ))}
      </tbody>
    </HTMLTable>
  </ScrollRegion>
)

function RunRow({ run }: { readonly run: Run }) {
  const gain = run.summary?.gain_best
  return (
    <tr>
      <th scope="row">
        <Link href={addressOfRun(run)}>{run.name ?? <code>{run.run_id.slice(0, 8)}</code>}</Link>
      </th>
      <td>
        <StatusTag status={run.status} live={!isFinished(run)} />
        {run.status === 'PROCESSING' && ` ${percent(run.progress.fraction)}`}
      </td>
      <td>
        {run.chiplet} of {run.backend_id}
        <br />
        {run.simulated && <SimulatedTag />}
      </td>
      <td>{run.request.mode}</td>
      <td>{roundsText(run.request.rounds)}</td>
      <td className="pentad-number">{count(run.request.shots)}</td>
      <td>{run.summary ? estimate(run.summary.logical_error) : ABSENT}</td>
      <td>
        {gain ? (
          <>
            <strong>{VERDICT_WORDS[gain.verdict]}</strong>
            <br />
            {gainFigure(gain)}
          </>
        ) : (
          ABSENT
        )}
      </td>
      <td>{utc(run.created_at)}</td>
    </tr>
  )
}
