/** Qubits and couplings that the layout must or must not use, and what that costs against the layout without demands. */
import { Button, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { Calculator, Cross } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { Backend } from '../../../../main/contract/backends/catalogue'
import { labelled, labelledPair, labelsOf } from '../../../../main/contract/model/qubit-labels'
import {
  type LayoutDemands,
  logicalName,
  NO_DEMANDS,
  readLogicalName,
} from '../../../../main/contract/modules/layout-demands'
import type { LogicalQubit } from '../../../../main/contract/modules/logical-qubits'
import { PERCENTAGE_POINTS } from '../../../../main/contract/numbers/interval-text'
import { routes } from '../../../../main/contract/routes'
import type { RunPrediction } from '../../../../main/contract/runs/run'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { edgeId, qubitId } from '../../draw/calibration/map'
import { estimate, faults } from '../../draw/format/quantity'
import {
  type DemandKind,
  demandsOf,
  demandText,
  independentDifference,
  withDemand,
  withoutDemand,
} from '../../draw/modules/demands'
import { addressOfModule } from '../../draw/runs/experiment-steps'
import { EstimateFigure, Figure, FigureList } from '../../show/figure'
import { ProblemMessage } from '../../show/states'
import { PredictedTag } from '../../show/tags'
import { EMPTY_DRAFT, predictedRequest } from '../runs/setup/draft'
import { ModuleMap } from './layout/step'

interface Props {
  readonly backend: Backend
  readonly chosen: LogicalQubit
  /** The same chiplet without demands; undefined where the ranking does not have it. */
  readonly free: LogicalQubit | undefined
}

export const demandsIn = (logical_id: string): LayoutDemands => readLogicalName(logical_id)?.demands ?? NO_DEMANDS

export function DemandsView({ backend, chosen, free }: Props) {
  const [, navigate] = useLocation()
  const demands = demandsIn(chosen.logical_id)
  const ask = (changed: LayoutDemands) =>
    navigate(`${addressOfModule(backend.backend_id, logicalName(chosen.chiplet, changed))}?view=demands`)
  const labels = labelsOf(backend.qubits)
  const standing = demandsOf(demands)
  return (
    <div className="pentad-stack">
      <p className="pentad-quiet">
        Pentad searches for the best layout that meets these demands, and runs use it. The name of the logical qubit
        lists them, so that every record says what was demanded.
      </p>
      {standing.length === 0 && <p>No demands: the best of all layouts.</p>}
      <ul className="pentad-row modules-demands" aria-label="Demands on the layout">
        {standing.map(demand => (
          <li key={demandText(demand, labels)}>
            <Button
              size="small"
              text={demandText(demand, labels)}
              endIcon={<Cross />}
              title="Give this demand up"
              onClick={() => ask(withoutDemand(demands, demand))}
            />
          </li>
        ))}
      </ul>
      <DemandForm {...{ backend, chosen }} add={(kind, sites) => ask(withDemand(demands, { kind, sites }))} />
      {standing.length > 0 && free?.module && chosen.module && <Cost key={chosen.logical_id} {...{ chosen, free }} />}
    </div>
  )
}

interface FormProps extends Pick<Props, 'backend' | 'chosen'> {
  readonly add: (kind: DemandKind, sites: readonly number[]) => void
}

function DemandForm({ backend, chosen, add }: FormProps) {
  const id = useId()
  const [part, setPart] = useState('')
  const inside = new Set(chosen.qubits)
  const labels = labelsOf(backend.qubits)
  const couplings = backend.couplings.filter(([a, b]) => inside.has(a) && inside.has(b))
  const sites = part.split('-').map(Number)
  const elements = new Map([
    ...chosen.qubits.map(site => [qubitId(site), String(site)] as const),
    ...couplings.map(([a, b]) => [edgeId(a, b), `${a}-${b}`] as const),
  ])
  const selected = [...elements].find(([, value]) => value === part)?.[0] ?? null
  return (
    <>
      {chosen.module && (
        <ModuleMap
          {...{ backend, module: chosen.module, selected }}
          onSelect={element => setPart(elements.get(element ?? '') ?? '')}
        />
      )}
      <div className="pentad-row">
        <FormGroup label="Qubit or coupling" labelFor={id} inline>
          <HTMLSelect id={id} value={part} onChange={event => setPart(event.currentTarget.value)}>
            <option value="">Choose one</option>
            {chosen.qubits.map(site => (
              <option key={site} value={site}>{`qubit ${labelled(site, labels)}`}</option>
            ))}
            {couplings.map(([a, b]) => (
              <option key={`${a}-${b}`} value={`${a}-${b}`}>{`coupling ${labelledPair(a, b, labels)}`}</option>
            ))}
          </HTMLSelect>
        </FormGroup>
        <Button text="Exclude" disabled={part === ''} onClick={() => add('excluded', sites)} />
        <Button text="Pin" disabled={part === ''} onClick={() => add('pinned', sites)} />
        <span className="pentad-quiet">A click on a qubit or a coupling of the chiplet chooses it, too.</span>
      </div>
    </>
  )
}

interface CostProps {
  readonly chosen: LogicalQubit
  readonly free: LogicalQubit
}

/** What the demands cost: in expected faults at once, in logical error when asked for. */
function Cost({ chosen, free }: CostProps) {
  const { call } = useApi()
  const [told, setTold] = useState<readonly [RunPrediction, RunPrediction] | null>(null)
  const predict = useAction(async () => {
    const of = ({ logical_id, module }: LogicalQubit) =>
      call(routes.predictRun, {
        params: { backend_id: module!.backend_id, logical_id },
        body: predictedRequest(EMPTY_DRAFT)!,
      })
    setTold([await of(chosen), await of(free)])
  })
  const difference = told && independentDifference(told[0].logical_error, told[1].logical_error)
  return (
    <section className="pentad-stack" aria-label="What the demands cost">
      <h3 className="pentad-row">
        What the demands cost <PredictedTag />
      </h3>
      <FigureList>
        <Figure
          label="Δ_round"
          value={faults(chosen.module!.score)}
          note={`without demands ${faults(free.module!.score)}`}
        />
        {told && (
          <>
            <Figure
              label="Logical error a round, with the demands"
              value={estimate(told[0].logical_error)}
              note={`without ${estimate(told[1].logical_error)}`}
            />
            {difference ? (
              <EstimateFigure label="Difference" figure={difference} unit={PERCENTAGE_POINTS} />
            ) : (
              <Figure
                label="Difference"
                value="no figure"
                note="one of the two errors cannot be predicted with these rounds"
              />
            )}
          </>
        )}
      </FigureList>
      {predict.error && <ProblemMessage problem={predict.error} retry={() => void predict.run()} />}
      <div className="pentad-row">
        <Button
          icon={<Calculator />}
          text="Predict the difference in logical error"
          loading={predict.running}
          onClick={() => void predict.run()}
        />
        {told === null && <span className="pentad-quiet">Two predictions of a run as the set-up begins it.</span>}
      </div>
    </section>
  )
}
