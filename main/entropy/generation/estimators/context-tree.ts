/** A tree of contexts, read backwards from a position: each child of a node extends its context by the symbol before. */
export interface ContextTree {
  /** The node of this context with `symbol` before it, or −1. */
  child(node: number, symbol: number): number
  addChild(node: number, symbol: number): number
  /** Whether some symbol has followed this context. */
  isSeen(node: number): boolean
  /** The symbol that followed most often; among several, the greatest. `predictionCount`: how often it followed. */
  prediction(node: number): number
  predictionCount(node: number): number
  /** Counts a symbol that followed; a new one only if `mayAdd`. Returns whether a new symbol was counted. */
  follow(node: number, symbol: number, mayAdd: boolean): boolean
}

export const ROOT_CONTEXT = 0

export function createContextTree(): ContextTree {
  const children = createPairTable()
  const followers = createPairTable()
  let best = new Int32Array(1024)
  let bestCount = new Int32Array(1024)
  let nodes = 1
  const grow = () => {
    best = enlarged(best)
    bestCount = enlarged(bestCount)
  }
  return {
    child: (node, symbol) => children.get(node, symbol) - 1,
    addChild(node, symbol) {
      if (nodes === best.length) grow()
      children.set(node, symbol, ++nodes)
      return nodes - 1
    },
    isSeen: node => bestCount[node]! > 0,
    prediction: node => best[node]!,
    predictionCount: node => bestCount[node]!,
    follow(node, symbol, mayAdd) {
      const before = followers.get(node, symbol)
      if (before === 0 && !mayAdd) return false
      followers.set(node, symbol, before + 1)
      const lead = before + 1 - bestCount[node]!
      if (lead > 0 || (lead === 0 && symbol > best[node]!)) {
        best[node] = symbol
        bestCount[node] = before + 1
      }
      return before === 0
    },
  }
}

function enlarged(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(2 * from.length)
  to.set(from)
  return to
}

/** Table of positive numbers by node and symbol, by open addressing; 0 where there is none. Up to 2^23 nodes. */
function createPairTable() {
  let keys = new Int32Array(1024).fill(-1)
  let values = new Int32Array(1024)
  let used = 0
  const slotOf = (key: number) => {
    const mask = keys.length - 1
    let slot = (Math.imul(key, 0x9e3779b1) ^ (Math.imul(key, 0x85ebca6b) >>> 15)) & mask
    while (keys[slot] !== key && keys[slot] !== -1) slot = (slot + 1) & mask
    return slot
  }
  const grow = () => {
    const [oldKeys, oldValues] = [keys, values]
    keys = new Int32Array(2 * oldKeys.length).fill(-1)
    values = new Int32Array(keys.length)
    oldKeys.forEach((key, i) => {
      if (key === -1) return
      const slot = slotOf(key)
      keys[slot] = key
      values[slot] = oldValues[i]!
    })
  }
  return {
    get: (node: number, symbol: number) => values[slotOf(256 * node + symbol)]!,
    set(node: number, symbol: number, value: number) {
      const key = 256 * node + symbol
      const slot = slotOf(key)
      values[slot] = value
      if (keys[slot] === key) return
      keys[slot] = key
      if (2 * ++used > keys.length) grow()
    },
  }
}
