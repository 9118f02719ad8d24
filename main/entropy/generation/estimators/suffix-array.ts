import type { EstimateCheckpoint } from './sequence'

type Text = Uint8Array | Int32Array

/** A text of values from 0 to below `symbols`, and the type of each of its suffixes. */
interface TypedText {
  readonly text: Text
  readonly symbols: number
  readonly types: Uint8Array
}

/**
 * Starts of all suffixes in their order, by induced sorting (Nong, Zhang, Chan 2009), in linear time.
 *
 * A suffix is of type S where it comes before the next suffix, else of type L. Once the leftmost S suffixes (S after L) are
 * in order, two scans put all others in theirs; their own order comes from recursion on the pieces between them.
 *
 * @param text values from 0 to below `symbols`
 */
export function suffixArray(text: Text, symbols: number, checkpoint: EstimateCheckpoint): Int32Array {
  if (text.length < 2) return new Int32Array(text.length)
  const types = typesOf(text)
  const starts = leftmost(types)
  const induce = inducer({ text, symbols, types }, checkpoint)
  const sorted = induce(starts)
  if (starts.length === 0) return sorted
  const { names, distinct } = nameParts(text, { starts, sorted }, checkpoint)
  const order = distinct === starts.length ? inverse(names) : suffixArray(names, distinct, checkpoint)
  return induce(order.map(part => starts[part]!))
}

/** 1 where the suffix is of type S. */
function typesOf(text: Text): Uint8Array {
  const types = new Uint8Array(text.length)
  for (let i = text.length - 2; i >= 0; i--)
    types[i] = text[i]! < text[i + 1]! || (text[i] === text[i + 1] && types[i + 1] === 1) ? 1 : 0
  return types
}

function leftmost(types: Uint8Array): Int32Array {
  let count = 0
  for (let i = 1; i < types.length; i++) if (types[i]! > types[i - 1]!) count++
  const starts = new Int32Array(count)
  count = 0
  for (let i = 1; i < types.length; i++) if (types[i]! > types[i - 1]!) starts[count++] = i
  return starts
}

/** Puts all suffixes in order, given leftmost S suffixes in order; given them in any order, sorts these by their pieces. */
function inducer({ text, symbols, types }: TypedText, checkpoint: EstimateCheckpoint) {
  const [n, firsts, middles] = [text.length, new Int32Array(symbols + 1), new Int32Array(symbols)]
  for (let i = 0; i < n; i++) firsts[text[i]! + 1]!++
  for (let c = 0; c < symbols; c++) firsts[c + 1]! += firsts[c]!
  for (let c = 0; c < symbols; c++) middles[c] = firsts[c]!
  // Among suffixes with the same first symbol, those of type L come before those of type S.
  for (let i = 0; i < n; i++) if (types[i] === 0) middles[text[i]!]!++
  return (starts: Int32Array): Int32Array => {
    const sorted = new Int32Array(n).fill(-1)
    const free = middles.slice()
    for (const start of starts) sorted[free[text[start]!]!++] = start
    const heads = firsts.slice()
    sorted[heads[text[n - 1]!]!++] = n - 1
    for (let i = 0; i < n; i++) {
      if ((i & 1023) === 0) checkpoint()
      const before = sorted[i]! - 1
      if (before >= 0 && types[before] === 0) sorted[heads[text[before]!]!++] = before
    }
    const tails = firsts.slice(1)
    for (let i = n - 1; i >= 0; i--) {
      if ((i & 1023) === 0) checkpoint()
      const before = sorted[i]! - 1
      if (before >= 0 && types[before] === 1) sorted[--tails[text[before]!]!] = before
    }
    return sorted
  }
}

/** Numbers the pieces from each leftmost S suffix to the next by their order: equal pieces alike. */
function nameParts(
  text: Text,
  { starts, sorted }: { readonly starts: Int32Array; readonly sorted: Int32Array },
  checkpoint: EstimateCheckpoint,
) {
  const numbers = new Int32Array(text.length).fill(-1)
  starts.forEach((start, part) => {
    numbers[start] = part
  })
  const endOf = (start: number) => starts[numbers[start]! + 1] ?? text.length
  const names = new Int32Array(starts.length)
  let [distinct, previous, seen] = [0, -1, 0]
  for (const start of sorted) {
    if ((++seen & 1023) === 0) checkpoint()
    if (numbers[start]! < 0) continue
    if (previous < 0 || !isSamePart(text, { previous, previousEnd: endOf(previous), start, end: endOf(start) }))
      distinct++
    names[numbers[start]!] = distinct - 1
    previous = start
  }
  return { names, distinct }
}

interface ComparedPieces {
  readonly previous: number
  readonly previousEnd: number
  readonly start: number
  readonly end: number
}

/** Compares two pieces, each with the first symbol of the piece after it; the piece that ends the text equals no other. */
function isSamePart(text: Text, { previous, previousEnd, start, end }: ComparedPieces): boolean {
  if (end - start !== previousEnd - previous || end === text.length || previousEnd === text.length) return false
  for (let i = 0; i <= end - start; i++) if (text[start + i] !== text[previous + i]) return false
  return true
}

function inverse(permutation: Int32Array): Int32Array {
  const inverted = new Int32Array(permutation.length)
  permutation.forEach((to, from) => {
    inverted[to] = from
  })
  return inverted
}

/**
 * At i, how many symbols the suffixes i − 1 and i of the order have in common from their start; 0 at 0 (Kasai et al. 2001).
 */
export function commonPrefixes(text: Text, sorted: Int32Array, checkpoint: EstimateCheckpoint): Int32Array {
  const n = text.length
  const ranks = inverse(sorted)
  const lengths = new Int32Array(n)
  let length = 0
  for (let start = 0; start < n; start++) {
    if ((start & 1023) === 0) checkpoint()
    const rank = ranks[start]!
    if (rank === 0) {
      length = 0
      continue
    }
    const other = sorted[rank - 1]!
    while (start + length < n && other + length < n && text[start + length] === text[other + length]) length++
    lengths[rank] = length
    if (length > 0) length--
  }
  return lengths
}
