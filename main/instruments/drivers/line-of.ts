/** Where in a JSON text something stands. */

/**
 * The line, from 1, of the value at this path, or of the nearest thing around it that is there. The text must be JSON.
 * One pass over the text, which keeps the path of where it is.
 */
export function lineOf(text: string, path: readonly PropertyKey[]): number {
  const wanted = path.map(String)
  const at: string[] = []
  const isArray: boolean[] = []
  let [line, best, depth, key] = [1, 1, -1, null as string | null]
  const arrived = () => {
    const common = at.findIndex((part, index) => part !== wanted[index])
    if (common < 0 && at.length <= wanted.length && at.length > depth) [best, depth] = [line, at.length]
  }
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:\n]|[^\s{}[\],:"]+/g)) {
    if (token === '\n') line += 1
    else if (token === '{' || token === '[') {
      if (at.length > 0 || depth < 0) arrived()
      isArray.push(token === '[')
      at.push(token === '[' ? '0' : '')
      if (token === '[') arrived()
    } else if (token === '}' || token === ']') {
      isArray.pop()
      at.pop()
    } else if (token === ',') {
      if (isArray.at(-1)) {
        at.push(String(Number(at.pop()) + 1))
        arrived()
      }
    } else if (token === ':') {
      at[at.length - 1] = JSON.parse(key!) as string
      arrived()
    } else if (token.startsWith('"')) key = token
  }
  return best
}
