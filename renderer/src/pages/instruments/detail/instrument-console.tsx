/** Sends a typed line to the instrument and shows its answer. Arrow up and down bring earlier lines back. */
import { InputGroup } from '@blueprintjs/core'
import { SendTo } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import type { InstrumentDetail } from '../../../../../main/contract/instruments/instrument'
import type { ConsoleReply } from '../../../../../main/contract/instruments/reading'
import { routes } from '../../../../../main/contract/routes'
import { problemFrom } from '../../../api/transport/problem'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { Panel } from '../../../components/layout/page'
import { ProblemMessage } from '../../../components/messages/answer'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { duration } from '../../../draw/format/time'
import { recalled, remembered } from '../../../draw/instruments/line-history'
import { useConsoleLines } from '../../../window-state/console-lines'

const SHOWN = 50

/** A sent line with its answer, or with the reason why there is none. */
interface ShownAnswer extends Partial<Pick<ConsoleReply, 'reply' | 'latency_ms'>> {
  readonly key: number
  readonly sent: string
  readonly failed?: string
}

type ConsoleInstrument = Pick<InstrumentDetail, 'instrument_id' | 'console' | 'simulated' | 'label'>

export const ConsolePanel = ({ instrument }: { readonly instrument: ConsoleInstrument }) => (
  <Panel title="Console" tags={instrument.simulated && <SimulatedTag />}>
    {instrument.console.kind === 'none' ? (
      <p className="pentad-quiet">{instrument.console.hint}</p>
    ) : (
      <InstrumentConsole instrument={instrument} />
    )}
  </Panel>
)

function InstrumentConsole({ instrument }: { readonly instrument: ConsoleInstrument }) {
  const { instrument_id, console: about } = instrument
  const { call } = useApi()
  const id = useId()
  const { text, type, recall, keep, clear } = useTypedLine(instrument_id)
  const [answers, setAnswers] = useState<readonly ShownAnswer[]>([])
  const show = (answer: Omit<ShownAnswer, 'key'>) =>
    setAnswers(before => [...before, { ...answer, key: (before.at(-1)?.key ?? 0) + 1 }].slice(-SHOWN))
  const send = useAction(async () => {
    const line = text.trim()
    if (line === '') return
    keep(line)
    const sent = call(routes.instrumentConsole, { params: { instrument_id }, body: { text: line } })
    const reply = await sent.catch((error: unknown) => {
      show({ sent: line, failed: problemFrom(error).detail })
      throw error
    })
    show(reply)
    clear()
  })
  return (
    <>
      <ScrollRegion label="Console answers" maxHeight={240}>
        <div role="log" aria-label={`Console of ${instrument.label}`} className="instruments-console pentad-mono">
          {answers.map(answer => (
            <SentLine key={answer.key} answer={answer} />
          ))}
        </div>
      </ScrollRegion>
      <form
        className="pentad-row instruments-line"
        onSubmit={event => {
          event.preventDefault()
          void send.run()
        }}
      >
        <InputGroup
          value={text}
          aria-label={`Line to ${instrument.label}`}
          aria-describedby={`${id}-hint`}
          className="pentad-mono"
          autoComplete="off"
          spellCheck={false}
          maxLength={1_000}
          onValueChange={type}
          onKeyDown={event => {
            const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
            if (by === 0) return
            event.preventDefault()
            recall(by)
          }}
        />
        <ActionButton
          type="submit"
          icon={<SendTo />}
          text="Send"
          disabled={text.trim() === ''}
          loading={send.running}
        />
      </form>
      <p id={`${id}-hint`} className="pentad-quiet">
        {about.hint} It may change anything; every line is in both logs. Arrow up and down bring earlier lines back.
      </p>
      {send.error && <ProblemMessage problem={send.error} />}
    </>
  )
}

const SentLine = ({ answer: { sent, failed, reply, latency_ms } }: { readonly answer: ShownAnswer }) => (
  <p>
    <span className="pentad-quiet">&gt; {sent}</span>
    {failed === undefined ? (
      <span>
        {reply ?? '(no answer expected)'} <span className="pentad-quiet">{duration(latency_ms ?? 0)}</span>
      </span>
    ) : (
      <span className="pentad-fault">{failed}</span>
    )}
  </p>
)

const NO_LINES: readonly string[] = []

/** The line being typed, and earlier lines of this instrument, which the arrow keys bring back. */
function useTypedLine(instrument_id: string) {
  const [text, setText] = useState('')
  /** How many lines back the arrow keys have gone; 0 is the line being typed. */
  const [back, setBack] = useState(0)
  const [draft, setDraft] = useState('')
  const lines = useConsoleLines(state => state.lines[instrument_id]) ?? NO_LINES
  const add = useConsoleLines(state => state.add)
  return {
    text,
    type: (typed: string) => {
      setText(typed)
      setBack(0)
    },
    recall: (by: number) => {
      const at = Math.max(0, Math.min(lines.length, back + by))
      if (back === 0) setDraft(text)
      setBack(at)
      setText(recalled(lines, at, back === 0 ? text : draft))
    },
    keep: (line: string) => {
      add(instrument_id, remembered(lines, line))
      setBack(0)
    },
    clear: () => setText(''),
  }
}
