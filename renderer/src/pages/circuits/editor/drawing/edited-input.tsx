/** A field that shows a value and reports another one once it is typed. */
import { InputGroup } from '@blueprintjs/core'
import { memo, useState } from 'react'

interface Props {
  readonly label: string
  readonly title?: string | undefined
  readonly value: string
  /** Called with the typed text where it differs from `value`. */
  readonly enter: (typed: string) => void
}

/** Enter and leaving the field report the typed text; Escape restores the value. */
export const EditedInput = memo(({ label, title, value, enter }: Props) => {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setTyped(value)
  }
  const done = () => typed !== value && enter(typed)
  return (
    <InputGroup
      size="small"
      aria-label={label}
      title={title}
      value={typed}
      onValueChange={setTyped}
      onBlur={done}
      onKeyDown={event => {
        if (event.key === 'Enter') done()
        if (event.key === 'Escape') setTyped(value)
      }}
    />
  )
})
