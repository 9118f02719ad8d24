/** Scripted faults on the line of a twin, reply by reply; real instruments have no such panel. */
import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { Eraser } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import type { TwinFaultState } from '../../../../../main/contract/instruments/twin-faults'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { usePolled } from '../../../api/use-fetch'
import { ActionButton } from '../../../components/controls/action-button'
import { Choice } from '../../../components/controls/choice'
import { Panel } from '../../../components/layout/page'
import { Answer, ProblemMessage } from '../../../components/messages/answer'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { countWithNoun } from '../../../draw/format/quantity'
import { enteredFault, FAULT_KINDS, FAULT_NAMES, twinFaultText } from '../../../draw/instruments/fault-kinds'

export function TwinFaultsPanel({ instrument_id }: { readonly instrument_id: string }) {
  // Polled, as requests of runs and of other windows play the scripted faults, too.
  const state = usePolled(routes.getTwinFaults, { params: { instrument_id } }, { until: isPlayed })
  return (
    <Panel title="Faults of the twin" tags={<SimulatedTag />}>
      <Answer of={state} what="the faults of the twin">
        {found => <TwinFaults instrument_id={instrument_id} state={found} changed={state.reload} />}
      </Answer>
    </Panel>
  )
}

const isPlayed = ({ script, plugged_in }: TwinFaultState): boolean => script.length === 0 && plugged_in

interface Props {
  readonly instrument_id: string
  readonly state: TwinFaultState
  readonly changed: () => void
}

type ReplyFaults = TwinFaultState['script']

function TwinFaults({ instrument_id, state, changed }: Props) {
  const { call } = useApi()
  const send = useAction(async (script: ReplyFaults) => {
    await call(routes.setTwinFaults, { params: { instrument_id }, body: { seed: state.seed, script } })
    changed()
  })
  return (
    <>
      <p role="status">
        {state.plugged_in ? 'Plugged in.' : 'Unplugged: clear the faults to plug it in again.'}{' '}
        {state.script.length === 0
          ? 'No fault is scripted.'
          : `${countWithNoun(state.script.length, 'fault')} still to come:`}
      </p>
      {state.script.length > 0 && (
        <ul className="pentad-list" aria-label="Faults still to come">
          {state.script.map((each, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same fault may stand in a script twice
            <li key={at}>
              {twinFaultText(each.fault)}, after {countWithNoun(each.after_replies, 'reply')}
            </li>
          ))}
        </ul>
      )}
      <FaultForm add={fault => void send.run([...state.script, fault])} running={send.running} />
      <div className="pentad-row">
        <Button
          icon={<Eraser />}
          text="Clear all and plug in"
          disabled={send.running}
          onClick={() => void send.run([])}
        />
      </div>
      {send.error && <ProblemMessage problem={send.error} />}
    </>
  )
}

interface TwinFaultFormProps {
  readonly running: boolean
  readonly add: (fault: ReplyFaults[number]) => void
}

const KINDS = FAULT_NAMES.map(kind => [kind, FAULT_KINDS[kind].text] as const)
type PlayedFaultKind = (typeof FAULT_NAMES)[number]

function FaultForm({ running, add }: TwinFaultFormProps) {
  const [kind, setKind] = useState<PlayedFaultKind>('delay')
  const [typed, setTyped] = useState(FAULT_KINDS.delay.field?.start ?? '')
  const [after, setAfter] = useState('0')
  const { field } = FAULT_KINDS[kind]
  return (
    <form
      className="pentad-choices"
      onSubmit={event => {
        event.preventDefault()
        add({ after_replies: Number(after), fault: enteredFault(kind, typed) })
      }}
    >
      <Choice
        label="Fault"
        value={kind}
        options={KINDS}
        choose={chosen => {
          setKind(chosen as PlayedFaultKind)
          setTyped(FAULT_KINDS[chosen as PlayedFaultKind].field?.start ?? '')
        }}
      />
      {field && <SmallField label={field.label} value={typed} change={setTyped} />}
      <SmallField label="After replies" value={after} change={setAfter} />
      <ActionButton type="submit" intent="primary" text="Add fault" loading={running} />
    </form>
  )
}

interface SmallFieldProps {
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
}

function SmallField({ label, value, change }: SmallFieldProps) {
  const id = useId()
  return (
    <FormGroup inline label={label} labelFor={id}>
      <InputGroup id={id} size="small" value={value} onValueChange={change} className="instruments-short" />
    </FormGroup>
  )
}
