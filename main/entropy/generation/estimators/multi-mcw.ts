import { predictionEstimate } from './prediction'
import type { EntropyEstimate, EstimateCheckpoint, SymbolSequence } from './sequence'

const WINDOWS = [63, 255, 1023, 4095] as const

/** Multi most common in window prediction estimate (SP 800-90B 6.3.7). */
export function multiMcwEstimate({ data, symbols }: SymbolSequence, checkpoint: EstimateCheckpoint): EntropyEstimate {
  const n = data.length
  if (n < WINDOWS[0] + 2) return { estimator: 'multi_mcw', min_entropy: null, figures: { n } }
  const lastSeen = new Int32Array(symbols).fill(-1)
  const windows = WINDOWS.map(length => slidingMode(data, length, lastSeen))
  const scores = WINDOWS.map(() => 0)
  let [winner, correct, run, longest_run] = [0, 0, 0, 0]
  for (let i = 0; i < n; i++) {
    if ((i & 1023) === 0) checkpoint()
    const symbol = data[i]!
    if (i >= WINDOWS[0]) {
      const isRight = windows[winner]!.mode() === symbol
      if (isRight) correct++
      run = isRight ? run + 1 : 0
      if (run > longest_run) longest_run = run
      for (let j = 0; j < WINDOWS.length; j++)
        if (i >= WINDOWS[j]! && windows[j]!.mode() === symbol && ++scores[j]! >= scores[winner]!) winner = j
    }
    lastSeen[symbol] = i
    for (const window of windows) window.advance(i)
  }
  return predictionEstimate('multi_mcw', symbols, { correct, predictions: n - WINDOWS[0], longest_run })
}

/** The most common symbol among the last `length`; among equals, the latest seen. */
function slidingMode(data: Uint8Array, length: number, lastSeen: Int32Array) {
  const counts = new Int32Array(lastSeen.length)
  let mode = 0
  const findMode = () => {
    for (let symbol = 0; symbol < counts.length; symbol++) {
      const more = counts[symbol]! - counts[mode]!
      if (more > 0 || (more === 0 && lastSeen[symbol]! > lastSeen[mode]!)) mode = symbol
    }
  }
  return {
    mode: () => mode,
    advance(i: number) {
      const entering = data[i]!
      counts[entering]!++
      const leaving = i >= length ? data[i - length]! : -1
      if (leaving >= 0) counts[leaving]!--
      if (leaving === mode && entering !== mode) findMode()
      else if (counts[entering]! >= counts[mode]!) mode = entering
    },
  }
}
