import { nextCirculantPrime, previousCirculantPrime } from './circulant-primes'

/** log2 of the total extraction error where a draw names none. */
const DEFAULT_LOG2_EPS = -128

interface ExtractionSource {
  readonly id: string
  /** Assessed min-entropy, bits a raw bit. */
  readonly entropy: number
  /** Fresh raw bits that passed the health tests. */
  readonly available: number
}

interface ExtractionRequest {
  readonly bytes: number
  /** Two or more, in the order in which they join. */
  readonly sources: readonly ExtractionSource[]
  readonly log2_eps?: number
}

/** One extractor, which makes m bits from n − 1 and n bits. */
interface ExtractionStep {
  readonly n: number
  readonly m: number
}

export interface ExtractionPlan {
  /**
   * The first step takes the first two sources; each later step takes the output of the step before as y, and the next source as x.
   */
  readonly steps: readonly ExtractionStep[]
  /** Raw bits used of each source. */
  readonly bits: readonly number[]
  /** Min-entropy of all these raw bits together, in bits. */
  readonly h_in: number
  readonly log2_eps: number
}

/**
 * `rates_too_low`: the first two sources have together at most one bit of min-entropy a raw bit, or a further source has none, so
 * that no length suffices. `too_long`: more bits than the extractor takes. `insufficient_entropy`: `needed` raw bits of `source`,
 * of which `available` are there.
 */
export interface ExtractionRefusal {
  readonly refused: 'rates_too_low' | 'too_long' | 'insufficient_entropy'
  readonly source: string
  readonly needed: number | null
  readonly available: number
}

/**
 * The lengths for a draw: m = ⌊k1 + k2 − n + 2 log2 ε⌋. In a cascade each of s − 1 steps has ε / 2^⌈log2(s−1)⌉, and the next n is
 * the greatest allowed prime up to m. Nothing is lowered to fit: a draw that lacks entropy is refused. Throws RangeError for an
 * invalid request.
 */
export function planExtraction(request: ExtractionRequest): ExtractionPlan | ExtractionRefusal {
  const { bytes, sources, log2_eps = DEFAULT_LOG2_EPS } = request
  needRequest(request)
  const [first, second, ...others] = sources as [ExtractionSource, ExtractionSource, ...ExtractionSource[]]
  const stepEps = log2_eps - Math.ceil(Math.log2(sources.length - 1))
  const weak = weakSource(first, second, others)
  if (weak) return { refused: 'rates_too_low', source: weak.id, needed: null, available: weak.available }
  const target = others.reduceRight<number | null>(
    (bits, { entropy }) => (bits === null ? null : nextCirculantPrime(1 + (bits - 2 * stepEps) / entropy)),
    8 * bytes,
  )
  const rate = first.entropy + second.entropy - 1
  const n = target === null ? null : nextCirculantPrime((target - 2 * stepEps + first.entropy) / rate)
  if (n === null) return { refused: 'too_long', source: first.id, needed: null, available: first.available }
  const { steps, bits } = stepsFrom({ n, request, stepEps })
  const lacking = sources.findIndex(({ available }, i) => available < bits[i]!)
  if (lacking >= 0) {
    const { id, available } = sources[lacking]!
    return { refused: 'insufficient_entropy', source: id, needed: bits[lacking]!, available }
  }
  return { steps, bits, h_in: sources.reduce((sum, { entropy }, i) => sum + entropy * bits[i]!, 0), log2_eps }
}

function needRequest({ bytes, sources, log2_eps = DEFAULT_LOG2_EPS }: ExtractionRequest): void {
  if (!Number.isInteger(bytes) || bytes < 1) throw new RangeError(`a draw takes a whole number of bytes, not ${bytes}`)
  if (sources.length < 2) throw new RangeError('an extraction takes two sources or more')
  if (new Set(sources.map(({ id }) => id)).size < sources.length) throw new RangeError('a source is named twice')
  if (!(log2_eps <= 0 && Number.isFinite(log2_eps))) throw new RangeError(`log2_eps must be at most 0, not ${log2_eps}`)
  const wrong = sources.find(({ entropy }) => !(entropy >= 0 && entropy <= 1))
  if (wrong) throw new RangeError(`${wrong.id} cannot have ${wrong.entropy} bits of min-entropy a bit`)
}

const weakSource = (first: ExtractionSource, second: ExtractionSource, others: readonly ExtractionSource[]) =>
  first.entropy + second.entropy <= 1
    ? [first, second].reduce((a, b) => (b.entropy < a.entropy ? b : a))
    : others.find(({ entropy }) => entropy === 0)

/** Every m but the last is the n of the next step; bits beyond it are not extracted. */
function stepsFrom({ n, request, stepEps }: { n: number; request: ExtractionRequest; stepEps: number }) {
  const [first, second, ...others] = request.sources
  const bits = [n - 1, n]
  const steps: ExtractionStep[] = []
  let length = n
  let most = outputBits({ k1: first!.entropy * (n - 1), k2: second!.entropy * n, n, log2_eps: stepEps })
  for (const { entropy } of others) {
    const next = previousCirculantPrime(most)!
    steps.push({ n: length, m: next })
    bits.push(next - 1)
    length = next
    most = outputBits({ k1: entropy * (next - 1), k2: next, n: next, log2_eps: stepEps })
  }
  return { steps: [...steps, { n: length, m: 8 * request.bytes }], bits }
}

interface OutputTerms {
  readonly k1: number
  readonly k2: number
  readonly n: number
  readonly log2_eps: number
}

/** m = ⌊k1 + k2 − n + 2 log2 ε⌋: bits that differ from uniform ones by at most ε, at least 0. */
export const outputBits = ({ k1, k2, n, log2_eps }: OutputTerms): number =>
  Math.max(0, Math.floor(k1 + k2 - n + 2 * log2_eps))
