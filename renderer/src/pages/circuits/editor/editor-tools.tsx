/** Tools above the drawing: gates, errors, the choice of drawing or list, undo and redo. */
import { Button, ButtonGroup, SegmentedControl } from '@blueprintjs/core'
import { Redo, Undo } from '@blueprintjs/icons'
import { memo } from 'react'
import type { ErrorLetter } from '../../../../../main/circuits/editing/markers/frame'
import type { OneQubitMatrix } from '../../../../../main/circuits/editing/matrix/one-qubit-matrix'
import type { PaletteGate } from '../../../draw/circuit-editor/palette'
import { MarkerTools } from '../markers/marker-panel'
import type { TouchDrag } from './drawing/use-touch-drag'
import { MatrixGate } from './matrix-gate'
import { Palette } from './palette'

interface Props {
  readonly tool: string | null
  /** Gates that the text defines; the same list until they change. */
  readonly own: readonly PaletteGate[]
  readonly hold: (name: string | null) => void
  readonly dragged: (name: string | null) => void
  readonly drop: (drag: TouchDrag) => void
  readonly define: (name: string, matrix: OneQubitMatrix) => string | null
  readonly error: ErrorLetter | null
  readonly holdError: (letter: ErrorLetter | null) => void
  /** Whether the circuit itself is open, not a body in it. */
  readonly isOutermost: boolean
  readonly isList: boolean
  readonly setList: (isList: boolean) => void
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly undo: () => void
  readonly redo: () => void
}

const FORMS = [
  { value: 'drawing', label: 'Drawing' },
  { value: 'list', label: 'List' },
]

/** Memoized, as few gestures change its properties. */
export const EditorTools = memo(({ tool, own, hold, dragged, drop, isOutermost, ...other }: Props) => (
  <div className="circuits-editor-tools">
    <Palette tool={tool} own={own} hold={hold} dragged={dragged} drop={drop} />
    {isOutermost && <MatrixGate define={other.define} />}
    {isOutermost && <MarkerTools held={other.error} hold={other.holdError} />}
    <SegmentedControl
      size="small"
      aria-label="Steps as"
      options={FORMS}
      value={other.isList ? 'list' : 'drawing'}
      onValueChange={form => other.setList(form === 'list')}
    />
    <ButtonGroup size="small">
      <Button icon={<Undo />} text="Undo" disabled={!other.canUndo} onClick={other.undo} />
      <Button icon={<Redo />} text="Redo" disabled={!other.canRedo} onClick={other.redo} />
    </ButtonGroup>
  </div>
))
