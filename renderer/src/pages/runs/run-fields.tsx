/** The fields of a run; what is wrong with one is said under it. */
import { Checkbox, FormGroup, InputGroup, Radio, RadioGroup } from '@blueprintjs/core'
import { useId } from 'react'
import { CARDINAL_STATES, type CardinalState, type RunMode } from '../../../../main/contract/runs'
import { MODE_WORDS, STATE_WORDS } from '../../draw/run-words'
import { type Draft, faultsOf } from './run-request'

export interface FieldsProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
}

export function RunFields({ draft, change }: FieldsProps) {
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
