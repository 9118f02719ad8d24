/** The texts that the circuit had, for undo and redo: one entry for each gesture, and for each stretch of typing. */
export interface TextHistory {
  readonly past: readonly string[]
  readonly text: string
  readonly future: readonly string[]
  /** When the last key was typed, in milliseconds; null after anything else. */
  readonly typedAt: number | null
}

/** Typing that goes on within this time is one entry. */
const TYPING_MS = 1_000
/** Entries kept, and characters in all of them: the oldest go first. */
const MAX_ENTRIES = 500
const MAX_CHARACTERS = 8_000_000

export const historyOf = (text: string): TextHistory => ({ past: [], text, future: [], typedAt: null })

/** Another text by a gesture, a file, a template: one step back. */
export function replaced(history: TextHistory, text: string): TextHistory {
  if (text === history.text) return history
  return { past: bounded([...history.past, history.text]), text, future: [], typedAt: null }
}

/** Another text by typing at `now` milliseconds: one step with what was typed just before, until a line ends. */
export function typed(history: TextHistory, text: string, now: number): TextHistory {
  if (text === history.text) return history
  const goesOn = history.typedAt !== null && now - history.typedAt < TYPING_MS && !endsLine(history.text, text)
  return goesOn ? { ...history, text, future: [], typedAt: now } : { ...replaced(history, text), typedAt: now }
}

const endsLine = (before: string, after: string): boolean =>
  after.length === before.length + 1 && after.split('\n').length > before.split('\n').length

export function undone(history: TextHistory): TextHistory {
  const text = history.past.at(-1)
  if (text === undefined) return history
  return { past: history.past.slice(0, -1), text, future: [history.text, ...history.future], typedAt: null }
}

export function redone(history: TextHistory): TextHistory {
  const [text, ...future] = history.future
  if (text === undefined) return history
  return { past: [...history.past, history.text], text, future, typedAt: null }
}

function bounded(past: readonly string[]): readonly string[] {
  let [first, characters] = [past.length, 0]
  while (first > 0 && past.length - first < MAX_ENTRIES) {
    characters += past[first - 1]!.length
    if (characters > MAX_CHARACTERS) break
    first--
  }
  return past.slice(first)
}
