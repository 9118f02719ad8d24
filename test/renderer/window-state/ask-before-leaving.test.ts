import { describe, expect, it, vi } from 'vitest'
import { askBeforeLeaving } from '../../../renderer/src/window-state/ask-before-leaving'

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

  it('is asked about kept changes as soon as the window is there again', async () => {
    const kept = new Map<string, string>()
    const localStorage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    }
    vi.stubGlobal('window', { localStorage })
    /** The module as a reload makes it, with its own page. */
    const opened = async () => {
      vi.resetModules()
      const page = new EventTarget()
      const window = await import('../../../renderer/src/window-state/ask-before-leaving')
      window.askAboutUnsavedDrafts(page)
      const isAsked = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
      return { page, isAsked, ...window }
    }
    const first = await opened()
    expect(first.isAsked()).toBe(false)
    first.askBeforeLeavingDraft('a draft', true, first.page)
    first.askBeforeLeaving('a form', true, first.page)

    const second = await opened()
    expect(second.isAsked()).toBe(true)
    expect(second.isDraftUnsaved('a draft')).toBe(true)
    expect(second.isDraftUnsaved('a form')).toBe(false)
    second.askBeforeLeavingDraft('a draft', false, second.page)
    expect(second.isAsked()).toBe(false)

    expect((await opened()).isAsked()).toBe(false)
    vi.unstubAllGlobals()
  })
})
