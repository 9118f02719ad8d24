/**
 * The regular expressions of driver files. Matching always ends: patterns that can take exponential time are refused when the file
 * is read, and all others have a limit of time.
 */
import { createContext, Script } from 'node:vm'
import { InstrumentError } from '../model/fault'

/** Why a driver file may not have this pattern; null where it may. */
export function patternProblem(source: string): string | null {
  try {
    new RegExp(source)
  } catch (error) {
    return (error as Error).message
  }
  if (!source.startsWith('^') || !/(?:^|[^\\])(?:\\\\)*\$$/.test(source)) return 'begin with ^ and end with $'
  if (/\\[1-9]|\\k<|\(\?<?[=!]/.test(source.replaceAll('\\\\', ''))) return 'leave out look-around and back-references'
  return groupProblem(source)
}

interface Group {
  /** The group has alternatives, or repeats something a number of times that is not fixed: a text may fit in several ways. */
  isOpen: boolean
}

/** Fault of a pattern: alternatives outside of a group, or a repeated group that a text may fit in several ways. */
function groupProblem(source: string): string | null {
  const open: Group[] = [{ isOpen: false }]
  let closed: Group | null = null
  for (const [token] of source.matchAll(TOKEN)) {
    const group = open.at(-1)!
    if (token.startsWith('(')) open.push({ isOpen: false })
    else if (token === ')') {
      closed = open.pop()!
      open.at(-1)!.isOpen ||= closed.isOpen
      continue
    } else if (token === '|') {
      if (open.length === 1) return 'put alternatives in a group: ^(?:a|b)$'
      group.isOpen = true
    } else if (isQuantifier(token)) {
      const { least, most } = bounds(token)
      if (closed?.isOpen && most > 1) return 'repeat no group that has alternatives or repetitions of its own'
      if (least !== most) group.isOpen = true
    }
    closed = null
  }
  return null
}

/** An escape, a class, a quantifier, the beginning of a group, or one character. */
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|[*+?]\??|\{\d+(?:,\d*)?\}\??|\((?:\?(?:<\w+>|:))?|[\s\S]/g
const isQuantifier = (token: string): boolean => /^(?:[*+?]|\{\d)/.test(token)

function bounds(token: string): { least: number; most: number } {
  if (token.startsWith('?')) return { least: 0, most: 1 }
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(token) ?? []
  if (least === undefined) return { least: token.startsWith('*') ? 0 : 1, most: Number.POSITIVE_INFINITY }
  return { least: Number(least), most: comma ? Number(most || Number.POSITIVE_INFINITY) : Number(least) }
}

/** Longer than any match of a pattern that fits its instrument. */
const MATCH_MS = 250
const MAX_TRIES = 3
/** Most steps that are taken without a limit of time: setting one up costs a tenth of a millisecond. */
const FEW_STEPS = 20_000
const context = createContext({ pattern: null, text: '' }) as { pattern: RegExp | null; text: string }
const script = new Script('pattern.exec(text)')
const compiled = new Map<string, { pattern: RegExp; repetitions: number }>()
const MAX_COMPILED = 5_000

/** As `RegExp.exec`. Throws `reply_malformed` where it is not decided in time whether the text fits. */
export function matchPattern(source: string, text: string): RegExpExecArray | null {
  const { pattern, repetitions } = compiledOf(source)
  if (text.length ** repetitions <= FEW_STEPS) return pattern.exec(text)
  Object.assign(context, { pattern, text })
  for (let tried = 1; ; tried += 1) {
    const before = process.cpuUsage()
    try {
      return script.runInContext(context, { timeout: MATCH_MS }) as RegExpExecArray | null
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      const { user, system } = process.cpuUsage(before)
      // On a busy computer the limit also counts the time of other programs: a match that hardly ran is tried again.
      if (tried < MAX_TRIES && (user + system) / 1_000 < MATCH_MS / 2) continue
      throw new InstrumentError(
        'reply_malformed',
        `whether its answer of ${text.length} bytes fits ${source} was not decided in ${MATCH_MS} ms; make the pattern stricter`,
      )
    }
  }
}

function compiledOf(source: string) {
  const known = compiled.get(source)
  if (known) return known
  if (compiled.size >= MAX_COMPILED) compiled.clear()
  const tokens = [...source.matchAll(TOKEN)].map(([token]) => token)
  const repeated = tokens.map((_, at) => at).filter(at => isRepetition(tokens, at))
  const isLinear = repeated.every(at => hasOneEnd(tokens, at))
  const made = { pattern: new RegExp(source), repetitions: isLinear ? 1 : repeated.length }
  compiled.set(source, made)
  return made
}

const isRepetition = (tokens: readonly string[], at: number): boolean =>
  isQuantifier(tokens[at]!) && bounds(tokens[at]!).most > 1

/**
 * Whether the repetition at `at` can end in one place only: before a character that it does not take itself, as in `[^,]+,`, or at
 * the end of the text. A shorter try fails at the next character, so a pattern with only such repetitions takes time in proportion
 * to the text.
 */
function hasOneEnd(tokens: readonly string[], at: number): boolean {
  let next = at + 1
  while (tokens[next] === ')') next += 1
  const [atom, follower = '', after = ''] = [tokens[at - 1]!, tokens[next], tokens[next + 1]]
  if (isQuantifier(after) || (next > at + 1 && isQuantifier(follower))) return false
  if (follower === '$') return next === tokens.length - 1
  const literal = /^(?:\\[^\w\s]|[^\\.^$|()[\]*+?{}])$/.test(follower)
  return literal && atom !== ')' && !new RegExp(`^${atom}$`).test(follower.at(-1)!)
}
