/** QDevil QDAC-II: 24 outputs that slew, SCPI in any case and in its short or long form. */
import { seededRandom } from '../../circuits/model/seeded-random'
import { normalFromHalfOpen } from '../../qec/statistics/random'
import type { ByteTwin, TwinOptions } from '../model/byte-twin'
import { createLineTwin } from '../model/line-twin'
import { createScpiErrors } from '../model/scpi-errors'
import { createSetGuard, type MisbehavingTwin } from '../model/set-guard'
import { createSlewingOutput } from '../model/slewing-output'

const CHANNELS = 24
/** Milliseconds for which it reads nothing after a reset. */
const RESET_MS = 5_000
const LONG: readonly (readonly [RegExp, string])[] = [
  [/source/g, 'sour'],
  [/voltage/g, 'volt'],
  [/system/g, 'syst'],
  [/error/g, 'err'],
  [/count/g, 'coun'],
  [/range/g, 'rang'],
]
/** Volts at the end of each range. */
const SPANS = { low: 2, high: 10 } as const

interface Qdac2 {
  readonly resetMs?: number
}

export function createQdac2Twin({
  clock,
  seed,
  serialNumber = '0000027',
  resetMs = RESET_MS,
}: TwinOptions & Qdac2): ByteTwin & MisbehavingTwin {
  const random = seededRandom(seed)
  const errors = createScpiErrors()
  const guard = createSetGuard()
  const fresh = () => ({ output: createSlewingOutput(clock), range: 'high' as keyof typeof SPANS })
  let deafUntil = Number.NEGATIVE_INFINITY
  let outputs = Array.from({ length: CHANNELS }, fresh)

  /** A megohm of wiring on every output, and a nanoampere of noise. */
  const amperes = (channel: number) =>
    (outputs[channel - 1]!.output.now() / 1e6 + 1e-9 * normalFromHalfOpen(random)).toExponential(6)

  const onOutput = (channel: number, command: string, argument: string): string | null => {
    const one = outputs[channel - 1]
    if (!one) return fault(-222, 'Data out of range')
    const value = Number(argument)
    switch (command) {
      case 'volt?':
        return String(one.output.target)
      case 'volt:last?':
        return String(Number(one.output.now().toPrecision(7)))
      case 'volt:slew?':
        return one.output.rate === Number.POSITIVE_INFINITY ? '2e7' : String(one.output.rate)
      case 'rang?':
        return one.range.toUpperCase()
      case 'volt':
        if (argument === '' || !Number.isFinite(value)) return fault(-104, 'Data type error')
        if (Math.abs(value) > SPANS[one.range]) return fault(-222, 'Data out of range')
        one.output.set(guard.taken(value, one.output.target))
        return null
      case 'volt:mode':
        return argument === 'fix' || argument === 'fixed' ? null : fault(-224, 'Illegal parameter value')
      case 'volt:mode?':
        return 'FIX'
      case 'volt:slew':
        if (!(value >= 0.01 && value <= 2e7)) return fault(-222, 'Data out of range')
        one.output.setRate(guard.taken(value, one.output.rate))
        return null
      case 'rang':
        if (argument !== 'low' && argument !== 'high') return fault(-104, 'Data type error')
        if (Math.abs(one.output.target) > SPANS[argument]) return fault(-221, 'Settings conflict')
        if (guard.taken(1, 0) === 1) one.range = argument
        return null
      default:
        return fault(-113, 'Undefined header')
    }
  }
  const fault = (code: number, text: string): null => {
    errors.push(code, text)
    return null
  }

  const line = createLineTwin({
    replyEnd: '\n',
    inputBytes: 1_000_000,
    overflow: () => fault(-363, 'Input buffer overrun'),
    handle(text) {
      const lower = LONG.reduce((short, [long, name]) => short.replace(long, name), text.trim().toLowerCase()).replace(
        /^:/,
        '',
      )
      if (lower === '' || clock.now() < deafUntil) return null
      if (lower === '*idn?') return `QDevil, QDAC-II, ${serialNumber}, 3-0.9.26`
      if (lower === '*rst') {
        outputs = Array.from({ length: CHANNELS }, fresh)
        deafUntil = clock.now() + resetMs
        return null
      }
      if (lower === 'syst:err:coun?') return String(errors.count())
      if (lower === 'syst:err:all?' || lower === 'syst:err?') return errors.all()
      const read = /^read\?\s*\(@([\d,]+)\)$/.exec(lower)
      if (read)
        return read[1]!
          .split(',')
          .map(channel => (outputs[Number(channel) - 1] ? amperes(Number(channel)) : '9.91e37'))
          .join(',')
      const [, channel, path, query = '', argument = ''] = /^sour(\d{1,2}):([a-z:]+)(\?)?\s*(.*)$/.exec(lower) ?? []
      return channel === undefined ? fault(-113, 'Undefined header') : onOutput(Number(channel), path + query, argument)
    },
  })
  return { ...line, misbehave: guard.misbehave }
}
