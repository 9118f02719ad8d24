/** What is selected, open and held in the drawing, and the gestures that change the text. */
import { useMemo, useState } from 'react'
import type { CircuitDocument, DrawnStep } from '../../../../../../main/circuits/editing/document/model'
import { insertOperations } from '../../../../../../main/circuits/editing/gestures/insert'
import { moveStep, operandsOf } from '../../../../../../main/circuits/editing/gestures/move'
import type { Outcome, RefusedGesture } from '../../../../../../main/circuits/editing/gestures/outcome'
import { removeSteps } from '../../../../../../main/circuits/editing/gestures/remove'
import { resizeStep } from '../../../../../../main/circuits/editing/gestures/resize'
import { unrollStep } from '../../../../../../main/circuits/editing/gestures/unroll'
import { addWire } from '../../../../../../main/circuits/editing/gestures/wires'
import type { GateOperation } from '../../../../../../main/circuits/editing/writing/operation'
import { type GridCell, gridOf, type StepGrid, shifted } from '../../../../draw/circuit-editor/cells'
import { copied, fitsWires, pasted } from '../../../../draw/circuit-editor/clipboard'
import { createDocumentCache } from '../../../../draw/circuit-editor/document-cache'
import { operationAt } from '../../../../draw/circuit-editor/palette'
import { type EditorView, type Opened, openingOf, viewOf } from '../../../../draw/circuit-editor/view'
import { useDraft, useDraftText } from './draft'

/** Longer texts are edited as text: reading them at every key would be felt. */
const MAX_EDITED = 300_000

const NONE: readonly DrawnStep[] = []

export interface Editor {
  readonly view: EditorView
  readonly grid: StepGrid
  readonly selected: readonly DrawnStep[]
  /** Steps whose statement the cursor of the text is in. */
  readonly pointed: readonly DrawnStep[]
  readonly caret: GridCell
  /** The gate that a click puts down; null: a click selects. */
  readonly tool: string | null
  /** Wires that the next gate by key takes as controls. */
  readonly controls: readonly number[]
  readonly refusal: RefusedGesture | null
  readonly canUndo: boolean
  readonly canRedo: boolean
  setCaret(cell: GridCell): void
  /** Where the cursor of the text is, as an offset; null: nowhere. */
  pointAt(offset: number | null): void
  setTool(name: string | null): void
  holdControl(): void
  select(ids: readonly string[]): void
  open(step: DrawnStep): void
  /** Shows another pass of the body that is open. */
  showPass(pass: number): void
  /** Back out to so many levels. */
  close(levels: number): void
  /** Makes a gesture; `keep`: ids of the steps that stay selected. */
  run(outcome: Outcome, keep?: readonly string[]): void
  put(name: string, cell: GridCell): void
  move(step: DrawnStep, operands: readonly number[], moment: number | null): void
  shift(by: number): void
  /** Moves an end of a barrier, or the operand at that end of a gate, to a wire. */
  resize(step: DrawnStep, end: 'top' | 'bottom', wire: number): void
  /** What is selected; nothing selected, what is under the caret. */
  remove(): void
  removeSteps(steps: readonly DrawnStep[]): void
  /** What the clipboard is to hold of what is selected; null, with a reason in sight, where that cannot be copied. */
  copy(): string | null
  paste(text: string): void
  unroll(step: string): void
  dismiss(): void
  undo(): void
  redo(): void
}

