/** Whether the safe-state dialog is open; separate from the shell's other dialogs, as it opens above any of them. */
import { create } from 'zustand'

interface SafeStateDialogState {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
}

export const useSafeStateDialog = create<SafeStateDialogState>()(set => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}))
