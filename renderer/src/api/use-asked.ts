/** Asks a route a moment after the last change of its input; an older question is given up when a newer one is asked. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReplyOf, Route } from '../../../main/contract/routes/definition'
import type { InputOf } from './transport/client'
import { type ApiProblem, problemFrom } from './transport/problem'
import { useApi } from './use-api'

const PAUSE_MS = 250

interface Answer<R extends Route> {
  readonly reply: ReplyOf<R> | null
  readonly problem: ApiProblem | null
  readonly of: InputOf<R> | null
}

export interface Asked<R extends Route> {
  /** To the newest input that was answered; kept, as an answer to what was, while a newer one is on its way. */
  readonly reply: ReplyOf<R> | null
  /** Why the service refused it. */
  readonly problem: ApiProblem | null
  /** True while reply and problem are not of the input as it is now. */
  readonly stale: boolean
}

/** `input` has to be the same object until it changes; null asks nothing. */
export function useAsked<R extends Route>(route: R, input: InputOf<R> | null): Asked<R> {
  const { call, epoch } = useApi()
  const [answer, setAnswer] = useState<Answer<R>>({ reply: null, problem: null, of: null })
  const ask = useEffectEvent((signal: AbortSignal, wanted: InputOf<R>) =>
    (call as (route: Route, input: unknown, signal: AbortSignal) => Promise<ReplyOf<R>>)(route, wanted, signal),
  )
  useEffect(() => {
    if (input === null || epoch < 0) return
    const stop = new AbortController()
    const settle = (reply: ReplyOf<R> | null, problem: ApiProblem | null) =>
      stop.signal.aborted || setAnswer({ reply, problem, of: input })
    const timer = setTimeout(() => {
      ask(stop.signal, input).then(
        reply => settle(reply, null),
        thrown => settle(null, problemFrom(thrown)),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [input, epoch])
  return { reply: answer.reply, problem: answer.problem, stale: answer.of !== input }
}
