/** The table of parameters of a sweep: pasted as CSV, or made in even steps. */
import { Button, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { type FieldsProps, LinesField } from './labelled-field'
import { type EvenSteps, evenStepsTable } from './parameter-table'

const FIRST: EvenSteps = { name: 'theta', from: '0', to: '6.283185307', steps: '21' }

export function ParameterFields({ fields, faults, change }: FieldsProps) {
  const [even, setEven] = useState(FIRST)
  const made = evenStepsTable(even)
  const step = (field: keyof EvenSteps, label: string) => (
    <InputGroup
      aria-label={label}
      placeholder={label}
      value={even[field]}
      onValueChange={value => setEven({ ...even, [field]: value })}
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
          title="Makes a table of one parameter in even steps, both ends included"
          disabled={made === null}
          onClick={() => made !== null && change({ ...fields, parameters: made })}
        />
      </div>
    </div>
  )
}
