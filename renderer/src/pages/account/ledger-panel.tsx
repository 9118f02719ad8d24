import { Button } from '@blueprintjs/core'
import { Link } from 'wouter'
import type { ApiKey, LedgerTransaction } from '../../../../main/contract/service/account'
import { count } from '../../draw/format/quantity'
import { shortId } from '../../draw/format/time'
import { HeadedTable } from '../../show/tables/headed-table'
import { Moment } from '../../show/timestamp'
import { Panel } from '../../show/page'
import { ScrollRegion } from '../../show/tables/scroll-region'
import { Empty, Loading, Problem } from '../../show/states'
import { changeText, kindText } from './ledger-text'
import { useLedger } from './use-ledger'

interface Props {
  readonly version: string
  /** To name whose job a movement is for. */
  readonly keys: readonly ApiKey[]
}

const COLUMNS = ['Number', 'Time', 'Movement', 'Job', 'Key', 'Available', 'Reserved', 'Spent'] as const
const NUMERIC = ['Number', 'Available', 'Reserved', 'Spent']

/** Every movement of tokens: reserved at submit, charged for shots executed, released where a job came to nothing. */
export function LedgerPanel({ version, keys }: Props) {
  const ledger = useLedger(version)
  const { items, next, error, loading } = ledger
  const names = new Map(keys.map(key => [key.key_id, key.name]))
  return (
    <Panel title="Ledger">
      {error !== null && <Problem problem={error} retry={ledger.reload} />}
      {next === undefined && error === null && <Loading what="the ledger" />}
      {next === null && items.length === 0 && (
        <Empty title="No movements yet">Jobs on -mock backends cost nothing and leave no trace here.</Empty>
      )}
      {items.length > 0 && (
        <ScrollRegion label="Movements of the ledger" maxHeight={420}>
          <HeadedTable columns={COLUMNS} numeric={NUMERIC}>
            {items.map(item => (
              <LedgerRow key={item.transaction_id} item={item} owner={ownerOf(item, names)} />
            ))}
          </HeadedTable>
          {typeof next === 'string' && (
            <div className="pentad-more">
              <Button text="Older movements" loading={loading} onClick={ledger.more} />
            </div>
          )}
        </ScrollRegion>
      )}
    </Panel>
  )
}

const ownerOf = ({ key_id }: LedgerTransaction, names: ReadonlyMap<string, string>) =>
  key_id === null ? 'account holder' : (names.get(key_id) ?? shortId(key_id))

const LedgerRow = ({ item, owner }: { readonly item: LedgerTransaction; readonly owner: string }) => (
  <tr>
    <td className="pentad-number">{count(item.transaction_id)}</td>
    <td>
      <Moment at={item.at} />
    </td>
    <td>{kindText(item)}</td>
    <td>
      {item.job_uuid === null ? (
        '—'
      ) : (
        <Link href={`/jobs/${item.job_uuid}`} title={item.job_uuid} className="pentad-mono">
          {shortId(item.job_uuid)}
        </Link>
      )}
    </td>
    <td>{owner}</td>
    <td className="pentad-number">{changeText(item, 'available')}</td>
    <td className="pentad-number">{changeText(item, 'reserved')}</td>
    <td className="pentad-number">{changeText(item, 'spent')}</td>
  </tr>
)
