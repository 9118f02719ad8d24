export interface Terminal {
  /** Results, for pipes. */
  out(line: string): void
  /** What is said to the user. */
  say(line: string): void
}
