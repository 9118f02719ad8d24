/** How long shots take, and how many of them stay within a time. */
export interface TimeOfShots {
  readonly seconds: number
  /** Shots that stay within the time: all of them, fewer, or 0 when not even one does. */
  readonly most_shots: number
}

/** `secondsOf` grows with the shots. */
export function timeWithin(secondsOf: (shots: number) => number, shots: number, most_s: number): TimeOfShots {
  const seconds = secondsOf(shots)
  if (seconds <= most_s) return { seconds, most_shots: shots }
  let [least, above] = [0, shots]
  while (above - least > 1) {
    const middle = Math.floor((least + above) / 2)
    if (secondsOf(middle) <= most_s) least = middle
    else above = middle
  }
  return { seconds, most_shots: least }
}
