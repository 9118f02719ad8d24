/** The row of a table under the pointer, else the row that has the focus. */
import { type MouseEvent, useState } from 'react'

/** `of` gives the handlers of the row with that key. */
export function useHoveredRow(): { pointed: number | null; of: (key: number) => object } {
  const [under, setUnder] = useState<number | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const of = (key: number) => ({
    // A row that is scrolled under a resting pointer is not pointed at: such a move has no length.
    onMouseMove: ({ movementX, movementY }: MouseEvent) => (movementX !== 0 || movementY !== 0) && setUnder(key),
    onMouseLeave: () => setUnder(null),
    onFocus: () => {
      setUnder(null)
      setFocused(key)
    },
    onBlur: () => setFocused(null),
  })
  return { pointed: under ?? focused, of }
}
