/**
 * Saves state to the browser's storage shortly after the last change and when the page is left, because writing is
 * slow.
 */
import type { PersistStorage, StorageValue } from 'zustand/middleware'
import { browserDrafts, type LargeDrafts } from './large-drafts'

const PAUSE_MS = 400

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface DelayedStorageOptions {
  readonly storage?: TextStorage
  /** Store for values that do not fit into `storage`. */
  readonly large?: LargeDrafts
  readonly page?: EventTarget
  /** Called with whether the newest value is saved; for a large value true only once it is in the database. */
  readonly onKept?: (isKept: boolean) => void
}

/** Entry in the storage for a value that is in the large store. */
const IS_LARGE = '{"large":true}'

/** Storage of one entry. Unreadable content counts as none; a value that does not fit goes to the large store. */
export function delayedStorage<S>(options: DelayedStorageOptions = {}): PersistStorage<S> {
  const { storage = localStorage, large = browserDrafts, page = window, onKept } = options
  let waiting: { readonly name: string; readonly value: StorageValue<S> } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The large value being read; nothing overwrites it meanwhile. */
  let reading: Promise<StorageValue<S> | null> | null = null
  let writes = 0
  let isLarge = false

  const writeLarge = async (name: string, json: string) => {
    onKept?.(false)
    const write = ++writes
    try {
      await large.write(name, json)
      // A newer write has started, which reports its own result.
      if (write !== writes) return
      storage.setItem(name, IS_LARGE)
      isLarge = true
      onKept?.(waiting === null)
    } catch {
      if (write === writes) onKept?.(false)
    }
  }
  const flush = () => {
    clearTimeout(timer)
    if (waiting === null || reading !== null) return
    const { name, value } = waiting
    waiting = null
    const json = JSON.stringify(value)
    try {
      storage.setItem(name, json)
      writes++
      isLarge = false
      onKept?.(true)
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      void writeLarge(name, json)
    }
  }
  const readLarge = (name: string) => {
    reading ??= large.read(name).then(readable<S>, () => null)
    return reading.finally(() => {
      reading = null
      isLarge = true
      // The stored value replaces one that was set while it was being read.
      waiting = null
    })
  }
  page.addEventListener('pagehide', flush)
  return {
    getItem: name => {
      if (waiting?.name === name) return waiting.value
      const text = storage.getItem(name)
      return text === IS_LARGE ? readLarge(name) : readable(text)
    },
    setItem: (name, value) => {
      waiting = { name, value }
      if (isLarge) onKept?.(false)
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
