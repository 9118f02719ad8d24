/** State, reset, budget and claim of one source. */
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import type { EntropySourceState, SourceQuality, UpdateSource } from '../../../../../main/contract/entropy/source'
import { significant } from '../../../../../main/contract/numbers/number-text'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { Choice } from '../../../components/controls/choice'
import { Confirm } from '../../../components/controls/confirm'
import { Field } from '../../../components/controls/field'
import { ProblemMessage } from '../../../components/messages/answer'
import { Sheet } from '../../../components/tables/sheet'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import {
  assessmentText,
  byteText,
  problemBesideState,
  sourceIntent,
  sourceStateText,
} from '../../../draw/entropy/source-text'
import { count } from '../../../draw/format/quantity'
import { WordTag } from '../../../instruments/status/state-tags'

interface Props {
  readonly source: SourceQuality
  readonly changed: () => void
}

const STATES: readonly (readonly [EntropySourceState, string])[] = [
  ['enabled', 'enabled'],
  ['disabled', 'disabled'],
  ['quarantined', 'quarantined'],
]

export function SourceControls({ source, changed }: Props) {
  const { call } = useApi()
  const [resetting, setResetting] = useState(false)
  const send = useAction(async (change: UpdateSource) => {
    await call(routes.updateSource, { params: { id: source.short_name }, body: change })
    changed()
  })
  const reset = async () => {
    await send.run({ reset: true })
    setResetting(false)
  }
  return (
    <>
      <Sheet
        entries={[
          [
            'Now',
            <span key="now">
              <WordTag word={sourceStateText(source)} intent={sourceIntent(source)} />{' '}
              {source.simulated && <SimulatedTag />} {problemBesideState(source) ?? 'serves draws'}
            </span>,
          ],
          ['Assessment', assessmentText(source)],
          ['Claim', `${significant(source.claimed, 4)} bits a sample`],
          ['In store', byteText(source.available_bytes)],
          [
            'Budget',
            `${source.budget.bytes_per_day === null ? 'none' : `${count(source.budget.bytes_per_day)} bytes a day`}; ${count(source.budget.used_today)} used today`,
          ],
        ]}
      />
      <div className="pentad-choices">
        <Choice
          label="State"
          value={source.state}
          options={STATES}
          disabled={send.running}
          choose={state => void send.run({ state: state as EntropySourceState })}
        />
        <Button size="small" intent="danger" text="Reset" onClick={() => setResetting(true)} />
      </div>
      <FigureForm
        label="Bytes a day"
        hint="leave empty for no budget"
        verb="Set the budget"
        start={source.budget.bytes_per_day === null ? '' : String(source.budget.bytes_per_day)}
        read={text => (text === '' ? null : readNumber(text, { whole: true, least: 0, most: 1e12 }))}
        running={send.running}
        send={budget_bytes_per_day => void send.run({ budget_bytes_per_day })}
      />
      <FigureForm
        label="Claimed min-entropy"
        hint={`bits a sample, above 0 and at most ${source.bits_per_sample}; a new claim has the source assessed anew`}
        verb="Set the claim"
        start={String(source.claimed)}
        read={text => readNumber(text, { whole: false, least: Number.MIN_VALUE, most: source.bits_per_sample })}
        running={send.running}
        send={min_entropy => min_entropy !== null && void send.run({ claims: { min_entropy } })}
      />
      {send.error && <ProblemMessage problem={send.error} />}
      <Confirm
        isOpen={resetting}
        title={`Reset ${source.short_name}?`}
        verb="Reset"
        running={send.running}
        cancel={() => setResetting(false)}
        confirm={() => void reset()}
      >
        Its stored bytes ({byteText(source.available_bytes)}) are destroyed, and its start-up tests and assessment begin
        anew. A source that failed for good may serve again after that: find out first why it failed.
      </Confirm>
    </>
  )
}

interface Bounds {
  readonly whole: boolean
  readonly least: number
  readonly most: number
}

/** The number in the text; undefined where it is none, or outside the bounds. */
function readNumber(text: string, { whole, least, most }: Bounds): number | undefined {
  const value = Number(text)
  const fits = text.trim() !== '' && value >= least && value <= most && (!whole || Number.isInteger(value))
  return fits ? value : undefined
}

interface FigureFormProps {
  readonly label: string
  readonly hint: string
  readonly verb: string
  readonly start: string
  /** Value of the typed text; undefined where it is invalid. */
  readonly read: (text: string) => number | null | undefined
  readonly running: boolean
  readonly send: (value: number | null) => void
}

function FigureForm({ label, hint, verb, start, read, running, send }: FigureFormProps) {
  const [typed, setTyped] = useState(start)
  const value = read(typed.trim())
  return (
    <form
      className="pentad-row"
      onSubmit={event => {
        event.preventDefault()
        if (value !== undefined) send(value)
      }}
    >
      <Field label={label} hint={hint} value={typed} fault={value === undefined ? hint : undefined} change={setTyped} />
      <ActionButton
        type="submit"
        size="small"
        text={verb}
        disabled={value === undefined || typed === start}
        loading={running}
      />
    </form>
  )
}
