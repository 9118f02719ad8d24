/** A text field with its label, and under it a hint or what is wrong. */
import { FormGroup, InputGroup } from '@blueprintjs/core'
import { type Ref, useId } from 'react'

interface Props {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly fault?: string | undefined
  readonly change: (value: string) => void
  /** The label beside the field in place of above it. */
  readonly inline?: boolean
  readonly maxLength?: number
  /** Where focus is to be led to it. */
  readonly input?: Ref<HTMLInputElement>
}

export function Field({ label, hint, value, fault, change, inline = false, maxLength = 200, input }: Props) {
  const id = useId()
  const looks = { intent: fault === undefined ? ('none' as const) : ('danger' as const) }
  return (
    <FormGroup
      {...looks}
      {...{ label, inline }}
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
