/**
 * Primes of which 2 is a primitive root: only for these does every circulant n × n matrix over GF(2), except all zeros and all
 * ones, have rank n − 1 or n.
 */

/** Limit of the kernel, well below 2^53 for the product of two numbers. */
export const MAX_CIRCULANT_BITS = 2 ** 24

export function isCirculantPrime(n: number): boolean {
  // 2 is a square modulo a prime that is 1 or 7 modulo 8, so it is no primitive root there.
  if (n !== 3 && n % 8 !== 3 && n % 8 !== 5) return false
  const [smallest] = primeFactors(n)
  return smallest === n && primeFactors(n - 1).every(factor => powerOfTwo((n - 1) / factor, n) !== 1)
}

/** The distinct prime factors, least first. */
function primeFactors(n: number): number[] {
  const factors: number[] = []
  let rest = n
  for (let factor = 2; factor * factor <= rest; factor++) {
    if (rest % factor === 0) factors.push(factor)
    while (rest % factor === 0) rest /= factor
  }
  return rest > 1 ? [...factors, rest] : factors
}

/** 2^exponent modulo n, for n up to 2^26: products then stay exact. */
function powerOfTwo(exponent: number, n: number): number {
  let power = 1
  for (const digit of exponent.toString(2)) power = (((power * power) % n) * (digit === '1' ? 2 : 1)) % n
  return power
}

const found = new Map<string, number | null>()

/** Searches are remembered: draws of the same size ask for the same primes. */
function remembered(key: string, search: () => number | null): number | null {
  const known = found.get(key)
  if (known !== undefined) return known
  if (found.size >= 4096) found.clear()
  const prime = search()
  found.set(key, prime)
  return prime
}

/** The least such prime from n on; null beyond MAX_CIRCULANT_BITS. */
export const nextCirculantPrime = (n: number): number | null =>
  remembered(`from ${n}`, () => {
    for (let at = Math.max(3, Math.ceil(n)); at <= MAX_CIRCULANT_BITS; at++) if (isCirculantPrime(at)) return at
    return null
  })

/** The greatest such prime up to n; null below 3. */
export const previousCirculantPrime = (n: number): number | null =>
  remembered(`to ${n}`, () => {
    for (let at = Math.min(Math.floor(n), MAX_CIRCULANT_BITS); at >= 3; at--) if (isCirculantPrime(at)) return at
    return null
  })
