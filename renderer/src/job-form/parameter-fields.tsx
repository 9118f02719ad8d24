/** The parameter table of a sweep: pasted as CSV, or generated in even steps. */
import { Button, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { type EvenSteps, evenStepsTable } from './fields/parameter-table'
import { type FieldsProps, LinesField } from './labelled-field'

const FIRST = { from: '0', to: '6.283185307', steps: '21' }

interface Props extends FieldsProps {
  /** Inputs of the circuit: the first is proposed for the steps, the others are added at 0. */
  readonly inputs: readonly string[]
}

export function ParameterFields({ fields, faults, change, inputs }: Props) {
  const [typed, setTyped] = useState<Partial<EvenSteps>>({})
  const even = { ...FIRST, name: inputs[0] ?? 'theta', ...typed }
  const made = evenStepsTable(even, inputs)
  const step = (field: keyof EvenSteps, label: string) => (
    <InputGroup
      aria-label={label}
      placeholder={label}
      value={even[field]}
      onValueChange={value => setTyped({ ...typed, [field]: value })}
    />
  )
  return (
    <div className="pentad-observables">
      <LinesField
        label="Parameters"
        fault={faults.parameters}
        value={fields.parameters}
        placeholder={'none: the circuit runs once. Names, then a line for each row:\ntheta, phi\n0.1, 0.2'}
        change={parameters => change({ ...fields, parameters })}
      />
      <div className="pentad-even-steps">
        {step('name', 'Parameter')}
        {step('from', 'First value')}
        {step('to', 'Last value')}
        {step('steps', 'Number of rows')}
        <Button
          text="Even steps"
          title="Makes a table of one parameter in even steps, both ends included; the other inputs of the circuit stand at 0"
          disabled={made === null}
          onClick={() => made !== null && change({ ...fields, parameters: made })}
        />
      </div>
    </div>
  )
}
