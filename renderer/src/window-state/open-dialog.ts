/** Which dialogs are open: at most one of the shell's, and the safe-state dialog, which opens above any of them. */
import { create } from 'zustand'

type ShellDialog = 'palette' | 'shortcuts' | 'welcome'

interface OpenDialog {
  readonly open: ShellDialog | null
  readonly show: (dialog: ShellDialog) => void
  readonly close: () => void
}

export const useOpenDialog = create<OpenDialog>()(set => ({
  open: null,
  show: dialog => set({ open: dialog }),
  close: () => set({ open: null }),
}))

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
