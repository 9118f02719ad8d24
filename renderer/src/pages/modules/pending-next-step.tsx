/** Remembers that the key of the next step was pressed while the ranking is computed, and takes the step once that is done. */
import { useEffect, useRef, useState } from 'react'
import { NEXT_KEY, useStepKey } from '../../components/controls/next-step'

interface Props {
  readonly isLoading: boolean
  readonly go: () => void
}

export function PendingNextStep({ isLoading, go }: Props) {
  const [isWanted, setWanted] = useState(false)
  const latest = useRef(go)
  latest.current = go
  useEffect(() => {
    if (!isWanted || isLoading) return
    setWanted(false)
    latest.current()
  }, [isWanted, isLoading])
  if (!isLoading) return null
  return (
    <>
      <NextKey press={() => setWanted(true)} />
      <p role="status" className="pentad-quiet">
        {isWanted && 'The next step opens as soon as the chiplets are ranked.'}
      </p>
    </>
  )
}

/** A component of its own, so that it has the key only while it is shown. */
function NextKey({ press }: { readonly press: () => void }) {
  useStepKey(NEXT_KEY, press)
  return null
}
