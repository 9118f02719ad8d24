/** Query, scroll position and chosen row of the jobs list: interface state, kept while the window is open. */
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { create } from 'zustand'

interface ScrollPosition {
  /** Query of the list's address, without its question mark. */
  readonly search: string
  /** How far down it is scrolled, in pixels. */
  readonly top: number
  /** The row that the keys have chosen. */
  readonly chosen: string | null
  readonly show: (search: string) => void
  readonly scrolled: (top: number) => void
  readonly choose: (job_uuid: string | null) => void
}

export const useScrollPosition = create<ScrollPosition>()(set => ({
  search: '',
  top: 0,
  chosen: null,
  show: search => set(before => (before.search === search ? {} : { search, top: 0 })),
  scrolled: top => set({ top }),
  choose: chosen => set({ chosen }),
}))

/** Pixels that a list of this address is scrolled by at first: as it was left, else 0. */
export function initialScroll(search: string): number {
  const position = useScrollPosition.getState()
  return position.search === search ? position.top : 0
}

/** The query of the list's address. The address without a query returns to the query that was left. */
export function useListSearch(): string {
  const [, navigate] = useLocation()
  const asked = useSearch()
  const [left, setLeft] = useState(() => (asked === '' ? useScrollPosition.getState().search : ''))
  const search = left === '' ? asked : left
  useEffect(() => {
    if (left === '') return
    navigate(`/jobs?${left}`, { replace: true })
    setLeft('')
  }, [left, navigate])
  useEffect(() => useScrollPosition.getState().show(search), [search])
  return search
}