/** null while there is no text, or one that is too long for a drawing that can be edited. */
export function useEditor(): Editor | null {
  const text = useDraftText()
  const { setText, undo, redo, history } = useDraft()
  const [documents] = useState(createDocumentCache)
  const document = useMemo(
    () => (text === null || text.length > MAX_EDITED ? null : documents.read(text)),
    [text, documents],
  )
  const [opened, setOpened] = useState<readonly Opened[]>([])
  const [cursor, setCursor] = useState<number | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [caret, setCaret] = useState<GridCell>({ wire: 0, moment: 0 })
  const [tool, setTool] = useState<string | null>(null)
  const [controls, setControls] = useState<readonly number[]>([])
  const [refusal, setRefusal] = useState<RefusedGesture | null>(null)
  const view = useMemo(() => document && viewOf(document, opened), [document, opened])
  const grid = useMemo(() => view && gridOf(view.scope.steps, view.document.qubits.length), [view])
  const selected = useMemo(() => {
    const ids = new Set(chosen)
    return view && ids.size > 0 ? view.scope.steps.filter(({ id }) => ids.has(id)) : NONE
  }, [view, chosen])
  const pointed = useMemo(() => stepsAround(view, cursor), [view, cursor])
  if (view === null || grid === null) return null

  const { scope } = view
  const run = (outcome: Outcome, keep: readonly string[] = []) => {
    setRefusal(outcome.kind === 'refused' ? outcome : null)
    if (outcome.kind === 'refused') return
    documents.remember(outcome.document)
    setText(outcome.document.text)
    setChosen(keep)
    setControls([])
  }
  const inserted = (operations: readonly GateOperation[], moment: number) =>
    insertOperations(view.document, { scope, operations, moment })
  const put = (name: string, { wire, moment }: GridCell) => {
    const { qubits, clbits } = view.document
    const at = operationAt(name, wire, { qubits: qubits.length, clbits: clbits.length, controls })
    if (at === null)
      return run({ kind: 'refused', reason: `${name} needs more qubits than there are: add one.`, unroll: null })
    if (name === 'measure' && clbits.length === 0) return run(measuredIntoNew(view.document, view, { wire, moment }))
    const free = controls.filter(control => !at.qubits.includes(control))
    run(inserted([{ ...at, controls: free.map(qubit => ({ qubit, value: 1 as const })) }], moment))
  }
  return {
    ...{ view, grid, selected, pointed, pointAt: setCursor, caret, tool, controls, refusal },
    canUndo: (history?.past.length ?? 0) > 0,
    canRedo: (history?.future.length ?? 0) > 0,
    setCaret: cell => setCaret(inside(cell, view)),
    setTool,
    holdControl: () =>
      setControls(
        controls.includes(caret.wire) ? controls.filter(one => one !== caret.wire) : [...controls, caret.wire],
      ),
    select: setChosen,
    open: step => {
      const opening = openingOf(view.document, step)
      if (opening === null) return
      setOpened([...opened.slice(0, view.depth), opening])
      setChosen([])
    },
    showPass: pass => {
      const last = opened[view.depth - 1]
      if (last?.kind === 'body') setOpened([...opened.slice(0, view.depth - 1), { ...last, pass }])
      setChosen([])
    },
    close: levels => {
      setOpened(opened.slice(0, levels))
      setChosen([])
    },
    run,
    put,
    move: (step, operands, moment) =>
      run(moveStep(view.document, { scope, step, operands, moment }), moment === null ? [step.id] : []),
    shift: by => {
      const [step, another] = selected
      const operands = step && !another ? shifted(operandsOf(step), by, view.document.qubits.length) : null
      if (step && operands) run(moveStep(view.document, { scope, step, operands, moment: null }), [step.id])
    },
    resize: (step, end, wire) => run(resizeStep(view.document, { scope, step, end, wire }), [step.id]),
    remove: () => {
      const under = grid.placed.find(
        one => one.moment === caret.moment && one.top <= caret.wire && one.bottom >= caret.wire,
      )
      const steps = selected.length > 0 ? selected : under ? [under.step] : []
      if (steps.length > 0) run(removeSteps(view.document, scope, steps))
    },
    removeSteps: steps => run(removeSteps(view.document, scope, steps)),
    copy: () => {
      if (selected.length === 0) return null
      const copy = copied(view.document, selected)
      if (copy.kind === 'copied') return copy.text
      setRefusal(copy)
      return null
    },
    paste: clipboard => {
      const operations = pasted(clipboard, caret.wire)
      if (operations === null) return
      const { qubits, clbits } = view.document
      if (fitsWires(operations, qubits.length, clbits.length)) {
        const outcome = inserted(operations, caret.moment)
        run(outcome, stepsPutIn(outcome, opened))
      } else
        run({ kind: 'refused', reason: 'The copied gates need wires that are not there from here on.', unroll: null })
    },
    unroll: id => {
      const step = view.document.steps.find(one => one.id === id) ?? scope.steps.find(one => one.id === id)
      if (step) run(unrollStep(view.document, step))
    },
    dismiss: () => {
      setRefusal(null)
      setChosen([])
      setControls([])
      setTool(null)
    },
    undo,
    redo,
  }
}

/** Ids of the steps that an insertion has put into what is open: its statements come last of the edits. */
function stepsPutIn(outcome: Outcome, opened: readonly Opened[]): string[] {
  const put = outcome.kind === 'edited' ? outcome.edits.at(-1) : undefined
  if (outcome.kind === 'refused' || put === undefined) return []
  const moved = outcome.edits.slice(0, -1).reduce((by, edit) => by + edit.insert.length - (edit.end - edit.start), 0)
  const [start, end] = [put.start + moved, put.start + moved + put.insert.length]
  const { steps } = viewOf(outcome.document, opened).scope
  return steps.filter(({ span }) => start <= span.start && span.end <= end).map(({ id }) => id)
}

/** Steps whose statement holds the cursor of the text. */
function stepsAround(view: EditorView | null, cursor: number | null): readonly DrawnStep[] {
  if (view === null || cursor === null) return NONE
  return view.scope.steps.filter(({ span }) => span.start <= cursor && cursor <= span.end)
}

const inside = ({ wire, moment }: GridCell, { document }: EditorView): GridCell => ({
  wire: Math.max(0, Math.min(wire, document.qubits.length - 1)),
  moment: Math.max(0, moment),
})

/** A measurement in a circuit without classical bits: a register for it comes with it. */
function measuredIntoNew(document: CircuitDocument, { scope }: EditorView, { wire, moment }: GridCell): Outcome {
  const declared = addWire(document, 'bit', 'c')
  if (declared.kind === 'refused' || scope.place !== null) return declared
  const operation = operationAt('measure', wire, { qubits: document.qubits.length, clbits: 1 })!
  const steps = { steps: declared.document.steps, place: null }
  return insertOperations(declared.document, { scope: steps, operations: [{ ...operation, clbits: [0] }], moment })
}
