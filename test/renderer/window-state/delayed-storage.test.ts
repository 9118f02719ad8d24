import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { delayedStorage } from '../../../renderer/src/window-state/delayed-storage'

const kept = new Map<string, string>()
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => {
    if (value.includes('too long')) throw new DOMException('full', 'QuotaExceededError')
    kept.set(name, value)
  },
  removeItem: (name: string) => void kept.delete(name),
}
const of = (text: string) => ({ state: { text }, version: 0 })

describe('storage that is written late', () => {
  const page = new EventTarget()
  const reported = vi.fn()
  beforeEach(() => {
    vi.useFakeTimers()
    kept.clear()
  })
  afterEach(() => void vi.useRealTimers())

  it('writes the last of many changes once, and reads it before that', () => {
    const late = delayedStorage<{ text: string }>({ storage, page, onKept: reported })
    for (const text of ['a', 'b', 'c']) late.setItem('draft', of(text))
    expect(kept.size).toBe(0)
    expect(late.getItem('draft')).toEqual(of('c'))
    vi.runAllTimers()
    expect(kept.get('draft')).toBe(JSON.stringify(of('c')))
  })

  it('writes at once when the page is left', () => {
    delayedStorage<{ text: string }>({ storage, page, onKept: reported }).setItem('draft', of('left'))
    page.dispatchEvent(new Event('pagehide'))
    expect(kept.get('draft')).toBe(JSON.stringify(of('left')))
  })

  it('keeps what was there where there is no room, and takes what cannot be read for nothing', async () => {
    const full = { read: async () => null, write: async () => Promise.reject(new DOMException('full')) }
    const late = delayedStorage<{ text: string }>({ storage, large: full, page, onKept: reported })
    kept.set('draft', JSON.stringify(of('before')))
    late.setItem('draft', of('too long'))
    await vi.runAllTimersAsync()
    expect(late.getItem('draft')).toEqual(of('before'))
    expect(reported).toHaveBeenLastCalledWith(false)
    late.setItem('draft', of('before'))
    vi.runAllTimers()
    expect(reported).toHaveBeenLastCalledWith(true)
    kept.set('draft', '{')
    expect(late.getItem('draft')).toBeNull()
  })

  it('keeps elsewhere what the storage has no room for, announces it once it is there, and reads it again', async () => {
    const others = new Map<string, string>()
    let written = () => {}
    const large = {
      read: async (name: string) => others.get(name) ?? null,
      write: (name: string, text: string) =>
        new Promise<void>(resolve => {
          written = () => resolve(void others.set(name, text))
        }),
    }
    const late = delayedStorage<{ text: string }>({ storage, large, page, onKept: reported })
    reported.mockClear()
    late.setItem('draft', of('too long'))
    await vi.runAllTimersAsync()
    expect(reported.mock.calls).toEqual([[false]])
    written()
    await vi.runAllTimersAsync()
    expect(reported).toHaveBeenLastCalledWith(true)
    // Until the next text is kept, the browser asks again.
    late.setItem('draft', of('too long, too'))
    expect(reported).toHaveBeenLastCalledWith(false)
    await vi.runAllTimersAsync()
    written()
    await vi.runAllTimersAsync()
    const next = delayedStorage<{ text: string }>({ storage, large, page: new EventTarget(), onKept: reported })
    const reading = next.getItem('draft')
    // A text that is set before the kept one has been read does not replace it.
    next.setItem('draft', of('nothing'))
    expect(await reading).toEqual(of('too long, too'))
    await vi.runAllTimersAsync()
    expect(await next.getItem('draft')).toEqual(of('too long, too'))
    next.setItem('draft', of('short'))
    await vi.runAllTimersAsync()
    expect(kept.get('draft')).toBe(JSON.stringify(of('short')))
  })
})
