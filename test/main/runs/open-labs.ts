import { afterEach } from 'vitest'
import { AppError } from '../../../main/contract/model/errors'
import type { Runs } from '../../../main/runs/runs'
import type { Store } from '../../../main/store/store'
import { openMemoryStore } from '../store/memory-store'
import { type Lab, openLab } from './laboratory'

/** Opens labs that are closed again after each test. */
export function labs() {
  const opened: { runs: Runs; store: Store }[] = []
  afterEach(async () => {
    for (const { runs, store } of opened.splice(0)) {
      await runs.stop()
      if (store.db.open) store.close()
    }
  })
  return (options: Omit<Lab, 'store'> = {}, store = openMemoryStore()) => {
    const runs = openLab({ store, ...options })
    opened.push({ runs, store })
    return { runs, store }
  }
}

export async function codeOf(call: () => unknown): Promise<string> {
  try {
    await call()
    return 'no error'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}
