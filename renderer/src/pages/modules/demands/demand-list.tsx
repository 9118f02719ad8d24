/** Demands on a layout, each with a button that removes it. */
import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useLocation } from 'wouter'
import type { Backend } from '../../../../../main/contract/backends/catalogue'
import { labelsOf } from '../../../../../main/contract/model/qubit-labels'
import {
  type LayoutDemands,
  logicalName,
  NO_DEMANDS,
  readLogicalName,
} from '../../../../../main/contract/modules/layout-demands'
import { demandsOf, demandText, withoutDemand } from '../../../draw/modules/demands'
import { addressOfModule } from '../../../draw/runs/experiment-steps'

export const demandsIn = (logical_id: string): LayoutDemands => readLogicalName(logical_id)?.demands ?? NO_DEMANDS

/** Goes to the module of the same chiplet with other demands. */
export function useDemands(backend_id: string, logical_id: string): (changed: LayoutDemands) => void {
  const [, navigate] = useLocation()
  const chiplet = readLogicalName(logical_id)?.chiplet_id ?? ''
  return changed => navigate(`${addressOfModule(backend_id, logicalName(chiplet, changed))}?view=demands`)
}

interface Props {
  readonly backend: Backend
  readonly logical_id: string
}

export function DemandList({ backend, logical_id }: Props) {
  const ask = useDemands(backend.backend_id, logical_id)
  const demands = demandsIn(logical_id)
  const labels = labelsOf(backend.qubits)
  const standing = demandsOf(demands)
  if (standing.length === 0) return <p>No demands: this is the best of all layouts.</p>
  return (
    <ul className="pentad-row modules-demands" aria-label="Demands on the layout">
      {standing.map(demand => (
        <li key={demandText(demand, labels)}>
          <Button
            size="small"
            text={demandText(demand, labels)}
            endIcon={<Cross />}
            title="Remove this demand"
            onClick={() => ask(withoutDemand(demands, demand))}
          />
        </li>
      ))}
    </ul>
  )
}
