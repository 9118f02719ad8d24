/** Samples set apart for an assessment: they are never conditioned and never served. */
export interface SampleCollection {
  readonly wanted: boolean
  /** Takes the samples that it needs and returns the rest. */
  add(samples: Uint8Array): Uint8Array
  /** Zeroes what it has, unless it is complete and handed over. */
  clear(): void
}

/** `done` gets all of them once there are `count`. */
export function collectSamples(count: number, done: (samples: Uint8Array) => void): SampleCollection {
  const collected = new Uint8Array(count)
  let held = 0
  return {
    get wanted() {
      return held < count
    },
    add(samples) {
      const taken = Math.min(samples.length, count - held)
      collected.set(samples.subarray(0, taken), held)
      samples.subarray(0, taken).fill(0)
      const isLast = taken > 0 && held + taken === count
      held += taken
      if (isLast) done(collected)
      return samples.subarray(taken)
    },
    clear() {
      // Complete samples belong to `done`, which may have handed them to a thread.
      if (held < count) collected.fill(0)
    },
  }
}
