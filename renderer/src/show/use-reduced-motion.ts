import { useSyncExternalStore } from 'react'

const query = () => matchMedia('(prefers-reduced-motion: reduce)')
const watch = (changed: () => void) => {
  const asked = query()
  asked.addEventListener('change', changed)
  return () => asked.removeEventListener('change', changed)
}

/** True where the system asks for less motion: nothing moves then unless it is asked to, and nothing glides. */
export const useReducedMotion = (): boolean => useSyncExternalStore(watch, () => query().matches)
