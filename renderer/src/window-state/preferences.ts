/** Interface settings that survive a reload: theme and dismissed explanations, but no data of the service. */
import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Scheme } from '../draw/charts/colours'
import { followMediaQuery } from './media-query'

interface Preferences {
  readonly theme: Theme
  /** Whether the first-start explanation of the demo lab was dismissed. */
  readonly welcomed: boolean
  readonly setTheme: (theme: Theme) => void
  readonly setWelcomed: (welcomed: boolean) => void
}

export const usePreferences = create<Preferences>()(
  persist(
    set => ({
      theme: 'system',
      welcomed: false,
      setTheme: theme => set({ theme }),
      setWelcomed: welcomed => set({ welcomed }),
    }),
    { name: 'pentad-preferences', partialize: ({ theme, welcomed }) => ({ theme, welcomed }) },
  ),
)

const darkSystem = followMediaQuery(matchMedia('(prefers-color-scheme: dark)'))

/** The effective colour scheme: the chosen theme, or the system's. */
export function useScheme(): Scheme {
  const systemIsDark = useSyncExternalStore(darkSystem.subscribe, darkSystem.matches)
  const theme = usePreferences(state => state.theme)
  if (theme !== 'system') return theme
  return systemIsDark ? 'dark' : 'light'
}

/** `system` follows the operating system. */
export const THEMES = ['system', 'light', 'dark'] as const

export type Theme = (typeof THEMES)[number]
