import { useSyncExternalStore } from 'react'

const watch = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** False while the window is hidden or minimised: nothing is asked then. */
export const usePageVisible = (): boolean => useSyncExternalStore(watch, () => document.visibilityState !== 'hidden')
