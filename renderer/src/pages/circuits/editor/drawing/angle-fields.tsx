/** The parameters of a gate, edited where it stands in the drawing. */
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import type { CircuitDocument, DrawnStep } from '../../../../../../main/circuits/editing/document/model'
import { changeParameter, parameterTexts } from '../../../../../../main/circuits/editing/gestures/change'
import { GATE_STEP, ROW } from '../../../../components/drawings/circuit-gate'
import type { PlacedStep } from '../../../../draw/circuit-editor/cells'
import { openingOf } from '../../../../draw/circuit-editor/editor-view'
import type { Editor } from '../state/use-editor'
import { EditedInput } from './edited-input'
import { NAMES } from './wires'

/** Whether the parameters of a step are edited in place; a gate that the program defines opens instead. */
export const hasAngleFields = (document: CircuitDocument, step: DrawnStep): boolean =>
  openingOf(document, step) === null && parameterTexts(document, step).length > 0

interface Props {
  readonly editor: Editor
  readonly placed: PlacedStep
  /** Called when the focus has left, or is to return to the drawing. */
  readonly close: () => void
}

/** Enter applies the typed value and returns to the drawing, unless the value is refused; Escape returns without it. */
export function AngleFields({ editor, placed: { step, moment }, close }: Props) {
  const fields = useRef<HTMLDivElement>(null)
  const isRefused = useRef(false)
  const { document } = editor.view
  const wire = step.gates[0]?.qubits.at(-1) ?? 0
  useLayoutEffect(() => {
    const group = fields.current!
    const first = group.querySelector('input')
    first?.focus()
    first?.select()
    return () => {
      if (group.contains(group.ownerDocument.activeElement)) drawingBeside(group)?.focus({ preventScroll: true })
    }
  }, [])
  const change = (position: number, expression: string) => {
    const outcome = changeParameter(document, { step, position, expression })
    isRefused.current = outcome.kind === 'refused'
    editor.run(outcome, [step.id])
  }
  const pressed = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape' || (event.key === 'Enter' && !isRefused.current)) close()
    isRefused.current = false
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a legend, and a box of its own
    <div
      ref={fields}
      role="group"
      aria-label="Parameters of the gate"
      className="circuits-angle-fields"
      style={{ left: NAMES + moment * GATE_STEP, top: wire * ROW }}
      onKeyDown={pressed}
      onBlur={({ relatedTarget }) => !fields.current?.contains(relatedTarget) && close()}
    >
      {parameterTexts(document, step).map((text, at) => (
        <EditedInput
          // biome-ignore lint/suspicious/noArrayIndexKey: a parameter is its position
          key={at}
          label={`Parameter ${at + 1} in place`}
          value={text}
          enter={typed => change(at, typed)}
        />
      ))}
    </div>
  )
}

const drawingBeside = (fields: Element): SVGElement | null =>
  fields.parentElement?.querySelector<SVGElement>('.circuits-drawing') ?? null
