import type { Framer } from './framer'

/** Next step that a dialogue requests of the port. */
type Step =
  /** One message; its parts go out behind one another as if they were one. */
  | { readonly write: readonly Uint8Array[] }
  | { readonly read: Framer }
  /** An instrument that needs time to think (SIM900: 100 ms between SNDT and GETN?). */
  | { readonly pause_ms: number }

/** One exchange with an instrument: yields steps, gets the frame of each read (nothing of the others), returns the answer. */
export type Dialogue<T> = Generator<Step, T, Uint8Array>

/** Reads one frame. */
export function* readFrame(framer: Framer): Dialogue<Uint8Array> {
  return yield { read: framer }
}

export function* write(...parts: readonly Uint8Array[]): Dialogue<void> {
  yield { write: parts }
}
