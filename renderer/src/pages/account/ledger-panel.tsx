import { Link } from 'wouter'
import { routes } from '../../../../main/contract/routes'
import type { ApiKey, LedgerTransaction } from '../../../../main/contract/service/account'
import { useFetchedPages } from '../../api/use-fetch'
import { MoreButton } from '../../components/controls/more-button'
import { Panel } from '../../components/layout/page'
import { Answer, Empty } from '../../components/messages/answer'
import { HeadedTable } from '../../components/tables/headed-table'
import { ScrollRegion } from '../../components/tables/scroll-region'
import { UtcTimestamp } from '../../components/values/tags-and-times'
import { shortId } from '../../draw/format/job-and-run-text'
import { count } from '../../draw/format/quantity'
import { changeText, kindText } from './ledger-text'

interface Props {
  readonly version: string
  /** Gives the name of the key that a movement belongs to. */
  readonly keys: readonly ApiKey[]
}

const PAGE = 50
const COLUMNS = ['Number', 'Time', 'Movement', 'Job or run', 'Key', 'Available', 'Reserved', 'Spent'] as const
const NUMERIC = ['Number', 'Available', 'Reserved', 'Spent']

/** Every movement of tokens: reserved at the start of a job or run, charged for shots executed, released where none were. */
export function LedgerPanel({ version, keys }: Props) {
  const ledger = useFetchedPages(routes.listLedger, { query: { limit: PAGE } }, version)
  const names = new Map(keys.map(key => [key.key_id, key.name]))
  return (
    <Panel title="Ledger">
      <Answer of={ledger} what="the ledger">
        {items =>
          items.length === 0 ? (
            <Empty title="No movements yet">
              Jobs and runs on -mock backends cost nothing and are not listed here.
            </Empty>
          ) : (
            <ScrollRegion label="Movements of the ledger" maxHeight={420}>
              <HeadedTable columns={COLUMNS} numeric={NUMERIC}>
                {items.map(item => (
                  <LedgerRow key={item.transaction_id} item={item} owner={ownerOf(item, names)} />
                ))}
              </HeadedTable>
              <MoreButton text="Older movements" loading={ledger.loading} more={ledger.more} />
            </ScrollRegion>
          )
        }
      </Answer>
    </Panel>
  )
}

const ownerOf = ({ key_id }: LedgerTransaction, names: ReadonlyMap<string, string>) =>
  key_id === null ? 'account holder' : (names.get(key_id) ?? shortId(key_id))

const LedgerRow = ({ item, owner }: { readonly item: LedgerTransaction; readonly owner: string }) => (
  <tr>
    <td className="pentad-number">{count(item.transaction_id)}</td>
    <td>
      <UtcTimestamp at={item.at} />
    </td>
    <td>{kindText(item)}</td>
    <td>
      <Subject item={item} />
    </td>
    <td>{owner}</td>
    <td className="pentad-number">{changeText(item, 'available')}</td>
    <td className="pentad-number">{changeText(item, 'reserved')}</td>
    <td className="pentad-number">{changeText(item, 'spent')}</td>
  </tr>
)

/** Link to the job or run of a movement; the run's page finds its module by itself. */
function Subject({ item: { job_uuid, run_id } }: { readonly item: LedgerTransaction }) {
  const id = run_id ?? job_uuid
  if (id === null) return '—'
  return (
    <Link href={run_id === null ? `/jobs/${id}` : `/runs/${id}`} title={id} className="pentad-mono">
      {shortId(id)}
    </Link>
  )
}
