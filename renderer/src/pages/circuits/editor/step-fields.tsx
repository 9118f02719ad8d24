/**
 * Wires, bit and condition of a plain step as choices, in place of dragging with a mouse. A choice stays the same element when
 * another wire is chosen in it, so that keys go on where they are.
 */
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import type { CircuitDocument, CircuitWire, DrawnStep } from '../../../../../main/circuits/editing/document/model'
import { changeCondition, operationOf } from '../../../../../main/circuits/editing/gestures/change'
import { canBeControlled, controlsOf } from '../../../../../main/circuits/editing/gestures/modifiers'
import { moveStep, operandsOf } from '../../../../../main/circuits/editing/gestures/move'
import { Choice } from '../../../components/controls/choice'
import type { Editor } from './state/use-editor'

interface Props {
  readonly editor: Editor
  readonly step: DrawnStep
}

/** Most wires, and most bits, that are offered as a list to choose from. */
const MAX_CHOICES = 200

export function StepFields({ editor, step }: Props) {
  const { document } = editor.view
  const operation = operationOf(document, step)
  if (operation === null || operation.name === 'barrier' || document.qubits.length > MAX_CHOICES) return null
  const operands = operandsOf(step)
  const { clbits, controls } = operation
  const move = { scope: editor.view.scope, step, operands, moment: null }
  return (
    <div className="circuits-step-fields">
      {operands.map((wire, at) => {
        const label = at < controls.length ? `Control ${at + 1}` : `Qubit ${at - controls.length + 1}`
        return (
          <WireChoice
            key={label}
            label={label}
            wires={document.qubits}
            value={wire}
            choose={chosen => editor.move(step, exchanged(operands, at, chosen), null)}
          />
        )
      })}
      {clbits.map((clbit, at) => (
        <WireChoice
          key={operands[at]}
          label="Into"
          wires={document.clbits}
          value={clbit}
          choose={bit => editor.run(moveStep(document, { ...move, clbit: bit }), [step.id])}
        />
      ))}
      <Controls editor={editor} step={step} />
      <Condition editor={editor} step={step} />
    </div>
  )
}

/** The value of each control, and a button that adds a control. */
function Controls({ editor, step }: Props) {
  const { qubits } = editor.view.document
  const controls = controlsOf(editor.view.document, step)
  // The choice of all wires is made only on demand: it takes longer to show than all other fields of the gate.
  const [isAsked, setAsked] = useState(false)
  const wires = () =>
    qubits.flatMap(({ name }, wire): [string, string][] => (step.qubits.includes(wire) ? [] : [[String(wire), name]]))
  if (controls.length === 0 && !canBeControlled(editor.view.document, step)) return null
  return (
    <>
      {controls.map(({ qubit, value }) => (
        <Choice
          key={qubit}
          label={`${qubits[qubit]!.name} must be`}
          value={String(value)}
          options={CONTROL_VALUES}
          choose={chosen => editor.control(step, { qubit, value: chosen === NONE ? null : chosen === '1' ? 1 : 0 })}
        />
      ))}
      {!isAsked && <Button size="small" text="Add a control…" onClick={() => setAsked(true)} />}
      {isAsked && (
        <Choice
          label="Control"
          value=""
          none="on which wire?"
          options={wires()}
          choose={wire => editor.control(step, { qubit: Number(wire), value: 1 })}
        />
      )}
    </>
  )
}

const NONE = 'none'
const CONTROL_VALUES = [
  ['1', '1'],
  ['0', '0'],
  [NONE, 'no control'],
] as const

/** The operands with `wire` at place `at`; an operand on that wire already gets the old one. */
function exchanged(operands: readonly number[], at: number, wire: number): number[] {
  const other = operands.indexOf(wire)
  const moved = operands.with(at, wire)
  return other === -1 || other === at ? moved : moved.with(other, operands[at]!)
}

interface WireProps {
  readonly label: string
  readonly wires: readonly CircuitWire[]
  readonly value: number
  readonly choose: (wire: number) => void
}

const WireChoice = ({ label, wires, value, choose }: WireProps) => (
  <Choice
    label={label}
    value={String(value)}
    options={wires.map(({ name }, wire) => [String(wire), name] as const)}
    choose={chosen => choose(Number(chosen))}
  />
)

/** Choice for a condition that the other choices cannot express; it is typed. */
const TYPED = 'typed'

/**
 * Puts the step under a condition on one bit, changes it, or takes it away. The list of choices stays the same whatever is chosen:
 * a browser that finds a choice by its first letters selects others on the way to the last letter.
 */
function Condition({ editor, step }: Props) {
  const { document } = editor.view
  if (document.clbits.length === 0 || document.clbits.length > MAX_CHOICES) return null
  const value = chosenCondition(document, step)
  const set = (chosen: string) => {
    if (chosen === TYPED) return
    const [bit, bitValue] = chosen.split(' ').map(Number)
    const condition = chosen === '' ? null : { clbits: [bit!], value: bitValue! }
    editor.run(changeCondition(document, step, condition), [step.id])
  }
  const typed = value === TYPED ? [[TYPED, `if ${step.condition!.text}`] as const] : []
  const bits = document.clbits.flatMap(({ name }, bit) =>
    ([1, 0] as const).map(bitValue => [`${bit} ${bitValue}`, `if ${name} is ${bitValue}`] as const),
  )
  return <Choice label="Condition" value={value} none="always" options={[...typed, ...bits]} choose={set} />
}

function chosenCondition(document: CircuitDocument, step: DrawnStep): string {
  if (step.condition === null) return ''
  const condition = operationOf(document, step)?.condition
  return condition?.clbits.length === 1 ? `${condition.clbits[0]} ${condition.value}` : TYPED
}
