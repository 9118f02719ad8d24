import { UsageError } from '../../config/options.mjs'

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, G: 1e9, KI: 2 ** 10, MI: 2 ** 20, GI: 2 ** 30 }

/** Reads `4096`, `64k`, `1G` (10^9) or `1GiB` (2^30). Throws UsageError. */
export function byteCount(text: string): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)\s*([kmg]i?)?b?$/i.exec(text.trim()) ?? []
  const count = digits === undefined ? Number.NaN : Number(digits) * UNITS[(unit ?? '').toUpperCase()]!
  if (Number.isSafeInteger(count) && count >= 1) return count
  throw new UsageError(`--bytes takes a number such as 4096, 64k, 1G (10^9) or 1GiB (2^30), not "${text}".`)
}
