/** The form of a batch: fields for all circuits, the circuits, and what they would cost together. */
import { Callout } from '@blueprintjs/core'
import { Play } from '@blueprintjs/icons'
import { type SubmitEvent, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { BackendSummary } from '../../../../../main/contract/backends/catalogue'
import { routes } from '../../../../../main/contract/routes'
import type { ApiProblem } from '../../../api/transport/problem'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { Panel } from '../../../components/layout/page'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { countWithNoun } from '../../../draw/format/quantity'
import { CostLine } from '../../../job-form/cost/cost-line'
import { useEstimate } from '../../../job-form/cost/use-estimate'
import { batchBody, faultsByCircuit, typedCircuitFaults } from '../../../job-form/fields/batch-fields'
import { backendOf, fieldFaults } from '../../../job-form/fields/submit-fields'
import { MoreFields, TargetFields } from '../../../job-form/form-fields'
import { SubmitRefusal } from '../../../job-form/submit-form'
import { useBatchDraft } from './batch-draft'
import { CircuitList } from './circuit-list'
import '../../../job-form/submit.css'
import { ActionButton } from '../../../components/controls/action-button'

export function BatchForm({ backends }: { readonly backends: readonly BackendSummary[] }) {
  const { call } = useApi()
  const [, navigate] = useLocation()
  const { fields, circuits, setFields } = useBatchDraft()
  const backend = backendOf(fields, backends)!
  const faults = fieldFaults({ ...fields, parameters: '' }, backend)
  const { backend_id, mode } = backend
  const { max_shots } = backend.limits
  const wrong = useMemo(
    () => circuits.map(circuit => typedCircuitFaults(circuit, { limits: { max_shots } as BackendSummary['limits'] })),
    [circuits, max_shots],
  )
  const valid = [faults, ...wrong].every(each => Object.keys(each).length === 0)
  const body = useMemo(
    () => (valid ? batchBody(fields, { backend_id, mode }, circuits) : null),
    [valid, fields, backend_id, mode, circuits],
  )
  const estimated = useEstimate(body)
  /** The body that was sent last: its refusal is shown only while the form still has that body. */
  const [sent, setSent] = useState(body)
  const send = useAction(async () => {
    if (body === null) return
    setSent(body)
    const { batch_id } = await call(routes.submitJob, { body })
    navigate(`/jobs/batches/${batch_id}`)
  })
  const refusal = sent === body ? send.error : null
  const problem = estimated.problem ?? refusal
  const refused = faultsByCircuit(problem?.faults ?? [])
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void send.run()
  }
  return (
    <form className="pentad-submit" onSubmit={onSubmit}>
      <Panel title="For all circuits">
        <div className="pentad-quick">
          <TargetFields backends={backends} backend={backend} fields={fields} faults={faults} change={setFields} />
          <MoreFields ofBatch backend={backend} fields={fields} faults={faults} change={setFields} />
        </div>
      </Panel>
      <CircuitList faults={wrong} refused={refused} shots={fields.shots} />
      <Panel title="Submit">
        {isPlacedWhole(problem, refused) ? (
          <Callout intent="danger" compact role="alert">
            {placesText([...refused.keys()])}
          </Callout>
        ) : (
          <CostLine estimated={estimated} mode={mode} />
        )}
        <div className="pentad-quick-foot">
          <ActionButton
            type="submit"
            intent="primary"
            icon={<Play />}
            text={`Submit ${countWithNoun(circuits.length, 'circuit')}`}
            loading={send.running}
            disabled={body === null || !backend.online || estimated.estimate?.tokens.sufficient === false}
          />
          {backend.simulated && <SimulatedTag />}
          {backend.offline_reason !== null && <span className="pentad-quiet">Offline: {backend.offline_reason}</span>}
        </div>
        {refusal && !isPlacedWhole(refusal, refused) && <SubmitRefusal problem={refusal} />}
      </Panel>
    </form>
  )
}

/** Whether every fault of the problem is shown beside a circuit. */
const isPlacedWhole = (problem: ApiProblem | null, placed: ReadonlyMap<number, unknown>): boolean =>
  problem !== null && problem.faults.length > 0 && placed.size > 0 && !placed.has(-1)

const placesText = (positions: readonly number[]): string => {
  const [first] = positions
  return positions.length === 1
    ? `Circuit ${first! + 1} cannot run as it is: see there.`
    : `${countWithNoun(positions.length, 'circuit')} cannot run as they are, the first of them circuit ${first! + 1}: see there.`
}
