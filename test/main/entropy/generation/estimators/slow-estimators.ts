/** Estimators step by step as SP 800-90B 6.3 has them, with strings for contexts. */

interface Outcome {
  readonly correct: number
  readonly predictions: number
  readonly longest_run: number
}

function outcomeOf(isRight: readonly boolean[]): Outcome {
  const runs = isRight
    .map(right => (right ? '1' : '0'))
    .join('')
    .split('0')
  const correct = isRight.filter(Boolean).length
  return { correct, predictions: isRight.length, longest_run: Math.max(...runs.map(run => run.length)) }
}

/** The winner's predictions; it is the last of those that have just become best. */
function contest(data: Uint8Array, first: number, predictors: readonly ((i: number) => number | null)[]): Outcome {
  const scores = predictors.map(() => 0)
  const isRight: boolean[] = []
  let winner = 0
  for (let i = first; i < data.length; i++) {
    const predictions = predictors.map(predict => predict(i))
    isRight.push(predictions[winner] === data[i])
    predictions.forEach((prediction, j) => {
      if (prediction === data[i] && ++scores[j]! >= scores[winner]!) winner = j
    })
  }
  return outcomeOf(isRight)
}

export const slowLag = (data: Uint8Array): Outcome =>
  contest(
    data,
    1,
    Array.from({ length: 128 }, (_, d) => (i: number) => data[i - d - 1] ?? null),
  )

export const slowMcw = (data: Uint8Array): Outcome =>
  contest(
    data,
    63,
    [63, 255, 1023, 4095].map(length => (i: number) => (i < length ? null : latestMode(data.subarray(i - length, i)))),
  )

function latestMode(window: Uint8Array): number {
  const counts = new Map<number, number>()
  for (const symbol of window) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return [...window].reverse().find(symbol => counts.get(symbol) === most)!
}

/** Greatest symbol among the commonest. */
function commonest(counts: ReadonlyMap<number, number> | undefined): number | null {
  if (counts === undefined) return null
  const most = Math.max(...counts.values())
  return Math.max(...[...counts].filter(([, count]) => count === most).map(([symbol]) => symbol))
}

const contextAt = (data: Uint8Array, end: number, length: number) => data.slice(end - length, end).join()
const increment = (counts: Map<number, number>, symbol: number) => counts.set(symbol, (counts.get(symbol) ?? 0) + 1)

/** As the reference tool: the run is left as it is where the winner has no prediction. */
export function slowMmc(data: Uint8Array): Outcome {
  const models = Array.from({ length: 17 }, () => new Map<string, Map<number, number>>())
  const scores = new Array<number>(17).fill(0)
  let [winner, correct, run, longest_run] = [1, 0, 0, 0]
  for (let i = 1; i < data.length; i++) {
    const leader = winner
    for (let d = 1; d <= 16 && d <= i; d++) {
      const context = contextAt(data, i, d)
      const prediction = commonest(models[d]!.get(context))
      if (prediction === data[i] && ++scores[d]! >= scores[winner]!) winner = d
      if (d === leader && prediction !== null) {
        if (prediction === data[i]) correct++
        run = prediction === data[i] ? run + 1 : 0
        longest_run = Math.max(run, longest_run)
      }
      if (!models[d]!.has(context)) models[d]!.set(context, new Map())
      increment(models[d]!.get(context)!, data[i]!)
    }
  }
  return { correct, predictions: data.length - 2, longest_run }
}

export function slowLz78y(data: Uint8Array): Outcome {
  const dictionary = new Map<string, Map<number, number>>()
  const isRight: boolean[] = []
  for (let i = 16; i < data.length; i++) {
    let [most, prediction] = [0, -1]
    for (let length = 16; length > 0; length--) {
      const context = contextAt(data, i, length)
      const counts = dictionary.get(context)
      const count = counts === undefined ? 0 : Math.max(...counts.values())
      if (count > most) [most, prediction] = [count, commonest(counts)!]
      if (counts !== undefined) increment(counts, data[i]!)
      else if (dictionary.size < 65_536) dictionary.set(context, new Map([[data[i]!, 1]]))
    }
    if (i > 16) isRight.push(prediction === data[i])
  }
  return outcomeOf(isRight)
}

/** Counts of all tuples of each length, as strings. */
export function slowTuples(data: Uint8Array) {
  const countsOf = (length: number) => {
    const counts = new Map<string, number>()
    for (let end = length; end <= data.length; end++) {
      const tuple = contextAt(data, end, length)
      counts.set(tuple, (counts.get(tuple) ?? 0) + 1)
    }
    return [...counts.values()]
  }
  let [t, v, p_max, p_hat] = [0, 0, 0, 0]
  for (let length = 1; ; length++) {
    const counts = countsOf(length)
    const most = Math.max(...counts)
    if (most < 2) return { t, v, p_max, p_hat }
    v = length
    const places = data.length - length + 1
    if (most >= 35 && t === length - 1) {
      t = length
      p_max = Math.max(p_max, (most / places) ** (1 / length))
      continue
    }
    const pairs = counts.reduce((sum, count) => sum + (count * (count - 1)) / 2, 0)
    p_hat = Math.max(p_hat, (pairs / ((places * (places - 1)) / 2)) ** (1 / length))
  }
}
