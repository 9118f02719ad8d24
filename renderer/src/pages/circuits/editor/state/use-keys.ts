/** Keys of the drawing: arrows move the caret or what is selected, letters put gates, c holds a control. */
import type { KeyboardEvent } from 'react'
import type { DrawnStep } from '../../../../../../main/circuits/editing/document/model'
import { stepAt } from '../../../../draw/circuit-editor/cells'
import { gateOfKey } from '../../../../draw/circuit-editor/palette'
import type { Editor } from './use-editor'

const ARROWS: Readonly<Record<string, readonly [wire: number, moment: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

export function pressKey(editor: Editor, event: KeyboardEvent): void {
  const handled =
    event.ctrlKey || event.metaKey
      ? command(editor, event)
      : event.altKey
        ? stretch(editor, event)
        : plain(editor, event)
  if (!handled) return
  event.preventDefault()
  // Keeps the key from the page's own shortcuts (g and a letter, ?).
  event.nativeEvent.stopPropagation()
}

function plain(editor: Editor, { key, shiftKey }: KeyboardEvent): boolean {
  const arrow = ARROWS[key]
  if (arrow) return go(editor, arrow, shiftKey)
  switch (key) {
    case 'Delete':
    case 'Backspace':
      editor.remove()
      return true
    case 'Escape':
      stepBack(editor)
      return true
    case ' ':
      return select(editor)
    case 'Enter':
      return enter(editor)
    case 'Home':
      editor.setCaret({ ...editor.caret, moment: 0 })
      return true
    case 'End':
      editor.setCaret({ ...editor.caret, moment: editor.grid.depth })
      return true
    case 'c':
      editor.holdControl({ qubit: editor.caret.wire, value: 1 })
      return true
    case 'C':
      editor.toggleControl()
      return true
    case 'l':
      editor.repeat(2)
      return true
    case 'I':
      return invert(editor)
    default: {
      const gate = gateOfKey(key)
      if (gate === null) return false
      editor.put(gate, editor.caret, { kind: 'key' })
      return true
    }
  }
}

/** Moves the caret; Shift with ↑ ↓ moves the selected gate, or the one under the caret, by a wire. */
function go(editor: Editor, [wire, moment]: readonly [number, number], isShift: boolean): boolean {
  if (isShift && wire !== 0) editor.shift(wire)
  else editor.setCaret({ wire: editor.caret.wire + wire, moment: editor.caret.moment + moment })
  return true
}

/** First the gate in hand is put away, then nothing is selected, then what is open closes. */
function stepBack({ tool, selected, controls, view, setTool, dismiss, close }: Editor): void {
  if (tool !== null) setTool(null)
  else if (selected.length === 0 && controls.length === 0 && view.depth > 0) close(view.depth - 1)
  else dismiss()
}

function invert(editor: Editor): boolean {
  const [step] = editor.meant
  if (step) editor.invert(step)
  return true
}

/**
 * Alt and ↑ ↓ move the lower end of the selected gate, or of the one under the caret, by a wire; with Shift the upper end. Alt and ← →
 * move the end of a loop or branch over a gate; with Shift its beginning.
 */
function stretch(editor: Editor, { key, shiftKey }: KeyboardEvent): boolean {
  const { resize, view, meant } = editor
  const [by, along] = ARROWS[key] ?? [0, 0]
  const [step, another] = meant
  if (along !== 0) {
    if (step) editor.resizeBox(step, shiftKey ? 'first' : 'last', along > 0 === shiftKey ? 'out' : 'in')
    return true
  }
  if (by === 0 || step === undefined || another !== undefined) return false
  const end = shiftKey ? 'top' : 'bottom'
  const wire = nextWire(step, end, by)
  if (wire >= 0 && wire < view.document.qubits.length) resize(step, end, wire)
  return true
}

/** The next wire that the gate is not on; a barrier gives up the wires that its end passes. */
function nextWire({ qubits, gates }: DrawnStep, end: 'top' | 'bottom', by: number): number {
  let wire = (end === 'top' ? qubits[0]! : qubits.at(-1)!) + by
  while (gates[0]?.name !== 'barrier' && qubits.includes(wire)) wire += by
  return wire
}

function select(editor: Editor): boolean {
  const under = stepAt(editor.grid, editor.caret)
  if (under === null) return true
  const before = editor.selected.map(({ id }) => id)
  const { id } = under.step
  editor.select(before.includes(id) ? before.filter(one => one !== id) : [...before, id])
  return true
}

/** Puts the gate in hand at the caret. Without one, opens the box at the caret, or selects the gate there for the inspector. */
function enter(editor: Editor): boolean {
  if (editor.tool !== null) {
    editor.put(editor.tool, editor.caret, { kind: 'key' })
    return true
  }
  const under = stepAt(editor.grid, editor.caret)
  if (under === null) return true
  editor.select([under.step.id])
  editor.open(under.step)
  return true
}

function command(editor: Editor, { key, shiftKey }: KeyboardEvent): boolean {
  switch (key.toLowerCase()) {
    case 'z':
      if (shiftKey) editor.redo()
      else editor.undo()
      return true
    case 'y':
      editor.redo()
      return true
    case 'a':
      editor.select(editor.view.scope.steps.map(({ id }) => id))
      return true
    case 'd':
      editor.duplicate()
      return true
    default:
      return false
  }
}
