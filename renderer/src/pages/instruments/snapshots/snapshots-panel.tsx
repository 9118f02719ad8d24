/** Snapshots of what all instruments are set to: taken, compared with now or with another, restored after a preview. */
import { Button, InputGroup } from '@blueprintjs/core'
import { Camera, Comparison, Trash } from '@blueprintjs/icons'
import { useState } from 'react'
import type { SettingsSummary } from '../../../../../main/contract/instruments/settings-snapshot'
import { routes } from '../../../../../main/contract/routes'
import { useInstruments, useIsOperator } from '../../../api/instruments/use-instruments'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { useFetchedPages } from '../../../api/use-fetch'
import { ActionButton } from '../../../components/controls/action-button'
import { Choice } from '../../../components/controls/choice'
import { Confirm } from '../../../components/controls/confirm'
import { MoreButton } from '../../../components/controls/more-button'
import { Panel } from '../../../components/layout/page'
import { Answer, Empty, ProblemMessage } from '../../../components/messages/answer'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { utcSecond } from '../../../draw/format/time'
import { Differences } from './differences'

export function SnapshotsPanel() {
  const { call } = useApi()
  const operator = useIsOperator() === true
  const snapshots = useFetchedPages(routes.listSettings, { query: {} })
  const [chosen, setChosen] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<SettingsSummary | null>(null)
  const remove = useAction(async (snapshot_id: string) => {
    await call(routes.deleteSettings, { params: { snapshot_id } })
    setDeleting(null)
    setChosen(null)
    snapshots.reload()
  })
  return (
    <>
      <Panel title="Snapshots of settings">
        {operator && <TakeForm taken={snapshots.reload} />}
        <Answer of={snapshots} what="the snapshots">
          {items =>
            items.length === 0 ? (
              <Empty title="No snapshot yet">
                A snapshot keeps what every instrument is set to, so that it can be compared and restored later.
              </Empty>
            ) : (
              <ScrollRegion label="Snapshots" maxHeight={360}>
                <HeadedTable caption="Snapshots" columns={['Snapshot', 'Taken', 'By', 'Instruments', 'Actions']}>
                  {items.map(each => (
                    <SnapshotRow
                      key={each.snapshot_id}
                      snapshot={each}
                      chosen={each.snapshot_id === chosen}
                      choose={() => setChosen(each.snapshot_id)}
                      remove={operator ? () => setDeleting(each) : null}
                    />
                  ))}
                </HeadedTable>
                <MoreButton text="Load older snapshots" loading={snapshots.loading} more={snapshots.more} />
              </ScrollRegion>
            )
          }
        </Answer>
      </Panel>
      {chosen !== null && (
        <Differences
          key={chosen}
          snapshot_id={chosen}
          snapshots={snapshots.data ?? []}
          operator={operator}
          close={() => setChosen(null)}
        />
      )}
      <Confirm
        isOpen={deleting !== null}
        title={`Delete the snapshot ${deleting?.label ?? ''}?`}
        verb="Delete"
        running={remove.running}
        cancel={() => setDeleting(null)}
        confirm={() => void (deleting && remove.run(deleting.snapshot_id))}
      >
        <p>The instruments stay as they are; the snapshot cannot be brought back.</p>
        {remove.error && <ProblemMessage problem={remove.error} />}
      </Confirm>
    </>
  )
}

interface SnapshotProps {
  readonly snapshot: SettingsSummary
  readonly chosen: boolean
  readonly choose: () => void
  /** null for a caller who is no operator. */
  readonly remove: (() => void) | null
}

function SnapshotRow({ snapshot, chosen, choose, remove }: SnapshotProps) {
  const { label, simulated, at, actor, instruments } = snapshot
  return (
    <tr data-open={chosen || undefined}>
      <th scope="row">
        {label} {simulated && <SimulatedTag />}
      </th>
      <td>
        <time dateTime={at}>{utcSecond(at)}</time>
      </td>
      <td>{actor}</td>
      <td>{instruments.join(', ')}</td>
      <td className="pentad-row">
        <Button
          size="small"
          icon={<Comparison />}
          text="Compare"
          aria-label={`Compare ${label}`}
          aria-pressed={chosen}
          onClick={choose}
        />
        {remove && (
          <Button size="small" icon={<Trash />} aria-label={`Delete ${label}`} title="Delete" onClick={remove} />
        )}
      </td>
    </tr>
  )
}

function TakeForm({ taken }: { readonly taken: () => void }) {
  const { call } = useApi()
  const instruments = useInstruments()
  const [label, setLabel] = useState('')
  const [of, setOf] = useState('')
  const take = useAction(async () => {
    await call(routes.takeSettings, { body: { label: label.trim(), ...(of !== '' && { instruments: [of] }) } })
    setLabel('')
    taken()
  })
  return (
    <form
      className="pentad-row"
      onSubmit={event => {
        event.preventDefault()
        if (label.trim() !== '') void take.run()
      }}
    >
      <InputGroup
        value={label}
        maxLength={100}
        aria-label="Name of the new snapshot"
        placeholder="such as before the tune-up"
        onValueChange={setLabel}
      />
      <Choice
        label="of"
        none="all instruments"
        value={of}
        options={instruments.data?.items.map(each => [each.instrument_id, each.label]) ?? []}
        choose={setOf}
      />
      <ActionButton
        type="submit"
        icon={<Camera />}
        text="Take a snapshot"
        title="Reads every parameter"
        disabled={label.trim() === ''}
        loading={take.running}
      />
      {take.error && <ProblemMessage problem={take.error} />}
    </form>
  )
}
