/** Vaunix LDA-602: eight-byte reports; status reports come between the others, as it likes. */
import { seededRandom } from '../../circuits/model/seeded-random'
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import { createSetGuard, type MisbehavingTwin } from '../model/set-guard'
import { createReportTwin } from './report-twin'

const [SET, ATTENUATION, STATUS, SERIAL] = [0x80, 0x0d, 0x0e, 0x1f]
const MAX_QUARTERS = 4 * 63

export function createVaunixLdaTwin({ seed, serialNumber = '11452' }: TwinOptions): ByteTwin & MisbehavingTwin {
  const random = seededRandom(seed)
  const guard = createSetGuard()
  let quarters = 0
  const status = () => [STATUS, 6, 0, 0, 0, 0, 0, quarters]
  const between = () => Array.from({ length: Math.floor(3 * random()) }, status)
  const twin = createReportTwin(8, report => {
    const [command = 0, , value = 0] = report
    if (command === (SET | ATTENUATION)) {
      quarters = Math.round(guard.taken(Math.min(value, MAX_QUARTERS), quarters))
      return between()
    }
    if (command === ATTENUATION) return [...between(), [ATTENUATION, 1, quarters], ...between()]
    const serial = Number(serialNumber)
    if (command === SERIAL)
      return [
        ...between(),
        [SERIAL, 4, serial & 255, (serial >> 8) & 255, (serial >> 16) & 255, serial >>> 24],
        ...between(),
      ]
    return []
  })
  return { ...twin, misbehave: guard.misbehave }
}
