/** Qubits and couplings that the layout must or must not use, and what that costs against the layout without demands. */
import { Button, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { Calculator } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import type { Backend } from '../../../../../main/contract/backends/catalogue'
import { labelled, labelledPair, labelsOf } from '../../../../../main/contract/model/qubit-labels'
import type { LogicalQubit } from '../../../../../main/contract/modules/logical-qubits'
import { PERCENTAGE_POINTS } from '../../../../../main/contract/numbers/interval-text'
import { routes } from '../../../../../main/contract/routes'
import type { RunPrediction } from '../../../../../main/contract/runs/run'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { ProblemMessage } from '../../../components/messages/answer'
import { EstimateFigure, KeyFigure, KeyFigureList } from '../../../components/values/key-figure'
import { PredictedTag } from '../../../components/values/tags-and-times'
import { edgeId, qubitId } from '../../../draw/calibration/calibration-map'
import { estimate, faults } from '../../../draw/format/quantity'
import { type DemandKind, demandsOf, independentDifference, withDemand } from '../../../draw/modules/demands'
import { EMPTY_DRAFT, predictedRequest } from '../../runs/setup/run-draft'
import { ModuleMap } from '../layout/module-map'
import { DemandList, demandsIn, useDemands } from './demand-list'

interface Props {
  readonly backend: Backend
  readonly chosen: LogicalQubit
  /** The same chiplet without demands; undefined where the ranking does not have it. */
  readonly free: LogicalQubit | undefined
}

export function DemandsView({ backend, chosen, free }: Props) {
  const [part, setPart] = useState('')
  const { module, logical_id } = chosen
  const demanded = demandsOf(demandsIn(logical_id)).length > 0
  const parts = partsOf(backend, chosen)
  return (
    <div className={module ? 'modules-layout' : ''}>
      <div className="pentad-stack">
        <p className="pentad-quiet">
          Pentad searches for the best layout that meets these demands, and runs use it. The name of the logical qubit
          lists them, so that every record says what was demanded.
        </p>
        <DemandList backend={backend} logical_id={logical_id} />
        <DemandForm backend={backend} chosen={chosen} parts={parts} part={part} setPart={setPart} />
        {demanded && free?.module && module && <Cost key={logical_id} chosen={chosen} free={free} />}
      </div>
      {module && (
        <ModuleMap
          backend={backend}
          module={module}
          selected={parts.find(({ value }) => value === part)?.element ?? null}
          onSelect={element => setPart(parts.find(each => each.element === element)?.value ?? '')}
        />
      )}
    </div>
  )
}

/** A qubit or a coupling that can be excluded or pinned. */
interface DevicePart {
  /** Its sites, with a dash between those of a coupling. */
  readonly value: string
  readonly text: string
  /** Its id on the map. */
  readonly element: string
}

function partsOf(backend: Backend, { qubits }: LogicalQubit): DevicePart[] {
  const inside = new Set(qubits)
  const labels = labelsOf(backend.qubits)
  const couplings = backend.couplings.filter(([a, b]) => inside.has(a) && inside.has(b))
  return [
    ...qubits.map(site => ({ value: `${site}`, text: `qubit ${labelled(site, labels)}`, element: qubitId(site) })),
    ...couplings.map(([a, b]) => ({
      value: `${a}-${b}`,
      text: `coupling ${labelledPair(a, b, { labels })}`,
      element: edgeId(a, b),
    })),
  ]
}

interface DemandFormProps extends Pick<Props, 'backend' | 'chosen'> {
  readonly parts: readonly DevicePart[]
  readonly part: string
  readonly setPart: (part: string) => void
}

function DemandForm({ backend, chosen: { logical_id, module }, parts, part, setPart }: DemandFormProps) {
  const id = useId()
  const ask = useDemands(backend.backend_id, logical_id)
  const add = (kind: DemandKind) => ask(withDemand(demandsIn(logical_id), { kind, sites: part.split('-').map(Number) }))
  return (
    <>
      <div className="pentad-row modules-demand-form">
        <FormGroup label="Qubit or coupling" labelFor={id}>
          <HTMLSelect id={id} value={part} onChange={event => setPart(event.currentTarget.value)}>
            <option value="">Choose one</option>
            {parts.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </HTMLSelect>
        </FormGroup>
        <Button text="Exclude" disabled={part === ''} onClick={() => add('excluded')} />
        <Button text="Pin" disabled={part === ''} onClick={() => add('pinned')} />
      </div>
      {module && (
        <p className="pentad-quiet">
          Or choose a qubit or a coupling on the chiplet, by a click or with the arrow keys.
        </p>
      )}
    </>
  )
}

interface DemandCostProps {
  readonly chosen: LogicalQubit
  readonly free: LogicalQubit
}

/** What the demands cost: in expected faults at once, in logical error when requested. */
function Cost({ chosen, free }: DemandCostProps) {
  const { call } = useApi()
  const [predictions, setPredictions] = useState<readonly [RunPrediction, RunPrediction] | null>(null)
  const predict = useAction(async () => {
    const of = ({ logical_id, module }: LogicalQubit) =>
      call(routes.predictRun, {
        params: { backend_id: module!.backend_id, logical_id },
        body: predictedRequest(EMPTY_DRAFT)!,
      })
    setPredictions([await of(chosen), await of(free)])
  })
  const difference = predictions && independentDifference(predictions[0].logical_error, predictions[1].logical_error)
  return (
    <section className="pentad-stack" aria-label="What the demands cost">
      <h3 className="pentad-row">
        What the demands cost <PredictedTag />
      </h3>
      <KeyFigureList>
        <KeyFigure
          label="Δ_round"
          value={faults(chosen.module!.score)}
          note={`without demands ${faults(free.module!.score)}`}
        />
        {predictions && (
          <>
            <KeyFigure
              label="Logical error a round, with the demands"
              value={estimate(predictions[0].logical_error)}
              note={`without ${estimate(predictions[1].logical_error)}`}
            />
            {difference ? (
              <EstimateFigure label="Difference" figure={difference} unit={PERCENTAGE_POINTS} />
            ) : (
              <KeyFigure
                label="Difference"
                value="no figure"
                note="one of the two errors cannot be predicted with these rounds"
              />
            )}
          </>
        )}
      </KeyFigureList>
      {predict.error && <ProblemMessage problem={predict.error} retry={() => void predict.run()} />}
      <div className="pentad-row">
        <ActionButton
          icon={<Calculator />}
          text="Predict the difference in logical error"
          loading={predict.running}
          onClick={() => void predict.run()}
        />
        {predictions === null && (
          <span className="pentad-quiet">
            Compares two predictions of a run with the fields that the set-up starts with.
          </span>
        )}
      </div>
    </section>
  )
}
