/**
 * A name that appears twice in one object of JSON. JSON.parse takes the last of them silently, other programs the first;
 * what is meant (a number of shots that costs tokens, the figures of a qubit) cannot be decided.
 */

export interface DuplicateKey {
  readonly name: string
  /** A JSON pointer (RFC 6901) to it. */
  readonly pointer: string
  /** Where it stands in the text, from 0. */
  readonly offset: number
}

/** The first name that is repeated, null where none is. `text` is the JSON of `value`. */
export const duplicateKey = (text: string, value: unknown): DuplicateKey | null =>
  countKeys(text) === namesKept(value) ? null : findRepeated(text)

/** Number of strings before a colon. `indexOf` finds quotes much faster than a loop over the characters. */
export function countKeys(text: string): number {
  let count = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    at = afterString(text, at)
    if (text[afterBlank(text, at)] === ':') count += 1
  }
  return count
}

/**
 * Number of names in all objects of a parsed value. Without recursion: nesting deep enough to overflow a stack fits into a few
 * kilobytes.
 */
function namesKept(value: unknown): number {
  let count = 0
  const open: unknown[] = typeof value === 'object' ? [value] : []
  while (open.length > 0) {
    const next = open.pop()
    if (Array.isArray(next)) {
      for (const child of next) if (typeof child === 'object') open.push(child)
      continue
    }
    // Without a list of the values: this is five times faster, and every request body passes here.
    const object = next as Record<string, unknown> | null
    for (const name in object) {
      count += 1
      if (typeof object[name] === 'object') open.push(object[name])
    }
  }
  return count
}

/**
 * An object or list that is not closed yet: the names in it so far (null for a list), and the pointer's step to its current
 * member.
 */
interface OpenContainer {
  readonly names: Set<string> | null
  step: string | number
}

function findRepeated(text: string): DuplicateKey | null {
  const open: OpenContainer[] = []
  for (let at = 0; at < text.length; ) {
    const [mark, inner] = [text[at]!, open.at(-1)]
    if (mark === '{') open.push({ names: new Set(), step: '' })
    else if (mark === '[') open.push({ names: null, step: 0 })
    else if (mark === '}' || mark === ']') open.pop()
    else if (mark === ',' && typeof inner?.step === 'number') inner.step += 1
    const end = mark === '"' ? afterString(text, at) : at + 1
    if (mark === '"' && inner?.names && text[afterBlank(text, end)] === ':') {
      const name = JSON.parse(text.slice(at, end)) as string
      inner.step = name
      if (inner.names.has(name)) return { name, pointer: pointerOf(open), offset: at }
      inner.names.add(name)
    }
    at = end
  }
  return null
}

const pointerOf = (open: readonly OpenContainer[]): string =>
  open.map(({ step }) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The offset behind the string that begins at `start`: after the next quote with an even number of backslashes before it. */
function afterString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end + 1
  }
}

function afterBlank(text: string, at: number): number {
  let end = at
  while (' \n\r\t'.includes(text[end]!) && end < text.length) end += 1
  return end
}
