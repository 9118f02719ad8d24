/** Step 1: which device, and which of its chiplets. */
import { FormGroup, HTMLSelect } from '@blueprintjs/core'
import { useId } from 'react'
import { Link, useLocation } from 'wouter'
import type { BackendSummary } from '../../../../main/contract/backends'
import type { LogicalQubitList } from '../../../../main/contract/modules'
import { STATUS_WORDS } from '../../draw/module-words'
import { age, utc } from '../../draw/quantity'
import { Panel } from '../../show/page'

interface Props {
  readonly backends: readonly BackendSummary[]
  readonly ranking: LogicalQubitList | undefined
  readonly backend_id: string | null
  readonly logical_id: string | null
}

export function SelectStep({ backends, ranking, backend_id, logical_id }: Props) {
  const [, navigate] = useLocation()
  const [backendField, chipletField] = [useId(), useId()]
  const backend = backends.find(each => each.backend_id === backend_id)
  return (
    <Panel title="1 · Select backend and chiplet">
      <div className="modules-choice">
        <FormGroup label="Backend" labelFor={backendField} inline>
          <HTMLSelect
            id={backendField}
            value={backend_id ?? ''}
            onChange={event =>
              navigate(event.currentTarget.value ? `/modules/${event.currentTarget.value}` : '/modules')
            }
          >
            <option value="">Choose a backend</option>
            {backends.map(each => (
              <option key={each.backend_id} value={each.backend_id}>
                {each.backend_id} ({each.topology}, {each.simulated ? 'simulated' : 'live'})
              </option>
            ))}
          </HTMLSelect>
        </FormGroup>
        <FormGroup label="Chiplet" labelFor={chipletField} inline>
          <HTMLSelect
            id={chipletField}
            disabled={ranking === undefined}
            value={logical_id ?? ''}
            onChange={event => navigate(`/modules/${backend_id}/${event.currentTarget.value}`)}
          >
            <option value="">{ranking ? 'Choose a chiplet' : 'Choose a backend first'}</option>
            {ranking?.logical_qubits.map(each => (
              <option key={each.logical_id} value={each.logical_id}>
                {each.chiplet} ({each.rank === null ? STATUS_WORDS[each.status].toLowerCase() : `rank ${each.rank}`})
              </option>
            ))}
          </HTMLSelect>
        </FormGroup>
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
