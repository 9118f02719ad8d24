/** A 2 × 2 matrix as it is typed or pasted, in the brackets of NumPy, Mathematica or none. */
import type { Complex } from '../../../contract/gates/matrices'
import { complexOf } from './complex-expression'

export type OneQubitMatrix = readonly [readonly [Complex, Complex], readonly [Complex, Complex]]

/** Tolerance of the check for unitarity: entries of five digits pass. */
const ROUNDING = 1e-4

/** The matrix, or what is wrong with the text. */
export function readUnitary(text: string): OneQubitMatrix | string {
  const rows = rowsOf(text)
  if (rows.length !== 2 || rows.some(row => row.length !== 2))
    return 'A gate on one qubit has two rows of two entries: 1/sqrt(2), 1/sqrt(2) and below it 1/sqrt(2), -1/sqrt(2).'
  const entries = rows.flat()
  const values = entries.map(complexOf)
  const wrong = values.indexOf(null)
  if (wrong !== -1) return `${entries[wrong]!.trim() || 'Nothing'} is no entry: write 0.5, i, exp(i*pi/4) or 1/sqrt(2).`
  const [a, b, c, d] = values as [Complex, Complex, Complex, Complex]
  const matrix: OneQubitMatrix = [
    [a, b],
    [c, d],
  ]
  return whyNotUnitary(matrix) ?? matrix
}

/** Rows by brackets, else by lines or semicolons; entries by commas outside of parentheses. */
function rowsOf(text: string): string[][] {
  const plain = text.trim().replace(/^[[{]\s*(?=[[{])|(?<=[\]}])\s*[\]}]$/g, '')
  const bracketed = plain.match(/[[{][^\]}]*[\]}]/g)
  const rows = bracketed?.map(row => row.slice(1, -1)) ?? plain.split(/[\n;]/)
  return rows.filter(row => row.trim() !== '').map(row => row.split(','))
}

function whyNotUnitary([first, second]: OneQubitMatrix): string | null {
  for (const [at, row] of [first, second].entries()) {
    const square = row.reduce((sum, [re, im]) => sum + re * re + im * im, 0)
    if (Math.abs(square - 1) > ROUNDING)
      return `Not unitary: the squares of row ${at + 1} add up to ${digits(square)}, not 1.`
  }
  const [re, im] = inner(first, second)
  if (Math.hypot(re, im) <= ROUNDING) return null
  return `Not unitary: the rows are not orthogonal, their inner product is ${digits(re)} ${im < 0 ? '−' : '+'} ${digits(Math.abs(im))}i.`
}

const inner = (a: readonly Complex[], b: readonly Complex[]): Complex =>
  a.reduce<Complex>(
    ([re, im], [x, y], k) => {
      const [u, v] = b[k]!
      return [re + x * u + y * v, im + x * v - y * u]
    },
    [0, 0],
  )

const digits = (value: number): string => String(Number(value.toPrecision(4)))
