/**
 * Lines sent from the consoles of this window by instrument, oldest first, recalled by the arrow keys; lost when the
 * window closes.
 */
import { create } from 'zustand'

interface ConsoleLines {
  readonly lines: Readonly<Record<string, readonly string[]>>
  readonly add: (instrument_id: string, lines: readonly string[]) => void
}

export const useConsoleLines = create<ConsoleLines>()(set => ({
  lines: {},
  add: (instrument_id, lines) => set(state => ({ lines: { ...state.lines, [instrument_id]: lines } })),
}))
