/** A labelled select on one line. Put several into a `pentad-choices` row. */
import { FormGroup, HTMLSelect } from '@blueprintjs/core'
import { useId } from 'react'

interface Props {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly choose: (value: string) => void
  /** Text of the empty choice; left out: there is no empty choice. */
  readonly none?: string
  readonly disabled?: boolean
  /** Fault of the choice; left out: none. */
  readonly fault?: string | undefined
}

export function Choice({ label, value, options, choose, none, disabled = false, fault }: Props) {
  const id = useId()
  const faulty = fault !== undefined
  return (
    <FormGroup
      label={label}
      labelFor={id}
      inline
      intent={faulty ? 'danger' : 'none'}
      helperText={faulty && <span id={`${id}-fault`}>{fault}</span>}
    >
      <HTMLSelect
        id={id}
        value={value}
        disabled={disabled}
        aria-invalid={faulty}
        aria-describedby={faulty ? `${id}-fault` : undefined}
        onChange={event => choose(event.currentTarget.value)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  )
}
