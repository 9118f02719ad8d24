/** A leased sequencer as its host needs it; a transactor over a port is one, and a twin's bytes are another. */
export interface SequencerLink {
  /** Sends a line that has no answer. */
  command(text: string): Promise<void>
  /** Sends a line; the answer without its terminator. */
  query(text: string): Promise<string>
  /** Sends a line that ends in these bytes as a definite-length block. */
  upload(text: string, bytes: Uint8Array): Promise<void>
  /** Sends a line; the bytes of the block that answers it. */
  queryBlock(text: string): Promise<Uint8Array>
}
