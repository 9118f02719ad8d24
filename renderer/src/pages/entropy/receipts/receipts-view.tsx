/** Receipts, newest first, filtered; one of them in full with its proof. */
import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import type { Receipt } from '../../../../../main/contract/entropy/receipt'
import { isoTime } from '../../../../../main/contract/model/iso-time'
import { routes } from '../../../../../main/contract/routes'
import { useIsOperator } from '../../../api/instruments/use-instruments'
import { useFetched, useFetchedPages } from '../../../api/use-fetch'
import { ActionButton } from '../../../components/controls/action-button'
import { Choice } from '../../../components/controls/choice'
import { MoreButton } from '../../../components/controls/more-button'
import { Panel } from '../../../components/layout/page'
import { Answer, Empty } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { drawKindText, isSimulatedDraw, sourcesText } from '../../../draw/entropy/receipt-text'
import { shortId } from '../../../draw/format/job-and-run-text'
import { count } from '../../../draw/format/quantity'
import { utcSecond } from '../../../draw/format/time'
import { ReceiptDetail } from './receipt-detail'

const isRequestId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

export function ReceiptsView() {
  const [search] = useSearchParams()
  const chosen = search.get('receipt')
  const operator = useIsOperator()
  return (
    <>
      <FindReceipt />
      {chosen !== null && isRequestId(chosen) && <ReceiptDetail key={chosen} request_id={chosen} />}
      {operator === true && <ReceiptList />}
      {operator === false && (
        <p className="pentad-quiet">Only operators see the list of all receipts. Find your own by their request id.</p>
      )}
    </>
  )
}

function FindReceipt() {
  const [typed, setTyped] = useState('')
  const [, navigate] = useLocation()
  const wanted = typed.trim()
  const wrong = wanted !== '' && !isRequestId(wanted)
  return (
    <form
      className="pentad-choices"
      onSubmit={event => {
        event.preventDefault()
        if (isRequestId(wanted)) navigate(`/entropy?view=receipts&receipt=${wanted}`)
      }}
    >
      <FormGroup
        inline
        label="Request id"
        labelFor="find-receipt"
        helperText={wrong && 'a UUID, as the reply to a draw names it'}
      >
        <InputGroup
          id="find-receipt"
          size="small"
          value={typed}
          aria-invalid={wrong}
          maxLength={60}
          onValueChange={setTyped}
        />
      </FormGroup>
      <Button type="submit" size="small" text="Find the receipt" disabled={!isRequestId(wanted)} />
    </form>
  )
}

const PAGE = 50
const MODES: readonly (readonly [Receipt['mode'], string])[] = [
  ['policy', 'policy'],
  ['source', 'source'],
  ['custom', 'custom'],
  ['multi', 'multi'],
]
const TYPES: readonly (readonly [Receipt['type'], string])[] = [
  ['draw', 'draws'],
  ['stream_frame', 'frames of streams'],
]
const SINCE = [
  ['1', 'the last hour'],
  ['24', 'the last day'],
  ['168', 'the last week'],
] as const
const COLUMNS = ['Serial', 'Issued', 'Request', 'Draw', 'Sources', 'Bytes', 'Credits']

function ReceiptList() {
  const sources = useFetched(routes.listSourceSummaries, {})
  const [mode, setMode] = useState<Receipt['mode'] | ''>('')
  const [type, setType] = useState<Receipt['type'] | ''>('')
  const [source, setSource] = useState('')
  const [since, setSince] = useState<{ readonly hours: string; readonly at: string }>({ hours: '', at: '' })
  const query = {
    limit: PAGE,
    ...(mode !== '' && { mode }),
    ...(type !== '' && { type }),
    ...(source !== '' && { source }),
    ...(since.at !== '' && { since: since.at }),
  }
  const list = useFetchedPages(routes.listReceipts, { query })
  const chooseSince = (hours: string) =>
    setSince({ hours, at: hours === '' ? '' : isoTime(Date.now() - Number(hours) * 3_600_000) })
  return (
    <Panel
      title="Receipts"
      actions={<ActionButton size="small" text="Refresh" loading={list.loading} onClick={list.reload} />}
    >
      <search className="pentad-choices" aria-label="Filters of the receipts">
        <Choice
          label="Mode"
          none="any"
          value={mode}
          options={MODES}
          choose={value => setMode(value as Receipt['mode'] | '')}
        />
        <Choice
          label="Of"
          none="draws and streams"
          value={type}
          options={TYPES}
          choose={value => setType(value as Receipt['type'] | '')}
        />
        <Choice
          label="Source"
          none="any"
          value={source}
          options={(sources.data?.items ?? []).map(({ id, short_name }) => [id, short_name])}
          choose={setSource}
        />
        <Choice label="Issued in" none="any time" value={since.hours} options={SINCE} choose={chooseSince} />
      </search>
      <Answer of={list} what="the receipts">
        {receipts =>
          receipts.length === 0 && list.more === null ? (
            <Empty title="No receipts">Every draw leaves one. Draw some bytes, or widen the filters.</Empty>
          ) : (
            <ScrollRegion label="Receipts, table" maxHeight={520}>
              <HeadedTable columns={COLUMNS} numeric={['Serial', 'Bytes', 'Credits']} caption="Receipts, newest first">
                {receipts.map(receipt => (
                  <ReceiptRow key={receipt.request_id} receipt={receipt} />
                ))}
              </HeadedTable>
              <MoreButton text="Older receipts" loading={list.loading} more={list.more} />
            </ScrollRegion>
          )
        }
      </Answer>
    </Panel>
  )
}

const ReceiptRow = ({ receipt }: { readonly receipt: Receipt }) => (
  <tr data-receipt={receipt.request_id}>
    <td className="pentad-number">{receipt.serial}</td>
    <td>{utcSecond(receipt.issued_at)}</td>
    <td>
      <Link
        className="pentad-mono"
        title={receipt.request_id}
        href={`/entropy?view=receipts&receipt=${receipt.request_id}`}
      >
        {shortId(receipt.request_id)}
      </Link>
    </td>
    <td>{drawKindText(receipt)}</td>
    <td>
      {sourcesText(receipt)} {isSimulatedDraw(receipt) && <SimulatedTag />}
    </td>
    <td className="pentad-number">{count(receipt.bytes)}</td>
    <td className="pentad-number">{count(receipt.credits)}</td>
  </tr>
)
