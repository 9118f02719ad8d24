/** Every backend, mock and live: what it costs, how long its queue is, what it allows, how fresh its calibration is. */
import { Button, Callout } from '@blueprintjs/core'
import { Plus, Undo } from '@blueprintjs/icons'
import { Fragment } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { BackendSummary } from '../../../../main/contract/backends/catalogue'
import { utc } from '../../../../main/contract/model/iso-time'
import { routes } from '../../../../main/contract/routes'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { usePolled } from '../../api/use-fetch'
import { PageLayout, Panel } from '../../components/layout/page'
import { Answer, Empty, ProblemMessage } from '../../components/messages/answer'
import { HeadedTable } from '../../components/tables/headed-table'
import { ScrollRegion } from '../../components/tables/scroll-region'
import { ModeTag, SimulatedTag, StatusTag } from '../../components/values/tags-and-times'
import { priceText } from '../../draw/format/prices'
import { count, countWithNoun } from '../../draw/format/quantity'
import { age } from '../../draw/format/time'
import './backends.css'

const QUEUES_CHANGE_EVERY_MS = 15_000

export function Catalogue() {
  const [, navigate] = useLocation()
  const deleted = new URLSearchParams(useSearch()).get(DELETED)
  const backends = usePolled(routes.listBackends, {}, { every_ms: QUEUES_CHANGE_EVERY_MS })
  return (
    <PageLayout
      title="Backends"
      about="Each device twice: live, and as its free -mock counterpart that is simulated from the same calibration."
      actions={<Button icon={<Plus />} text="Add a device" onClick={() => navigate(ADD_A_DEVICE)} />}
    >
      {deleted !== null && <DeletedDevice device_id={deleted} restored={backends.reload} />}
      <Panel title="Catalogue">
        <Answer of={backends} what="the backends">
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No backend">
                The lab profile names no device. <Link href={ADD_A_DEVICE}>Add one.</Link>
              </Empty>
            ) : (
              <CatalogueTable backends={items} />
            )
          }
        </Answer>
      </Panel>
    </PageLayout>
  )
}

const ADD_A_DEVICE = '/backends?view=add'

/** Query parameter with the id of a device just deleted on its own page. */
export const DELETED = 'deleted'

interface DeletedProps {
  readonly device_id: string
  readonly restored: () => void
}

function DeletedDevice({ device_id, restored }: DeletedProps) {
  const { call } = useApi()
  const [, navigate] = useLocation()
  const undo = useAction(async () => {
    await call(routes.restoreDevice, { params: { device_id } })
    restored()
    navigate('/backends', { replace: true })
    // The button disappears with its callout, so the focus goes to the heading.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  })
  return (
    <Callout role="status">
      {device_id} was deleted. <Button size="small" icon={<Undo />} text="Undo" onClick={() => void undo.run()} />
      {undo.error && <ProblemMessage problem={undo.error} />}
    </Callout>
  )
}

const HEADINGS = [
  'Backend',
  'Mode',
  'State',
  'Topology',
  'Qubits',
  'Chiplets',
  'Price',
  'Queue',
  'Limits',
  'Calibrated',
  'Submit',
]
const NUMERIC = ['Qubits', 'Chiplets', 'Price', 'Queue']

const CatalogueTable = ({ backends }: { readonly backends: readonly BackendSummary[] }) => (
  <ScrollRegion label="Catalogue table">
    <HeadedTable columns={HEADINGS} numeric={NUMERIC} className="backends-catalogue">
      {backends.map(backend => (
        <Fragment key={backend.backend_id}>
          <CatalogueRow backend={backend} />
          {backend.offline_reason !== null && <ReasonRow reason={backend.offline_reason} />}
        </Fragment>
      ))}
    </HeadedTable>
  </ScrollRegion>
)

function CatalogueRow({ backend }: { readonly backend: BackendSummary }) {
  const { limits } = backend
  return (
    <tr>
      <th scope="row" className="backends-name">
        <Link href={`/backends/${backend.backend_id}`}>{backend.backend_id}</Link>
        <span className="pentad-quiet">{backend.name}</span>
      </th>
      <td>
        <span className="pentad-row backends-tags">
          <ModeTag mode={backend.mode} />
          {backend.simulated && <SimulatedTag />}
        </span>
      </td>
      <td>
        <StatusTag status={backend.online ? 'online' : 'offline'} />
      </td>
      <td>{backend.topology}</td>
      <td className="pentad-number">{count(backend.num_qubits)}</td>
      <td className="pentad-number">{count(backend.num_chiplets)}</td>
      <td className="pentad-number">{priceText(backend)}</td>
      <td className="pentad-number">{queueLengthText(backend)}</td>
      <td>
        <ul className="backends-limits">
          <li>{qubitsText(limits)}</li>
          <li>{count(limits.max_shots)} shots</li>
          <li>{count(limits.max_instructions)} instructions</li>
        </ul>
      </td>
      <td className="backends-when">
        {utc(backend.calibrated_at)}
        <span className="pentad-quiet">{age(backend.calibrated_at, Date.now())}</span>
      </td>
      <td>
        <Link href={`/circuits?backend=${backend.backend_id}`} aria-label={`Submit a circuit to ${backend.backend_id}`}>
          Submit
        </Link>
      </td>
    </tr>
  )
}

/** The reason in a row of its own, as a column for it would make tall rows. */
const ReasonRow = ({ reason }: { readonly reason: string }) => (
  <tr>
    <td colSpan={HEADINGS.length} className="pentad-quiet backends-reason">
      Offline: {reason}
    </td>
  </tr>
)

export function qubitsText({ max_qubits, max_state_vector_qubits: held }: BackendSummary['limits']) {
  const all = countWithNoun(max_qubits, 'qubit')
  return held && held.float64 < max_qubits ? `${all} if Clifford, else ${held.float64}` : all
}
export const queueLengthText = ({ queue_length }: Pick<BackendSummary, 'queue_length'>) =>
  countWithNoun(queue_length, 'job')
