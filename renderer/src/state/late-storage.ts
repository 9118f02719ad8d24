/** Keeps state in the browser's storage a moment after the last change, and when the page is left: writing it is slow. */
import type { PersistStorage, StorageValue } from 'zustand/middleware'

const PAUSE_MS = 400

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface LateOptions {
  readonly storage?: Kept
  readonly page?: EventTarget
  /** Told after each attempt whether the newest is kept. */
  readonly told?: (isKept: boolean) => void
}

/** Of one entry; what cannot be read counts as none, and where there is no room the one before stays. */
export function lateStorage<S>({ storage = localStorage, page = window, told }: LateOptions = {}): PersistStorage<S> {
  let waiting: { readonly name: string; readonly value: StorageValue<S> } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    if (waiting === null) return
    const { name, value } = waiting
    waiting = null
    try {
      storage.setItem(name, JSON.stringify(value))
      told?.(true)
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      told?.(false)
    }
  }
  page.addEventListener('pagehide', flush)
  return {
    getItem: name => (waiting?.name === name ? waiting.value : readable(storage.getItem(name))),
    setItem: (name, value) => {
      waiting = { name, value }
      clearTimeout(timer)
      timer = setTimeout(flush, PAUSE_MS)
    },
    removeItem: name => {
      waiting = null
      storage.removeItem(name)
    },
  }
}

function readable<S>(text: string | null): StorageValue<S> | null {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
