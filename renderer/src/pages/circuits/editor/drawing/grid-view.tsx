/** The grid of wires and moments: only what is in view is in the page, so that thousands of gates stay fast. */
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, type SVGAttributes, useMemo, useState } from 'react'
import type { QubitState } from '../../../../../../main/contract/jobs/circuit-state'
import { GATE_STEP, ROW } from '../../../../components/drawings/circuit-gate'
import { KEYBOARD_SCROLL } from '../../../../components/tables/scroll-region'
import { useVirtualGrid } from '../../../../components/tables/use-virtual-grid'
import { type GridCell, type PlacedStep, stepAt, stepLabel } from '../../../../draw/circuit-editor/cells'
import { isIdleKey } from '../../../../draw/circuit-editor/idle-key'
import { ErrorStretches, MarkerLayer } from '../../markers/marker-layer'
import type { Markers } from '../../markers/use-markers'
import type { Editor } from '../state/use-editor'
import { pressKey } from '../state/use-keys'
import { AngleFields, hasAngleFields } from './angle-fields'
import { HeldGate } from './ghost'
import { SelectionLayer, StepLayer } from './step-layer'
import { useCaretInView } from './use-caret-in-view'
import { cellOf, type Drag, usePointer } from './use-pointer'
import { GATE_DRAGGED } from './use-touch-drag'
import { READOUT, WireReadout } from './wire-readout'
import { Caret, type CellsInView, DragMark, NAMES, WireLabels, Wires } from './wires'

/** Empty columns behind the last gate. */
const SPARE = 3
const HELP = 'circuit-editor-help'

interface Props {
  readonly editor: Editor
  /** The moment whose state is shown; null: none, or the end. */
  readonly mark: number | null
  readonly markers: Markers
  /** The gate that is being dragged here from the palette. */
  readonly dragged: string | null
}

interface GridProps extends Props {
  /** State of each qubit at the shown moment, drawn at the end of its wire; null: none. */
  readonly readout: readonly QubitState[] | null
}

export function GridView({ editor, mark, markers, dragged, readout }: GridProps) {
  const { view, grid, caret } = editor
  const qubits = view.document.qubits.length
  const sides = NAMES + (readout === null ? 0 : READOUT)
  const window = useVirtualGrid({
    columns: Math.max(grid.depth, caret.moment) + SPARE,
    rows: qubits,
    width: GATE_STEP,
    height: ROW,
    fillBut: sides,
  })
  const seen = { columns: window.columns, rows: window.rows }
  const { follow, stay } = useCaretInView(window.element, caret)
  const under = stepAt(grid, caret)
  const [isIdle, setIdle] = useState(false)
  /** Id of the step whose angles are edited in place. */
  const [inPlace, editInPlace] = useState<string | null>(null)
  const edited = inPlace === null ? undefined : grid.placed.find(({ step }) => step.id === inPlace)
  const pressed = (event: KeyboardEvent) => {
    const atHand = { isAnyMeant: editor.meant.length > 0, isAnyUnderCaret: under !== null }
    setIdle(isIdleKey(event, { ...atHand, isGateInHand: editor.tool !== null }))
    follow()
  }
  const pointed = () => {
    setIdle(false)
    stay()
  }
  return (
    <>
      <section
        aria-label="Circuit drawing"
        ref={window.element}
        onScroll={window.onScroll}
        onKeyDownCapture={pressed}
        onPointerDownCapture={pointed}
        // Names and ends of the wires lie over the sides of the drawing.
        style={{ scrollPaddingInline: `${NAMES}px ${sides - NAMES}px` }}
        className="pentad-scroll pentad-circuit-view circuits-grid"
      >
        <div
          className="pentad-circuit-grid"
          style={{ width: sides + window.columnCount * GATE_STEP, height: qubits * ROW }}
        >
          {readout && <WireReadout states={readout} qubits={view.document.qubits} rows={seen.rows} />}
          <WireLabels editor={editor} rows={seen.rows} />
          <Drawing
            editor={editor}
            mark={mark}
            markers={markers}
            dragged={dragged}
            seen={seen}
            editInPlace={editInPlace}
          />
          {edited && <AngleFields key={inPlace} editor={editor} placed={edited} close={() => editInPlace(null)} />}
        </div>
      </section>
      <p id={HELP} role="status" className="circuits-at-caret">
        {atCaret(editor, under)}
        {isIdle && '; there is no gate for this key'}
      </p>
    </>
  )
}

interface DrawingProps extends Props {
  readonly seen: CellsInView
  readonly editInPlace: (step: string) => void
}

