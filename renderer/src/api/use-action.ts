/** One thing a page sends: running, failed, done. */
import { useCallback, useRef, useState } from 'react'
import { type ApiProblem, problemFrom } from './transport/problem'

export interface Action<Args extends unknown[]> {
  /** Resolves to true when it succeeded; never rejects. A second press while running does nothing. */
  readonly run: (...args: Args) => Promise<boolean>
  readonly running: boolean
  readonly error: ApiProblem | null
  readonly forget: () => void
}

/** Wraps a call that a button starts, so that its failure is shown instead of lost. */
export function useAction<Args extends unknown[]>(send: (...args: Args) => Promise<unknown>): Action<Args> {
  const [running, setRunning] = useState(false)
  const [error, setError] = useState<ApiProblem | null>(null)
  /** Two presses may come before the first is drawn, when `running` still reads false. */
  const busy = useRef(false)
  const run = async (...args: Args) => {
    if (busy.current) return false
    busy.current = true
    setRunning(true)
    setError(null)
    try {
      await send(...args)
      return true
    } catch (thrown) {
      setError(problemFrom(thrown))
      return false
    } finally {
      busy.current = false
      setRunning(false)
    }
  }
  const forget = useCallback(() => setError(null), [])
  return { run, running, error, forget }
}
