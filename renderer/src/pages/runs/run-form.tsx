/** The form of a run, with the gate's warning and override, and the predictions beside it. */
import { Button, Callout, Checkbox, FormGroup, InputGroup, Radio, RadioGroup } from '@blueprintjs/core'
import { Play } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { BackendSummary } from '../../../../main/contract/backends'
import type { ResolvedModule } from '../../../../main/contract/modules'
import { routes } from '../../../../main/contract/routes'
import { CARDINAL_STATES, type CardinalState, type RunMode } from '../../../../main/contract/runs'
import { useAction } from '../../api/use-action'
import { useApi } from '../../api/use-api'
import { MODE_WORDS, STATE_WORDS } from '../../draw/run-words'
import { Panel } from '../../show/page'
import { Problem } from '../../show/states'
import { GateCallout } from '../modules/verdicts'
import { Predictions } from './predictions'
import { addressOfRun } from './run-address'
import { type Draft, EMPTY_DRAFT, faultsOf, requestOf } from './run-request'

interface Props {
  readonly module: ResolvedModule
  readonly logical_id: string
  readonly backend: BackendSummary | undefined
  /** The override was already given on the Modules page. */
  readonly override: boolean
}

export function RunForm({ module, logical_id, backend, override }: Props) {
  const { call } = useApi()
  const [, navigate] = useLocation()
  const [draft, setDraft] = useState<Draft>({ ...EMPTY_DRAFT, override: override && !module.gate.passed })
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const request = requestOf(draft)
  const start = useAction(async () => {
    if (request === null) return
    const run = await call(routes.createRun, { params: { backend_id: module.backend_id, logical_id }, body: request })
    navigate(addressOfRun(run))
  })
  const allowed = request !== null && (module.gate.passed || draft.override) && backend?.online !== false
  return (
    <div className="runs-setup">
      <Panel title="Run">
        <form
          className="pentad-stack"
          onSubmit={event => {
            event.preventDefault()
            if (allowed) void start.run()
          }}
        >
          <Fields draft={draft} change={change} />
          {module.gate.passed || <Override module={module} draft={draft} change={change} />}
          {backend?.online === false && <Callout intent="warning">Offline: {backend.offline_reason}</Callout>}
          {start.error && <Problem problem={start.error} />}
          <div className="pentad-row">
            <Button
              type="submit"
              intent="primary"
              icon={<Play />}
              text="Start the run"
              disabled={!allowed}
              loading={start.running}
            />
          </div>
        </form>
      </Panel>
      <Predictions module={module} request={request} />
    </div>
  )
}

interface FieldsProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
}

function Fields({ draft, change }: FieldsProps) {
  const faults = faultsOf(draft)
  return (
    <>
      <RadioGroup
        label="Mode"
        name="mode"
        selectedValue={draft.mode}
        onChange={event => change({ mode: event.currentTarget.value as RunMode })}
      >
        {Object.entries(MODE_WORDS).map(([mode, words]) => (
          <Radio key={mode} value={mode} label={words} />
        ))}
      </RadioGroup>
      <TextField
        label="Rounds"
        hint="Numbers of syndrome rounds; three or more give a fitted decay"
        value={draft.rounds}
        fault={faults.rounds}
        change={rounds => change({ rounds })}
      />
      <TextField
        label="Shots"
        hint="For each state and each number of rounds"
        value={draft.shots}
        fault={faults.shots}
        change={shots => change({ shots })}
      />
      <States states={draft.states} fault={faults.states} change={states => change({ states })} />
      <TextField
        label="Seed"
        hint="Same module, build and seed: same bits. Empty: the service chooses and records one"
        value={draft.seed}
        fault={faults.seed}
        change={seed => change({ seed })}
      />
      <TextField
        label="Name"
        hint="To find it again (optional)"
        value={draft.name}
        fault={undefined}
        change={name => change({ name })}
      />
    </>
  )
}

interface TextProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly fault: string | undefined
  readonly change: (value: string) => void
}

function TextField({ label, hint, value, fault, change }: TextProps) {
  const id = useId()
  return (
    <FormGroup
      label={label}
      labelFor={id}
      intent={fault ? 'danger' : 'none'}
      helperText={<span id={`${id}-help`}>{fault ?? hint}</span>}
    >
      <InputGroup
        id={id}
        value={value}
        maxLength={200}
        intent={fault ? 'danger' : 'none'}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-help`}
        onValueChange={change}
      />
    </FormGroup>
  )
}

interface StatesProps {
  readonly states: readonly CardinalState[]
  readonly fault: string | undefined
  readonly change: (states: readonly CardinalState[]) => void
}

const States = ({ states, fault, change }: StatesProps) => (
  <fieldset className="runs-states">
    <legend>States</legend>
    <div className="pentad-row">
      {CARDINAL_STATES.map(state => (
        <Checkbox
          key={state}
          inline
          checked={states.includes(state)}
          label={`|${STATE_WORDS[state]}⟩`}
          onChange={event =>
            change(event.currentTarget.checked ? [...states, state] : states.filter(each => each !== state))
          }
        />
      ))}
    </div>
    <p className={fault ? 'runs-fault' : 'pentad-quiet'}>
      {fault ?? 'Logical eigenstates of Z (0, 1), X (+, −) and Y (+i, −i)'}
    </p>
  </fieldset>
)

const Override = ({ module, draft, change }: FieldsProps & { readonly module: ResolvedModule }) => (
  <>
    <GateCallout module={module} />
    <Checkbox
      checked={draft.override}
      onChange={event => change({ override: event.currentTarget.checked })}
      label="I have read this warning and run the module all the same"
    />
  </>
)
