/** Whether the safe-state dialog is open; separate from the shell's other dialogs, as it opens above any of them. */
import { create } from 'zustand'

interface SafeStateAsked {
  readonly asked: boolean
  readonly ask: () => void
  readonly leave: () => void
}

export const useSafeStateAsked = create<SafeStateAsked>()(set => ({
  asked: false,
  ask: () => set({ asked: true }),
  leave: () => set({ asked: false }),
}))
