/** The first step, the choice of a device by its calibration: a list at first, one line once a device is chosen. */
import { Button, Callout } from '@blueprintjs/core'
import { Link, useLocation } from 'wouter'
import type { BackendSummary } from '../../../../../main/contract/backends/catalogue'
import { utc } from '../../../../../main/contract/model/iso-time'
import { Choice } from '../../../components/controls/choice'
import { Panel } from '../../../components/layout/page'
import { ModeTag, SimulatedTag } from '../../../components/values/tags-and-times'
import { age } from '../../../draw/format/time'

interface ListProps {
  readonly backends: readonly BackendSummary[]
  readonly choose: (backend_id: string) => void
}

/** Live devices and their mocks in the order of the catalogue. */
export const DeviceList = ({ backends, choose }: ListProps) => (
  <Panel title="Devices">
    <ul className="modules-devices">
      {backends.map(each => (
        <li key={each.backend_id}>
          <Button
            text={each.backend_id}
            aria-label={`Choose device ${each.backend_id}`}
            onClick={() => choose(each.backend_id)}
          />
          <span>
            <span className="pentad-row">
              <ModeTag mode={each.mode} /> {each.simulated && <SimulatedTag />}
            </span>
            <span className="pentad-quiet">
              {each.topology}; calibration {age(each.calibrated_at, Date.now())}
              {each.online ? '' : '; offline'}
            </span>
          </span>
        </li>
      ))}
    </ul>
    <p className="pentad-quiet">
      Hardware of your own? <Link href="/backends?view=add">Add a device</Link> from its files or from two tables.
    </p>
  </Panel>
)

interface LineProps extends ListProps {
  readonly backend: BackendSummary
}

/** The chosen device with its calibration, and the choice of another. */
export function DeviceLine({ backends, backend, choose }: LineProps) {
  const [, navigate] = useLocation()
  return (
    <Panel title="Device" tags={backend.simulated && <SimulatedTag />}>
      <Choice
        label="Backend"
        value={backend.backend_id}
        none="All devices"
        options={backends.map(each => [each.backend_id, backendText(each)])}
        choose={id => (id === '' ? navigate('/modules') : choose(id))}
      />
      <p className="pentad-quiet">
        Calibration <code>{backend.calibration_id}</code>, taken {utc(backend.calibrated_at)},{' '}
        {age(backend.calibrated_at, Date.now())}.{' '}
        <Link href={`/backends/${backend.backend_id}`}>Map, history, import</Link>
      </p>
      {backend.online || <Offline backend={backend} />}
    </Panel>
  )
}

const backendText = ({ backend_id, simulated, online }: BackendSummary) =>
  `${backend_id} (${simulated ? 'simulated' : 'hardware'}${online ? '' : ', offline'})`

const Offline = ({ backend }: { readonly backend: BackendSummary }) => (
  <Callout compact intent="warning">
    <h3>{`${backend.backend_id} is offline`}</h3>
    <p>
      {backend.offline_reason} The same module runs, simulated, on{' '}
      <Link href={`/modules/${backend.device_id}-mock`}>{backend.device_id}-mock</Link>.
    </p>
  </Callout>
)
