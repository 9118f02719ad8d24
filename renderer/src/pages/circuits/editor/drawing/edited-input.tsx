/** A field that stands for a value, which it takes once it is typed. */
import { InputGroup } from '@blueprintjs/core'
import { memo, useState } from 'react'

interface Props {
  readonly label: string
  readonly title?: string | undefined
  readonly value: string
  /** Called with what was typed where that is another value. */
  readonly enter: (typed: string) => void
}

/** Enter or leaving the field takes what is typed over, Escape does not. */
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
