/** Lines that a console sent, oldest first, as a shell keeps them. */

const MOST = 200

/** The lines with one more; a line that is sent again moves to the end. */
export const remembered = (lines: readonly string[], line: string): string[] =>
  [...lines.filter(each => each !== line), line].slice(-MOST)

/** The line so many steps back; at 0, the line that was being typed. */
export const recalled = (lines: readonly string[], back: number, draft: string): string =>
  back === 0 ? draft : (lines.at(-back) ?? draft)
