import type { SampleFault } from '../../../contract/entropy/sample-fault'

/** Where raw samples come from: a twin, an instrument, the operating system, measured qubits. */
export interface SampleFeed {
  /** Up to `most` samples, one to a byte, which the reader must zero. Rejects with the reason where there are none. */
  read(most: number): Promise<Uint8Array>
  /** Milliseconds between reads, so that no source keeps the process busy. */
  readonly pause_ms: number
  /** Samples after a restart of the source; null where it cannot be restarted a thousand times. Rejects like `read`. */
  readonly afterRestart: ((count: number) => Promise<Uint8Array>) | null
  /** Injects these faults from now on, instead of earlier ones; null for a real source. */
  readonly setFaults: ((faults: readonly SampleFault[]) => void) | null
  close(): void
}

/** Description of a source, which holds before any sample is known. */
export interface SourceDescription {
  readonly id: string
  readonly short_name: string
  readonly label: string
  readonly kind: 'photon_arrival' | 'homodyne' | 'qubit' | 'true_rng' | 'one_rng' | 'system'
  readonly physical_group: string
  readonly simulated: boolean
  /** Whether its samples come unprocessed. */
  readonly raw: boolean
  /** Bits of one sample, 1 to 8. */
  readonly bits: number
  /** Min-entropy that its maker claims, bits a sample. */
  readonly claimed: number
  /** Conditioned bytes, and raw bits for extraction, that it keeps in store. */
  readonly stock: { readonly low: number; readonly high: number; readonly raw_bits: number }
  /** Opened when the source is first needed. */
  readonly open: () => SampleFeed
}
