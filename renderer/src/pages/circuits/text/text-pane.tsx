/** The text of the circuit: edited in place, with its faults below, each leading to its place. */
import { Button } from '@blueprintjs/core'
import { Error as ErrorIcon } from '@blueprintjs/icons'
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DrawnStep } from '../../../../../main/circuits/editing/document/model'
import { faultText, type TextFault } from '../../../draw/circuits/circuit-text'
import { useDraft } from '../editor/state/circuit-draft'
import { pasteOverDraft } from '../saved/open-circuit'
import { type CodeEditor, openCodeEditor } from './code-editor'

interface Props {
  readonly text: string
  /** Each once. */
  readonly faults: readonly TextFault[]
  /** Steps selected in the drawing, whose statements are marked. */
  readonly marked: readonly DrawnStep[]
  /** Called with the offset of the cursor; null once the pane is left. The same function at every call. */
  readonly pointAt: (offset: number | null) => void
}

const SHOWN_FAULTS = 50

export const TextPane = memo(({ text, faults, marked, pointAt }: Props) => {
  const { host, editor, line } = useCodeEditor(text, pointAt)
  useEffect(() => {
    editor.current?.show({ text, faults, marked: marked.map(({ span }) => span) })
  }, [text, faults, marked, editor])
  const here = faults.filter(fault => fault.line !== undefined && fault.line === line)
  return (
    <>
      <div className="circuits-pane" ref={host} data-own-keys />
      <p className="pentad-quiet circuits-text-help">
        Ctrl+Space completes, F8 goes to the next fault, Tab indents; Escape, then Tab leaves the text. The draft is
        kept in this browser, also while it is not saved.
      </p>
      <p role="status" className="circuits-fault-here">
        {here.map(({ message }) => message).join(' ')}
      </p>
      {faults.length > 0 && <Faults faults={faults} goTo={fault => editor.current?.goTo(fault)} />}
    </>
  )
})

/** The editor lives as long as the pane; it starts with the text of that moment. */
function useCodeEditor(text: string, pointAt: Props['pointAt']) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<CodeEditor>(null)
  const [line, setLine] = useState<number | null>(null)
  const { typeText, undo, redo } = useDraft.getState()
  const pointed = useEffectEvent((at: { readonly offset: number; readonly line: number } | null) => {
    setLine(at?.line ?? null)
    pointAt(at?.offset ?? null)
  })
  const open = useEffectEvent((root: ShadowRoot) =>
    openCodeEditor(root, text, { typed: typeText, pasted: pasteOverDraft, pointed, undo, redo }),
  )
  useEffect(() => {
    const element = host.current!
    const opened = open(element.shadowRoot ?? element.attachShadow({ mode: 'open' }))
    editor.current = opened
    return () => {
      opened.close()
      editor.current = null
    }
  }, [])
  return { host, editor, line }
}

interface FaultsProps extends Pick<Props, 'faults'> {
  readonly goTo: (fault: TextFault) => void
}

const Faults = ({ faults, goTo }: FaultsProps) => (
  <ul className="circuits-faults" aria-label="Faults of the text">
    {faults.slice(0, SHOWN_FAULTS).map(fault => (
      <li key={faultText(fault)}>
        <Button
          size="small"
          variant="minimal"
          intent="danger"
          alignText="start"
          icon={<ErrorIcon />}
          text={faultText(fault)}
          onClick={() => goTo(fault)}
        />
      </li>
    ))}
    {faults.length > SHOWN_FAULTS && <li>and {faults.length - SHOWN_FAULTS} more</li>}
  </ul>
)
