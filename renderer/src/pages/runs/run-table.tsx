/** The rows of the runs list: what was asked, how it stands, and its verdict; completed ones can be marked. */
import { Checkbox } from '@blueprintjs/core'
import { Link } from 'wouter'
import type { Run } from '../../../../main/contract/runs/run'
import { ABSENT, count, estimate, percent, utc } from '../../draw/format/quantity'
import { gainFigure, isFinished, roundsText, VERDICT_WORDS } from '../../draw/run-words'
import { HeadedTable } from '../../show/tables/headed-table'
import { ScrollRegion } from '../../show/tables/scroll-region'
import { SimulatedTag, StatusTag } from '../../show/tags'
import { addressOfRun } from '../../draw/runs/address'

const HEADINGS = [
  'Mark',
  'Run',
  'Status',
  'Module',
  'Mode and rounds',
  'Shots',
  'Logical error a round',
  'Gain against best',
]

interface TableProps {
  readonly runs: readonly Run[]
  /** Those to be compared; of other pages of the list too. */
  readonly marked: readonly Run[]
  readonly mark: (run: Run, on: boolean) => void
}

export const RunTable = ({ runs, marked, mark }: TableProps) => (
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

interface RowProps {
  readonly run: Run
  readonly marked: boolean
  readonly mark: (on: boolean) => void
}

function RunRow({ run, marked, mark }: RowProps) {
  const gain = run.summary?.gain_best
  return (
    <tr>
      <td>
        <Checkbox
          className="runs-mark"
          aria-label={`Mark run ${run.name ?? run.run_id.slice(0, 8)} for comparison`}
          checked={marked}
          disabled={run.status !== 'COMPLETED'}
          onChange={event => mark(event.currentTarget.checked)}
        />
      </td>
      <th scope="row">
        <Link href={addressOfRun(run)} className="runs-name" {...(run.name && { title: run.name })}>
          {run.name ?? <code>{run.run_id.slice(0, 8)}</code>}
        </Link>
        <span className="pentad-quiet runs-under">{utc(run.created_at)}</span>
        {run.replay && <ReplayMark replay={run.replay} />}
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
      <td>
        {run.request.mode}
        <br />R = {roundsText(run.request.rounds)}
      </td>
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
    </tr>
  )
}

const ReplayMark = ({ replay }: { readonly replay: NonNullable<Run['replay']> }) => (
  <span className="pentad-quiet runs-under">
    replay of <code>{replay.of.slice(0, 8)}</code>
    {replay.identical !== null && (replay.identical ? ', identical' : ', differing')}
  </span>
)
