/** Mini-Circuits USB-xSPDT: eight switches, 64-byte reports whose first byte is the code and comes back. */
import { seededRandom } from '../../circuits/model/seeded-random'
import { normalFromHalfOpen } from '../../qec/statistics/random'
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import { createSetGuard, type MisbehavingTwin } from '../model/set-guard'
import { ascii, createReportTwin, textBehind } from './report-twin'

const MODEL = 'USB-8SPDT-A18'
/** Degrees Celsius that each energised switch adds, and those above which the alarm is on. */
const [WARMTH, ALARM] = [0.8, 45]

/** Bytes that follow the six characters of a temperature: no NUL ends these, so anything may follow, as the manual says. */
const STALE = [0xa5, 0x4d]

export function createSwitchTwin({ seed, serialNumber = '11710150012' }: TwinOptions): ByteTwin & MisbehavingTwin {
  const random = seededRandom(seed)
  const guard = createSetGuard()
  let mask = 0
  const celsius = () => 26 + WARMTH * mask.toString(2).replaceAll('0', '').length + 0.05 * normalFromHalfOpen(random)
  const temperature = () => {
    const value = celsius()
    return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2).padStart(5, '0')}`
  }
  const take = (next: number) => {
    mask = Math.trunc(guard.taken(next, mask)) & 255
  }
  const scpi = (text: string): string => {
    const upper = text.toUpperCase()
    const [, letter, state] = /^:?SET([A-H])=([01])$/.exec(upper) ?? []
    if (letter) {
      const bit = 1 << (letter.charCodeAt(0) - 65)
      take(state === '1' ? mask | bit : mask & ~bit)
      return '1'
    }
    if (/^:?MN\?$/.test(upper)) return `MN=${MODEL}`
    if (/^:?SN\?$/.test(upper)) return `SN=${serialNumber}`
    return /^:?SWPORT\?$/.test(upper) ? String(mask) : `-99 Unrecognized Command. Model=${MODEL}`
  }
  const twin = createReportTwin(64, report => {
    const [code = 0, value = 0] = report
    if (code >= 1 && code <= 8) take(value ? mask | (1 << (code - 1)) : mask & ~(1 << (code - 1)))
    else if (code === 9) take(value)
    else if (code === 15) return [[15, mask]]
    else if (code === 40) return [[40, ...ascii(MODEL)]]
    else if (code === 41) return [[41, ...ascii(serialNumber)]]
    else if (code === 42) return [[42, ...ascii(scpi(textBehind(report)))]]
    else if (code === 99) return [[99, 0, 0, 0, 0, 65, 51]]
    else if (code === 114 || code === 115 || code === 118) return [[code, ...ascii(temperature()), ...STALE]]
    else if (code === 117) return [[117, celsius() > ALARM ? 1 : 0]]
    else return []
    return [[code]]
  })
  return { ...twin, misbehave: guard.misbehave }
}
