/** Mini-Circuits RCDAT: 0 to 63 dB in quarters, rounded to the nearest; SCPI under code 1. */
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import { createSetGuard, type MisbehavingTwin } from '../model/set-guard'
import { ascii, createReportTwin, textBehind } from './report-twin'

const MODEL = 'RCDAT-6000-63'
const MAX_QUARTERS = 4 * 63

export function createAttenuatorTwin({ serialNumber = '11904170033' }: TwinOptions): ByteTwin & MisbehavingTwin {
  const guard = createSetGuard()
  let quarters = MAX_QUARTERS
  const take = (next: number) => {
    quarters = Math.round(guard.taken(Math.min(MAX_QUARTERS, Math.max(0, next)), quarters))
  }
  const scpi = (text: string): string => {
    const [, wanted] = /^:?SETATT[=:](\d+(?:\.\d*)?)$/i.exec(text) ?? []
    if (wanted !== undefined) {
      if (Number(wanted) > 63) return '2' // Requested attenuation higher than the maximum: set to the maximum.
      take(Math.round(4 * Number(wanted)))
      return '1'
    }
    if (/^:?ATT\?$/i.test(text)) return (quarters / 4).toFixed(2)
    if (/^:?MN\?$/i.test(text)) return `MN=${MODEL}`
    return /^:?SN\?$/i.test(text) ? `SN=${serialNumber}` : '0'
  }
  const twin = createReportTwin(64, report => {
    const [code = 0, whole = 0, rest = 0] = report
    if (code === 19) {
      take(4 * whole + rest)
      return [[19]]
    }
    if (code === 18) return [[18, Math.floor(quarters / 4), quarters % 4]]
    if (code === 40) return [[40, ...ascii(MODEL)]]
    if (code === 41) return [[41, ...ascii(serialNumber)]]
    if (code === 99) return [[99, 0, 0, 0, 0, 67, 51]]
    return code === 1 ? [[1, ...ascii(scpi(textBehind(report)))]] : []
  })
  return { ...twin, misbehave: guard.misbehave }
}
