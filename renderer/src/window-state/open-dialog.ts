/** Which of the shell's dialogs is open; at most one. */
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
