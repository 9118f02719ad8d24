/** The text of the circuit with line numbers; lines with faults are marked, and each fault leads to its place. */
import { Button } from '@blueprintjs/core'
import { Error as ErrorIcon } from '@blueprintjs/icons'
import { type RefObject, useRef } from 'react'
import { faultText, offsetAt, type TextFault } from '../../draw/circuit-text'

interface Props {
  readonly text: string
  readonly change: (text: string) => void
  readonly faults: readonly TextFault[]
}

const FAULTS = 'circuit-faults'
const SHOWN_FAULTS = 50

export function TextPane({ text, change, faults }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLPreElement>(null)
  const follow = () => {
    if (gutter.current && area.current) gutter.current.scrollTop = area.current.scrollTop
  }
  return (
    <>
      <div className="circuits-pane">
        <Gutter text={text} faults={faults} element={gutter} />
        <textarea
          ref={area}
          className="circuits-text"
          aria-label="Circuit text, OpenQASM 2, OpenQASM 3 or JSON"
          aria-invalid={faults.length > 0}
          {...(faults.length > 0 && { 'aria-describedby': FAULTS })}
          value={text}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onScroll={follow}
          onChange={event => change(event.currentTarget.value)}
        />
      </div>
      {faults.length > 0 && (
        <ul id={FAULTS} className="circuits-faults" aria-label="Faults of the text">
          {faults.slice(0, SHOWN_FAULTS).map(fault => (
            <li key={faultText(fault)}>
              <Button
                size="small"
                variant="minimal"
                intent="danger"
                alignText="start"
                icon={<ErrorIcon />}
                text={faultText(fault)}
                onClick={() => goTo(area, text, fault)}
              />
            </li>
          ))}
          {faults.length > SHOWN_FAULTS && <li>and {faults.length - SHOWN_FAULTS} more</li>}
        </ul>
      )}
    </>
  )
}

function goTo(area: RefObject<HTMLTextAreaElement | null>, text: string, { line, column }: TextFault): void {
  if (area.current === null || line === undefined) return
  const offset = offsetAt(text, { line, column: column ?? 1 })
  area.current.focus()
  area.current.setSelectionRange(offset, Math.min(offset + 1, text.length))
  const lines = text.split('\n').length
  area.current.scrollTop = (area.current.scrollHeight * Math.max(0, line - 5)) / lines
}

interface GutterProps extends Pick<Props, 'text' | 'faults'> {
  readonly element: RefObject<HTMLPreElement | null>
}

/** Numbers as text between marked lines, so that a long circuit stays a few nodes. */
function Gutter({ text, faults, element }: GutterProps) {
  const lines = text.split('\n').length
  const marked = [...new Set(faults.flatMap(({ line }) => (line === undefined ? [] : [line])))]
    .filter(line => line <= lines)
    .sort((a, b) => a - b)
    .slice(0, SHOWN_FAULTS)
  const ends = [...marked, lines + 1]
  return (
    <pre ref={element} className="circuits-gutter" aria-hidden>
      {ends.map((end, at) => (
        <span key={end}>
          {at > 0 && <b>{`${marked[at - 1]}\n`}</b>}
          {numbers((marked[at - 1] ?? 0) + 1, end)}
        </span>
      ))}
    </pre>
  )
}

const numbers = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, at) => `${from + at}\n`).join('')
