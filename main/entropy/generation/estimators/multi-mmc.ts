import { createContextTree, ROOT_CONTEXT } from './context-tree'
import { type PredictionCounts, predictionEstimate } from './prediction'
import type { EntropyEstimate, EstimateCheckpoint, SymbolSequence } from './sequence'

const ORDERS = 16
/** Pairs of context and next symbol that are kept, for each order. */
const MAX_ENTRIES = 100_000

/** Multi Markov model with counting prediction estimate (SP 800-90B 6.3.9). */
export function multiMmcEstimate(sequence: SymbolSequence, checkpoint: EstimateCheckpoint): EntropyEstimate {
  const n = sequence.data.length
  if (n < 3) return { estimator: 'multi_mmc', min_entropy: null, figures: { n } }
  const predicted =
    sequence.symbols === 2 ? mmcOfBits(sequence.data, checkpoint) : mmcOfSymbols(sequence.data, checkpoint)
  return predictionEstimate('multi_mmc', sequence.symbols, predicted)
}

/** Finds the order that predicts best. As in the reference tool, a run goes on where the best order has no prediction. */
function createScores() {
  const scores = new Int32Array(ORDERS + 1)
  let [leader, winner, correct, run, longest_run] = [1, 1, 0, 0, 0]
  return {
    /** The next symbol is predicted by the best order so far. */
    next() {
      leader = winner
    },
    note(order: number, isRight: boolean) {
      if (isRight && ++scores[order]! >= scores[winner]!) winner = order
      if (order !== leader) return
      if (isRight) correct++
      run = isRight ? run + 1 : 0
      if (run > longest_run) longest_run = run
    },
    outcome: (predictions: number): PredictionCounts => ({ correct, predictions, longest_run }),
  }
}

/** For any symbols, by a tree of contexts. */
export function mmcOfSymbols(data: Uint8Array, checkpoint: EstimateCheckpoint): PredictionCounts {
  const tree = createContextTree()
  const entries = new Int32Array(ORDERS + 1)
  const scores = createScores()
  for (let i = 1; i < data.length; i++) {
    if ((i & 255) === 0) checkpoint()
    const symbol = data[i]!
    scores.next()
    let node = ROOT_CONTEXT
    for (let order = 1; order <= ORDERS && order <= i; order++) {
      const mayAdd = entries[order]! < MAX_ENTRIES
      const known = tree.child(node, data[i - order]!)
      if (known >= 0) scores.note(order, tree.prediction(known) === symbol)
      else if (!mayAdd) break
      node = known >= 0 ? known : tree.addChild(node, data[i - order]!)
      if (tree.follow(node, symbol, mayAdd)) entries[order]!++
    }
  }
  return scores.outcome(data.length - 2)
}

/** The same for bits, by tables: counts of the bit after each context of order d at 2 (2^d + context). */
export function mmcOfBits(data: Uint8Array, checkpoint: EstimateCheckpoint): PredictionCounts {
  const counts = new Int32Array(4 * 2 ** ORDERS)
  const entries = new Int32Array(ORDERS + 1)
  const scores = createScores()
  let context = data[0]!
  for (let i = 1; i < data.length; i++) {
    if ((i & 255) === 0) checkpoint()
    const bit = data[i]!
    scores.next()
    for (let order = 1; order <= ORDERS && order <= i; order++) {
      const size = 1 << order
      const at = 2 * (size | (context & (size - 1)))
      const [zeros, ones] = [counts[at]!, counts[at + 1]!]
      if (zeros + ones > 0) scores.note(order, (ones >= zeros ? 1 : 0) === bit)
      if (counts[at + bit]! > 0) counts[at + bit]!++
      else if (entries[order]! < MAX_ENTRIES) {
        counts[at + bit] = 1
        entries[order]!++
      }
    }
    context = (2 * context + bit) & 0xffff
  }
  return scores.outcome(data.length - 2)
}
