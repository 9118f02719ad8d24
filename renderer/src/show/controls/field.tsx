/** A text field with its label, and under it a hint or what is wrong. */
import { FormGroup, InputGroup } from '@blueprintjs/core'
import { type Ref, useId } from 'react'

interface Props {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly fault?: string | undefined
  readonly change: (value: string) => void
  /** Where focus is to be led to it. */
  readonly input?: Ref<HTMLInputElement>
}

export function Field({ label, hint, value, fault, change, input }: Props) {
  const id = useId()
  const looks = { intent: fault === undefined ? ('none' as const) : ('danger' as const) }
  return (
    <FormGroup {...looks} label={label} labelFor={id} helperText={<span id={`${id}-about`}>{fault ?? hint}</span>}>
      <InputGroup
        {...looks}
        id={id}
        {...(input && { inputRef: input })}
        value={value}
        maxLength={200}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-about`}
        onValueChange={change}
      />
    </FormGroup>
  )
}
