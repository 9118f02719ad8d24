/** Sets up a break-even map: which errors are scaled, how far, and how well each point is measured. */
import { Play } from '@blueprintjs/icons'
import { useState } from 'react'
import { DECODERS, PROTOCOLS, type Protocol, type RunMode } from '../../../../../main/contract/model/protocols'
import { type BreakEvenRequest, ERROR_KINDS } from '../../../../../main/contract/runs/studies'
import type { Action } from '../../../api/use-action'
import { ActionButton } from '../../../components/controls/action-button'
import { CheckboxGroup } from '../../../components/controls/checkbox-group'
import { Choice } from '../../../components/controls/choice'
import { Field } from '../../../components/controls/field'
import { ProblemMessage } from '../../../components/messages/answer'
import { ERROR_KIND_TEXT } from '../../../draw/studies/break-even-figure'
import {
  EMPTY_STUDY,
  requestOfStudyDraft,
  type StudyDraft,
  studyCostText,
  studyFaults,
} from '../../../draw/studies/study-request'

interface Props {
  readonly start: Action<[BreakEvenRequest]>
  /** Shot-rounds a millisecond of an earlier map, null when there is none. */
  readonly pace: number | null
  /** Protocols that the device offers; by default all. */
  readonly protocols?: readonly Protocol[]
}

const TEXTS = [
  ['from', 'Smallest factor', 'On all errors chosen; 1 is the device as calibrated'],
  ['to', 'Largest factor', 'At most 100'],
  ['factors', 'Number of factors', 'Evenly apart on a logarithmic axis'],
  ['rounds', 'Rounds', 'Three or more numbers give a fitted decay'],
  ['shots', 'Shots', 'For each state, number of rounds, kind and factor'],
  ['name', 'Name', 'To find it again (optional)'],
] as const

export function StudyForm({ start, pace, protocols = PROTOCOLS }: Props) {
  const [draft, setDraft] = useState<StudyDraft>({ ...EMPTY_STUDY, protocol: protocols[0]! })
  const change = (part: Partial<StudyDraft>) => setDraft({ ...draft, ...part })
  const faults = studyFaults(draft)
  const request = requestOfStudyDraft(draft)
  return (
    <form
      className="pentad-stack"
      onSubmit={event => {
        event.preventDefault()
        if (request) void start.run(request)
      }}
    >
      <CheckboxGroup
        legend="Errors to scale, each kind alone"
        options={ERROR_KINDS.map(kind => [kind, ERROR_KIND_TEXT[kind]])}
        chosen={draft.kinds}
        choose={kinds => change({ kinds })}
        fault={faults.kinds}
      />
      <div className="modules-fields">
        {TEXTS.map(([name, label, hint]) => (
          <Field
            key={name}
            label={label}
            hint={hint}
            value={draft[name]}
            fault={faults[name]}
            change={value => change({ [name]: value })}
          />
        ))}
      </div>
      <div className="pentad-choices">
        <Choice
          label="Mode"
          value={draft.mode}
          options={[
            ['correction', 'Correction'],
            ['detection', 'Detection'],
          ]}
          choose={mode => change({ mode: mode as RunMode })}
        />
        <Choice
          label="Protocol"
          value={draft.protocol ?? protocols[0]!}
          options={protocols.map(each => [each, each])}
          choose={protocol => change({ protocol: protocol as StudyDraft['protocol'] })}
        />
        <Choice
          label="Decoder"
          value={draft.decoder}
          options={DECODERS.map(each => [each, each])}
          choose={decoder => change({ decoder: decoder as StudyDraft['decoder'] })}
        />
        <ActionButton
          type="submit"
          intent="primary"
          icon={<Play />}
          text="Start the map"
          disabled={request === null}
          loading={start.running}
        />
      </div>
      {request && <p className="pentad-quiet">{studyCostText(request, pace)}</p>}
      {start.error && <ProblemMessage problem={start.error} />}
    </form>
  )
}
