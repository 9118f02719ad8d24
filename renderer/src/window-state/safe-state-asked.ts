/** Whether the dialog of the safe state is open; apart from the shell's other dialogs, since it stands above any of them. */
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
