/** A job that waits in the queue of its backend. */
export interface QueueEntry {
  readonly id: string
  /** Grows with every submit. */
  readonly sequence: number
  readonly backend: string
  /** The submitting key, null for the account holder. */
  readonly owner: string | null
}
