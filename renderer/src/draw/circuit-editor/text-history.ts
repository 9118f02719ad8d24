/** The texts that the circuit had, for undo and redo: one entry for each gesture, and for each stretch of typing. */
export interface TextHistory {
  readonly past: readonly string[]
  readonly text: string
  readonly future: readonly string[]
  /** When the last key was typed, in milliseconds; null after anything else. */
  readonly typedAt: number | null
  /**
   * Number of the program that each of `past`, `text` and `future` belongs to, in this order: loading another program gives
   * another number. Missing entries are 0.
   */
  readonly programs?: readonly number[]
  /** The highest number of a program so far, never used again; missing is 0. */
  readonly lastProgram?: number
}

/** Typing that goes on within this time is one entry. */
const TYPING_MS = 1_000
/** Most entries, and most characters in all of them: the oldest are dropped first. */
const MAX_ENTRIES = 500
const MAX_CHARACTERS = 8_000_000

export const historyOf = (text: string): TextHistory => ({ past: [], text, future: [], typedAt: null })

/** The history after a gesture: one more step of undo. */
export const replaced = (history: TextHistory, text: string): TextHistory =>
  text === history.text ? history : followed(history, text, programNumber(history))

/** The history after loading a file, a template or a saved circuit: one more step of undo, and another program. */
export const loaded = (history: TextHistory, text: string): TextHistory =>
  text === history.text ? history : followed(history, text, (history.lastProgram ?? 0) + 1)

function followed(history: TextHistory, text: string, program: number): TextHistory {
  const past = bounded([...history.past, history.text])
  const before = Array.from({ length: history.past.length + 1 }, (_, at) => history.programs?.[at] ?? 0)
  const lastProgram = Math.max(history.lastProgram ?? 0, program)
  const programs = [...before, program].slice(-past.length - 1)
  return { past, text, future: [], typedAt: null, programs, lastProgram }
}

/** Number of the program that the current text belongs to. */
export const programNumber = ({ past, programs }: TextHistory): number => programs?.[past.length] ?? 0

/** Whether the text is the first known one of its program, as a file, a template or a saved circuit put it there. */
export function isAsLoaded(history: TextHistory): boolean {
  const texts = [...history.past, history.text]
  const program = programNumber(history)
  return texts.find((_, at) => (history.programs?.[at] ?? 0) === program) === history.text
}

/** The history after typing at `now` milliseconds: one step of undo with what was typed just before, until a line ends. */
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
  return { ...history, past: history.past.slice(0, -1), text, future: [history.text, ...history.future], typedAt: null }
}

export function redone(history: TextHistory): TextHistory {
  const [text, ...future] = history.future
  if (text === undefined) return history
  return { ...history, past: [...history.past, history.text], text, future, typedAt: null }
}

/** The history with as many steps, the nearest first on both sides, as fit into `characters` together with its text. */
export function cutTo(history: TextHistory, characters: number): TextHistory {
  const { past, text, future, programs } = history
  let room = characters - text.length
  const takes = (entry: string | undefined): boolean => {
    if (entry === undefined || entry.length > room) return false
    room -= entry.length
    return true
  }
  let [back, forth, goesBack, goesForth] = [0, 0, true, true]
  while (goesBack || goesForth) {
    goesBack &&= takes(past[past.length - 1 - back])
    if (goesBack) back++
    goesForth &&= takes(future[forth])
    if (goesForth) forth++
  }
  const first = past.length - back
  return {
    ...history,
    past: past.slice(first),
    future: future.slice(0, forth),
    typedAt: null,
    ...(programs && { programs: programs.slice(first, past.length + 1 + forth) }),
  }
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
