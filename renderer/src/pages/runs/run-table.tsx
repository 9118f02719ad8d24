/** The rows of the runs list: verdict, status and request of each run; completed ones can be marked. */
import { Checkbox } from '@blueprintjs/core'
import { Link } from 'wouter'
import { utc } from '../../../../main/contract/model/iso-time'
import type { Run } from '../../../../main/contract/runs/run'
import { HeadedTable } from '../../components/tables/headed-table'
import { ScrollRegion } from '../../components/tables/scroll-region'
import { SimulatedTag, StatusTag } from '../../components/values/tags-and-times'
import { isTerminal, shortId } from '../../draw/format/job-and-run-text'
import { count, estimate, NO_VALUE, percent } from '../../draw/format/quantity'
import { addressOfRun, gainFigure, roundsList, VERDICT_TEXT } from '../../draw/runs/run-text'
import { survivalShortText } from '../../draw/runs/survival-text'

const HEADINGS = [
  'Mark',
  'Run',
  'Gain and survival against best',
  'Status',
  'Logical error a round',
  'Module',
  'Mode and rounds',
  'Shots',
]

interface RunTableProps {
  readonly runs: readonly Run[]
  /** Runs marked for a comparison, also those on other pages of the list. */
  readonly marked: readonly Run[]
  readonly mark: (run: Run, on: boolean) => void
}

export const RunListTable = ({ runs, marked, mark }: RunTableProps) => (
  <ScrollRegion label="Runs" className="runs-list">
    <HeadedTable columns={HEADINGS} numeric={['Shots']}>
      {runs.map(run => (
        <RunRow
          key={run.run_id}
          run={run}
          marked={marked.some(each => each.run_id === run.run_id)}
          mark={on => mark(run, on)}
        />
      ))}
    </HeadedTable>
  </ScrollRegion>
)

interface RunRowProps {
  readonly run: Run
  readonly marked: boolean
  readonly mark: (on: boolean) => void
}

function RunRow({ run, marked, mark }: RunRowProps) {
  const gain = run.summary?.gain_best
  const survival = run.summary?.survival_verdict
  return (
    <tr>
      <td>
        <Checkbox
          className="runs-mark"
          aria-label={`Mark run ${run.name ?? shortId(run.run_id)} for comparison`}
          checked={marked}
          disabled={run.status !== 'COMPLETED'}
          onChange={event => mark(event.currentTarget.checked)}
        />
      </td>
      <th scope="row">
        <Link href={addressOfRun(run)} className="runs-name" {...(run.name && { title: run.name })}>
          {run.name ?? <code>{shortId(run.run_id)}</code>}
        </Link>
        <span className="pentad-quiet runs-under">{utc(run.created_at)}</span>
        {run.replay && <ReplayMark replay={run.replay} />}
      </th>
      <td className="runs-gain">
        {gain ? (
          <>
            <strong>{VERDICT_TEXT[gain.verdict]}</strong>
            <br />
            {gainFigure(gain)}
            {survival && (
              <span className="pentad-quiet runs-under" title={survival.text}>
                survival {survivalShortText(survival)}
              </span>
            )}
          </>
        ) : (
          NO_VALUE
        )}
      </td>
      <td>
        <StatusTag status={run.status} live={!isTerminal(run)} />
        {run.status === 'PROCESSING' && ` ${percent(run.progress.fraction)}`}
      </td>
      <td>{run.summary ? estimate(run.summary.logical_error) : NO_VALUE}</td>
      <td>
        {run.chiplet} of {run.backend_id}
        <br />
        {run.simulated && <SimulatedTag />}
      </td>
      <td>
        {run.request.mode}
        <br />R = {roundsList(run.request.rounds)}
      </td>
      <td className="pentad-number">{count(run.request.shots)}</td>
    </tr>
  )
}

const ReplayMark = ({ replay }: { readonly replay: NonNullable<Run['replay']> }) => (
  <span className="pentad-quiet runs-under">
    replay of <code>{shortId(replay.of)}</code>
    {replay.identical !== null && (replay.identical ? ', identical' : ', differing')}
  </span>
)
