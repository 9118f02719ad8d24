/** Observables as typed, one per line, such as `energy: 0.5 * Z0 Z1 - X0`. Pure. */
import { MAX_OBSERVABLES, type Observable } from '../../../../main/contract/jobs/observables'

type ObservableTerms = Observable['terms']

const NAME = /^([^:]{1,100}):/
const TERM =
  /\s*([+-])?\s*(?:(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)\s*\*?)?\s*((?:[IXYZ]\d*)(?:[\s*]*[IXYZ]\d*)*)?\s*/iy

/** The observables, or the fault of the first invalid line. */
export function readObservableLines(text: string): Observable[] | { readonly fault: string } {
  const lines = text
    .split('\n')
    .map((line, at) => ({ line: line.trim(), at: at + 1 }))
    .filter(({ line }) => line !== '')
  if (lines.length > MAX_OBSERVABLES) return { fault: `At most ${MAX_OBSERVABLES} observables` }
  const read: Observable[] = []
  for (const { line, at } of lines) {
    const one = readLine(line)
    if ('fault' in one) return { fault: `Line ${at}: ${one.fault}` }
    read.push(one)
  }
  return read
}

function readLine(line: string): Observable | { readonly fault: string } {
  const name = NAME.exec(line)
  const sum = name ? line.slice(name[0].length) : line
  const terms = termsOf(sum)
  if (terms === null) return { fault: 'write a sum such as 0.5 * Z0 Z1 - X0' }
  return name ? { name: name[1]!.trim(), terms } : { ...(sum.length <= 100 && { name: sum }), terms }
}

/** The terms of a sum; null for an invalid one. */
function termsOf(sum: string): ObservableTerms | null {
  const terms: ObservableTerms = []
  for (let at = 0; at < sum.trimEnd().length; ) {
    TERM.lastIndex = at
    const [whole, sign, size, pauli] = TERM.exec(sum)!
    if (size === undefined && pauli === undefined) return null
    if (terms.length > 0 && sign === undefined) return null
    terms.push({ pauli: pauli ? spaced(pauli) : 'I', coefficient: Number(`${sign ?? ''}${size ?? '1'}`) })
    at += whole.length
  }
  return terms.length > 0 ? terms : null
}

/** Writes `z0z1` and `Z0 * Z1` as `Z0 Z1`; letters without indices are one per qubit and stay together. */
function spaced(pauli: string): string {
  const letters = pauli.toUpperCase()
  return /\d/.test(letters) ? letters.match(/[IXYZ]\d*/g)!.join(' ') : letters.replace(/[\s*]/g, '')
}

/** Submitted observables as lines of text. */
export const observableLines = (observables: readonly Observable[]): string =>
  observables
    .map(({ name, terms }) =>
      name === undefined || name === sumText(terms) ? sumText(terms) : `${name}: ${sumText(terms)}`,
    )
    .join('\n')

function sumText(terms: ObservableTerms): string {
  const parts = terms.map(({ pauli, coefficient }) => {
    const size = Math.abs(coefficient)
    return `${coefficient < 0 ? '-' : '+'} ${size === 1 ? '' : `${size} * `}${pauli}`
  })
  return parts.join(' ').replace(/^\+ /, '')
}
