/** Boolean functions of a syndrome's four bits, evaluated for a word of shots at once in algebraic normal form. */

/**
 * The monomials (bit masks) whose sum modulo 2 is the function with this truth table of 16 entries: the binary Möbius
 * (Reed–Muller) transform, by butterflies; D. E. Muller, IRE Trans. Electron. Comput. EC-3 (1954) 6.
 */
export function normalForm(truth: readonly number[]): number[] {
  const coefficients = truth.map(value => value & 1)
  for (let bit = 1; bit < 16; bit <<= 1)
    for (let m = 0; m < 16; m++) if (m & bit) coefficients[m]! ^= coefficients[m ^ bit]!
  return [...coefficients.keys()].filter(m => coefficients[m] === 1)
}

/** Fills `into[m]` with the product of the words whose bits are set in m; `into` has 16 entries. */
export function monomials(bits: Int32Array, into: Int32Array): void {
  into[0] = -1
  for (let k = 0; k < 4; k++) for (let m = 0; m < 1 << k; m++) into[(1 << k) | m] = into[m]! & bits[k]!
}

export function evaluate(form: readonly number[], products: Int32Array): number {
  let sum = 0
  for (let i = 0; i < form.length; i++) sum ^= products[form[i]!]!
  return sum
}
