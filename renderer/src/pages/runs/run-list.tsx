/** Runs of every module, newest first. Refreshes while one of them can still change. */
import { Button, HTMLSelect } from '@blueprintjs/core'
import { Add, ChevronLeft, ChevronRight, Comparison } from '@blueprintjs/icons'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { routes } from '../../../../main/contract/routes'
import { type Run, RunStatus } from '../../../../main/contract/runs/run'
import { usePolled } from '../../api/use-fetch'
import { useLabEvents } from '../../api/use-stream'
import { PageLayout, Panel } from '../../components/layout/page'
import { Answer, Empty } from '../../components/messages/answer'
import { MAX_OVERLAYS } from '../../draw/comparison/overlay-figure'
import { isTerminal } from '../../draw/format/job-and-run-text'
import { countWithNoun } from '../../draw/format/quantity'
import { addressOfComparison } from './compare-address'
import { RunListTable } from './run-table'

const PAGE = 100

export function RunList() {
  const [, navigate] = useLocation()
  const [status, setStatus] = useState<RunStatus | ''>('')
  /** Cursors of the pages gone through; the last is the one shown. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const query = { limit: PAGE, ...(status && { status }), ...(cursor && { cursor }) }
  const runs = usePolled(routes.listRuns, { query }, { until: ({ items }) => items.every(isTerminal) })
  const [marked, setMarked] = useState<readonly Run[]>([])
  useLabEvents(runs.polling, event => {
    if (event.type === 'reset' || (event.type === 'run' && isNews(event, runs.data?.items))) runs.reload()
  })
  const setUp = <Button intent="primary" icon={<Add />} text="Set up a run" onClick={() => navigate('/runs/new')} />
  const filter = (chosen: string) => {
    setStatus(chosen as RunStatus | '')
    setCursors([])
  }
  return (
    <PageLayout
      title="Runs"
      about="Physical baselines, the encoded experiment, and whether encoding helped."
      actions={
        <>
          <CompareButton marked={marked} />
          {setUp}
        </>
      }
    >
      <Panel title="All runs" actions={<StatusFilter status={status} choose={filter} />}>
        <Answer of={runs} what="the runs">
          {({ items, next_cursor }) =>
            items.length === 0 ? (
              <Empty title={status === '' ? 'No run yet' : `No run is ${status}`}>
                Resolve a module on the <Link href="/modules">Modules</Link> page, then set up a run on it.
              </Empty>
            ) : (
              <>
                <RunListTable
                  runs={items}
                  marked={marked}
                  mark={(run, on) =>
                    setMarked([...marked.filter(each => each.run_id !== run.run_id), ...(on ? [run] : [])])
                  }
                />
                <Pages
                  older={next_cursor === null ? null : () => setCursors([...cursors, next_cursor])}
                  newer={cursors.length === 0 ? null : () => setCursors(cursors.slice(0, -1))}
                />
              </>
            )
          }
        </Answer>
      </Panel>
    </PageLayout>
  )
}

/** Whether an event tells of a new run or a new state; mere progress waits for the next poll. */
const isNews = ({ run_id, status }: Pick<Run, 'run_id' | 'status'>, known: readonly Run[] = []) =>
  known.find(run => run.run_id === run_id)?.status !== status

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

function CompareButton({ marked }: { readonly marked: readonly Run[] }) {
  const [, navigate] = useLocation()
  const few = marked.length < 2
  const many = marked.length > MAX_OVERLAYS
  return (
    <Button
      icon={<Comparison />}
      text={marked.length === 0 ? 'Compare' : `Compare ${countWithNoun(marked.length, 'run')}`}
      disabled={few || many}
      title={`Mark 2 to ${MAX_OVERLAYS} completed runs in the list`}
      onClick={() => navigate(addressOfComparison(marked))}
    />
  )
}
