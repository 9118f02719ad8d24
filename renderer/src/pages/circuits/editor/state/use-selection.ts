/** State of the drawing beside the text: open boxes, selected steps, held controls, the caret and the text's cursor. */
import { useMemo, useState } from 'react'
import type { CircuitDocument, DrawnStep } from '../../../../../../main/circuits/editing/document/model'
import type { RefusedGesture } from '../../../../../../main/circuits/editing/gestures/outcome'
import { type GridCell, gridOf, type StepGrid, stepAt } from '../../../../draw/circuit-editor/cells'
import {
  type EditorView,
  type Opened,
  openingOf,
  stepsAtCursor,
  viewOf,
} from '../../../../draw/circuit-editor/editor-view'
import type { HeldControl } from '../../../../draw/circuit-editor/palette'

const NONE: readonly DrawnStep[] = []

export interface CaretPlace extends GridCell {
  /** Whether the pointer has put a gate there. */
  readonly isGatePut?: boolean
}

export interface DrawingSelection {
  readonly view: EditorView
  readonly grid: StepGrid
  readonly selected: readonly DrawnStep[]
  /** The selected steps, or else the one under the caret. */
  readonly meant: readonly DrawnStep[]
  /** Steps whose statement, or its line, contains the cursor of the text. */
  readonly pointed: readonly DrawnStep[]
  readonly caret: CaretPlace
  /** The gate that a click puts down; null: a click selects. */
  readonly tool: string | null
  /** Wires that the next gate takes as controls. */
  readonly controls: readonly HeldControl[]
  readonly refusal: RefusedGesture | null
  setCaret(cell: CaretPlace): void
  /** Where the cursor of the text is, as an offset; null: nowhere. */
  pointAt(offset: number | null): void
  setTool(name: string | null): void
  /** Holds a control for the next gate, or releases it where it is held with that value already. */
  holdControl(control: HeldControl): void
  select(ids: readonly string[]): void
  open(step: DrawnStep): void
  /** Shows another iteration of the body that is open. */
  showIteration(iteration: number): void
  /** Closes boxes until so many levels are open. */
  close(levels: number): void
  dismiss(): void
}

/** The selection with the methods that gestures call. */
interface HeldSelection extends DrawingSelection {
  readonly opened: readonly Opened[]
  /** Moment where the pointer released the selected gate, which may be drawn further left; null: none. */
  readonly asked: number | null
  askedFor(moment: number): void
  /** Called after an edit of the text: selects these steps and releases all controls. */
  edited(keep: readonly string[]): void
  refuse(refusal: RefusedGesture | null): void
}

/** null without a document. Another program starts with nothing open, selected or held. */
export function useSelection(document: CircuitDocument | null, program: number): HeldSelection | null {
  const [opened, setOpened] = useState<readonly Opened[]>([])
  const [cursor, pointAt] = useState<number | null>(null)
  const [chosen, select] = useState<readonly string[]>([])
  const [caret, setCaret] = useState<CaretPlace>({ wire: 0, moment: 0 })
  const [tool, setTool] = useState<string | null>(null)
  const [controls, setControls] = useState<readonly HeldControl[]>([])
  const [asked, askedFor] = useState<number | null>(null)
  const [refused, setRefused] = useState<{ refusal: RefusedGesture | null; of: CircuitDocument | null } | null>(null)
  const [known, setKnown] = useState(program)
  // A refusal of another text says nothing of this one.
  const refusal = refused?.of === document ? refused.refusal : null
  if (known !== program) {
    setKnown(program)
    setOpened([])
    select([])
    setControls([])
    setTool(null)
    setCaret({ wire: 0, moment: 0 })
  }
  const view = useMemo(() => document && viewOf(document, opened), [document, opened])
  const grid = useMemo(() => view && gridOf(view.scope.steps, view.document.qubits.length), [view])
  const selected = useMemo(() => stepsNamed(view, chosen), [view, chosen])
  const pointed = useMemo(() => (view === null || cursor === null ? NONE : stepsAtCursor(view, cursor)), [view, cursor])
  // The same object until something of it changes: only then do its readers render again.
  return useMemo(() => {
    if (view === null || grid === null) return null
    const meant = selected.length > 0 ? selected : stepsUnder(grid, caret)
    const refuse = (refusal: RefusedGesture | null) => setRefused({ refusal, of: document })
    const choose = (ids: readonly string[]) => {
      select(ids)
      askedFor(null)
    }
    const edited = (keep: readonly string[]) => {
      choose(keep)
      setControls([])
    }
    return {
      view,
      grid,
      selected,
      meant,
      pointed,
      caret,
      tool,
      controls,
      refusal,
      opened,
      asked,
      pointAt,
      setTool,
      select: choose,
      edited,
      refuse,
      askedFor,
      ...levels(view, opened, next => {
        setOpened(next)
        choose([])
      }),
      setCaret: cell => setCaret(inside(cell, view)),
      holdControl: control => {
        refuse(null)
        setControls(toggled(controls, control))
      },
      dismiss: () => {
        refuse(null)
        edited([])
        setTool(null)
      },
    }
  }, [document, view, grid, selected, pointed, caret, tool, controls, refusal, opened, asked])
}

function toggled(controls: readonly HeldControl[], { qubit, value }: HeldControl): readonly HeldControl[] {
  const others = controls.filter(one => one.qubit !== qubit)
  const isHeld = controls.some(one => one.qubit === qubit && one.value === value)
  return isHeld ? others : [...others, { qubit, value }]
}

/** The ways into boxes and definitions and out again. */
function levels(
  view: EditorView,
  opened: readonly Opened[],
  show: (opened: readonly Opened[]) => void,
): Pick<DrawingSelection, 'open' | 'showIteration' | 'close'> {
  return {
    open: step => {
      const opening = openingOf(view.document, step)
      if (opening !== null) show([...opened.slice(0, view.depth), opening])
    },
    showIteration: iteration => {
      const last = opened[view.depth - 1]
      show(last?.kind === 'body' ? [...opened.slice(0, view.depth - 1), { ...last, iteration }] : opened)
    },
    close: count => show(opened.slice(0, count)),
  }
}

function stepsNamed(view: EditorView | null, chosen: readonly string[]): readonly DrawnStep[] {
  const ids = new Set(chosen)
  return view && ids.size > 0 ? view.scope.steps.filter(({ id }) => ids.has(id)) : NONE
}

function stepsUnder(grid: StepGrid, caret: GridCell): readonly DrawnStep[] {
  const under = stepAt(grid, caret)
  return under ? [under.step] : NONE
}

const inside = ({ wire, moment, isGatePut = false }: CaretPlace, { document }: EditorView): CaretPlace => ({
  wire: Math.max(0, Math.min(wire, document.qubits.length - 1)),
  moment: Math.max(0, moment),
  isGatePut,
})
