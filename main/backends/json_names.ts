/**
 * Names that stand twice in one object of a JSON text. JSON.parse keeps the last one and says nothing, so that a qubit listed
 * twice would lose its first figures. The texts given here are JSON.
 */

/** How many names of objects a text holds, repeated ones counted again. Time O(length). */
export function countNames(text: string): number {
  let names = 0
  for (let from = text.indexOf('"'); from >= 0; ) {
    const end = endOfString(text, from)
    if (isName(text, end)) names++
    from = text.indexOf('"', end)
  }
  return names
}

export interface Repeated {
  readonly name: string
  readonly offset: number
}

/** The first name that its object already has, null where there is none. Slower by the sets of names it holds. */
export function firstRepeated(text: string): Repeated | null {
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    if (mark === '{' || mark === '[') open.push(new Set())
    else if (mark === '}' || mark === ']') open.pop()
    else if (mark === '"') {
      const end = endOfString(text, at)
      if (isName(text, end)) {
        const name = JSON.parse(text.slice(at, end)) as string
        const names = open.at(-1)
        if (names?.has(name)) return { name, offset: at }
        names?.add(name)
      }
      at = end - 1
    }
  }
  return null
}

/** The offset after the closing quote. */
function endOfString(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1)
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at + 1
}

/** An odd number of backslashes stands before it. */
function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

function isName(text: string, end: number): boolean {
  let at = end
  while (' \t\n\r'.includes(text[at] ?? '.')) at++
  return text[at] === ':'
}
