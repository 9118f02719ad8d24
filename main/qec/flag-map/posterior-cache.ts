/**
 * The posterior over the residual error after a history: see `tables.ts` for the sixteen numbers and the matrices. Shots
 * with the same history share a node, whose posterior is computed once. `native/decoding/flag-map.h` does the same sums in
 * the same order.
 */
import type { ReadoutTables } from './readout'
import { changeOf, type MapTables } from './tables'

/** Multiplies by the matrix and scales to at most 1. An all-zero product becomes certainty of no error. */
function applied(matrix: Float64Array, posterior: Float64Array): Float64Array {
  const product = new Float64Array(16)
  let top = 0
  for (let to = 0; to < 16; to++) {
    let sum = 0
    for (let from = 0; from < 16; from++) sum += matrix[to * 16 + from]! * posterior[from]!
    product[to] = sum
    top = Math.max(top, Math.abs(sum))
  }
  if (top === 0) product[0] = 1
  else for (let to = 0; to < 16; to++) product[to]! /= top
  return product
}

/** The product, scaled by one factor for all columns, which does not change what a posterior says. */
function multiplied(a: Float64Array, b: Float64Array): Float64Array {
  const product = new Float64Array(256)
  let top = 0
  for (let to = 0; to < 16; to++)
    for (let from = 0; from < 16; from++) {
      let sum = 0
      for (let by = 0; by < 16; by++) sum += a[to * 16 + by]! * b[by * 16 + from]!
      product[to * 16 + from] = sum
      top = Math.max(top, Math.abs(sum))
    }
  return top === 0 ? product : product.map(value => value / top)
}

/** Nodes at which the cache is cleared: some megabytes. */
const MAX_NODES = 2 ** 15
/** Exceed the symbols of any table and the rounds of any run, so that an edge fits one number. */
const SYMBOLS = 2 ** 12
const ROUNDS = 2 ** 15

export class PosteriorCache {
  private readonly quiet: Float64Array[]
  private posteriors: Float64Array[] = []
  /** By node: whether the lookup's corrections have flipped the logical operator. */
  private flipped: number[] = []
  private readonly next = new Map<number, number>()
  private readonly read = new Map<number, number>()

  constructor(
    private readonly tables: MapTables,
    private readonly readout: ReadoutTables,
  ) {
    this.quiet = [tables.quiet]
    this.clear()
  }

  /** Call it between shots: earlier node numbers are invalid afterwards. */
  clearIfFull(): void {
    if (this.posteriors.length > MAX_NODES) this.clear()
  }

  private clear(): void {
    this.next.clear()
    this.read.clear()
    this.posteriors = Array.from({ length: 16 }, (_, flags) => this.tables.start.slice(flags * 16, flags * 16 + 16))
    this.flipped = Array(16).fill(0)
  }

  /** The node after n quiet rounds and one that showed the symbol; nodes 0..15 are round 0 by its flags. */
  after(node: number, n: number, symbol: number): number {
    const edge = (node * ROUNDS + n) * SYMBOLS + symbol
    const known = this.next.get(edge)
    if (known !== undefined) return known
    const steps = this.tables.steps.subarray(symbol * 256, symbol * 256 + 256)
    this.posteriors.push(applied(steps, this.afterQuiet(node, n)))
    this.flipped.push(this.flipped[node]! ^ ((this.tables.turning >> changeOf(symbol)) & 1))
    this.next.set(edge, this.posteriors.length - 1)
    return this.posteriors.length - 1
  }

  private afterQuiet(node: number, n: number): Float64Array {
    const posterior = this.posteriors[node]!
    if (n === 0) return posterior
    for (let have = this.quiet.length; have < n; have++)
      this.quiet.push(multiplied(this.tables.quiet, this.quiet[have - 1]!))
    return applied(this.quiet[n - 1]!, posterior)
  }

  /** 1 where the logical outcome is wrong when the readout shows the symbol n quiet rounds after the node, else 0. */
  isWrong(node: number, n: number, symbol: number): number {
    const edge = (node * ROUNDS + n) * SYMBOLS + symbol
    const known = this.read.get(edge)
    if (known !== undefined) return known
    const posterior = this.afterQuiet(node, n)
    const { base, rows } = this.readout
    let sum = 0
    for (let i = 0; i < 16; i++) sum += rows[symbol * 16 + i]! * posterior[i]!
    const wrong = base[symbol]! ^ this.flipped[node]! ^ (sum < 0 ? 1 : 0)
    this.read.set(edge, wrong)
    return wrong
  }
}
