/** Angles as people write them on gates. */
import { shortest } from '../../../../main/contract/numbers/number-text'

const DENOMINATORS = [1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 64]
const CLOSE = 1e-9
const MINUS = '−'

/** `π/2`, `−3π/4`, `0`; three significant digits where the angle in radians is no simple fraction of π. */
export function angle(radians: number | string): string {
  if (typeof radians === 'string') return radians
  if (radians === 0) return '0'
  const sign = radians < 0 ? MINUS : ''
  const turns = Math.abs(radians) / Math.PI
  const denominator = DENOMINATORS.find(n => isWhole(turns * n))
  if (denominator === undefined) return sign + shortest(Math.abs(radians))
  const numerator = Math.round(turns * denominator)
  return `${sign}${numerator === 1 ? '' : numerator}π${denominator === 1 ? '' : `/${denominator}`}`
}

const isWhole = (value: number) => Math.round(value) > 0 && Math.abs(value - Math.round(value)) < CLOSE
