import { createContextTree, ROOT_CONTEXT } from './context-tree'
import { type PredictionCounts, predictionEstimate } from './prediction'
import type { EntropyEstimate, EstimateCheckpoint, SymbolSequence } from './sequence'

const LONGEST = 16
/** Contexts of all lengths together. */
const MAX_CONTEXTS = 65_536

/** LZ78Y prediction estimate (SP 800-90B 6.3.10). */
export function lz78yEstimate(sequence: SymbolSequence, checkpoint: EstimateCheckpoint): EntropyEstimate {
  const n = sequence.data.length
  if (n < LONGEST + 3) return { estimator: 'lz78y', min_entropy: null, figures: { n } }
  const predicted =
    sequence.symbols === 2 ? lz78yOfBits(sequence.data, checkpoint) : lz78yOfSymbols(sequence.data, checkpoint)
  return predictionEstimate('lz78y', sequence.symbols, predicted)
}

function createTally() {
  let [correct, run, longest_run] = [0, 0, 0]
  return {
    note(isRight: boolean) {
      if (isRight) correct++
      run = isRight ? run + 1 : 0
      if (run > longest_run) longest_run = run
    },
    outcome: (n: number): PredictionCounts => ({ correct, predictions: n - LONGEST - 1, longest_run }),
  }
}

/**
 * For any symbols, by a tree of contexts; a node that only leads to a longer context counts as a context once a symbol has followed
 * it.
 */
export function lz78yOfSymbols(data: Uint8Array, checkpoint: EstimateCheckpoint): PredictionCounts {
  const tree = createContextTree()
  const tally = createTally()
  const path = new Int32Array(LONGEST + 1)
  let contexts = 0
  const known = (i: number): number => {
    path[0] = ROOT_CONTEXT
    for (let length = 1; length <= LONGEST; length++) {
      const node = tree.child(path[length - 1]!, data[i - length]!)
      if (node < 0) return length - 1
      path[length] = node
    }
    return LONGEST
  }
  for (let i = LONGEST; i < data.length; i++) {
    if ((i & 255) === 0) checkpoint()
    const symbol = data[i]!
    let depth = known(i)
    while (depth < LONGEST && contexts < MAX_CONTEXTS) {
      path[depth + 1] = tree.addChild(path[depth]!, data[i - depth - 1]!)
      depth++
    }
    let [most, prediction] = [0, -1]
    for (let length = depth; length > 0; length--) {
      const node = path[length]!
      const isSeen = tree.isSeen(node)
      if (!isSeen && contexts >= MAX_CONTEXTS) continue
      if (!isSeen) contexts++
      else if (tree.predictionCount(node) > most) {
        most = tree.predictionCount(node)
        prediction = tree.prediction(node)
      }
      tree.follow(node, symbol, true)
    }
    if (i > LONGEST) tally.note(prediction === symbol)
  }
  return tally.outcome(data.length)
}

/** The same for bits, by tables: counts of the bit after each context of length l at 2 (2^l + context). */
export function lz78yOfBits(data: Uint8Array, checkpoint: EstimateCheckpoint): PredictionCounts {
  const counts = new Int32Array(4 * 2 ** LONGEST)
  const tally = createTally()
  let contexts = 0
  let context = 0
  for (let i = 0; i < LONGEST; i++) context = 2 * context + data[i]!
  for (let i = LONGEST; i < data.length; i++) {
    if ((i & 255) === 0) checkpoint()
    const bit = data[i]!
    let [most, prediction] = [0, -1]
    for (let length = LONGEST; length > 0; length--) {
      const size = 1 << length
      const at = 2 * (size | (context & (size - 1)))
      const [zeros, ones] = [counts[at]!, counts[at + 1]!]
      const count = Math.max(zeros, ones)
      if (count === 0 && contexts >= MAX_CONTEXTS) continue
      if (count === 0) contexts++
      else if (count > most) {
        most = count
        prediction = ones >= zeros ? 1 : 0
      }
      counts[at + bit]!++
    }
    if (i > LONGEST) tally.note(prediction === bit)
    context = (2 * context + bit) & 0xffff
  }
  return tally.outcome(data.length)
}
