import type { ByteTwin } from '../model/byte-twin'

/** Fault of one reply, or of the next set. */
export type LineFault =
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'drop' }
  | { readonly kind: 'duplicate' }
  /** So many bytes, then the port is gone. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  | { readonly kind: 'garbage'; readonly bytes: number }
  /** Each byte by itself. */
  | { readonly kind: 'split' }
  | { readonly kind: 'wrong_echo' }
  /** Another reply in its place: a refusal, or that it is busy. */
  | { readonly kind: 'nak'; readonly reply: string }
  | { readonly kind: 'busy'; readonly reply: string }
  /** The reply before this one comes once more: in its place, or before it. */
  | { readonly kind: 'stale'; readonly instead: boolean }
  | { readonly kind: 'unsolicited'; readonly text: string }
  | { readonly kind: 'ignore_set' }
  | { readonly kind: 'clamp_set' }
  /** A block says that it is longer or shorter than it is. */
  | { readonly kind: 'block_length'; readonly by: number }
  | UnplugFault
  /** From now on another instrument answers on the same line. */
  | { readonly kind: 'replug'; readonly by: ByteTwin }

/** Unplugs the instrument once `bytes` bytes have been sent to it, counted from now; 0: at once. */
export interface UnplugFault {
  readonly kind: 'unplug'
  readonly bytes: number
  /**
   * Milliseconds after which it is plugged in again; null: not before its faults are set anew. The holder of the twin carries this
   * out.
   */
  readonly returns_after_ms?: number | null
  /** Another instrument of the kind comes back in its place. */
  readonly serial_number?: string
}
