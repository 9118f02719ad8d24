/** Decoding with the tables of `flag-map`, shot by shot where something was seen; the reference of the native kernel. */
import { parity } from '../code/pauli'
import { type PackedOutcomes, tallies } from '../decoding/flag-lut'
import { addTallies, NO_TALLIES, type Tallies } from '../decoding/tallies'
import type { WordRange } from '../decoding/triggers'
import { liveBits, type WordPlanes } from '../decoding/words'
import { type PlaneLayout, roundPlane } from '../schedule/plane-layout'
import { isTriggered } from '../spam/measurement-table'
import { eachBit, gathered, type Shown, walkShown } from './observations'
import { PosteriorCache } from './posterior-cache'
import { conditionalSymbol, type ReadoutTables } from './readout'
import type { MapTables } from './tables'

export interface MapDecoding {
  readonly layout: PlaneLayout
  readonly map: MapTables
  readonly readout: ReadoutTables
}

/**
 * Words of shots that are followed together: few enough to fit the cache, and fewer for more rounds, which may take more
 * nodes.
 */
const wordsAtOnce = (rounds: number): number => Math.min(64, Math.max(1, Math.floor(2 ** 12 / rounds)))

/** Decodes correction mode: every shot is kept, unless it was lost. Posteriors of shared histories are computed once. */
export function mapDecoder(decoding: MapDecoding): (planes: WordPlanes, range: WordRange) => PackedOutcomes {
  const posteriors = new PosteriorCache(decoding.map, decoding.readout)
  const step = wordsAtOnce(decoding.layout.rounds)
  return (planes, range) => {
    const parts: PackedOutcomes[] = []
    for (let from = range.from; from < range.to; from += step) {
      posteriors.clearIfFull()
      parts.push(decodePart(planes, { ...decoding, posteriors }, { from, to: Math.min(range.to, from + step) }))
    }
    return joined(parts)
  }
}

export function joined(parts: readonly PackedOutcomes[]): PackedOutcomes {
  const words = (field: 'accepted' | 'wrong') => Int32Array.from(parts.flatMap(part => [...part[field]]))
  return { ...parts.reduce<Tallies>(addTallies, NO_TALLIES), accepted: words('accepted'), wrong: words('wrong') }
}

function decodePart(
  planes: WordPlanes,
  { layout, readout, posteriors }: MapDecoding & { readonly posteriors: PosteriorCache },
  range: WordRange,
): PackedOutcomes {
  const size = range.to - range.from
  const [nodes, known] = [new Int32Array(size * 32), new Int32Array(size * 32)]
  const firstFlags = Int32Array.from(
    { length: 4 },
    (_, k) => roundPlane(layout, { round: 0, kind: 'f', generator: k }) * planes.stride + range.from,
  )
  for (let i = 0; i < size; i++) {
    const flags = firstFlags.map(at => planes.words[at + i]!)
    for (let bit = 0; bit < 32; bit++) nodes[i * 32 + bit] = gathered(flags, bit)
  }
  const shown = walkShown(planes, {
    layout,
    range,
    show: (shot, round, symbol) => {
      nodes[shot] = posteriors.after(nodes[shot]!, round - 1 - known[shot]!, symbol)
      known[shot] = round
    },
  })
  const accepted = shown.lost.map((lost, i) => liveBits(planes.shots, range.from + i) & ~lost)
  const symbolAt = symbols(planes, readout, { ...shown, from: range.from })
  const wrong = accepted.map((word, i) => {
    let bits = 0
    eachBit(word, bit => {
      const shot = i * 32 + bit
      const rest = Math.max(0, layout.rounds - known[shot]!)
      bits |= posteriors.isWrong(nodes[shot]!, rest, symbolAt(i, bit)) << bit
    })
    return bits
  })
  return { ...tallies(planes, shown, range), accepted, wrong }
}

/**
 * Symbols of the readout relative to the references of the posterior; whether a repeat was run is decided by the references
 * of the circuit (`registers`).
 */
function symbols(
  { words, stride }: Pick<WordPlanes, 'words' | 'stride'>,
  { first, count, bits, conditional }: ReadoutTables,
  { references, registers, from }: Pick<Shown, 'references' | 'registers'> & { readonly from: number },
): (i: number, bit: number) => number {
  const at = Array.from({ length: count }, (_, j) => (first + j) * stride + from)
  const syndrome = (of: Shown['references'], i: number, bit: number) =>
    of.reduce((sum, word, k) => sum | (((word[i]! >> bit) & 1) << k), 0)
  const pattern = (read: number, against: number): number => {
    let symbol = 0
    for (let j = 0; 2 * j < bits.length; j++)
      symbol |= (parity(read & bits[2 * j]!) ^ parity(against & bits[2 * j + 1]!)) << j
    return symbol
  }
  return (i, bit) => {
    const read = at.reduce((sum, plane, j) => sum | (((words[plane + i]! >> bit) & 1) << j), 0)
    const symbol = pattern(read, syndrome(references, i, bit))
    if (!conditional) return symbol
    return conditionalSymbol(symbol, isTriggered(pattern(read, syndrome(registers, i, bit))))
  }
}
