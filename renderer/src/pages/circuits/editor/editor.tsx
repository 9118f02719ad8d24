/** The drawing that can be edited, with its palette, its wires, and what is selected. */
import { type BreadcrumbProps, Breadcrumbs, Button, ButtonGroup, Callout } from '@blueprintjs/core'
import { memo, useMemo, useState } from 'react'
import type { Definition } from '../../../../../main/circuits/editing/document/model'
import { gateFromMatrix } from '../../../../../main/circuits/editing/gestures/define-gate'
import type { ErrorLetter } from '../../../../../main/circuits/editing/markers/frame'
import type { OneQubitMatrix } from '../../../../../main/circuits/editing/matrix/one-qubit-matrix'
import type { ParametricCircuit } from '../../../../../main/contract/jobs/circuit'
import type { QubitState } from '../../../../../main/contract/jobs/circuit-state'
import { CircuitDrawing } from '../../../components/drawings/circuit'
import { Empty } from '../../../components/messages/answer'
import { definedGates, type PaletteGate } from '../../../draw/circuit-editor/palette'
import { countWithNoun } from '../../../draw/format/quantity'
import { MarkerPanel } from '../markers/marker-panel'
import { type Markers, useMarkers } from '../markers/use-markers'
import { GridView } from './drawing/grid-view'
import { cellUnder } from './drawing/use-pointer'
import type { TouchDrag } from './drawing/use-touch-drag'
import { EditorTools } from './editor-tools'
import { Inspector } from './inspector'
import type { Editor } from './state/use-editor'
import { useStable } from './state/use-stable'
import { StepList } from './step-list'
import { WireTools } from './wire-tools'
import './editor.css'

interface Props {
  readonly editor: Editor
  /** The moment before which a line stands; null: no line. */
  readonly mark: number | null
  /** State of each qubit, drawn at the end of its wire; null: none. */
  readonly readout: readonly QubitState[] | null
}

interface EditorProps extends Props {
  /** The last circuit read of this program, shown while its text cannot be drawn; null: none. */
  readonly lastWhole: ParametricCircuit | null
}

export const CircuitEditor = memo(({ editor, mark, readout, lastWhole }: EditorProps) => {
  const { view, grid, tool, refusal } = editor
  const { document } = view
  const markers = useMarkers(document, editor.program)
  const own = useDefinedGates(document.definitions)
  const [isList, setList] = useState(false)
  const [dragged, setDragged] = useState<string | null>(null)
  const hold = useStable((name: string | null) => {
    markers.hold(null)
    editor.setTool(name)
  })
  const drop = useStable(({ name, x, y }: TouchDrag) => {
    const cell = cellUnder(x, y)
    if (cell !== null) editor.put(name, cell, { kind: 'pointer' })
  })
  /** Adds a gate to the program and takes it in hand for the next click; returns why it is refused, else null. */
  const define = useStable((name: string, matrix: OneQubitMatrix): string | null => {
    const outcome = gateFromMatrix(document, name, matrix)
    if (outcome.kind === 'refused') return outcome.reason
    editor.run(outcome)
    hold(name)
    return null
  })
  const holdError = useStable((letter: ErrorLetter | null) => {
    editor.setTool(null)
    markers.hold(letter)
  })
  return (
    <div className="circuits-editor">
      <EditorTools
        tool={tool}
        own={own}
        hold={hold}
        drop={drop}
        define={define}
        holdError={holdError}
        isList={isList}
        setList={setList}
        dragged={setDragged}
        error={markers.held}
        isOutermost={view.depth === 0}
        canUndo={editor.canUndo}
        canRedo={editor.canRedo}
        undo={editor.undo}
        redo={editor.redo}
      />
      <WireTools editor={editor} />
      {view.trail.length > 0 && <Trail editor={editor} />}
      {document.readOnly && (
        <Callout compact intent="warning">
          {document.readOnly}
        </Callout>
      )}
      {refusal && <Refusal editor={editor} />}
      {document.qubits.length === 0 && document.faults.length > 0 && lastWhole !== null ? (
        <LastWhole circuit={lastWhole} />
      ) : document.qubits.length === 0 ? (
        <Empty title="No qubits yet">Add a qubit above, write a circuit, or start from a template.</Empty>
      ) : (
        <Steps editor={editor} mark={mark} readout={readout} markers={markers} dragged={dragged} isList={isList} />
      )}
      {document.qubits.length > 0 && (
        <>
          <p className="pentad-quiet circuits-counts">
            {countWithNoun(document.qubits.length, 'qubit')}, {countWithNoun(view.scope.steps.length, 'step')},{' '}
            {countWithNoun(grid.depth, 'moment')}
          </p>
          <Inspector editor={editor} />
        </>
      )}
      {view.depth === 0 && <MarkerPanel markers={markers} document={document} />}
    </div>
  )
})

