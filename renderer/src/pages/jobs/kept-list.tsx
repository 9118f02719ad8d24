/** The jobs list, kept while other pages are open: coming back finds it filtered, loaded and scrolled as it was left. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { filterOf, type JobFilter } from './list/filter'
import { type JobList, useJobList } from './use-job-list'

export interface KeptList {
  readonly list: JobList
  readonly filter: JobFilter
  /** The query of the list's address, without its question mark. */
  readonly search: string
}

const Kept = createContext<KeptList | null>(null)

/** Stands around all pages. Asks nothing while the list is not the page that is shown. */
export function JobListKeeper({ children }: { readonly children: ReactNode }) {
  const { search, shown } = useListSearch()
  const filter = useMemo(() => filterOf(new URLSearchParams(search)), [search])
  const list = useJobList(filter, shown)
  const kept = useMemo(() => ({ list, filter, search }), [list, filter, search])
  return <Kept value={kept}>{children}</Kept>
}

/** Throws outside JobListKeeper, which is a bug. */
export function useKeptList(): KeptList {
  const kept = useContext(Kept)
  if (kept === null) throw new Error('useKeptList needs a JobListKeeper above it')
  return kept
}

/** The address's query while the list is shown, the last one while another page is; coming back bare returns to it. */
function useListSearch() {
  const [location, navigate] = useLocation()
  const here = location === '/jobs'
  const asked = useSearch()
  const [kept, setKept] = useState(here ? asked : '')
  const [wasHere, setWasHere] = useState(here)
  const returning = here && !wasHere && asked === '' && kept !== ''
  if (wasHere !== here && !returning) setWasHere(here)
  if (here && !returning && kept !== asked) setKept(asked)
  useEffect(() => {
    if (returning) navigate(`/jobs?${kept}`, { replace: true })
  }, [returning, kept, navigate])
  return { search: here && !returning ? asked : kept, shown: here && !returning }
}
