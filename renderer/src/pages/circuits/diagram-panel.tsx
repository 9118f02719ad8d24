/** The circuit as a drawing: to edit, or to read with every operation one by one. */
import { Button, ButtonGroup, Callout } from '@blueprintjs/core'
import { memo, useState } from 'react'
import type { ParametricCircuit } from '../../../../main/contract/jobs/circuit'
import { CircuitDrawing } from '../../components/drawings/circuit'
import { Panel } from '../../components/layout/page'
import { Empty } from '../../components/messages/answer'
import { count } from '../../draw/format/quantity'
import { CircuitEditor } from './editor/editor'
import { EditorHelp } from './editor/editor-help'
import { useProgram } from './editor/state/circuit-draft'
import { type Editor, MAX_EDITED } from './editor/state/use-editor'
import type { LiveState } from './live/use-live-state'
import { PictureMenu } from './picture-menu'
import { ExportButtons } from './text-tools'
import type { CurrentReading } from './use-parsed-text'

interface DiagramPanelProps {
  readonly text: string
  readonly parsed: CurrentReading
  readonly editor: Editor | null
  readonly live: LiveState
  /** Circuit and view for the buttons, which may lag behind a gesture. */
  readonly late: { readonly circuit: ParametricCircuit | null; readonly view: Editor['view'] | null }
}

export function DiagramPanel({ text, parsed, editor, live, late }: DiagramPanelProps) {
  const [isEdited, setEdited] = useState(true)
  const program = useProgram()
  const drawn = useLastWhole(parsed, program)
  const stale = parsed.current && parsed.reading.circuit === null && text.trim() !== ''
  return (
    <Panel
      title="Diagram"
      actions={
        <>
          <ViewChoice isEdited={isEdited} change={setEdited} />
          <ExportButtons circuit={late.circuit} />
          <PictureMenu view={late.view} />
          <EditorHelp />
        </>
      }
    >
      {editor && isEdited ? (
        <CircuitEditor
          editor={editor}
          mark={live.isShown && live.moment < live.depth ? live.moment : null}
          readout={live.isOnWires ? (live.state?.qubit_states ?? null) : null}
          lastWhole={drawn?.program === program ? drawn.circuit : null}
        />
      ) : (
        <>
          {isEdited && text.length > MAX_EDITED && <TooLong length={text.length} />}
          <Diagram drawn={drawn?.circuit ?? null} stale={stale} />
        </>
      )}
    </Panel>
  )
}

interface DrawnCircuit {
  readonly circuit: ParametricCircuit
  /** Number of its program in the draft's history. */
  readonly program: number
}

const TooLong = ({ length }: { readonly length: number }) => (
  <Callout intent="warning" compact>
    The text has {count(length)} characters: a drawing is edited of at most {count(MAX_EDITED)}, and the state is shown
    with it. Here it is to be read; edit the text, where Ctrl+Z undoes.
  </Callout>
)

/** The last circuit that could be read. */
function useLastWhole({ reading, current }: CurrentReading, program: number): DrawnCircuit | null {
  const [drawn, setDrawn] = useState<DrawnCircuit | null>(null)
  if (current && reading.circuit !== null && drawn?.circuit !== reading.circuit)
    setDrawn({ circuit: reading.circuit, program })
  return drawn
}

interface ViewChoiceProps {
  readonly isEdited: boolean
  readonly change: (isEdited: boolean) => void
}

/** The drawing that is edited, or the one to read: every operation one by one, as a list as well. */
const ViewChoice = memo(({ isEdited, change }: ViewChoiceProps) => (
  <ButtonGroup size="small" variant="minimal">
    <Button text="Edit" active={isEdited} aria-pressed={isEdited} onClick={() => change(true)} />
    <Button text="Read" active={!isEdited} aria-pressed={!isEdited} onClick={() => change(false)} />
  </ButtonGroup>
))

function Diagram({ drawn, stale }: { readonly drawn: ParametricCircuit | null; readonly stale: boolean }) {
  if (drawn === null) return <Empty title="Nothing to draw yet">Write a circuit, or start from a template.</Empty>
  return (
    <>
      {stale && (
        <Callout intent="warning" compact>
          The text has faults. This is the last circuit that could be read.
        </Callout>
      )}
      <CircuitDrawing circuit={drawn} />
    </>
  )
}
