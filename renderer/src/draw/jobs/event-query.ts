/** The event whose frequency in each row of a sweep is plotted, as typed: a bitstring, or classical bits after `parity`. */
import { countWithNoun } from '../format/quantity'

export interface EventQuery {
  readonly outcome?: string
  /** Classical bits with commas between. */
  readonly parity?: string
}

export type TypedEvent = { readonly query: EventQuery; readonly fault?: never } | { readonly fault: string }

/** Event of a result of `width` classical bits. A fault says what is wrong and what would be accepted. */
export function eventFrom(typed: string, width: number): TypedEvent {
  const text = typed.trim()
  const parity = /^parity\b[\s:]*(.*)$/i.exec(text)?.[1]
  return parity === undefined ? outcomeFrom(text, width) : parityFrom(parity, width)
}

function outcomeFrom(text: string, width: number): TypedEvent {
  const form = `${countWithNoun(width, 'character')} 0, 1 or x (either), or parity and its bits, such as parity 0`
  const wrong = [...text].find(character => !/[01xX]/.test(character))
  if (wrong !== undefined) return { fault: `“${wrong}” is no bit: type ${form}` }
  if (text.length !== width) return { fault: `${text.length} of ${countWithNoun(width, 'bit')}: type ${form}` }
  return { query: { outcome: text.toLowerCase() } }
}

function parityFrom(text: string, width: number): TypedEvent {
  const clbits = text.split(/[\s,]+/).filter(each => each !== '')
  if (clbits.length === 0 || clbits.some(each => !/^\d{1,4}$/.test(each)))
    return { fault: 'after parity: numbers of classical bits with commas between, such as parity 0,1' }
  const numbers = clbits.map(Number)
  const beyond = numbers.find(clbit => clbit >= width)
  if (beyond !== undefined) return { fault: `there is no classical bit ${beyond}: the result has 0 to ${width - 1}` }
  const twice = numbers.find((clbit, at) => numbers.indexOf(clbit) !== at)
  return twice === undefined ? { query: { parity: numbers.join(',') } } : { fault: `bit ${twice} is named twice` }
}
