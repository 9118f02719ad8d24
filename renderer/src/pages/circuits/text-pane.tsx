/** The text of the circuit with line numbers; lines with faults are marked, and each fault leads to its place. */
import { Button } from '@blueprintjs/core'
import { Error as ErrorIcon } from '@blueprintjs/icons'
import { Fragment, type RefObject, type UIEvent, useMemo, useRef } from 'react'
import { faultText, lineCount, offsetAt, type TextFault } from '../../draw/circuits/text'
import { useVirtualRows } from '../../show/tables/use-virtual-rows'
import type { RowWindow } from '../../show/tables/virtual-range'

interface Props {
  readonly text: string
  readonly change: (text: string) => void
  readonly faults: readonly TextFault[]
}

const FAULTS = 'circuit-faults'
const SHOWN_FAULTS = 50
/** Pixels, as the style sheet has it. */
const LINE_HEIGHT = 20

export function TextPane({ text, change, faults }: Props) {
  const gutter = useRef<HTMLPreElement>(null)
  const lines = useMemo(() => lineCount(text), [text])
  const rows = useVirtualRows<HTMLTextAreaElement>(lines, LINE_HEIGHT)
  const area = rows.element
  const follow = (event: UIEvent<HTMLTextAreaElement>) => {
    if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop
    rows.onScroll(event)
  }
  return (
    <>
      <div className="circuits-pane">
        <Gutter lines={lines} first={rows.first} end={rows.end} faults={faults} element={gutter} />
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
  area.current.scrollTop = LINE_HEIGHT * Math.max(0, line - 5)
}

interface GutterProps extends Pick<Props, 'faults'>, RowWindow {
  readonly lines: number
  readonly element: RefObject<HTMLPreElement | null>
}

/** Numbers of the lines in view only: a circuit of a hundred thousand lines must not make each key slow. */
function Gutter({ lines, first, end, faults, element }: GutterProps) {
  const marked = new Set(faults.map(({ line }) => line))
  return (
    <pre ref={element} className="circuits-gutter" aria-hidden>
      <div style={{ height: lines * LINE_HEIGHT, minWidth: `${String(lines).length}ch` }}>
        <div style={{ transform: `translateY(${first * LINE_HEIGHT}px)` }}>
          {Array.from({ length: end - first }, (_, at) => first + at + 1).map(line => (
            <Fragment key={line}>{marked.has(line) ? <b>{`${line}\n`}</b> : `${line}\n`}</Fragment>
          ))}
        </div>
      </div>
    </pre>
  )
}
