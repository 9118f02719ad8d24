/** Which saved circuit the draft was opened from or saved as; kept over a reload, as the draft is. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { SavedVersionRef } from '../../../../../main/contract/jobs/saved-circuit'

export interface TakenText extends SavedVersionRef {
  readonly text: string
}

interface OpenCircuit {
  /** null: the draft was never saved. */
  readonly open: SavedVersionRef | null
  /** The version whose text was put into the draft last, where that need not be the newest; forgotten at a reload. */
  readonly taken: TakenText | null
  readonly setOpen: (open: OpenCircuit['open'], taken?: TakenText | null) => void
}

export const useOpenCircuit = create<OpenCircuit>()(
  persist(set => ({ open: null, taken: null, setOpen: (open, taken = null) => set({ open, taken }) }), {
    name: 'pentad-open-circuit',
    partialize: ({ open }) => ({ open }),
  }),
)
