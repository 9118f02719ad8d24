export interface Migration {
  readonly id: number
  readonly name: string
  /** Executed once, inside a transaction. Never edited after a release: add a new one instead. */
  readonly sql: string
}
