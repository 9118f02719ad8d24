import type { EntropyEstimate, SymbolSequence } from './sequence'

/** Markov estimate of bits (SP 800-90B 6.3.3): the likeliest of the sequences of 128 bits, by first-order transitions. */
export function markovEstimate({ data }: SymbolSequence): EntropyEstimate {
  const pairs = [0, 0, 0, 0]
  for (let i = 1; i < data.length; i++) pairs[2 * data[i - 1]! + data[i]!]!++
  const zeros = pairs[0]! + pairs[1]! + (data.at(-1) === 0 ? 1 : 0)
  const [p_00, p_01] = transitions(pairs[0]!, pairs[1]!)
  const [p_10, p_11] = transitions(pairs[2]!, pairs[3]!)
  const p_0 = zeros / data.length
  const figures = { p_0, p_1: 1 - p_0, p_00, p_01, p_10, p_11 }
  const bits = likeliestBits(figures)
  return { estimator: 'markov', min_entropy: Math.min(bits / 128, 1), figures: { ...figures, p_max: 2 ** -bits } }
}

function transitions(toZero: number, toOne: number): readonly [number, number] {
  const from = toZero + toOne
  return from === 0 ? [0, 0] : [toZero / from, 1 - toZero / from]
}

/** −log2 of the chance of the likeliest 128 bits: constant, alternating, or constant after the first. */
function likeliestBits(p: Record<'p_0' | 'p_1' | 'p_00' | 'p_01' | 'p_10' | 'p_11', number>): number {
  const [bits0, bits1] = [-Math.log2(p.p_0), -Math.log2(p.p_1)]
  const [bits00, bits01, bits10, bits11] = [p.p_00, p.p_01, p.p_10, p.p_11].map(chance => -Math.log2(chance))
  const sequences = [
    bits0 + 127 * bits00!,
    bits0 + 64 * bits01! + 63 * bits10!,
    bits0 + bits01! + 126 * bits11!,
    bits1 + bits10! + 126 * bits00!,
    bits1 + 64 * bits10! + 63 * bits01!,
    bits1 + 127 * bits11!,
  ]
  return Math.min(128, ...sequences.filter(bits => !Number.isNaN(bits)))
}
