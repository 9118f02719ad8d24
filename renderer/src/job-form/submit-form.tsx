/** The submit form of the dashboard and the circuits page, which give it a circuit. */
import { Button } from '@blueprintjs/core'
import { Play } from '@blueprintjs/icons'
import { type SubmitEvent, useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import { circuitInputs } from '../../../main/circuits/editing/document/json-document'
import type { BackendSummary } from '../../../main/contract/backends/catalogue'
import type { ParametricCircuit } from '../../../main/contract/jobs/circuit'
import type { SavedVersionRef } from '../../../main/contract/jobs/saved-circuit'
import { routes } from '../../../main/contract/routes'
import type { ApiProblem } from '../api/transport/problem'
import { useAction } from '../api/use-action'
import { useApi } from '../api/use-api'
import { ProblemMessage } from '../components/messages/answer'
import { SimulatedTag } from '../components/values/tags-and-times'
import { CostLine, InsufficientTokens } from './cost/cost-line'
import { useEstimate } from './cost/use-estimate'
import {
  backendOf,
  bodyOf,
  fieldFaults,
  isTableOfAnother,
  missingForSubmit,
  type SubmitFields,
} from './fields/submit-fields'
import { MoreFields, TargetFields } from './form-fields'
import './submit.css'
import { ActionButton } from '../components/controls/action-button'

interface Props {
  /** At least one. */
  readonly backends: readonly BackendSummary[]
  /** Null while there is no circuit to submit; must be the same object until it changes. */
  readonly circuit: ParametricCircuit | null
  /** The version of a saved circuit that the circuit equals; null or left out: none. */
  readonly saved?: SavedVersionRef | null
  readonly fields: SubmitFields
  readonly change: (fields: SubmitFields) => void
  /** Shows the optional fields too, such as seed, noise, name and tags. */
  readonly full?: boolean
  readonly focused?: boolean
  readonly submitted?: (job_uuid: string) => void
  /** Called with the problem of the estimate or the submit; null when there is none. */
  readonly refused?: (problem: ApiProblem | null) => void
}

export function SubmitForm({
  backends,
  circuit,
  saved = null,
  fields,
  change,
  full = false,
  focused = false,
  ...callbacks
}: Props) {
  const { call } = useApi()
  const [, navigate] = useLocation()
  const button = useRef<HTMLButtonElement>(null)
  const backend = backendOf(fields, backends)!
  const faults = fieldFaults(fields, backend)
  const valid = Object.keys(faults).length === 0
  const { backend_id, mode } = backend
  const lack = circuit && missingForSubmit(circuit, fields)
  const inputs = useMemo(() => (circuit === null ? [] : circuitInputs(circuit)), [circuit])
  const body = useMemo(
    () =>
      valid && circuit !== null && lack === null
        ? { ...bodyOf(fields, { backend_id, mode }, circuit), ...(saved && { saved_circuit: saved }) }
        : null,
    [valid, circuit, saved, lack, fields, backend_id, mode],
  )
  const estimated = useEstimate(body)
  const send = useAction(async () => {
    if (body === null) return
    const { job_uuid } = await call(routes.submitJob, { body })
    callbacks.submitted?.(job_uuid)
    navigate(`/jobs/${job_uuid}`)
  })
  const problem = send.error ?? estimated.problem
  const onProblem = callbacks.refused
  useEffect(() => onProblem?.(problem), [onProblem, problem])
  useEffect(() => {
    if (focused) button.current?.focus()
  }, [focused])
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void send.run()
  }
  return (
    <form className="pentad-submit" onSubmit={onSubmit}>
      <div className="pentad-quick">
        <TargetFields backends={backends} backend={backend} fields={fields} faults={faults} change={change} />
        {full && <MoreFields backend={backend} fields={fields} faults={faults} change={change} inputs={inputs} />}
      </div>
      {isTableOfAnother(circuit, fields) && (
        <p role="status" className="pentad-quiet">
          The circuit uses none of the names under Parameters: that table is not sent.{' '}
          <Button size="small" text="Clear it" onClick={() => change({ ...fields, parameters: '' })} />
        </p>
      )}
      {lack === null ? (
        <CostLine estimated={estimated} mode={mode} />
      ) : (
        <p role="status" className="pentad-quiet">
          {lack}
        </p>
      )}
      <div className="pentad-quick-foot">
        <ActionButton
          ref={button}
          type="submit"
          intent="primary"
          icon={<Play />}
          text="Submit"
          loading={send.running}
          disabled={body === null || !backend.online || estimated.estimate?.tokens.sufficient === false}
        />
        {backend.simulated && <SimulatedTag />}
        {backend.offline_reason !== null && <span className="pentad-quiet">Offline: {backend.offline_reason}</span>}
      </div>
      {send.error && <SubmitRefusal problem={send.error} />}
    </form>
  )
}

/** A refused submit. Missing tokens get their remedies, as tokens may have been spent since the cost was shown. */
export function SubmitRefusal({ problem }: { readonly problem: ApiProblem }) {
  const { required, available } = problem.details
  if (problem.code !== 'insufficient_tokens' || typeof required !== 'number' || typeof available !== 'number')
    return <ProblemMessage problem={problem} ofSubmit />
  return <InsufficientTokens required={required} available={available} />
}
