/** A module with demands on its layout, while the layout is searched. */
import { useEffect, useRef, useState } from 'react'
import type { LogicalQubit } from '../../../../../main/contract/modules/logical-qubits'
import { routes } from '../../../../../main/contract/routes'
import { type Fetched, useFetched } from '../../../api/use-fetch'
import { Panel } from '../../../components/layout/page'
import { Answer } from '../../../components/messages/answer'
import { DemandList } from '../demands/demand-list'

interface Props {
  readonly backend_id: string
  readonly logical_id: string
  readonly of: Fetched<LogicalQubit>
  /** True when the user's last press started the search. */
  readonly takesFocus: boolean
}

/** Shown while the layout is searched; removing a demand ends the search. */
export function SearchedModule({ backend_id, logical_id, of, takesFocus }: Props) {
  const backend = useFetched(routes.getBackend, { params: { backend_id } })
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) place.current?.focus()
  }, [takesFocus])
  return (
    <Panel title="Module with demands on its layout">
      <div ref={place} tabIndex={-1} className="pentad-stack">
        {backend.data && <DemandList backend={backend.data} logical_id={logical_id} />}
        <Answer of={of} what="the best layout that meets the demands (all layouts of the chiplet are compared)">
          {() => null}
        </Answer>
        {of.data === undefined && of.error === null && <SearchTime key={logical_id} />}
      </div>
    </Panel>
  )
}

/** How long the search has taken, shown once it is long. */
function SearchTime() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - began) / 1_000)), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (seconds < 2) return null
  return <p className="pentad-quiet">Searching for {seconds} s. Removing a demand ends the search.</p>
}