const LastWhole = ({ circuit }: { readonly circuit: ParametricCircuit }) => (
  <>
    <Callout compact intent="warning">
      The text has faults and cannot be drawn. This is the drawing of the last text without faults, to be looked at
      alone.
    </Callout>
    <div className="circuits-last-whole">
      <CircuitDrawing circuit={circuit} />
    </div>
  </>
)

/** The same list until a gate is defined, renamed or taken away. */
function useDefinedGates(definitions: readonly Definition[]): readonly PaletteGate[] {
  const gates = definedGates(definitions)
  const said = JSON.stringify(gates)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said of the gates is all that they are
  return useMemo(() => gates, [said])
}

interface StepsProps extends Props {
  readonly markers: Markers
  readonly dragged: string | null
  readonly isList: boolean
}

const Steps = ({ isList, ...drawn }: StepsProps) =>
  isList ? <StepList editor={drawn.editor} /> : <GridView {...drawn} />

/** The levels of open boxes, each a button back to it, and buttons for the iterations of a loop. */
function Trail({ editor }: { readonly editor: Editor }) {
  const { trail, iteration } = editor.view
  const items = ['Circuit', ...trail].map((text, level) => ({ text, onClick: () => editor.close(level) }))
  return (
    <div className="circuits-trail">
      <Breadcrumbs items={items} breadcrumbRenderer={levelButton} currentBreadcrumbRenderer={levelNow} />
      {iteration && (
        <ButtonGroup size="small">
          <Button
            text="Previous iteration"
            disabled={iteration.now === 0}
            onClick={() => editor.showIteration(iteration.now - 1)}
          />
          <Button
            text="Next iteration"
            disabled={iteration.now + 1 >= iteration.count}
            onClick={() => editor.showIteration(iteration.now + 1)}
          />
        </ButtonGroup>
      )}
      <span className="pentad-quiet">An edit here changes every iteration and every call.</span>
    </div>
  )
}

/** A button: Blueprint's own would be a link without an address, which screen readers read as plain text. A press moves the focus to the drawing. */
const levelButton = ({ text, onClick }: BreadcrumbProps) => (
  <Button
    size="small"
    variant="minimal"
    text={text}
    onClick={event => {
      const editor = event.currentTarget.closest('.circuits-editor')
      editor?.querySelector<HTMLElement | SVGElement>('.circuits-drawing, [role="listbox"]')?.focus()
      ;(onClick as (() => void) | undefined)?.()
    }}
  />
)

const levelNow = ({ text }: BreadcrumbProps) => <strong aria-current="location">{text}</strong>

/** Why a gesture was refused, with offers to unroll the loop or call in its way, or to do something else instead. */
function Refusal({ editor }: { readonly editor: Editor }) {
  const { reason, unroll, instead } = editor.refusal!
  return (
    <Callout compact intent="warning" role="alert">
      {reason}{' '}
      <ButtonGroup size="small">
        {unroll !== null && <Button text="Unroll it" onClick={() => editor.unroll(unroll)} />}
        {instead !== null && <Button text={instead.label} onClick={() => editor.run(instead.outcome)} />}
        <Button text="Dismiss" onClick={editor.dismiss} />
      </ButtonGroup>
    </Callout>
  )
}
