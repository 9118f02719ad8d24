/** The audit log of sources, pools and keys: filtered, page by page, and as a file. */
import { Button } from '@blueprintjs/core'
import { Download } from '@blueprintjs/icons'
import { useDeferredValue, useState } from 'react'
import type { EntropyAuditEntry } from '../../../../../main/contract/entropy/pool'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { useFetchedPages } from '../../../api/use-fetch'
import { ActionButton } from '../../../components/controls/action-button'
import { Choice } from '../../../components/controls/choice'
import { MoreButton } from '../../../components/controls/more-button'
import { save, textFile } from '../../../components/controls/save-file'
import { SearchField } from '../../../components/controls/search-field'
import { Panel } from '../../../components/layout/page'
import { Answer, Empty, ProblemMessage } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { csvOf } from '../../../draw/charts/chart'
import { AUDIT_ACTIONS, auditActionText, auditTable, auditTime, changeLine } from '../../../draw/entropy/audit-text'

const [PAGE, EXPORTED_PAGE] = [50, 500]
const FORMATS = ['csv', 'json'] as const

export function EntropyAuditLog() {
  const { call } = useApi()
  const [action, setAction] = useState('')
  const [typed, setTyped] = useState('')
  const subject = useDeferredValue(typed.trim())
  const filter = { ...(action !== '' && { action }), ...(subject !== '' && { subject }) }
  const log = useFetchedPages(routes.listEntropyAudit, { query: { ...filter, limit: PAGE } })
  const exporting = useAction(async (format: (typeof FORMATS)[number]) => {
    const entries: EntropyAuditEntry[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await call(routes.listEntropyAudit, { query: { ...filter, limit: EXPORTED_PAGE, cursor } })
      entries.push(...page.items)
      cursor = page.next_cursor
    }
    if (format === 'csv') save('entropy-audit.csv', textFile(csvOf(auditTable(entries)), 'text/csv'))
    else save('entropy-audit.json', textFile(JSON.stringify(entries, null, 2)))
  })
  return (
    <Panel title="Audit log">
      <search className="pentad-row" aria-label="Filters of the audit log">
        <Choice label="Action" none="any" value={action} options={AUDIT_ACTIONS} choose={setAction} />
        <SearchField label="Full id of a source, id of a pool or key" value={typed} change={setTyped} />
        <ActionButton size="small" text="Refresh" loading={log.loading} onClick={log.reload} />
        {FORMATS.map(format => (
          <Button
            key={format}
            size="small"
            icon={<Download />}
            text={format.toUpperCase()}
            title="Save the entries that match the filters"
            disabled={exporting.running}
            onClick={() => void exporting.run(format)}
          />
        ))}
      </search>
      {exporting.error && <ProblemMessage problem={exporting.error} />}
      <Answer of={log} what="the audit log">
        {entries =>
          entries.length === 0 ? (
            <Empty title="Nothing to show">
              Changes of sources, pools and keys appear here, and what the service did by itself.
            </Empty>
          ) : (
            <ScrollRegion label="Audit log, table" maxHeight={420}>
              <HeadedTable
                className="entropy-table"
                columns={['Number', 'Time', 'Who', 'Action', 'Subject', 'Change']}
                numeric={['Number']}
                caption="Audit log, newest first"
              >
                {entries.map(entry => (
                  <tr key={entry.position}>
                    <td className="pentad-number">{entry.position}</td>
                    <td>{auditTime(entry)}</td>
                    <td>{entry.actor}</td>
                    <td>{auditActionText(entry.action)}</td>
                    <td>{entry.subject}</td>
                    <td>{changeLine(entry)}</td>
                  </tr>
                ))}
              </HeadedTable>
              <MoreButton text="Older entries" loading={log.loading} more={log.more} />
            </ScrollRegion>
          )
        }
      </Answer>
    </Panel>
  )
}
