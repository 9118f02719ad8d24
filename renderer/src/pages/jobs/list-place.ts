/** Where the reader of the jobs list stands: interface state, kept while the window is open. */
import { create } from 'zustand'

interface ListPlace {
  /** Query of the address that `top` belongs to. */
  readonly search: string
  /** How far down it is scrolled, in pixels. */
  readonly top: number
  /** The row that the keys have chosen. */
  readonly chosen: string | null
  readonly scrolled: (search: string, top: number) => void
  readonly choose: (job_uuid: string | null) => void
}

export const useListPlace = create<ListPlace>()(set => ({
  search: '',
  top: 0,
  chosen: null,
  scrolled: (search, top) => set({ search, top }),
  choose: chosen => set({ chosen }),
}))

/** Where a list of this address begins: where it was left, else at its top. */
export function startOf(search: string): number {
  const place = useListPlace.getState()
  return place.search === search ? place.top : 0
}
