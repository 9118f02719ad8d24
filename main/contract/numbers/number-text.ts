/** Numbers as text: significant digits, fixed decimals, thousands apart, powers of ten. A minus is the sign of print, U+2212. */

const MINUS = '−'
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

const signed = (text: string): string => (text.startsWith('-') ? `${MINUS}${text.slice(1)}` : text)

/** `10⁻³` is written `× 10⁻³` after its mantissa. */
export const timesPowerOfTen = (exponent: number): string =>
  ` × 10${exponent < 0 ? '⁻' : ''}${[...String(Math.abs(exponent))].map(digit => SUPERSCRIPTS[Number(digit)]).join('')}`

/** 1234567.5 as `1,234,567.5`. */
function grouped(text: string): string {
  const [whole = '', decimals] = text.split('.')
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? apart : `${apart}.${decimals}`
}

/** So many decimals, zeros at the end included; −0 is 0. */
export function fixed(value: number, decimals: number): string {
  const text = value.toFixed(Math.min(100, Math.max(0, decimals)))
  return signed(grouped(Number(text) === 0 ? text.replace('-', '') : text))
}

/** Rounded down to so many decimals, so that a credit is never overstated. */
export const roundedDown = (value: number, decimals: number): number =>
  Math.floor(value * 10 ** decimals) / 10 ** decimals

/** Decimals that show two significant digits of an uncertainty above 0. */
export const decimalsFor = (uncertainty: number): number =>
  Math.max(0, 1 - Math.floor(Math.log10(roundedTo(uncertainty, 2))))

/** Written with a power of ten below the first and from the second on. */
const PLAIN = { from: 1e-3, below: 1e5 } as const

/** Significant digits without zeros at the end; powers of ten below 0.001 and from 100,000 on. */
export function significant(value: number, digits = 3): string {
  const size = Math.abs(value)
  if (size === 0) return '0'
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'not a number' : `${value < 0 ? MINUS : ''}∞`
  if (size >= PLAIN.from && size < PLAIN.below) return shortest(value, digits)
  const [mantissa, exponent] = value.toExponential(digits - 1).split('e') as [string, string]
  return `${signed(mantissa)}${timesPowerOfTen(Number(exponent))}`
}

/** With a power of ten, the mantissa without zeros at its end. */
export function scientific(value: number, digits: number): string {
  const [mantissa, exponent] = value.toExponential(digits - 1).split('e') as [string, string]
  return `${signed(String(Number(mantissa)))}${timesPowerOfTen(Number(exponent))}`
}

/** Rounded to so many significant digits and written in full, without a power of ten where a decimal can do. */
export const shortest = (value: number, digits = 3): string => signed(grouped(String(roundedTo(value, digits))))

/** The same with its zeros at the end, so that figures one below the other have as many digits: `3.00` beside `2.94`. */
export function padded(value: number, digits = 3): string {
  const rounded = roundedTo(value, digits)
  if (rounded === 0) return '0'
  return fixed(rounded, Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(rounded)))))
}

/** The nearest number of so many significant digits. */
export const roundedTo = (value: number, digits: number): number => Number(value.toPrecision(digits))

/** Made once: `toLocaleString` makes a formatter at each call. */
const apart = new Intl.NumberFormat('en-GB')

/** Whole numbers, thousands apart from 1,000 on. */
export const thousands = (value: number): string => signed(apart.format(value))

/** Up to so many decimals, without zeros at the end, thousands apart. */
export const upToDecimals = (value: number, decimals: number): string =>
  signed(value.toLocaleString('en-GB', { maximumFractionDigits: decimals }))

/** The plural of a regular English noun: `bytes`, `branches`, `replies`. */
export function pluralOf(noun: string): string {
  if (/(?:s|x|z|ch|sh)$/.test(noun)) return `${noun}es`
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`
}

/** `1 byte`, `2 bytes`. */
export const countedNoun = (count: number, noun: string): string => `${count} ${count === 1 ? noun : pluralOf(noun)}`
