import { describe, expect, it } from 'vitest'
import { untilAnswered } from '../../../../renderer/src/api/instruments/until-answered'
import { type ApiProblem, apiProblemOf, offline } from '../../../../renderer/src/api/transport/problem'

/** Fails `failures` times, then answers; aborts during the wait of number `leave`. */
function asked(failures: number, failure: ApiProblem, leave?: number) {
  const aborter = new AbortController()
  let sent = 0
  let waits = 0
  const reply = untilAnswered(
    async () => {
      sent++
      if (sent <= failures) throw failure
      return 'driven'
    },
    {
      unanswered: () => waits++,
      wait: async () => {
        if (waits === leave) aborter.abort()
      },
      signal: aborter.signal,
    },
  )
  return reply.then(
    answer => ({ answer, sent, waits }),
    (problem: ApiProblem) => ({ answer: problem.code, sent, waits }),
  )
}

describe('a request that must not be lost', () => {
  it('is sent again until the service answers', async () => {
    expect(await asked(0, offline())).toEqual({ answer: 'driven', sent: 1, waits: 0 })
    expect(await asked(3, offline())).toEqual({ answer: 'driven', sent: 4, waits: 3 })
  })

  it('is not sent again where it is refused, or once nobody waits for it any more', async () => {
    const refused = apiProblemOf(401, { title: 'Unauthorized', error: 'unauthorized' }, null)
    expect(await asked(1, refused)).toEqual({ answer: 'unauthorized', sent: 1, waits: 0 })
    expect(await asked(5, offline(), 2)).toEqual({ answer: 'offline', sent: 2, waits: 2 })
  })
})
