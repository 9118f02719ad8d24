export interface Terminal {
  /** Results, for pipes. */
  out(line: string): void
  /** What is said to the user. */
  say(line: string): void
}

/** `1 byte`, `2 bytes`. */
export const countedNoun = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
