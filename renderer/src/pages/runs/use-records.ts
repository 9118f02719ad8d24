/** The records of several runs, all or none. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { routes } from '../../../../main/contract/routes'
import type { RunRecord } from '../../../../main/contract/runs/record'
import { type ApiProblem, problemFrom } from '../../api/transport/problem'
import { useApi } from '../../api/use-api'
import type { Fetched } from '../../api/use-fetch'
import type { RunKey } from './compare-address'

interface Answer {
  readonly of: string
  readonly data: readonly RunRecord[] | undefined
  readonly error: ApiProblem | null
}

export function useRecords(keys: readonly RunKey[]): Fetched<readonly RunRecord[]> {
  const { call, epoch } = useApi()
  const text = JSON.stringify(keys)
  const [asked, setAsked] = useState(0)
  const [answer, setAnswer] = useState<Answer>({ of: '', data: undefined, error: null })
  const ask = useEffectEvent((wanted: readonly RunKey[], signal: AbortSignal) =>
    Promise.all(wanted.map(params => call(routes.getRunRecord, { params: { ...params } }, signal))),
  )
  useEffect(() => {
    if (epoch < 0 || asked < 0) return
    const stop = new AbortController()
    const settle = (found: Partial<Answer>) =>
      stop.signal.aborted || setAnswer({ of: text, data: undefined, error: null, ...found })
    ask(JSON.parse(text), stop.signal).then(
      data => settle({ data }),
      thrown => settle({ error: problemFrom(thrown) }),
    )
    return () => stop.abort()
  }, [text, epoch, asked])
  const reload = useCallback(() => setAsked(count => count + 1), [])
  const current = answer.of === text ? answer : { data: undefined, error: null }
  return { ...current, loading: answer.of !== text, reload }
}
