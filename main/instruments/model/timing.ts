/** All in milliseconds. */
export interface LinkTiming {
  /** For the operating system to take one piece of a request. */
  readonly write_ms: number
  readonly first_byte_ms: number
  readonly between_bytes_ms: number
  /** The whole exchange; the time that the line itself needs for the bytes is added. */
  readonly exchange_ms: number
  /** Silence that the instrument needs between two requests. */
  readonly gap_ms: number
  /** Silence after which a line counts as drained. */
  readonly quiet_ms: number
}

/** Resolves after `ms` milliseconds, and without a turn of the event loop where there is nothing to wait for. */
export const pause = (ms: number): Promise<void> =>
  ms > 0 ? new Promise(resolve => setTimeout(resolve, ms)) : Promise.resolve()
