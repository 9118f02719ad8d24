/** The newest of a function behind one that stays the same, so that what is given it need not be drawn again. */
import { useCallback, useInsertionEffect, useRef } from 'react'

/** Not to be called while rendering. */
export function useStable<Given extends unknown[], Answer>(
  act: (...given: Given) => Answer,
): (...given: Given) => Answer {
  const newest = useRef(act)
  useInsertionEffect(() => {
    newest.current = act
  })
  return useCallback((...given: Given) => newest.current(...given), [])
}
