/** Results of the jobs of a batch, in the order of its circuits. Fetched once the batch is over. */
import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { Link } from 'wouter'
import type { BatchJobResult, JobBatch } from '../../../../../main/contract/jobs/batches'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { useFetched } from '../../../api/use-fetch'
import { save, textFile } from '../../../components/controls/save-file'
import { Panel } from '../../../components/layout/page'
import { Answer, Empty, ProblemMessage } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { SimulatedTag, StatusTag } from '../../../components/values/tags-and-times'
import { shortId } from '../../../draw/format/job-and-run-text'
import { count } from '../../../draw/format/quantity'
import { batchCsv, batchResultText, openJobs, SHOWN } from '../../../draw/jobs/batches'

/** Jobs that the table shows at once; the files hold all. */
const MAX_SHOWN = 200
const COLUMNS = ['Job', 'Name', 'Status', 'Result']

const FORMATS = {
  CSV: { type: 'text/csv', write: batchCsv },
  JSON: { type: 'application/json', write: (items: readonly BatchJobResult[]) => JSON.stringify(items, null, 2) },
} as const
type ResultsFormat = keyof typeof FORMATS

export function BatchResultsPanel({ batch }: { readonly batch: JobBatch }) {
  const { batch_id, completed_at } = batch
  const input = { params: { batch_id }, query: { limit: MAX_SHOWN } }
  const results = useFetched(routes.getBatchResults, completed_at === null ? null : input)
  if (completed_at === null)
    return (
      <Panel title="Results">
        <Empty title={`${count(openJobs(batch))} of ${count(batch.jobs)} jobs are not finished`}>
          Results of all jobs appear here once the last has ended; each job's page shows its own as soon as it ends.
        </Empty>
      </Panel>
    )
  const simulated = results.data?.items.some(({ result }) => result?.simulated) === true
  return (
    <Panel title="Results" tags={simulated && <SimulatedTag />} actions={<Exports batch_id={batch_id} />}>
      <Answer of={results} what="the results of the batch">
        {({ items, next_cursor }) => (
          <>
            <p className="pentad-quiet">
              Of each job, the {SHOWN} most frequent outcomes with their shares, or its first {SHOWN} expectation values
              with standard errors.
            </p>
            <ResultTable items={items} />
            {next_cursor !== null && (
              <p className="pentad-quiet">The first {count(items.length)} jobs; the files hold all of them.</p>
            )}
          </>
        )}
      </Answer>
    </Panel>
  )
}

const ResultTable = ({ items }: { readonly items: readonly BatchJobResult[] }) => (
  <ScrollRegion label="Results of the batch" maxHeight={420}>
    <HeadedTable striped caption="Results of the batch" columns={COLUMNS}>
      {items.map(item => (
        <tr key={item.job_uuid}>
          <td>
            <Link href={`/jobs/${item.job_uuid}`} title={item.job_uuid} className="pentad-mono">
              {shortId(item.job_uuid)}
            </Link>
          </td>
          <td>{item.name}</td>
          <td>
            <StatusTag status={item.status} />
          </td>
          <td>{batchResultText(item)}</td>
        </tr>
      ))}
    </HeadedTable>
  </ScrollRegion>
)

function Exports({ batch_id }: { readonly batch_id: string }) {
  const { call } = useApi()
  const write = useAction(async (format: ResultsFormat) => {
    const items: BatchJobResult[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = cursor === undefined ? {} : { cursor }
      const page = await call(routes.getBatchResults, { params: { batch_id }, query })
      items.push(...page.items)
      cursor = page.next_cursor
    }
    const { type, write } = FORMATS[format]
    save(`batch-${batch_id}.${format.toLowerCase()}`, textFile(write(items), type))
  })
  return (
    <>
      {write.error && <ProblemMessage problem={write.error} />}
      {(Object.keys(FORMATS) as ResultsFormat[]).map(format => (
        <Button
          key={format}
          size="small"
          icon={<Download />}
          text={`Download ${format}`}
          disabled={write.running}
          onClick={() => void write.run(format)}
        />
      ))}
    </>
  )
}
