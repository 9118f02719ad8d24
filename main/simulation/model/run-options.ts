export interface RunOptions {
  readonly signal?: AbortSignal | undefined
  /** Called with a fraction 0..1, at most about ten times a second. */
  readonly onProgress?: ((fraction: number) => void) | undefined
  /** Called where the state has to wait for memory that other calls hold. */
  readonly onWait?: (() => void) | undefined
  /** Called and waited for before a state vector is computed, once its memory is there; other engines start at once. */
  readonly onStart?: (() => Promise<void>) | undefined
  /** Precision of the state vector's amplitudes; float64 unless given. The reference engine always takes float64. */
  readonly precision?: 'float32' | 'float64' | undefined
}

/** A call that draws `shots` shots; `seed` is an unsigned 64-bit integer. */
export interface SampleOptions extends RunOptions {
  readonly shots: number
  readonly seed: bigint
}
