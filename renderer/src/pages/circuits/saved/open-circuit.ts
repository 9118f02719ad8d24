/** Which saved circuit each program of the draft's history was opened from or saved as; kept over a reload, as the draft is. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { SavedVersionRef } from '../../../../../main/contract/jobs/saved-circuit'
import { programNumber } from '../../../draw/circuit-editor/text-history'
import { useDraft, useProgram } from '../editor/state/draft'

export interface TakenText extends SavedVersionRef {
  readonly text: string
}

interface OpenCircuits {
  /** By number of the program; without those that were never saved. */
  readonly opened: Readonly<Record<number, SavedVersionRef>>
  /** The version whose text was put into the draft last, where that need not be the newest; forgotten at a reload. */
  readonly taken: TakenText | null
}

const useOpenCircuits = create<OpenCircuits>()(
  persist((): OpenCircuits => ({ opened: {}, taken: null }), {
    name: 'pentad-open-circuit',
    partialize: ({ opened }) => ({ opened }),
  }),
)

// Another program is none of those that are saved, until that is said of it; its number may stand here from a draft that was not kept.
useDraft.subscribe(({ history }, before) => {
  const number = history?.lastProgram ?? 0
  if (before.history !== null && number > (before.history.lastProgram ?? 0)) keepOpened(program => program < number)
})

function keepOpened(isKept: (program: number, saved: SavedVersionRef) => boolean): void {
  useOpenCircuits.setState(({ opened }) => ({
    opened: Object.fromEntries(Object.entries(opened).filter(([program, saved]) => isKept(Number(program), saved))),
  }))
}

function currentProgram(): number {
  const { history } = useDraft.getState()
  return history ? programNumber(history) : 0
}

/** null: the draft was never saved. */
function openCircuit(): SavedVersionRef | null {
  return useOpenCircuits.getState().opened[currentProgram()] ?? null
}

function setOpen(open: SavedVersionRef | null, taken: TakenText | null = null): void {
  const { history } = useDraft.getState()
  const now = currentProgram()
  const known = new Set([0, ...(history?.programs ?? [])])
  keepOpened(program => known.has(program) && program !== now)
  useOpenCircuits.setState(({ opened }) => {
    const others = Object.entries(opened).map(([program, one]) => [
      program,
      one.circuit_id === open?.circuit_id ? open : one,
    ])
    return { opened: { ...Object.fromEntries(others), ...(open && { [now]: open }) }, taken }
  })
}

/** `open`: the saved circuit that the draft is, or was before it was changed; null: it was never saved. */
export function useOpenCircuit() {
  const program = useProgram()
  const open = useOpenCircuits(({ opened }) => opened[program] ?? null)
  const taken = useOpenCircuits(circuits => circuits.taken)
  return { open, taken, setOpen }
}

/** Of a saved circuit that was deleted. */
export const forgetOpen = (circuit_id: string): void => keepOpened((_, saved) => saved.circuit_id !== circuit_id)

/** Text pasted over all of the draft: the saved circuit stays the same, as a file does in any editor. */
export function pasteOverDraft(text: string): void {
  const { taken } = useOpenCircuits.getState()
  const open = openCircuit()
  useDraft.getState().loadText(text)
  setOpen(open, taken)
}
