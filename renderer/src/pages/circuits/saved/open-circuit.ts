/** Which saved circuit each program of the draft's history was opened from or saved as; kept over a reload, as the draft is. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { SavedVersionRef } from '../../../../../main/contract/jobs/saved-circuit'
import { programNumber } from '../../../draw/circuit-editor/text-history'
import type { TextOrigin } from '../../../draw/circuit-text/text-file'
import { draftText, useDraft, useProgram } from '../editor/state/circuit-draft'

export interface LoadedVersion extends SavedVersionRef {
  readonly text: string
}

interface OpenCircuits {
  /** By number of the program; without those that were never saved. */
  readonly opened: Readonly<Record<number, SavedVersionRef>>
  /** The version whose text was last put into the draft, which need not be the newest; forgotten at a reload. */
  readonly loaded: LoadedVersion | null
  /** By number of the program: the template or the file that it came from. */
  readonly origins: Readonly<Record<number, TextOrigin>>
}

const useOpenCircuits = create<OpenCircuits>()(
  persist((): OpenCircuits => ({ opened: {}, loaded: null, origins: {} }), {
    name: 'pentad-open-circuit',
    partialize: ({ opened, origins }) => ({ opened, origins }),
  }),
)

// A new program is no saved circuit until `setOpen` says so; an entry with its number is left over from a draft that was not stored.
useDraft.subscribe(({ history }, before) => {
  const number = history?.lastProgram ?? 0
  if (before.history === null || number <= (before.history.lastProgram ?? 0)) return
  const isKept = (program: number) => program < number
  useOpenCircuits.setState(({ opened, origins }) => ({
    opened: filtered(opened, isKept),
    origins: filtered(origins, isKept),
  }))
})

type ByProgram<T> = Readonly<Record<number, T>>

const filtered = <T>(all: ByProgram<T>, isKept: (program: number, one: T) => boolean): ByProgram<T> =>
  Object.fromEntries(Object.entries(all).filter(([program, one]) => isKept(Number(program), one)))

function keepOpened(isKept: (program: number, saved: SavedVersionRef) => boolean): void {
  useOpenCircuits.setState(({ opened }) => ({ opened: filtered(opened, isKept) }))
}

/** Numbers of the programs that undo and redo reach. */
const knownPrograms = (): ReadonlySet<number> => new Set([0, ...(useDraft.getState().history?.programs ?? [])])

function currentProgram(): number {
  const { history } = useDraft.getState()
  return history ? programNumber(history) : 0
}

/** null: the draft was never saved. */
function openCircuit(): SavedVersionRef | null {
  return useOpenCircuits.getState().opened[currentProgram()] ?? null
}

function setOpen(open: SavedVersionRef | null, loaded: LoadedVersion | null = null): void {
  const now = currentProgram()
  const known = knownPrograms()
  keepOpened(program => known.has(program) && program !== now)
  useOpenCircuits.setState(({ opened }) => {
    const others = Object.entries(opened).map(([program, one]) => [
      program,
      one.circuit_id === open?.circuit_id ? open : one,
    ])
    return { opened: { ...Object.fromEntries(others), ...(open && { [now]: open }) }, loaded }
  })
}

/** `open`: the saved circuit that the draft is, or was before it was changed; null: it was never saved. */
export function useOpenCircuit() {
  const program = useProgram()
  const open = useOpenCircuits(({ opened }) => opened[program] ?? null)
  const loaded = useOpenCircuits(circuits => circuits.loaded)
  return { open, loaded, setOpen }
}

/** Records where the draft came from, unless its text is no longer `text`. */
export function setOrigin(origin: TextOrigin, text: string): void {
  if (draftText() !== text) return
  const known = knownPrograms()
  useOpenCircuits.setState(({ origins }) => ({
    origins: { ...filtered(origins, program => known.has(program)), [currentProgram()]: origin },
  }))
}

export const originOfDraft = (): TextOrigin | null => useOpenCircuits.getState().origins[currentProgram()] ?? null

/** Most characters in the name of a saved circuit. */
const MAX_NAME = 200

/** Name that is proposed for saving the draft; empty where its origin is unknown. */
export function useProposedName(): string {
  const program = useProgram()
  return useOpenCircuits(({ origins }) => origins[program]?.name.trim().slice(0, MAX_NAME) ?? '')
}

/** Called when a saved circuit was deleted. */
export const forgetOpen = (circuit_id: string): void => keepOpened((_, saved) => saved.circuit_id !== circuit_id)

/** Text pasted over all of the draft: the saved circuit stays the same, as a file does in any editor. */
export function pasteOverDraft(text: string): void {
  const { loaded } = useOpenCircuits.getState()
  const open = openCircuit()
  useDraft.getState().loadText(text)
  setOpen(open, loaded)
}
