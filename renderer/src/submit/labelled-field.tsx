/** A labelled field with what is wrong with it. */
import { FormGroup } from '@blueprintjs/core'
import { type ReactNode, useId } from 'react'
import type { BackendSummary } from '../../../main/contract/backends/catalogue'
import type { FieldFaults, SubmitFields } from './submit-fields'

export interface FieldsProps {
  readonly backend: BackendSummary
  readonly fields: SubmitFields
  readonly faults: FieldFaults
  readonly change: (fields: SubmitFields) => void
}

interface FieldProps {
  readonly label: string
  readonly fault?: string | undefined
  readonly children: (id: string) => ReactNode
}

export function LabelledField({ label, fault, children }: FieldProps) {
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
