/** A text field with its label, and a hint or the fault below. */
import { FormGroup, InputGroup } from '@blueprintjs/core'
import { type Ref, useId } from 'react'

interface Props {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly fault?: string | undefined
  readonly change: (value: string) => void
  /** Puts the label beside the field instead of above it. */
  readonly inline?: boolean
  readonly maxLength?: number
  /** Ref for a caller that moves the focus to the field. */
  readonly input?: Ref<HTMLInputElement>
}

export function Field({ label, hint, value, fault, change, inline = false, maxLength = 200, input }: Props) {
  const id = useId()
  const looks = { intent: fault === undefined ? ('none' as const) : ('danger' as const) }
  return (
    <FormGroup
      {...looks}
      label={label}
      inline={inline}
      labelFor={id}
      helperText={<span id={`${id}-about`}>{fault ?? hint}</span>}
    >
      <InputGroup
        {...looks}
        id={id}
        {...(input && { inputRef: input })}
        value={value}
        maxLength={maxLength}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-about`}
        onValueChange={change}
      />
    </FormGroup>
  )
}
