/** The fields of a run, each with its fault below it. */
import { Radio, RadioGroup } from '@blueprintjs/core'
import type { BackendSummary } from '../../../../../main/contract/backends/catalogue'
import { CARDINAL_STATES, type RunMode, STATE_TEXT } from '../../../../../main/contract/model/protocols'
import { CheckboxGroup } from '../../../components/controls/checkbox-group'
import { Field } from '../../../components/controls/field'
import { MODE_TEXT } from '../../../draw/runs/run-text'
import { RunOptionFields } from './options'
import { faultsOf, type RunFieldsProps } from './run-draft'

interface Props extends RunFieldsProps {
  readonly mode: BackendSummary['mode']
}

/** Hint below the number of shots, by the mode of the backend. */
const SHOTS_HINT = {
  mock: 'For each state and each number of rounds',
  live: 'For each state and each number of rounds. Tokens and device time grow with them',
} as const

export function RunFields({ draft, change, protocols, mode }: Props) {
  const faults = faultsOf(draft)
  return (
    <>
      <RadioGroup
        label="Mode"
        name="mode"
        selectedValue={draft.mode}
        onChange={event => change({ mode: event.currentTarget.value as RunMode })}
      >
        {Object.entries(MODE_TEXT).map(([mode, words]) => (
          <Radio key={mode} value={mode} label={words} />
        ))}
      </RadioGroup>
      <Field
        label="Rounds"
        hint="Numbers of syndrome rounds; three or more give a fitted decay"
        value={draft.rounds}
        fault={faults.rounds}
        change={rounds => change({ rounds })}
      />
      <Field
        label="Shots"
        hint={SHOTS_HINT[mode]}
        value={draft.shots}
        fault={faults.shots}
        change={shots => change({ shots })}
      />
      <CheckboxGroup
        legend="States"
        options={CARDINAL_STATES.map(state => [state, `|${STATE_TEXT[state]}⟩`])}
        chosen={draft.states}
        choose={states => change({ states })}
        hint="Logical eigenstates of Z (0, 1), X (+, −) and Y (+i, −i)"
        fault={faults.states}
      />
      <RunOptionFields draft={draft} change={change} {...(protocols ? { protocols } : {})} />
      <Field
        label="Seed"
        hint="Same module, build and seed: same bits. Empty: the service chooses and records one"
        value={draft.seed}
        fault={faults.seed}
        change={seed => change({ seed })}
      />
      <Field label="Name" hint="To find it again (optional)" value={draft.name} change={name => change({ name })} />
    </>
  )
}
