/** A function that stays the same and calls the newest `act`, so that components that get it need not render again. */
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