/** Wires, gates and marks that are in view, and what keys, pointer and clipboard do to them. */
function Drawing({ editor, mark, markers, dragged, seen: { columns, rows }, editInPlace }: DrawingProps) {
  const { view, grid, caret } = editor
  const pointer = usePointer(editor)
  const held = dragged ?? editor.tool
  // The drawing of a body shows one of its iterations; markers are placed on the circuit itself.
  const hasMarkers = view.depth === 0
  const placed = useMemo(
    () =>
      grid.placed.filter(
        one =>
          one.moment >= columns.first && one.moment < columns.end && one.bottom >= rows.first && one.top < rows.end,
      ),
    [grid, columns.first, columns.end, rows.first, rows.end],
  )
  const size = { width: (columns.end - columns.first) * GATE_STEP, height: (rows.end - rows.first) * ROW }
  const origin = { left: columns.first * GATE_STEP, top: rows.first * ROW }
  return (
    <svg
      ref={pointer.hold}
      role="application"
      aria-roledescription="circuit editor"
      aria-label="Circuit, edited by arrow keys and letters"
      aria-describedby={HELP}
      {...KEYBOARD_SCROLL}
      className="pentad-circuit circuits-drawing"
      {...size}
      viewBox={`${origin.left} ${origin.top} ${size.width} ${size.height}`}
      style={{ left: NAMES + origin.left, top: origin.top }}
      onKeyDown={event => {
        if (hasMarkers && markers.press(event, caret)) return
        const isEnter = event.key === 'Enter' && editor.tool === null
        pressKey(editor, event)
        if (isEnter) editAngles(editor, caret, editInPlace)
      }}
      onPointerDown={event => !(hasMarkers && markers.held) && pointer.press(event)}
      onClick={event => hasMarkers && putMarker(event, markers)}
      onPointerMove={pointer.slide}
      onPointerUp={pointer.release}
      onPointerCancel={pointer.cancel}
      onPointerLeave={() => pointer.hover(null)}
      onDoubleClick={event => {
        if (editor.tool !== null || (hasMarkers && markers.held)) return
        openUnder(editor, cellOf(event))
        editAngles(editor, cellOf(event), editInPlace)
      }}
      {...exchangeHandlers(editor, pointer.hover)}
    >
      <Wires document={view.document} seen={{ columns, rows }} />
      <Caret at={caret} controls={editor.controls} />
      {mark !== null && (
        <rect
          className="circuits-moment-mark"
          x={mark * GATE_STEP - 1.5}
          y={origin.top}
          width={3}
          height={size.height}
        />
      )}
      {hasMarkers && <ErrorStretches markers={markers} seen={columns} />}
      <StepLayer seen={placed} document={view.document} pointed={editor.pointed} />
      <SelectionLayer seen={placed} selected={editor.selected} />
      {hasMarkers && <MarkerLayer markers={markers} seen={columns} />}
      {pointer.drag && <DragMark drag={pointer.drag} grid={grid} document={view.document} />}
      {pointer.over && held !== null && (
        <HeldGate editor={editor} name={held} at={pointer.over} to={wireDrawnTo(pointer.drag)} />
      )}
    </svg>
  )
}

/** Handlers of drops from the palette, copy, cut and paste. */
const exchangeHandlers = (editor: Editor, hover: (cell: GridCell | null) => void): SVGAttributes<SVGSVGElement> => ({
  onDragOver: event => {
    if (!event.dataTransfer.types.includes(GATE_DRAGGED)) return
    event.preventDefault()
    hover(cellOf(event))
  },
  onDragLeave: () => hover(null),
  onDrop: event => {
    hover(null)
    const name = event.dataTransfer.getData(GATE_DRAGGED)
    if (name === '') return
    event.preventDefault()
    editor.put(name, cellOf(event), { kind: 'pointer' })
  },
  onCopy: event => copy(editor, event, false),
  onCut: event => copy(editor, event, true),
  onPaste: event => paste(editor, event),
})

/** What screen readers speak as the caret moves. */
function atCaret({ view, caret, controls }: Editor, placed: PlacedStep | null): string {
  const wireName = (wire: number) => view.document.qubits[wire]?.name ?? 'no qubit'
  const held = controls.map(({ qubit, value }) => `${wireName(qubit)}${value === 0 ? ' (of 0)' : ''}`).join(', ')
  const under = placed === null ? 'empty' : stepLabel(view.document, placed.step)
  const at = `${wireName(caret.wire)}, moment ${caret.moment + 1}: ${under}`
  return held === '' ? at : `${at}; control of the next gate on ${held}`
}

/** Last wire of a gate that is dragged over several wires. */
const wireDrawnTo = (drag: Drag | null): number | undefined => (drag?.kind === 'frame' ? drag.at.wire : undefined)

function putMarker(event: MouseEvent<SVGSVGElement>, { held, put }: Markers): void {
  if (held !== null) put(held, cellOf(event))
}

function openUnder(editor: Editor, cell: GridCell): void {
  const placed = stepAt(editor.grid, cell)
  if (placed) editor.open(placed.step)
}

function editAngles({ view, grid }: Editor, cell: GridCell, edit: (step: string) => void): void {
  const placed = stepAt(grid, cell)
  if (placed && hasAngleFields(view.document, placed.step)) edit(placed.step.id)
}

function copy(editor: Editor, event: ClipboardEvent, isCut: boolean): void {
  const text = editor.copy()
  if (text === null) return
  event.preventDefault()
  event.clipboardData.setData('text/plain', text)
  if (isCut) editor.remove()
}

function paste(editor: Editor, event: ClipboardEvent): void {
  event.preventDefault()
  editor.paste(event.clipboardData.getData('text/plain'))
}
