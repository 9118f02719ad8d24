import { describe, expect, it } from 'vitest'
import { askBeforeLeaving } from '../../../renderer/src/state/ask-before-leaving'

describe('leaving the window', () => {
  it('is asked about while anything would be lost', () => {
    const page = new EventTarget()
    const isAsked = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(isAsked()).toBe(false)
    askBeforeLeaving('a draft', true, page)
    askBeforeLeaving('a form', true, page)
    askBeforeLeaving('a draft', false, page)
    expect(isAsked()).toBe(true)
    askBeforeLeaving('a form', false, page)
    expect(isAsked()).toBe(false)
  })
})
