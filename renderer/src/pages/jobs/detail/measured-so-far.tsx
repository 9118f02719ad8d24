/** The complete batches of shots that a device has measured for a job without a result. */
import { Callout, FormGroup, NumericInput } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import type { JobDetail } from '../../../../../main/contract/jobs/circuit-job'
import type { PartialJobResult, PartialPart } from '../../../../../main/contract/jobs/result'
import { jobStates } from '../../../../../main/contract/jobs/status'
import { routes } from '../../../../../main/contract/routes'
import { usePolled } from '../../../api/use-fetch'
import { CopyButton, DownloadButton } from '../../../components/controls/copy-download'
import { Panel } from '../../../components/layout/page'
import { ProblemMessage } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { count, countWithNoun } from '../../../draw/format/quantity'
import { countRows } from '../../../draw/jobs/counts'
import { CountTable } from './count-table'

const EVERY_MS = 2_000

interface Props {
  readonly job: JobDetail
}

/** Nothing for a job on a simulator, and until the first batch is measured. */
export function MeasuredSoFar({ job }: Props) {
  const [row, setRow] = useState(0)
  const { job_uuid, mode, status, rows } = job
  const has = mode === 'live' && (status === 'PROCESSING' || status === 'ABORTED')
  const input = has ? { params: { job_uuid }, query: rows === null ? {} : { row } } : null
  const partial = usePolled(routes.getPartialResult, input, {
    until: reply => jobStates.isTerminal(reply.status),
    every_ms: EVERY_MS,
  })
  if (!has) return null
  // `job_failed` is no problem here: the job may have failed since it was fetched.
  if (partial.error !== null && partial.error.code !== 'job_failed')
    return <ProblemMessage problem={partial.error} retry={partial.reload} />
  if (partial.data === undefined || partial.data.complete || partial.data.measured_shots === 0) return null
  return (
    <PartialPanel partial={partial.data} is_over={status === 'ABORTED'}>
      {rows !== null && <RowField row={row} rows={rows} choose={setRow} />}
    </PartialPanel>
  )
}

interface MeasuredPanelProps {
  readonly partial: PartialJobResult
  readonly is_over: boolean
  /** The choice of the row whose counts are shown. */
  readonly children: React.ReactNode
}

function PartialPanel({ partial, is_over, children }: MeasuredPanelProps) {
  const { counts, shots, planned_shots, batches, lost_shots, job_uuid, parts = [] } = partial
  const rows = useMemo(() => countRows(counts, shots), [counts, shots])
  const json = useMemo(() => JSON.stringify(partial, null, 2), [partial])
  const named = `job-${job_uuid}${partial.row === undefined ? '' : `-${partial.row}`}-partial.json`
  return (
    <Panel
      title="Measured so far"
      tags={partial.simulated && <SimulatedTag />}
      actions={
        <>
          <CopyButton label="Copy JSON" size="small" text={json} />
          <DownloadButton label="Save JSON" size="small" fileName={named} content={() => json} />
        </>
      }
    >
      <Callout compact intent={is_over ? 'warning' : 'primary'}>
        {is_over
          ? 'Not complete: batches measured in full before the job ended are kept, and their shots were charged.'
          : 'Not complete: the batches measured in full so far. They are kept, and charged, if the job is aborted now.'}
      </Callout>
      {children}
      {parts.length > 0 && <PartTable parts={parts} />}
      {(shots > 0 || parts.length === 0) && (
        <>
          <p className="pentad-quiet">
            {count(shots)} of {countWithNoun(planned_shots, 'shot')} in{' '}
            {batches.length === 1 ? 'one batch' : `${count(batches.length)} batches`}
            {lost_shots > 0 && `, ${countWithNoun(lost_shots, 'more shot')} lost`}. Intervals are Wilson’s, at 95 %.
          </p>
          <CountTable rows={rows} shots={shots} />
        </>
      )}
    </Panel>
  )
}

/** The circuits without their counts, which are in the JSON: values are computed from all circuits together at the end. */
const PartTable = ({ parts }: { readonly parts: readonly PartialPart[] }) => (
  <ScrollRegion label="Circuits measured so far">
    <HeadedTable
      caption="Circuits measured so far"
      columns={['Circuit', 'Measures', 'Shots', 'Lost', 'Batches']}
      numeric={['Shots', 'Lost', 'Batches']}
    >
      {parts.map(({ part, group, shots, lost_shots, batches }) => (
        <tr key={part}>
          <th scope="row">{part}</th>
          <td>{group ? group.paulis.join(', ') : 'readout of every qubit'}</td>
          <td className="pentad-number">{count(shots)}</td>
          <td className="pentad-number">{count(lost_shots)}</td>
          <td className="pentad-number">{count(batches.length)}</td>
        </tr>
      ))}
    </HeadedTable>
  </ScrollRegion>
)

interface ChosenRowProps {
  readonly row: number
  readonly rows: number
  readonly choose: (row: number) => void
}

const RowField = ({ row, rows, choose }: ChosenRowProps) => (
  <FormGroup label={`Row, 0 to ${count(rows - 1)}`} labelFor="partial-row" inline>
    <NumericInput
      id="partial-row"
      min={0}
      max={rows - 1}
      clampValueOnBlur
      minorStepSize={null}
      value={row}
      onValueChange={value => Number.isInteger(value) && value >= 0 && value < rows && choose(value)}
    />
  </FormGroup>
)
