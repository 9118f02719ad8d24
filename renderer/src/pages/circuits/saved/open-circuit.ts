/** Which saved circuit the draft was opened from or saved as; kept over a reload, as the draft is. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface OpenCircuit {
  /** null: the draft was never saved. */
  readonly open: { readonly circuit_id: string; readonly version: number } | null
  readonly setOpen: (open: OpenCircuit['open']) => void
}

export const useOpenCircuit = create<OpenCircuit>()(
  persist(set => ({ open: null, setOpen: open => set({ open }) }), { name: 'pentad-open-circuit' }),
)
