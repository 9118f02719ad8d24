/**
 * Texts by name in the browser's IndexedDB, for those too large for localStorage, which holds a few million characters.
 */

/** Both functions reject when the database refuses. */
export interface LargeDrafts {
  /** Null for an unknown name. */
  read(name: string): Promise<string | null>
  write(name: string, text: string): Promise<void>
}

const [DATABASE, STORE] = ['pentad', 'drafts']

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return answerOf(request)
}

/** Resolves with the request's result once the transaction is complete. */
async function within<T>(mode: IDBTransactionMode, ask: (drafts: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await opened()
  try {
    const transaction = database.transaction(STORE, mode)
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const [answer] = await Promise.all([answerOf(ask(transaction.objectStore(STORE))), done])
    return answer
  } finally {
    database.close()
  }
}

export const browserDrafts: LargeDrafts = {
  read: async name => ((await within('readonly', drafts => drafts.get(name))) as string | undefined) ?? null,
  write: async (name, text) => void (await within('readwrite', drafts => drafts.put(text, name))),
}
