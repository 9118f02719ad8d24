/** Step 1: which device, and which of its chiplets. */
import { Link, useLocation } from 'wouter'
import type { BackendSummary } from '../../../../main/contract/backends/catalogue'
import type { LogicalQubitList } from '../../../../main/contract/modules/logical-qubits'
import { age, utc } from '../../draw/format/time'
import { STATUS_TEXT } from '../../draw/modules/text'
import { Choice } from '../../show/controls/choice'
import { Panel } from '../../show/page'

interface Props {
  readonly backends: readonly BackendSummary[]
  readonly ranking: LogicalQubitList | undefined
  readonly backend_id: string | null
  readonly logical_id: string | null
}

export function SelectStep({ backends, ranking, backend_id, logical_id }: Props) {
  const [, navigate] = useLocation()
  const backend = backends.find(each => each.backend_id === backend_id)
  return (
    <Panel title="1 · Select backend and chiplet">
      <div className="pentad-choices">
        <Choice
          label="Backend"
          value={backend_id ?? ''}
          none="Choose a backend"
          options={backends.map(each => [each.backend_id, backendText(each)])}
          choose={id => navigate(id ? `/modules/${id}` : '/modules')}
        />
        <Choice
          label="Chiplet"
          value={logical_id ?? ''}
          none={chipletPrompt(ranking, backend_id)}
          disabled={ranking === undefined}
          options={(ranking?.logical_qubits ?? []).map(each => [each.logical_id, chipletText(each)])}
          choose={id => navigate(`/modules/${backend_id}/${id}`)}
        />
      </div>
      {backend && (
        <p className="pentad-quiet">
          Calibration <code>{backend.calibration_id}</code>, taken {utc(backend.calibrated_at)},{' '}
          {age(backend.calibrated_at, Date.now())}.{' '}
          <Link href={`/backends/${backend.backend_id}`}>See it on the map</Link>
        </p>
      )}
    </Panel>
  )
}

function chipletPrompt(ranking: Props['ranking'], backend_id: string | null): string {
  if (backend_id === null) return 'Choose a backend first'
  return ranking ? 'Choose a chiplet' : 'Not ranked yet'
}

const backendText = ({ backend_id, topology, simulated }: BackendSummary) =>
  `${backend_id} (${topology}, ${simulated ? 'simulated' : 'live'})`

const chipletText = ({ chiplet, rank, status }: LogicalQubitList['logical_qubits'][number]) =>
  `${chiplet} (${rank === null ? STATUS_TEXT[status].toLowerCase() : `rank ${rank}`})`
