/** The ledger page by page, newest first; a change of the balance asks for the first page again. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { LedgerTransaction } from '../../../../main/contract/service/account'
import { routes } from '../../../../main/contract/routes'
import { type ApiProblem, problemFrom } from '../../api/transport/problem'
import { useApi } from '../../api/use-api'

interface State {
  readonly items: readonly LedgerTransaction[]
  /** null at the end, undefined before the first answer. */
  readonly next: string | null | undefined
  readonly error: ApiProblem | null
  readonly loading: boolean
}

const PAGE = 50
const START: State = { items: [], next: undefined, error: null, loading: true }

/** `version` says which balance the ledger belongs to. */
export function useLedger(version: string) {
  const { call, epoch } = useApi()
  const [state, setState] = useState<State>(START)
  const lifetime = useRef(new AbortController())
  const ask = useCallback(
    async (cursor: string | undefined) => {
      const { signal } = lifetime.current
      setState(before => ({ ...before, loading: true }))
      await call(routes.listLedger, { query: { limit: PAGE, ...(cursor && { cursor }) } }, signal).then(
        ({ items, next_cursor }) =>
          signal.aborted ||
          setState(before => ({
            items: cursor === undefined ? items : [...before.items, ...items],
            next: next_cursor,
            error: null,
            loading: false,
          })),
        thrown => signal.aborted || setState(before => ({ ...before, error: problemFrom(thrown), loading: false })),
      )
    },
    [call],
  )
  const begin = useCallback((_reason: string) => void ask(undefined), [ask])
  useEffect(() => {
    begin(`${version} ${epoch}`)
    return () => {
      lifetime.current.abort()
      lifetime.current = new AbortController()
    }
  }, [begin, version, epoch])
  const { next, loading } = state
  const more = () => {
    if (typeof next === 'string' && !loading) void ask(next)
  }
  return { ...state, more, reload: () => void ask(undefined) }
}
