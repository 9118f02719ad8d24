import { healthCutoffs } from '../../generation/health/cutoffs'
import type { WindowOutcome } from '../../generation/health/monitor'
import { createSourcePool, type SourcePool } from '../../generation/pool/source-pool'
import type { SourceDescription } from '../feeds/sample-feed'

/** Stock of a source: its pool, and the credit at which that is conditioned. */
export interface SourceStock {
  /** Replaced at each start, at the first credit, and at each lower credit. */
  readonly pool: SourcePool
  /** Min-entropy, bits a sample; null until samples are assessed. */
  readonly credited: number | null
  /** Whether bytes and raw bits were complete once since it began. */
  readonly filled: boolean
  wantsMore(): boolean
  /** Raw samples; zeroed. */
  add(samples: Uint8Array): readonly WindowOutcome[]
  credit(entropy: number): void
  /** Destroys what is there and ends the credit. */
  revoke(): void
  /** As `revoke`, and its health tests start up anew. */
  begin(): void
}

interface SourceStockOptions {
  /** Bits a sample, by which the health tests are set. */
  readonly claimed: () => number
  /** Called when what is there is destroyed. */
  readonly onDestroyed: () => void
}

export function sourceStock({ bits, stock }: SourceDescription, options: SourceStockOptions): SourceStock {
  const { claimed, onDestroyed } = options
  const newPool = (entropy: number): SourcePool =>
    createSourcePool({
      bits,
      entropy,
      cutoffs: healthCutoffs(2 ** bits, claimed()),
      low: stock.low,
      high: stock.high,
      raw_samples: Math.ceil(stock.raw_bits / bits),
    })
  let pool = newPool(claimed())
  let credited: number | null = null
  let filled = false
  /** Whether raw bits are being filled up, which begins once they have fallen below half. */
  let topping = false

  function destroy(): void {
    pool.destroy()
    onDestroyed()
  }

  function replace(entropy: number): void {
    destroy()
    pool = newPool(entropy)
  }

  return {
    get pool() {
      return pool
    },
    get credited() {
      return credited
    },
    get filled() {
      return filled
    },
    wantsMore() {
      if (credited === null) return false
      const { state, raw_bits } = pool.figures()
      return state === 'low' || pool.monitor.state !== 'healthy' || raw_bits < stock.raw_bits / 2 || topping
    },
    add(samples) {
      const outcomes = pool.add(samples)
      const { raw_bits, state } = pool.figures()
      filled ||= state === 'full' && raw_bits >= stock.raw_bits
      topping = raw_bits < stock.raw_bits / 2 || (topping && raw_bits < stock.raw_bits)
      return outcomes
    },
    credit(entropy) {
      // Bytes conditioned at a higher credit are not of full entropy at a lower one.
      if (credited !== null && entropy >= credited) return
      replace(entropy)
      credited = entropy
    },
    revoke() {
      credited = null
      destroy()
    },
    begin() {
      credited = null
      filled = false
      replace(claimed())
    },
  }
}
