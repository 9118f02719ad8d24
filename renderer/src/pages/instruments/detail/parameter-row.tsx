/** One parameter at one channel: its value, and the field that sets it. A refused value is explained where it was typed. */
import { Callout, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import type { ParameterForm } from '../../../../../main/contract/instruments/instrument'
import type { ParameterReading, ReadReply, SetReply } from '../../../../../main/contract/instruments/reading'
import { earlierErrorsText, parameterText } from '../../../../../main/contract/instruments/value-text'
import { routes } from '../../../../../main/contract/routes'
import { placeName } from '../../../api/instruments/read-all'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { ProblemMessage } from '../../../components/messages/answer'
import { enteredValue, fieldText, startingText } from '../../../draw/instruments/value-form'
import { latestText, sinceText, valueWithUnit } from '../../../draw/instruments/value-text'

interface Props {
  readonly instrument_id: string
  readonly form: ParameterForm
  readonly at: ParameterForm['channels'][number]
  readonly operator: boolean
  readonly ready: boolean
  /** Reply for this channel from reading all parameters; null: none. */
  readonly answered: ReadReply | null
}

export function ParameterRow({ instrument_id, form, at, operator, ready, answered }: Props) {
  const { call } = useApi()
  const [own, setOwn] = useState<ReadReply | null>(null)
  const reading = useAction(async () => {
    const query = at.channel === null ? {} : { channel: at.channel }
    setOwn(await call(routes.readParameter, { params: { instrument_id, parameter: form.parameter }, query }))
  })
  const name = placeName(form, at)
  const read = newer(answered, own)
  const shown = newer<ParameterReading>(at.latest, read)
  return (
    <tr>
      <th scope="row">
        {name}
        {at.lab && <span className="pentad-quiet instruments-under">{parameterText(form.parameter, at.channel)}</span>}
      </th>
      <td>
        <output aria-live="off">{shown === null ? 'not read yet' : latestText(shown)}</output>
        {shown && <span className="pentad-quiet instruments-under">{sinceText(shown.at, Date.now())}</span>}
        {read && !read.fresh && read.at === shown?.at && (
          <span className="pentad-quiet instruments-under">held by another caller; this is the last value read</span>
        )}
      </td>
      <td>
        <ActionButton
          size="small"
          icon={<Refresh />}
          aria-label={`Read ${name}`}
          title="Ask the instrument now"
          loading={reading.running}
          onClick={() => void reading.run()}
        />
        {reading.error && <ProblemMessage problem={reading.error} />}
      </td>
      <td>
        {form.access === 'read_write' && operator ? (
          <SetForm instrument_id={instrument_id} form={form} at={at} name={name} ready={ready} current={shown} />
        ) : (
          <span className="pentad-quiet">
            {form.access === 'read' && 'read only. '}
            {fieldText(form, at.limits)}
          </span>
        )}
      </td>
    </tr>
  )
}

const newer = <R extends ParameterReading>(one: R | null, other: R | null): R | null =>
  one === null || (other !== null && other.at > one.at) ? other : one

interface SetProps extends Omit<Props, 'operator' | 'answered'> {
  readonly name: string
  readonly current: ParameterReading | null
}

function SetForm({ instrument_id, form, at, name, ready, current }: SetProps) {
  const { call } = useApi()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [done, setDone] = useState<SetReply | null>(null)
  const text = typed ?? startingText(form.value, current?.value ?? null)
  const set = useAction(async () => {
    const entered = enteredValue(form.value, at.limits, text)
    setFault(entered.ok ? null : entered.fault)
    if (!entered.ok) return
    setDone(null)
    const body = { value: entered.value, channel: at.channel }
    setDone(await call(routes.setParameter, { params: { instrument_id, parameter: form.parameter }, body }))
    setTyped(null)
  })
  const change = (value: string) => {
    setTyped(value)
    setFault(null)
    set.forget()
  }
  return (
    <form
      className="instruments-set"
      onSubmit={event => {
        event.preventDefault()
        void set.run()
      }}
    >
      <div className="pentad-row">
        <ValueInput id={id} name={name} form={form} text={text} change={change} faulty={fault !== null} />
        <ActionButton
          type="submit"
          size="small"
          text="Set"
          aria-label={`Set ${name}`}
          disabled={!ready}
          title={ready ? 'Set it and read it back' : 'It is not connected'}
          loading={set.running}
        />
      </div>
      <p id={`${id}-about`} className={fault === null ? 'pentad-quiet' : 'pentad-fault'}>
        {fault ?? fieldText(form, at.limits)}
      </p>
      <div role="status">{done && <SetText reply={done} />}</div>
      {set.error && <ProblemMessage problem={set.error} />}
    </form>
  )
}

interface InputProps {
  readonly id: string
  readonly name: string
  readonly form: ParameterForm
  readonly text: string
  readonly faulty: boolean
  readonly change: (value: string) => void
}

function ValueInput({ id, name, form: { value }, text, faulty, change }: InputProps) {
  const common = { 'aria-label': name, 'aria-describedby': `${id}-about`, value: text }
  if (value.type === 'boolean' || value.type === 'choice') {
    const choices = value.type === 'boolean' ? ['off', 'on'] : value.choices
    return (
      <HTMLSelect {...common} onChange={event => change(event.currentTarget.value)}>
        {choices.includes(text) || <option value={text}>{text || 'choose'}</option>}
        {choices.map(choice => (
          <option key={choice}>{choice}</option>
        ))}
      </HTMLSelect>
    )
  }
  const unit = value.type === 'number' ? value.unit : null
  return (
    <InputGroup
      {...common}
      size="small"
      aria-invalid={faulty}
      intent={faulty ? 'danger' : 'none'}
      inputMode={value.type === 'number' ? 'decimal' : 'text'}
      spellCheck={false}
      {...(unit !== null && { rightElement: <span className="instruments-unit">{unit}</span> })}
      onValueChange={change}
    />
  )
}

/** The old value, the requested one, and the one that the instrument reads back. */
const SetText = ({ reply }: { readonly reply: SetReply }) => (
  <>
    {valueWithUnit(reply.old, reply.unit)} → {valueWithUnit(reply.requested, reply.unit)}
    {reply.ramped && ', ramped'}; reads back <strong>{valueWithUnit(reply.read_back, reply.unit)}</strong>
    {reply.earlier_errors.length > 0 && (
      <Callout compact intent="warning">
        Warning: {earlierErrorsText(reply.earlier_errors)}
      </Callout>
    )}
  </>
)
