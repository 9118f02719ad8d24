/** Labelled fields with their faults. */
import { FormGroup, HTMLSelect, TextArea } from '@blueprintjs/core'
import { type ReactNode, useId } from 'react'
import type { BackendSummary } from '../../../main/contract/backends/catalogue'
import type { FieldFaults, SubmitFields } from './fields/submit-fields'

export interface FieldsProps {
  readonly backend: BackendSummary
  readonly fields: SubmitFields
  readonly faults: FieldFaults
  readonly change: (fields: SubmitFields) => void
}

interface LabelledFieldProps {
  readonly label: string
  readonly fault?: string | undefined
  readonly children: (id: string) => ReactNode
}

export function LabelledField({ label, fault, children }: LabelledFieldProps) {
  const id = useId()
  return (
    <FormGroup
      label={label}
      labelFor={id}
      {...(fault !== undefined && { helperText: fault, intent: 'danger' as const })}
    >
      {children(id)}
    </FormGroup>
  )
}

interface SelectProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly change: (value: Value) => void
}

export const SelectField = <Value extends string>({ label, value, options, change }: SelectProps<Value>) => (
  <LabelledField label={label}>
    {id => (
      <HTMLSelect
        id={id}
        value={value}
        options={options}
        onChange={event => change(event.currentTarget.value as Value)}
      />
    )}
  </LabelledField>
)

interface LinesProps extends Omit<LabelledFieldProps, 'children'> {
  readonly value: string
  readonly placeholder: string
  readonly change: (value: string) => void
}

/** Several lines of text in the font of code. */
export const LinesField = ({ label, fault, value, placeholder, change }: LinesProps) => (
  <LabelledField label={label} fault={fault}>
    {id => (
      <TextArea
        id={id}
        fill
        rows={3}
        spellCheck={false}
        className="pentad-mono"
        value={value}
        placeholder={placeholder}
        aria-invalid={fault !== undefined}
        onChange={event => change(event.currentTarget.value)}
      />
    )}
  </LabelledField>
)
