/** A Bell or GHZ circuit to a backend of choice: the shortest way to see the service work. */
import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { Play } from '@blueprintjs/icons'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { BackendSummary } from '../../../../main/contract/backends'
import { routes } from '../../../../main/contract/routes'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import type { Fetched } from '../../api/use-fetch'
import { ghzCircuit } from '../../draw/circuit'
import { count, significant } from '../../draw/quantity'
import { Panel } from '../../show/page'
import { Answer, Empty, Problem } from '../../show/states'
import { SimulatedTag } from '../../show/tags'

interface QuickSubmitProps {
  readonly backends: Fetched<{ readonly items: readonly BackendSummary[] }>
  readonly submitted: () => void
}

export function QuickSubmit({ backends, submitted }: QuickSubmitProps) {
  return (
    <Panel title="Quick submit">
      <Answer of={backends} what="the backends">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No backend">The lab profile names no device.</Empty>
          ) : (
            <SubmitForm backends={items} submitted={submitted} />
          )
        }
      </Answer>
    </Panel>
  )
}

const CIRCUITS = [2, 3, 4, 5] as const
const circuitName = (qubits: number) => (qubits === 2 ? 'Bell pair (2 qubits)' : `GHZ state (${qubits} qubits)`)
const SHOTS = 1_000

/** Free ones first: a first press should never cost tokens. */
const preferred = (backends: readonly BackendSummary[]) =>
  backends.find(backend => backend.mode === 'mock' && backend.online) ?? backends[0]!

function SubmitForm({
  backends,
  submitted,
}: {
  readonly backends: readonly BackendSummary[]
  readonly submitted: () => void
}) {
  const { call } = useApi()
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const [qubits, setQubits] = useState<number>(2)
  const [chosen, setChosen] = useState(search.get('backend'))
  const [asked, setAsked] = useState(String(SHOTS))
  const shots = Number(asked)
  const button = useRef<HTMLButtonElement>(null)
  const backend = backends.find(({ backend_id }) => backend_id === chosen) ?? preferred(backends)
  const invalid = shotsFault(shots, backend)
  const send = useAction(async () => {
    const body = { backend: backend.backend_id, shots, circuit: ghzCircuit(qubits) }
    const { job_uuid } = await call(routes.submitJob, { body })
    submitted()
    navigate(`/jobs/${job_uuid}`)
  })
  const wanted = search.has('submit')
  useEffect(() => {
    if (wanted) button.current?.focus()
  }, [wanted])
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (invalid === null) void send.run()
  }
  return (
    <form className="pentad-quick" onSubmit={onSubmit}>
      <FormGroup label="Circuit" labelFor="quick-circuit">
        <HTMLSelect
          id="quick-circuit"
          value={qubits}
          options={CIRCUITS.map(size => ({ value: size, label: circuitName(size) }))}
          onChange={event => setQubits(Number(event.currentTarget.value))}
        />
      </FormGroup>
      <FormGroup label="Backend" labelFor="quick-backend">
        <HTMLSelect
          id="quick-backend"
          value={backend.backend_id}
          options={backends.map(({ backend_id, online }) => ({
            value: backend_id,
            label: online ? backend_id : `${backend_id} (offline)`,
          }))}
          onChange={event => setChosen(event.currentTarget.value)}
        />
      </FormGroup>
      <FormGroup
        label="Shots"
        labelFor="quick-shots"
        {...(invalid !== null && { helperText: invalid, intent: 'danger' as const })}
      >
        <InputGroup
          id="quick-shots"
          type="number"
          inputMode="numeric"
          value={asked}
          min={1}
          max={backend.limits.max_shots}
          aria-invalid={invalid !== null}
          onValueChange={setAsked}
        />
      </FormGroup>
      <div className="pentad-quick-foot">
        <Button
          ref={button}
          type="submit"
          intent="primary"
          icon={<Play />}
          text="Submit"
          loading={send.running}
          disabled={invalid !== null || !backend.online}
        />
        <span className="pentad-quiet">{costOf(backend, shots)}</span>
        {backend.simulated && <SimulatedTag />}
      </div>
      {backend.offline_reason !== null && <p className="pentad-quiet">Offline: {backend.offline_reason}</p>}
      {send.error && <Problem problem={send.error} />}
    </form>
  )
}

function shotsFault(shots: number, { limits }: BackendSummary): string | null {
  if (Number.isInteger(shots) && shots >= 1 && shots <= limits.max_shots) return null
  return `A whole number from 1 to ${count(limits.max_shots)}`
}

const costOf = ({ token_price_per_shot: price }: BackendSummary, shots: number) =>
  price === 0 ? 'Costs nothing' : `Costs ${significant(price * shots, 4)} tokens`
