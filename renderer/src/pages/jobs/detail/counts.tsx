/** The counts of a result, of all bits or of those that are chosen: as a table, as a histogram, as CSV. */
import { Callout } from '@blueprintjs/core'
import { useMemo } from 'react'
import type { JobResult } from '../../../../../main/contract/jobs/result'
import { DownloadButton } from '../../../components/controls/copy-download'
import { Plot } from '../../../components/drawings/plot'
import { Panel } from '../../../components/layout/page'
import { Answer } from '../../../components/messages/answer'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { countWithNoun } from '../../../draw/format/quantity'
import { countRows, countsCsvText, histogram, orderText } from '../../../draw/jobs/counts'
import { CountTable } from './count-table'
import { CountedBitsFields, useCountedBits } from './counted-bits'

interface Props {
  readonly result: JobResult
}

export function Counts({ result: whole }: Props) {
  const { choice, choose, chosen } = useCountedBits(whole)
  const fields = <CountedBitsFields result={whole} choice={choice} choose={choose} />
  if (chosen?.data === undefined)
    return (
      <>
        <CountPanels result={whole} fields={fields} />
        {chosen && (
          <Answer of={chosen} what="the counts of these bits">
            {() => null}
          </Answer>
        )}
      </>
    )
  return <CountPanels result={chosen.data} fields={fields} />
}

function CountPanels({ result, fields }: Props & { readonly fields: React.ReactNode }) {
  const rows = useMemo(() => countRows(result.counts, result.shots), [result])
  const { chart, table } = useMemo(() => histogram(rows, result.shots), [rows, result])
  const fileName = `job-${result.job_uuid}${result.clbits ? `-bits-${result.clbits.join('-').slice(0, 60)}` : ''}`
  const csv = () => countsCsvText(rows, result)
  return (
    <>
      <Panel
        title="Results"
        tags={result.simulated && <SimulatedTag />}
        actions={<DownloadButton label="Download CSV" size="small" fileName={`${fileName}.csv`} content={csv} />}
      >
        {fields}
        <UnfinishedShots result={result} />
        <p className="pentad-quiet">
          {countWithNoun(rows.length, 'different bitstring')} in {countWithNoun(result.shots, 'shot')};{' '}
          {orderText(result)}. Intervals are Wilson’s, at 95 %.
        </p>
        <CountTable rows={rows} shots={result.shots} />
      </Panel>
      <Panel title="Histogram" tags={result.simulated && <SimulatedTag />}>
        <Plot
          label="Percentage of shots by bitstring, with 95 % intervals"
          chart={chart}
          table={table}
          simulated={result.simulated}
          fileName={fileName}
        />
      </Panel>
    </>
  )
}

/** Warns of shots in which a loop did not end; nothing where there are none. */
const UnfinishedShots = ({ result: { unfinished_shots = 0 } }: Props) =>
  unfinished_shots > 0 && (
    <Callout intent="warning">
      {countWithNoun(unfinished_shots, 'shot')} left out: a loop had not ended when it reached its bound
      (max_iterations).
    </Callout>
  )
