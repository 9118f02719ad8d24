/** Fields of the selected steps: parameters, condition, and buttons for what can be done with them. */
import { Button, ButtonGroup, InputGroup } from '@blueprintjs/core'
import { type FieldsetHTMLAttributes, memo, useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import type { CircuitDocument, DrawnStep } from '../../../../../main/circuits/editing/document/model'
import {
  changeConditionText,
  changeParameter,
  parameterTexts,
} from '../../../../../main/circuits/editing/gestures/change'
import { canBeControlled } from '../../../../../main/circuits/editing/gestures/modifiers'
import { changeHead, headText } from '../../../../../main/circuits/editing/gestures/wrap'
import { stepLabel } from '../../../draw/circuit-editor/cells'
import { openingOf } from '../../../draw/circuit-editor/editor-view'
import { countWithNoun } from '../../../draw/format/quantity'
import { EditedInput } from './drawing/edited-input'
import type { Editor } from './state/use-editor'
import { useStable } from './state/use-stable'
import { StepFields } from './step-fields'

interface Props {
  readonly editor: Editor
}

const REPEAT_HELP = 'Puts it into a loop of two iterations; how many is edited at the loop (key l)'

/**
 * Deferred, so that the frame of a gesture does not wait for it; current while a field has the focus, which a click gives it before it acts.
 * Disabling the fields until then would restyle each of them twice in a gesture.
 */
export function Inspector({ editor }: Props) {
  const [isUsed, use] = useState(false)
  const late = useDeferredValue(editor)
  if (isUsed && editor.selected.length === 0) use(false)
  const isBehind = useStable(() => !isUsed && late.selected !== editor.selected)
  if (editor.selected.length === 0) return <NoneSelected />
  return <Selected editor={isUsed ? editor : late} isBehind={isBehind} use={use} />
}

interface SelectedProps extends Props {
  /** Whether the selection has changed since: clicks on the fields of the old one are ignored. */
  readonly isBehind: () => boolean
  /** Called with whether the focus is within. */
  readonly use: (isUsed: boolean) => void
}

const Selected = memo(({ editor, isBehind, use }: SelectedProps) => {
  const [step, another] = editor.selected
  if (step === undefined) return <NoneSelected />
  return (
    <Fields
      key={another === undefined ? 'one' : 'several'}
      onClickCapture={event => isBehind() && event.stopPropagation()}
      onFocus={() => use(true)}
      onBlur={() => use(false)}
      onKeyDown={event => event.key === 'Escape' && editor.setTool(null)}
    >
      <legend className="pentad-quiet">Selected</legend>
      {another === undefined ? <OneStep key={step.id} editor={editor} step={step} /> : <Several editor={editor} />}
      <ButtonGroup size="small">
        <Button text="Duplicate" onClick={editor.duplicate} />
        <Button text="Repeat" title={REPEAT_HELP} onClick={() => editor.repeat(2)} />
        <Button text="Delete" intent="danger" onClick={editor.remove} />
      </ButtonGroup>
    </Fields>
  )
})

/** When the fields disappear with the focus in them, as after Delete, it returns to the drawing or the list. */
function Fields(props: FieldsetHTMLAttributes<HTMLFieldSetElement>) {
  const own = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    const fields = own.current!
    const editor = fields.closest('.circuits-editor')
    return () => {
      const steps = editor?.querySelector<HTMLElement | SVGElement>('.circuits-drawing, [role="listbox"]')
      if (fields.contains(fields.ownerDocument.activeElement)) steps?.focus({ preventScroll: true })
    }
  }, [])
  return <fieldset ref={own} className="circuits-inspector" {...props} />
}

/** Takes the place of the fields, so that what stands below does not move with each click. */
const NoneSelected = () => (
  <fieldset className="circuits-inspector">
    <legend className="pentad-quiet">Selected</legend>
    <span className="pentad-quiet">
      Nothing. A click on a gate selects it, a frame drawn around several selects them, Space the one at the caret.
    </span>
  </fieldset>
)

interface StepProps extends Props {
  readonly step: DrawnStep
}

function OneStep({ editor, step }: StepProps) {
  const { document } = editor.view
  const opens = openingOf(document, step) !== null
  const head = headText(document, step)
  const stands = step.box !== null || step.gates.length > 1 || opens
  return (
    <>
      <code className="circuits-statement">{stepLabel(document, step)}</code>
      {parameterTexts(document, step).map((text, at) => (
        <EditedField
          // biome-ignore lint/suspicious/noArrayIndexKey: a parameter is its position
          key={at}
          label={`Parameter ${at + 1}`}
          value={text}
          enter={value => editor.run(changeParameter(document, { step, position: at, expression: value }), [step.id])}
        />
      ))}
      <StepFields editor={editor} step={step} />
      {head !== null && (
        <EditedField
          label="Runs as"
          value={head}
          enter={value => editor.run(changeHead(document, step, value), [step.id])}
        />
      )}
      {step.condition && document.notation !== 'json' && (
        <EditedField
          label="Runs if"
          value={step.condition.text}
          enter={value => editor.run(changeConditionText(document, step, value), [step.id])}
        />
      )}
      <ButtonGroup size="small">
        {opens && <Button text="Open" onClick={() => editor.open(step)} />}
        {stands && <Button text="Unroll" onClick={() => editor.unroll(step.id)} />}
        {isInvertible(document, step) && <Button text="Invert" onClick={() => editor.invert(step)} />}
      </ButtonGroup>
      {(step.box !== null || step.condition !== null) && document.notation !== 'json' && (
        <ButtonGroup size="small" aria-label="Gates inside">
          <Button text="Extend by the previous gate" onClick={() => editor.resizeBox(step, 'first', 'in')} />
          <Button text="Remove the first gate from it" onClick={() => editor.resizeBox(step, 'first', 'out')} />
          <Button text="Extend by the next gate" onClick={() => editor.resizeBox(step, 'last', 'in')} />
          <Button text="Remove the last gate from it" onClick={() => editor.resizeBox(step, 'last', 'out')} />
        </ButtonGroup>
      )}
    </>
  )
}

/** Whether the step is a gate that could be controlled, or one that is inverted already; not a measurement. */
const isInvertible = (document: CircuitDocument, step: DrawnStep): boolean =>
  canBeControlled(document, step) || (step.gates.length === 1 && step.gates[0]!.powers.length > 0)

interface InspectorFieldProps {
  readonly label: string
  readonly value: string
  readonly enter: (value: string) => void
}

function EditedField({ label, value, enter }: InspectorFieldProps) {
  // The label stands beside the field: Blueprint would measure a label within it, and the page would be laid out twice.
  return (
    <div className="circuits-field">
      <span aria-hidden>{label}</span>
      <EditedInput label={label} value={value} enter={enter} />
    </div>
  )
}

/** Fields for several steps: a new gate made of them, and a condition on all of them. */
function Several({ editor }: Props) {
  const [name, setName] = useState('')
  const { clbits } = editor.view.document
  const make = () => editor.defineGate(name.trim())
  return (
    <>
      <span>{countWithNoun(editor.selected.length, 'step')}</span>
      <InputGroup
        size="small"
        aria-label="New gate"
        placeholder="name of a new gate"
        value={name}
        onValueChange={setName}
        onKeyDown={event => event.key === 'Enter' && make()}
      />
      <Button size="small" text="Make a gate" disabled={name.trim() === ''} onClick={make} />
      {clbits.length > 0 && <EditedField label="Runs if" value="" enter={editor.guard} />}
    </>
  )
}
