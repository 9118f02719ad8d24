/** Text on a loop, branch or call in the drawing: its kind, and below it what decides it, as far as it fits. */
import type { StepBox } from '../../../../main/circuits/editing/document/model'

/** Pixels between lines. */
export const BOX_LINE = 12
/** Characters that fit on a line of small letters, and on the first one. */
const [LINE_FITS, HEAD_FITS] = [8, 7]

/** Without blanks around comparisons: `c[0] == 1` as `c[0]==1`. */
export const compact = (condition: string): string => condition.replace(/\s*([=!<>]=|[<>])\s*/g, '$1')

/** The lines of a box of that height in pixels; the last one ends in … where more would follow. */
export function boxLines(box: StepBox, height: number): string[] {
  const [head, rest] = parts(box)
  const all = wrapped(compact(rest))
  const room = Math.floor((height - 6) / BOX_LINE) - 1
  const shown = all.slice(0, room)
  const last = shown.at(-1)
  if (all.length > room && last !== undefined) shown[room - 1] = `${last.slice(0, LINE_FITS - 1)}…`
  return [shortened(head, HEAD_FITS), ...shown]
}

/**
 * Head and rest of the text: a loop with its number of iterations, a call by its name; then the range, the condition or the operands.
 */
function parts({ kind, title, values }: StepBox): readonly [head: string, rest: string] {
  const [, name = title, rest = ''] = /^(\w+)\s*(.*)$/s.exec(title) ?? []
  if (kind === 'for')
    return [values.length > 0 ? `for ×${values.length}` : 'for', rest.replace(/^\w+(?=\s+\w+\s+in\b)\s+/, '')]
  const isCondition = kind === 'if' || kind === 'while' || kind === 'switch'
  return [name, isCondition ? rest.replace(/^\(|\)$/g, '').trim() : rest]
}

/** Words wrapped into lines; a word longer than a line is split. */
function wrapped(text: string): string[] {
  const words = text.split(/\s+/).flatMap(word => word.match(new RegExp(`.{1,${LINE_FITS}}`, 'g')) ?? [])
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && longer.length <= LINE_FITS) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** At most `most` characters, the last one an ellipsis where there are more. */
export const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
