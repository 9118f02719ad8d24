/** Where in a JSON text something stands. */

/**
 * The line, from 1, of the value at this path, or of the nearest thing around it that is there. The text must be JSON.
 * One pass over the text, which keeps the path of where it is.
 */
export function lineAtPath(text: string, path: readonly PropertyKey[]): number {
  const wanted = path.map(String)
  /** One part for each thing that is open: the name or the index inside it. */
  const at: { part: string | null; isArray: boolean }[] = []
  let [line, best, depth, key] = [1, 1, 0, '']
  const arrived = () => {
    const isOnTheWay = at.length <= wanted.length && at.every(({ part }, index) => part === wanted[index])
    if (isOnTheWay && at.length > depth) [best, depth] = [line, at.length]
  }
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:\n]|[^\s{}[\],:"]+/g)) {
    const top = at.at(-1)
    if (token === '\n') line += 1
    else if (token === '}' || token === ']') at.pop()
    else if (token === ',' && top) top.part = top.isArray ? String(Number(top.part) + 1) : null
    else if (token === ':' && top) top.part = JSON.parse(key) as string
    else if (token !== ',' && token !== ':') {
      const isName = top?.isArray === false && top.part === null
      if (isName) key = token
      if (top?.isArray) arrived()
      if (token === '{' || token === '[') at.push({ part: token === '[' ? '0' : null, isArray: token === '[' })
    }
    if (token === ':') arrived()
  }
  return best
}
