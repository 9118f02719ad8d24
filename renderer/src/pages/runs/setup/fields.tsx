/** The fields of a run; what is wrong with one is said under it. */
import { Radio, RadioGroup } from '@blueprintjs/core'
import { CARDINAL_STATES, type RunMode } from '../../../../../main/contract/model/protocols'
import { MODE_WORDS, STATE_WORDS } from '../../../draw/run-words'
import { Field } from '../../../show/controls/field'
import { Several } from '../../../show/controls/checkbox-group'
import { RunOptions } from './options'
import { type Draft, faultsOf } from './draft'

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
      <Field
        label="Rounds"
        hint="Numbers of syndrome rounds; three or more give a fitted decay"
        value={draft.rounds}
        fault={faults.rounds}
        change={rounds => change({ rounds })}
      />
      <Field
        label="Shots"
        hint="For each state and each number of rounds"
        value={draft.shots}
        fault={faults.shots}
        change={shots => change({ shots })}
      />
      <Several
        legend="States"
        options={CARDINAL_STATES.map(state => [state, `|${STATE_WORDS[state]}⟩`])}
        chosen={draft.states}
        choose={states => change({ states })}
        hint="Logical eigenstates of Z (0, 1), X (+, −) and Y (+i, −i)"
        fault={faults.states}
      />
      <RunOptions draft={draft} change={change} />
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
