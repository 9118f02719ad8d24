/**
 * The likelihood of survival counts under P(R) = ½[1 + A(1−2ε)^R], with ε in 0..½ and A in 0..1.
 * Everything is scanned on a grid in √ε first (failure rates span decades), then refined: no start values to get wrong.
 */

/** `failures` of `shots` shots were read back wrong after `rounds` rounds. */
export interface Tally {
  readonly rounds: number
  readonly shots: number
  readonly failures: number
}

/** count × ln value, and 0 for a count of 0: an outcome that never occurred adds nothing. */
const weighted = (count: number, value: number): number => (count === 0 ? 0 : count * Math.log(value))

/** (1 − 2ε)^R: what is left of the signal after R rounds. */
export const signal = (error: number, rounds: number): number => (1 - 2 * error) ** rounds

export function logLikelihood(tallies: readonly Tally[], error: number, spam: number): number {
  let sum = 0
  for (const { rounds, shots, failures } of tallies) {
    const left = spam * signal(error, rounds)
    sum += weighted(shots - failures, (1 + left) / 2) + weighted(failures, (1 - left) / 2)
  }
  return sum
}

/** ln L when every point has its own probability: the most that any curve can reach. */
export const saturatedLikelihood = (tallies: readonly Tally[]): number =>
  tallies.reduce(
    (sum, { shots, failures }) =>
      sum + weighted(failures, failures / shots) + weighted(shots - failures, 1 - failures / shots),
    0,
  )

const SPAM_TOLERANCE = 1e-12

/**
 * The likeliest A for a given ε. ln L is concave in A, so Newton's steps find the root of its slope. A step that would
 * leave the bracket, or that is not shorter than half the step before, is replaced by halving the bracket.
 */
export function likeliestSpam(tallies: readonly Tally[], error: number): number {
  const left = tallies.map(({ rounds }) => signal(error, rounds))
  if (slopes(tallies, left, 0)[0] <= 0) return 0
  if (slopes(tallies, left, 1)[0] >= 0) return 1
  let [low, high, spam, stride] = [0, 1, leastSquares(tallies, left), 1]
  while (high - low > SPAM_TOLERANCE && stride > SPAM_TOLERANCE) {
    const [slope, bend] = slopes(tallies, left, spam)
    if (slope > 0) low = spam
    else high = spam
    const newton = spam - slope / bend
    const next = newton > low && newton < high && Math.abs(newton - spam) < stride / 2 ? newton : (low + high) / 2
    stride = Math.abs(next - spam)
    spam = next
  }
  return spam
}

/** The A of least squares, or ½ where that is not between 0 and 1: the start of Newton's steps. */
function leastSquares(tallies: readonly Tally[], left: readonly number[]): number {
  let [seen, all] = [0, 0]
  for (let i = 0; i < tallies.length; i++) {
    const { shots, failures } = tallies[i]!
    const x = left[i]!
    seen += x * (shots - 2 * failures)
    all += shots * x * x
  }
  const found = seen / all
  return found > 0 && found < 1 ? found : 0.5
}

/** Standard deviation of A about the value `spam` for a given ε, from the curvature of ln L there. */
export function spamDeviation(tallies: readonly Tally[], error: number, spam: number): number {
  const left = tallies.map(({ rounds }) => signal(error, rounds))
  return 1 / Math.sqrt(-slopes(tallies, left, spam)[1])
}

/**
 * First and second derivative of ln L in A, given the signal that each tally has left. The slope is written so that it
 * is not the difference of two large numbers where successes and failures almost balance.
 */
function slopes(tallies: readonly Tally[], left: readonly number[], spam: number): [slope: number, bend: number] {
  let [slope, bend] = [0, 0]
  for (let i = 0; i < tallies.length; i++) {
    const { shots, failures } = tallies[i]!
    const x = left[i]!
    const [up, down] = [1 + spam * x, 1 - spam * x]
    bend -= (shots - failures) * (x / up) ** 2
    if (failures === 0) {
      slope += (shots * x) / up
      continue
    }
    bend -= failures * (x / down) ** 2
    slope += (x * (shots - 2 * failures - spam * shots * x)) / (up * down)
  }
  return [slope, bend]
}

/** Where `f` is largest in [low, high]: a scan, then golden section around the best point. */
export function maximize(
  f: (x: number) => number,
  {
    low,
    high,
    points = 160,
    tolerance = 1e-10,
  }: { readonly low: number; readonly high: number; readonly points?: number; readonly tolerance?: number } & {
    points?: number | undefined
    tolerance?: number | undefined
  },
): number {
  const step = (high - low) / points
  let best = 0
  let top = Number.NEGATIVE_INFINITY
  for (let i = 0; i <= points; i++) {
    const value = f(low + i * step)
    if (value > top) [best, top] = [i, value]
  }
  const around = {
    from: Math.max(low, low + (best - 1) * step),
    to: Math.min(high, low + (best + 1) * step),
  }
  return goldenSection(f, around, tolerance)
}

const GOLDEN = (Math.sqrt(5) - 1) / 2

function goldenSection(
  f: (x: number) => number,
  { from, to }: { readonly from: number; readonly to: number },
  tolerance: number,
): number {
  let [a, b] = [from, to]
  let [c, d] = [b - GOLDEN * (b - a), a + GOLDEN * (b - a)]
  let [fc, fd] = [f(c), f(d)]
  while (b - a > tolerance) {
    if (fc >= fd) {
      ;[b, d, fd] = [d, c, fc]
      c = b - GOLDEN * (b - a)
      fc = f(c)
    } else {
      ;[a, c, fc] = [c, d, fd]
      d = a + GOLDEN * (b - a)
      fd = f(d)
    }
  }
  const middle = (a + b) / 2
  // The ends belong to the range: at 0 failures the maximum is at the edge exactly.
  return [from, middle, to].reduce((x, y) => (f(y) > f(x) ? y : x), middle)
}

export interface WidthRange {
  readonly peak: number
  readonly drop: number
  readonly low: number
  readonly high: number
  readonly steps?: number | undefined
}

/**
 * Both ends of {x : f(x) ≥ f(peak) − drop} around `peak`, within [low, high], by bisection; f falls away from its peak.
 */
export function widthAt(f: (x: number) => number, { peak, drop, low, high, steps = 50 }: WidthRange): [number, number] {
  const floor = f(peak) - drop
  const edge = (outside: number): number => {
    if (f(outside) >= floor) return outside
    let [inner, outer] = [peak, outside]
    for (let step = 0; step < steps; step++) {
      const middle = (inner + outer) / 2
      if (f(middle) >= floor) inner = middle
      else outer = middle
    }
    return (inner + outer) / 2
  }
  return [edge(low), edge(high)]
}
