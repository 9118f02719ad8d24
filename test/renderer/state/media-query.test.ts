import { describe, expect, it } from 'vitest'
import { followMediaQuery } from '../../../renderer/src/state/media-query'

/** A query as Chromium has it: the frame after a change tells it, unless `matches` was read in between. */
function chromiumQuery() {
  const listeners: ((event: { matches: boolean }) => void)[] = []
  let system = false
  let evaluated = false
  return {
    get matches() {
      evaluated = system
      return evaluated
    },
    addEventListener: (_: 'change', changed: (event: { matches: boolean }) => void) => void listeners.push(changed),
    change: (to: boolean) => {
      system = to
    },
    frame() {
      if (system === evaluated) return
      evaluated = system
      for (const changed of listeners) changed({ matches: system })
    },
  }
}

describe('a media query that is followed', () => {
  it('tells a change to all, though one of them renders between the change and its frame', () => {
    const query = chromiumQuery()
    const followed = followMediaQuery(query)
    const told: string[] = []
    followed.subscribe(() => told.push(`document ${followed.matches()}`))
    followed.subscribe(() => told.push(`plot ${followed.matches()}`))
    query.change(true)
    expect(followed.matches()).toBe(false)
    query.frame()
    expect(told).toEqual(['document true', 'plot true'])
    query.change(false)
    query.frame()
    expect(followed.matches()).toBe(false)
  })

  it('tells nobody who has left', () => {
    const query = chromiumQuery()
    const followed = followMediaQuery(query)
    const told: string[] = []
    const leave = followed.subscribe(() => told.push('left'))
    leave()
    query.change(true)
    query.frame()
    expect(told).toEqual([])
    expect(followed.matches()).toBe(true)
  })
})
