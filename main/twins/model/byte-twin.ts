/** Whatever plays an instrument byte for byte. For HID, one `receive` and one sent piece are one report. */
export interface ByteTwin {
  receive(bytes: Uint8Array): void
  onSend(listener: (bytes: Uint8Array) => void): void
  close(): void
}

/** Time as twins see it, in milliseconds. Tests step it by hand. */
export interface TwinClock {
  now(): number
  /** Runs once after `ms` milliseconds; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: TwinClock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export interface TwinOptions {
  /** Same seed, same requests, same clock: same bytes. */
  readonly seed: number
  readonly clock: TwinClock
  readonly serialNumber?: string
}
