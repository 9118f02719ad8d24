/** Documents read lately, by their text: the result of a gesture, or of undo, need not be read again. */
import type { CircuitDocument } from '../../../../main/circuits/editing/document/model'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { readEdited } from '../../../../main/circuits/editing/rereading/read-edited'

const MAX_DOCUMENTS = 12
/** Characters in all of them. */
const MAX_CHARACTERS = 600_000

export interface DocumentCache {
  read(text: string): CircuitDocument
  remember(document: CircuitDocument): void
}

export function createDocumentCache(): DocumentCache {
  const known = new Map<string, CircuitDocument>()
  const remember = (document: CircuitDocument) => {
    known.delete(document.text)
    known.set(document.text, document)
    let characters = [...known.keys()].reduce((sum, { length }) => sum + length, 0)
    for (const text of known.keys()) {
      if (known.size <= 1 || (known.size <= MAX_DOCUMENTS && characters <= MAX_CHARACTERS)) break
      known.delete(text)
      characters -= text.length
    }
  }
  const read = (text: string) => {
    const latest = [...known.values()].at(-1)
    const document = known.get(text) ?? (latest ? readEdited(latest, text) : readDocument(text))
    remember(document)
    return document
  }
  return { read, remember }
}
