/** One backend: facts, calibration map and table, history, import. */
import { Button, Callout, Dialog, DialogBody } from '@blueprintjs/core'
import { Cube, SendTo, Trash } from '@blueprintjs/icons'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { z } from 'zod'
import type { Backend } from '../../../../main/contract/backends/catalogue'
import type { CalibrationList } from '../../../../main/contract/backends/current-calibration'
import type { CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import { utc } from '../../../../main/contract/model/iso-time'
import { routes } from '../../../../main/contract/routes'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { type Fetched, useFetched } from '../../api/use-fetch'
import { useLabEvents } from '../../api/use-stream'
import { PageLayout, Panel } from '../../components/layout/page'
import { SectionList } from '../../components/layout/section-list'
import { Answer, ProblemMessage } from '../../components/messages/answer'
import { Sheet } from '../../components/tables/sheet'
import { ModeTag, SimulatedTag, StatusTag } from '../../components/values/tags-and-times'
import { priceText } from '../../draw/format/prices'
import { count, countWithNoun } from '../../draw/format/quantity'
import { age } from '../../draw/format/time'
import { CalibrationPanel } from './calibration-panel'
import { DELETED, qubitsText, queueLengthText } from './catalogue'
import { ChangeDialog, type WantedChange } from './change-dialog'
import { ComparePanel } from './compare-panel'
import { HistoryPanel } from './history-panel'
import { ImportPanel } from './import-panel'
import './backends.css'
import { ActionButton } from '../../components/controls/action-button'

/** Id by which the service answers with the current snapshot. */
const CURRENT = 'current'

export function BackendDetail({ backend_id }: { readonly backend_id: string }) {
  const backend = useFetched(routes.getBackend, { params: { backend_id } })
  const history = useFetched(routes.listCalibrations, { params: { backend_id } })
  const [chosen, setChosen] = useState(CURRENT)
  const snapshot = useFetched(routes.getCalibration, { params: { backend_id, calibration_id: chosen } })
  const [wanted, setWanted] = useState<WantedChange | null>(null)
  const reload = () => {
    for (const fetched of [backend, history, snapshot]) fetched.reload()
  }
  const changed = () => {
    setWanted(null)
    setChosen(CURRENT)
    reload()
  }
  const show = (calibration_id: string) => {
    setChosen(calibration_id)
    document.getElementById('calibration')?.scrollIntoView()
  }
  // Other windows and scripts import, too.
  useLabEvents(true, event => {
    if (event.type === 'reset' || (event.type === 'snapshot' && event.backend_id === backend_id)) reload()
  })
  const known = backend.data
  return (
    <PageLayout
      title={known?.name ?? backend_id}
      about={<Link href="/backends">All backends</Link>}
      tags={known && <Tags backend={known} />}
      actions={<Actions backend_id={backend_id} backend={known} />}
    >
      <Answer of={backend} what="the backend">
        {device => (
          <>
            {device.offline_reason !== null && <Callout intent="warning">Offline: {device.offline_reason}</Callout>}
            <DeviceSections
              backend_id={backend_id}
              device={device}
              history={history}
              snapshot={snapshot}
              changed={changed}
              show={show}
              change={setWanted}
            />
            {wanted && (
              <ChangeDialog backend_id={backend_id} wanted={wanted} changed={changed} close={() => setWanted(null)} />
            )}
          </>
        )}
      </Answer>
    </PageLayout>
  )
}

interface DeviceSectionProps {
  readonly backend_id: string
  readonly device: Backend
  readonly history: Fetched<z.infer<typeof CalibrationList>>
  readonly snapshot: Fetched<CalibrationSnapshot>
  readonly changed: () => void
  readonly show: (calibration_id: string) => void
  readonly change: (wanted: WantedChange) => void
}

const DeviceSections = ({ backend_id, device, history, snapshot, changed, show, change }: DeviceSectionProps) => (
  <SectionList
    label="Sections of the device"
    sections={[
      {
        id: 'calibration',
        title: 'Calibration',
        content: (
          <Answer of={snapshot} what="the calibration">
            {calibration => (
              <CalibrationPanel key={calibration.calibration_id} backend={device} snapshot={calibration} />
            )}
          </Answer>
        ),
      },
      // The import is above history and comparison, which grow with each stored snapshot: the answer stays beside the button.
      {
        id: 'import',
        title: 'Import',
        content: (
          <ImportPanel
            backend_id={backend_id}
            current_id={device.calibration.calibration_id}
            stored={changed}
            undo={() => change('revert')}
          />
        ),
      },
      {
        id: 'history',
        title: 'History',
        content: (
          <Answer of={history} what="the calibration history">
            {({ items, revert_to }) => (
              <HistoryPanel
                backend_id={backend_id}
                changed={changed}
                snapshots={items}
                shown={snapshot.data?.calibration_id ?? null}
                show={show}
                revert_to={revert_to}
                change={change}
              />
            )}
          </Answer>
        ),
      },
      {
        id: 'compare',
        title: 'Compare',
        content: history.data && <ComparePanel backend={device} snapshots={history.data.items} />,
      },
      {
        id: 'about',
        title: 'About the device',
        content: (
          <Panel title="About the device">
            <Facts backend={device} />
          </Panel>
        ),
      },
    ]}
  />
)

const Tags = ({ backend }: { readonly backend: Backend }) => (
  <>
    <code>{backend.backend_id}</code>
    <ModeTag mode={backend.mode} />
    {backend.simulated && <SimulatedTag />}
    <StatusTag status={backend.online ? 'online' : 'offline'} />
  </>
)

interface ActionsProps {
  readonly backend_id: string
  readonly backend: Backend | undefined
}

function Actions({ backend_id, backend }: ActionsProps) {
  const [, navigate] = useLocation()
  return (
    <>
      {backend?.added && <DeleteDevice device_id={backend.device_id} />}
      <Button icon={<SendTo />} text="Submit a circuit" onClick={() => navigate(`/circuits?backend=${backend_id}`)} />
      <Button intent="primary" icon={<Cube />} text="Rank modules" onClick={() => navigate(`/modules/${backend_id}`)} />
    </>
  )
}

/** Deletes without a question, as the catalogue offers to bring the device back. */
function DeleteDevice({ device_id }: { readonly device_id: string }) {
  const { call } = useApi()
  const [, navigate] = useLocation()
  const action = useAction(async () => {
    await call(routes.deleteDevice, { params: { device_id } })
    navigate(`/backends?${DELETED}=${encodeURIComponent(device_id)}`)
  })
  return (
    <>
      <ActionButton
        icon={<Trash />}
        text="Delete the device"
        loading={action.running}
        onClick={() => void action.run()}
      />
      <Dialog
        isOpen={action.error !== null}
        title="The device cannot be deleted"
        onClose={action.forget}
        className="pentad-dialog"
      >
        <DialogBody>{action.error && <ProblemMessage problem={action.error} />}</DialogBody>
      </Dialog>
    </>
  )
}

function Facts({ backend }: { readonly backend: Backend }) {
  const { limits, calibration } = backend
  return (
    <div className="pentad-columns">
      <Sheet
        entries={[
          ['About', backend.description || null],
          [
            'Topology',
            `${backend.topology}, ${countWithNoun(backend.num_qubits, 'qubit')}, ${countWithNoun(backend.num_chiplets, 'chiplet')}`,
          ],
          ['Native gates', backend.native_gates.join(', ')],
          ['Price', priceText(backend)],
          ['Queue', queueLengthText(backend)],
          [
            'Limits',
            `${qubitsText(limits)}, ${count(limits.max_shots)} shots, ${count(limits.max_instructions)} instructions a circuit`,
          ],
        ]}
      />
      <Sheet
        entries={[
          ['Calibration', <code key="id">{backend.calibration_id}</code>],
          ['Taken', `${utc(calibration.calibrated_at)}, ${age(calibration.calibrated_at, Date.now())}`],
          ['Vendor', calibration.vendor],
          ['Source', calibration.source],
          [
            'Out of service',
            `${countWithNoun(calibration.qubits_out_of_service, 'qubit')}, ${countWithNoun(calibration.edges_out_of_service, 'coupling')}`,
          ],
        ]}
      />
    </div>
  )
}
