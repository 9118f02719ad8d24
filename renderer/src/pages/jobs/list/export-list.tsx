/** The whole filtered list as a file: fetched page by page, counted meanwhile, and stopped at a press. */
import { Button, ButtonGroup } from '@blueprintjs/core'
import { Download, Stop } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import type { JobSummary } from '../../../../../main/contract/jobs/circuit-job'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { save, textFile } from '../../../components/controls/save-file'
import { ProblemMessage } from '../../../components/messages/answer'
import { countWithNoun } from '../../../draw/format/quantity'
import { jobsCsv } from '../../../draw/jobs/jobs-csv'
import type { JobFilter } from './job-filter'

const PAGE = 500
const FORMATS = {
  CSV: { file: 'jobs.csv', type: 'text/csv', write: jobsCsv },
  JSON: { file: 'jobs.json', type: 'application/json', write: (jobs: JobSummary[]) => JSON.stringify(jobs, null, 2) },
} as const
type ListFormat = keyof typeof FORMATS

export function ExportList({ filter }: { readonly filter: JobFilter }) {
  const { fetched, write, stop } = useExport(filter)
  return (
    <>
      <ButtonGroup size="small">
        {(Object.keys(FORMATS) as ListFormat[]).map(format => (
          <Button
            key={format}
            icon={<Download />}
            text={format}
            title={`Download all jobs that match the filters, as ${format}`}
            disabled={write.running}
            onClick={() => void write.run(format)}
          />
        ))}
      </ButtonGroup>
      {write.running && (
        <>
          <span role="status">{countWithNoun(fetched, 'job')} fetched…</span>
          <Button size="small" icon={<Stop />} text="Stop" onClick={stop} />
        </>
      )}
      {write.error && <ProblemMessage problem={write.error} />}
    </>
  )
}

function useExport(filter: JobFilter) {
  const { call } = useApi()
  const [fetched, setFetched] = useState(0)
  const stopping = useRef(new AbortController())
  useEffect(() => () => stopping.current.abort(), [])
  const write = useAction(async (format: ListFormat) => {
    stopping.current = new AbortController()
    const { signal } = stopping.current
    const jobs: JobSummary[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      setFetched(jobs.length)
      const query = { ...filter, limit: PAGE, ...(cursor && { cursor }) }
      const page = await call(routes.listJobs, { query }, signal).catch(failure => {
        if (signal.aborted) return null
        throw failure
      })
      if (page === null) return
      jobs.push(...page.items)
      cursor = page.next_cursor
    }
    const { file, type, write } = FORMATS[format]
    save(file, textFile(write(jobs), type))
  })
  return { fetched, write, stop: () => stopping.current.abort() }
}
