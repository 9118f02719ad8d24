/**
 * Lake Shore 372: an AC resistance bridge with a scanner. Ruthenium oxide sensors whose resistance grows towards low
 * temperatures as exp((T0/T)^¼) (variable-range hopping, Mott 1969), five of them on the stages of a fridge; the other inputs
 * have none, which reads as an overload.
 */
import { seededRandom } from '../../circuits/model/seeded-random'
import { normalFromHalfOpen } from '../../qec/statistics/random'
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import { createSetGuard, type MisbehavingTwin } from '../model/set-guard'
import { createLakeShoreLine } from './lake-shore-line'

/** The input A of the heater's control loop, which the scanner leaves out. */
const CONTROL = 0
/** Kelvin by input: mixing chamber at the heater, 50 K plate, 4 K plate, still, mixing chamber. */
const STAGES: Readonly<Record<number, number>> = { [CONTROL]: 0.0118, 1: 46.2, 2: 3.81, 5: 0.86, 6: 0.0112 }
const INPUTS = 16
/** Ohm at high temperature, and T0 in kelvin: 21.3 kΩ at 11.2 mK. */
const [R0, T0] = [1_000, 0.983]
/** Bits of RDGST?: the current source overloads where no sensor is. */
const NO_SENSOR = 1

export interface LakeShore372Twin extends ByteTwin, MisbehavingTwin {
  /** Eight bits as RDGST? returns them; a reading with any of them is zero. */
  setStatus(input: number, bits: number): void
}

export function createLakeShore372Twin({
  clock,
  seed,
  serialNumber = 'LSA12AB',
  minimumGapMs = 45,
}: TwinOptions & { readonly minimumGapMs?: number }): LakeShore372Twin {
  const random = seededRandom(seed)
  const guard = createSetGuard()
  const statuses = new Map<number, number>()
  let [scanned, autoscan] = [1, 0]

  const statusOf = (input: number) => statuses.get(input) ?? (input in STAGES ? 0 : NO_SENSOR)
  const kelvin = (input: number) => STAGES[input]! * (1 + 2e-4 * normalFromHalfOpen(random))
  const ohm = (input: number) => R0 * Math.exp((T0 / kelvin(input)) ** 0.25)
  const shown = (value: number, digits: number): string => {
    const [mantissa, exponent] = value.toExponential(digits).split('e')
    return `+${mantissa}E${exponent![0]}${exponent!.slice(1).padStart(2, '0')}`
  }

  const line = createLakeShoreLine({
    clock,
    minimumGapMs,
    handle(name, argument) {
      const isControl = /^A$/i.test(argument)
      const input = isControl ? CONTROL : Number(argument)
      const isInput = isControl || (/^\d{1,2}$/.test(argument) && input >= 1 && input <= INPUTS)
      switch (name) {
        case '*IDN?':
          return `LSCI,MODEL372,${serialNumber},1.3`
        case 'KRDG?':
          return isInput ? shown(statusOf(input) === 0 ? kelvin(input) : 0, 4) : null
        case 'SRDG?':
          return isInput ? shown(statusOf(input) === 0 ? ohm(input) : 0, 5) : null
        case 'RDGST?':
          return isInput ? String(statusOf(input)).padStart(3, '0') : null
        case 'SCAN?':
          return `${String(scanned).padStart(2, '0')},${autoscan}`
        case 'SCAN': {
          const [, to, automatic] = /^(\d{1,2}),\s*([01])$/.exec(argument) ?? []
          if (to === undefined || Number(to) < 1 || Number(to) > INPUTS) return null
          scanned = Math.max(1, Math.round(guard.taken(Number(to), scanned)))
          autoscan = Number(automatic)
          return null
        }
        default:
          return null
      }
    },
  })
  return {
    ...line,
    misbehave: guard.misbehave,
    setStatus: (input, bits) => void statuses.set(input, bits),
  }
}
