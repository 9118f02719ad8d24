import { createConditioner, packSamples } from '../conditioning/conditioner'
import type { HealthCutoffs } from '../health/cutoffs'
import type { HealthMonitor, WindowOutcome } from '../health/monitor'
import { createSampleIntake } from './sample-intake'
import { createSecretQueue } from './secret-queue'

interface SourcePoolOptions {
  /** Bits of one sample, 1 to 8. */
  readonly bits: number
  readonly cutoffs: HealthCutoffs
  /** Min-entropy that is credited, bits a sample; samples are conditioned by it. */
  readonly entropy: number
  /** Conditioned bytes: the pool wants more below `low`, and no more from `high` on. */
  readonly low: number
  readonly high: number
  /** Raw samples kept for extraction once there are enough conditioned bytes. */
  readonly raw_samples: number
}

interface PoolFigures {
  /** Bytes of full entropy, ready to be served. */
  readonly bytes: number
  readonly low: number
  readonly high: number
  /** Raw bits that passed, for extraction. */
  readonly raw_bits: number
  /** `low` until `high` is reached, then `full` until the bytes fall below `low`. */
  readonly state: 'low' | 'full'
  /** Bytes in all: conditioned = served + destroyed + `bytes`. */
  readonly conditioned: number
  readonly served: number
  readonly destroyed: number
  /** Samples that passed and were not needed. */
  readonly surplus_samples: number
}

export interface SourcePool {
  /** Raw samples of the source; zeroed. */
  add(samples: Uint8Array): readonly WindowOutcome[]
  /** Bytes of full entropy, once; throws RangeError where there are fewer. */
  takeBytes(count: number): Uint8Array
  /** Raw bits for an extraction, once, bit i as bit i % 8 of byte i / 8; throws RangeError where there are fewer. */
  takeBits(count: number): Uint8Array
  figures(): PoolFigures
  readonly monitor: HealthMonitor
  /** Destroys everything that was not served: at a latch this happens by itself. */
  destroy(): void
  /** An operator's act: destroys everything and begins start-up anew. */
  reset(): void
}

/**
 * One source from raw samples to bytes. A failed window is destroyed with every sample that waited for it, so that nothing
 * of it is ever served; a source that latches loses whatever it has in store.
 */
export function createSourcePool({ bits, cutoffs, entropy, low, high, raw_samples }: SourcePoolOptions): SourcePool {
  if (!(low > 0 && low <= high)) throw new RangeError(`watermarks must be 0 < low ≤ high, not ${low} and ${high}`)
  const intake = createSampleIntake(cutoffs)
  const conditioner = createConditioner({ bits, entropy })
  const bytes = createSecretQueue(high)
  const raw = createSecretQueue(raw_samples)
  let state: PoolFigures['state'] = 'low'
  let [conditioned, served, destroyed, surplus] = [0, 0, 0, 0]

  const toBytes = (samples: Uint8Array) => {
    const made = conditioner.condition(samples)
    conditioned += made.length
    const fitting = made.subarray(0, high - bytes.length)
    destroyed += made.length - fitting.length
    bytes.push(fitting)
    made.fill(0)
    if (bytes.length === high) state = 'full'
  }
  const toRaw = (samples: Uint8Array) => {
    const fitting = samples.subarray(0, raw_samples - raw.length)
    surplus += samples.length - fitting.length
    raw.push(fitting)
    samples.fill(0)
  }
  const destroy = () => {
    destroyed += bytes.clear()
    raw.clear()
    conditioner.clear()
    state = 'low'
  }
  return {
    add(samples) {
      const { usable, outcomes } = intake.add(samples)
      samples.fill(0)
      // One block's samples at a time, so that the bytes stop at the watermark and the rest stays raw.
      for (let at = 0; at < usable.length; at += conditioner.blockSamples) {
        const part = usable.subarray(at, at + conditioner.blockSamples)
        if (state === 'low') toBytes(part)
        else toRaw(part)
      }
      if (intake.monitor.state === 'latched') destroy()
      return outcomes
    },
    takeBytes(count) {
      const taken = bytes.take(count)
      served += count
      if (bytes.length < low) state = 'low'
      return taken
    },
    takeBits(count) {
      const samples = raw.take(Math.ceil(count / bits))
      const packed = new Uint8Array(Math.ceil((samples.length * bits) / 8))
      packSamples(samples, bits, packed)
      samples.fill(0)
      const wanted = packed.slice(0, Math.ceil(count / 8))
      if (count % 8 > 0) wanted[wanted.length - 1]! &= (1 << (count % 8)) - 1
      packed.fill(0)
      return wanted
    },
    figures: () => ({
      bytes: bytes.length,
      low,
      high,
      raw_bits: raw.length * bits,
      state,
      conditioned,
      served,
      destroyed,
      surplus_samples: surplus,
    }),
    monitor: intake.monitor,
    destroy,
    reset() {
      destroy()
      intake.reset()
    },
  }
}
