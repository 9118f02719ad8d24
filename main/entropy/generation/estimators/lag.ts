import { predictionEstimate } from './prediction'
import type { EntropyEstimate, EstimateCheckpoint, SymbolSequence } from './sequence'

const LAGS = 128

/**
 * Lag prediction estimate (SP 800-90B 6.3.8). Each symbol is linked to the last equal one, so that only lags with a right
 * prediction are visited.
 */
export function lagEstimate({ data, symbols }: SymbolSequence, checkpoint: EstimateCheckpoint): EntropyEstimate {
  const n = data.length
  if (n < 3) return { estimator: 'lag', min_entropy: null, figures: { n } }
  const scores = new Int32Array(LAGS + 1)
  const latest = new Int32Array(symbols).fill(-1 - LAGS)
  const linked = new Int32Array(LAGS)
  let [winner, correct, run, longest_run] = [1, 0, 0, 0]
  for (let i = 0; i < n; i++) {
    if ((i & 511) === 0) checkpoint()
    const symbol = data[i]!
    if (i > 0) {
      const isRight = i >= winner && data[i - winner] === symbol
      if (isRight) correct++
      run = isRight ? run + 1 : 0
      if (run > longest_run) longest_run = run
    }
    for (let j = latest[symbol]!; j >= 0 && i - j <= LAGS; j = linked[j % LAGS]!)
      if (++scores[i - j]! >= scores[winner]!) winner = i - j
    linked[i % LAGS] = latest[symbol]!
    latest[symbol] = i
  }
  return predictionEstimate('lag', symbols, { correct, predictions: n - 1, longest_run })
}
