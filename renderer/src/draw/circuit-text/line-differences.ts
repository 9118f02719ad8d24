/** Two texts line by line, side by side. */

export interface LinePair {
  readonly kind: 'same' | 'changed' | 'removed' | 'added'
  /** From 1; null beside a line that the other text alone has. */
  readonly line: readonly [before: number | null, after: number | null]
  readonly text: readonly [before: string, after: string]
}

/** Cells of the table beyond which the middle of two long texts counts as different altogether. */
const MAX_CELLS = 4_000_000

/** The fewest lines that differ (longest common subsequence, Wagner and Fischer 1974); both texts can be read off it. */
export function lineDifferences(before: string, after: string): LinePair[] {
  const [a, b] = [before.split(/\r\n?|\n/), after.split(/\r\n?|\n/)]
  let first = 0
  while (first < Math.min(a.length, b.length) && a[first] === b[first]) first++
  let last = 0
  while (last < Math.min(a.length, b.length) - first && a.at(-1 - last) === b.at(-1 - last)) last++
  const common = commonLines(a.slice(first, a.length - last), b.slice(first, b.length - last))
  const kept = [
    ...pairs(first, (i): [number, number] => [i, i]),
    ...common.map(([i, j]): [number, number] => [i + first, j + first]),
    ...pairs(last, (i): [number, number] => [a.length - last + i, b.length - last + i]),
  ]
  return aligned(a, b, kept)
}

const pairs = <T>(length: number, of: (at: number) => T): T[] => Array.from({ length }, (_, at) => of(at))

/** Positions of lines that both have, ascending in both. */
function commonLines(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1
  if (a.length * width > MAX_CELLS) return []
  /** How many lines the rests from i and from j have in common. */
  const table = new Int32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i * width + j] =
        a[i] === b[j]
          ? table[(i + 1) * width + j + 1]! + 1
          : Math.max(table[(i + 1) * width + j]!, table[i * width + j + 1]!)
  const found: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; )
    if (a[i] === b[j]) found.push([i++, j++])
    else if (table[(i + 1) * width + j]! >= table[i * width + j + 1]!) i++
    else j++
  return found
}

/** Lines between those that both have stand beside each other, one by one. */
function aligned(a: readonly string[], b: readonly string[], kept: readonly (readonly [number, number])[]): LinePair[] {
  const found: LinePair[] = []
  let [i, j] = [0, 0]
  for (const [nextA, nextB] of [...kept, [a.length, b.length] as const]) {
    for (; i < nextA || j < nextB; i = Math.min(i + 1, nextA), j = Math.min(j + 1, nextB)) {
      const [isA, isB] = [i < nextA, j < nextB]
      found.push({
        kind: isA && isB ? 'changed' : isA ? 'removed' : 'added',
        line: [isA ? i + 1 : null, isB ? j + 1 : null],
        text: [isA ? a[i]! : '', isB ? b[j]! : ''],
      })
    }
    if (nextA < a.length) found.push({ kind: 'same', line: [++i, ++j], text: [a[nextA]!, b[nextB]!] })
  }
  return found
}

/** Equal lines shown on either side of a difference; the others are left out. */
const CONTEXT = 3

/** Pairs to show: those that differ with a few around them; a number stands for so many left out. */
export function shownDifferences(all: readonly LinePair[]): (LinePair | number)[] {
  const near = new Set<number>()
  for (const [at, { kind }] of all.entries())
    if (kind !== 'same') for (let other = at - CONTEXT; other <= at + CONTEXT; other++) near.add(other)
  const shown: (LinePair | number)[] = []
  for (const [at, pair] of all.entries()) {
    const last = shown.at(-1)
    if (near.has(at)) shown.push(pair)
    else if (typeof last === 'number') shown[shown.length - 1] = last + 1
    else shown.push(1)
  }
  return shown
}
