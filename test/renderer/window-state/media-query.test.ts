import { describe, expect, it } from 'vitest'
import { followMediaQuery } from '../../../renderer/src/window-state/media-query'

/** A query as Chromium has it: the event comes with the frame after a change, unless `matches` was read in between. */
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
  it('notifies all of a change, though one of them renders between the change and its frame', () => {
    const query = chromiumQuery()
    const followed = followMediaQuery(query)
    const reported: string[] = []
    followed.subscribe(() => reported.push(`document ${followed.matches()}`))
    followed.subscribe(() => reported.push(`plot ${followed.matches()}`))
    query.change(true)
    expect(followed.matches()).toBe(false)
    query.frame()
    expect(reported).toEqual(['document true', 'plot true'])
    query.change(false)
    query.frame()
    expect(followed.matches()).toBe(false)
  })

  it('notifies no listener that has been removed', () => {
    const query = chromiumQuery()
    const followed = followMediaQuery(query)
    const reported: string[] = []
    const leave = followed.subscribe(() => reported.push('left'))
    leave()
    query.change(true)
    query.frame()
    expect(reported).toEqual([])
    expect(followed.matches()).toBe(true)
  })
})
